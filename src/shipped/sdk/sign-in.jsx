import { useEffect, useRef, useState } from "react";
import { appPath, call, messageOf, onSignInNeeded } from "./api.js";
import { config, setToken } from "./config.js";
import { Membership, useOffer } from "./membership.jsx";

/**
 * @typedef {import("react").SubmitEvent<HTMLFormElement>} Submission
 * @typedef {"smtp" | "outbox" | null} Mail where mails go; null for a downloaded app, which mails no codes
 * @typedef {{ termsOfServiceLink?: string, privacyPolicyLink?: string, supportEmail?: string }} Links
 */

/**
 * The app's sign-in for members: a modal dialog, opened when a call needs a user or by the app; the browser traps focus
 * and closes it on Escape. `isPage`: the only thing that anonymous visitors see of a private app.
 */
export function SignIn({ isPage = false }) {
  const [isOpen, setIsOpen] = useState(isPage);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [isNew, setIsNew] = useState(false);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [mayJoin, setMayJoin] = useState(false);
  const [mail, setMail] = useState(/** @type {Mail} */ (null));
  const [links, setLinks] = useState(/** @type {Links} */ ({}));
  const [byMail, setByMail] = useState(false);
  // When nothing is visible to anonymous visitors, the sign-in replaces the page instead of covering it.
  const [isInstead, setIsInstead] = useState(isPage);
  useEffect(
    () =>
      onSignInNeeded(({ isBare }) => {
        if (config.mode !== "published") return;
        setIsInstead(isPage || isBare);
        setIsOpen(true);
      }),
    [isPage],
  );
  useEffect(() => {
    if (!isOpen) return;
    call("GET", appPath("/sign-up"), undefined, { asksToSignIn: false }).then(
      (answer) => {
        setMayJoin(answer.isSignupEnabled);
        setMail(answer.mail ?? null);
        setLinks(answer.links ?? {});
      },
      () => undefined,
    );
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && !isInstead && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [isOpen, isInstead]);
  // Hide the rest of the page from keyboard and assistive technology.
  useEffect(() => {
    if (!isOpen || !isInstead || isPage) return;
    /** @type {HTMLElement | null} */
    const root = document.querySelector("[data-joinery-pages]");
    if (!root) return;
    root.style.display = "none";
    return () => {
      root.style.display = "contents";
    };
  }, [isOpen, isInstead, isPage]);
  const offer = useOffer(isOpen);
  if (!isOpen) return null;
  /** @param {Submission} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem("");
    try {
      const { token } = await call("POST", appPath(isNew ? "/sign-up" : "/sign-in"), {
        email: form.get("email"),
        password: form.get("password"),
      });
      setToken(token);
      window.location.reload();
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  const field = "mt-1 w-full rounded-md border border-input bg-background px-3 py-2 text-sm text-foreground";
  const title = isNew && !byMail ? `Create your account for ${config.appName}` : `Sign in to ${config.appName}`;
  const form = offer ? (
    <Membership offer={offer} field={field} />
  ) : byMail ? (
    <CodeForm
      title={title}
      isInstead={isInstead}
      mayJoin={mayJoin}
      mail={mail}
      field={field}
      onBack={() => setByMail(false)}
    />
  ) : (
    <Card title={title} isNew={isNew} mayJoin={mayJoin} isInstead={isInstead} problem={problem} onSubmit={submit}>
      <label className="mt-4 block text-sm font-medium">
        Email
        <input name="email" type="email" required autoComplete="email" autoFocus className={field} />
      </label>
      <label className="mt-3 block text-sm font-medium">
        Password
        <input
          name="password"
          type="password"
          required
          minLength={8}
          autoComplete={isNew ? "new-password" : "current-password"}
          className={field}
          aria-describedby={isNew ? "joinery-password-rule" : undefined}
        />
        {isNew && (
          <span id="joinery-password-rule" className="mt-1 block text-xs font-normal text-muted-foreground">
            At least 8 characters that are not easy to guess
          </span>
        )}
      </label>
      <button
        disabled={isBusy}
        className="mt-5 w-full rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground disabled:opacity-60"
      >
        {isNew ? "Create account" : "Sign in"}
      </button>
      {mail && (
        <button type="button" className="mt-3 w-full text-sm underline" onClick={() => setByMail(true)}>
          Email me a code
        </button>
      )}
      {mail && !isNew && (
        <a href="/_joinery/reset" className="mt-3 block text-center text-sm text-muted-foreground underline">
          Forgot your password?
        </a>
      )}
      <div className="mt-4 flex justify-between text-sm text-muted-foreground">
        {mayJoin ? (
          <button type="button" className="underline" onClick={() => setIsNew(!isNew)}>
            {isNew ? "I have an account" : "Create an account"}
          </button>
        ) : (
          <span>Members come by invitation.</span>
        )}
        {!isInstead && (
          <button type="button" className="underline" onClick={() => setIsOpen(false)}>
            Not now
          </button>
        )}
        {isInstead && !isPage && (
          <a href="/" className="underline">
            Go to the start
          </a>
        )}
      </div>
      <About links={links} />
    </Card>
  );
  if (isInstead) return <SignInPage>{form}</SignInPage>;
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={() => setIsOpen(false)}
      className="m-auto w-full max-w-sm bg-transparent p-0 backdrop:bg-black/50"
    >
      {form}
    </dialog>
  );
}

/**
 * The owner's terms, privacy policy and support contact.
 * @param {{ links: Links }} props
 */
function About({ links }) {
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
function Card({ title, isNew = false, mayJoin, isInstead, problem, onSubmit, children }) {
  return (
    <form
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
 * Sign-in by a mailed code: address, then code.
 * @param {{ title: string, isInstead: boolean, mayJoin: boolean, mail: Mail, field: string, onBack: () => void }} props
 */
function CodeForm({ title, isInstead, mayJoin, mail, field, onBack }) {
  const [email, setEmail] = useState("");
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  /** @param {Submission} event */
  const submit = async (event) => {
    event.preventDefault();
    const otp = new FormData(event.currentTarget).get("otp");
    setIsBusy(true);
    setProblem("");
    try {
      if (isSent) {
        const { customToken } = await call("POST", appPath("/otp"), { email, otp });
        setToken(customToken);
        window.location.reload();
        return;
      }
      await call("POST", appPath("/magic-link"), { email });
      setIsSent(true);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setIsBusy(false);
  };
  return (
    <Card title={title} mayJoin={mayJoin} isInstead={isInstead} problem={problem} onSubmit={submit}>
      {isSent ? (
        <>
          <p role="status" className="mt-3 text-sm text-muted-foreground">
            Verification code sent to your email
          </p>
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
      ) : (
        <label className="mt-4 block text-sm font-medium">
          Email
          <input
            type="email"
            required
            autoComplete="email"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className={field}
          />
        </label>
      )}
      <button
        disabled={isBusy}
        className="mt-5 w-full rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground disabled:opacity-60"
      >
        {isSent ? "Sign in" : "Email me a code"}
      </button>
      <button type="button" className="mt-4 text-sm text-muted-foreground underline" onClick={onBack}>
        Use a password
      </button>
    </Card>
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
function SignInPage({ children }) {
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
        <div className="grid flex-1 place-items-center py-10">{children}</div>
      </div>
    </main>
  );
}
