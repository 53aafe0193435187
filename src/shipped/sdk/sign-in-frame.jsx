import { useEffect, useRef } from "react";
import { config } from "./config.js";

/**
 * @typedef {import("react").SubmitEvent<HTMLFormElement>} Submission
 * @typedef {{ termsOfServiceLink?: string, privacyPolicyLink?: string, supportEmail?: string }} Links
 */

/**
 * The owner's terms, privacy policy and support contact.
 * @param {{ links: Links }} props
 */
export function About({ links }) {
  const entries = [
    [links.termsOfServiceLink, "Terms of service"],
    [links.privacyPolicyLink, "Privacy policy"],
    [links.supportEmail && `mailto:${links.supportEmail}`, "Contact support"],
  ].filter(([href]) => href);
  if (entries.length === 0) return null;
  return (
    <nav
      aria-label="About"
      className="mt-4 flex flex-wrap gap-x-4 border-t border-border pt-3 text-xs text-muted-foreground"
    >
      {entries.map(([href, words]) => (
        <a key={words} href={href} className="underline">
          {words}
        </a>
      ))}
    </nav>
  );
}

/**
 * Frame of both forms: a card in the dialog, plain on a page.
 * @param {{ title: string, isNew?: boolean, mayJoin: boolean, isInstead: boolean, problem: string, onSubmit: (event: Submission) => void, children: import("react").ReactNode }} props
 */
export function Card({ title, isNew = false, mayJoin, isInstead, problem, onSubmit, children }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  // The password or the code is typed anew; its button, which was disabled meanwhile, has lost the focus.
  useEffect(() => {
    if (problem) [...(form.current?.querySelectorAll("input") ?? [])].at(-1)?.select();
  }, [problem]);
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      className={
        isInstead
          ? "w-full max-w-sm text-foreground"
          : "w-full max-w-sm rounded-xl border border-border bg-card p-6 text-card-foreground shadow-lg"
      }
      aria-label={title}
    >
      <h1 className={isInstead ? "text-2xl font-semibold" : "text-lg font-semibold"}>{title}</h1>
      {isInstead && (
        <p className="mt-2 text-sm text-muted-foreground">
          {isNew
            ? "It takes a minute."
            : mayJoin
              ? "New here? Create an account first."
              : "Use the email address that you were invited with."}
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-3 text-sm text-destructive">
          {problem}
        </p>
      )}
      {children}
    </form>
  );
}

/**
 * Where a mailed code is typed. `mail`: where the mail went; `field`: the class of inputs
 * @param {{ mail: string | null, field: string }} props
 */
export function CodeField({ mail, field }) {
  return (
    <>
      {mail === "outbox" && (
        <p className="mt-2 text-sm text-muted-foreground">
          No mail server is configured: the administrator finds the mail in the outbox.
        </p>
      )}
      <label className="mt-4 block text-sm font-medium">
        Code
        <input
          name="otp"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          className={field}
        />
      </label>
    </>
  );
}

/** Decoration in the app's own colours. */
const shapes = [
  { left: "-12%", top: "-18%", size: "62%", opacity: 0.16 },
  { left: "48%", top: "-6%", size: "74%", opacity: 0.12 },
  { left: "-4%", top: "52%", size: "78%", opacity: 0.14 },
  { left: "58%", top: "66%", size: "46%", opacity: 0.22 },
];

/** @param {{ children: import("react").ReactNode }} props */
export function SignInPage({ children }) {
  const letter = config.appName.trim().charAt(0).toUpperCase();
  const name = (
    <span className="flex items-center gap-3 text-base font-semibold">
      <span aria-hidden="true" className="grid size-9 place-items-center rounded-lg bg-primary text-primary-foreground">
        {letter}
      </span>
      {config.appName}
    </span>
  );
  return (
    <main className="grid min-h-screen bg-background text-foreground lg:grid-cols-2">
      <div
        className="relative hidden overflow-hidden lg:block"
        style={{ background: "color-mix(in srgb, var(--primary) 12%, var(--background))" }}
        aria-hidden="true"
      >
        {shapes.map(({ left, top, size, opacity }) => (
          <span
            key={left}
            className="absolute rounded-full bg-primary"
            style={{ left, top, width: size, aspectRatio: "1", opacity }}
          />
        ))}
        <p className="absolute bottom-12 left-12 right-12 text-4xl font-semibold leading-tight">{config.appName}</p>
      </div>
      <div className="flex flex-col p-6 sm:p-10">
        {name}
        {/* From the top, not centred: what the form offers is asked for, and comes a moment later. */}
        <div className="grid flex-1 content-start justify-items-center pb-10 pt-[14vh] lg:pt-[20vh]">{children}</div>
      </div>
    </main>
  );
}
