import { useEffect, useRef, useState } from "react";
import { appPath, call, messageOf, onSignInNeeded } from "./api.js";
import { config, setToken } from "./config.js";
import { Membership, useOffer } from "./membership.jsx";
import { knowsAddresses } from "./entities.js";
import { About, Card, CodeField, SignInPage } from "./sign-in-frame.jsx";
import { askForProof } from "./verify-email.jsx";

/** @import { Links, Submission } from "./sign-in-frame.jsx" */

/**
 * @typedef {"smtp" | "outbox" | null} Mail where mails go; null for a downloaded app, which mails no codes
 * @typedef {{ mayJoin: boolean, mail: Mail, links: Links }} Ways
 */

/**
 * What the app offers to who signs in, asked for when the form opens.
 * @param {boolean} isOpen
 */
function useWaysIn(isOpen) {
  const [ways, setWays] = useState(/** @type {Ways} */ ({ mayJoin: false, mail: null, links: {} }));
  useEffect(() => {
    if (!isOpen) return;
    call("GET", appPath("/sign-up"), undefined, { asksToSignIn: false }).then(
      ({ isSignupEnabled, mail, links }) =>
        setWays({ mayJoin: isSignupEnabled, mail: mail ?? null, links: links ?? {} }),
      () => undefined,
    );
  }, [isOpen]);
  return ways;
}

/**
 * Hides the rest of the page from keyboard and assistive technology.
 * @param {boolean} isHidden
 */
function useHiddenPages(isHidden) {
  useEffect(() => {
    if (!isHidden) return;
    /** @type {HTMLElement | null} */
    const root = document.querySelector("[data-joinery-pages]");
    if (!root) return;
    root.style.display = "none";
    return () => {
      root.style.display = "contents";
    };
  }, [isHidden]);
}

/**
 * Sign-in and sign-up by address and password; the page is loaded again as the member's.
 * @param {boolean} isNew
 * @param {Mail} mail
 */
function usePasswordSignIn(isNew, mail) {
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
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
      if (isNew && mail && knowsAddresses()) askForProof();
      window.location.reload();
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  return { problem, isBusy, submit };
}

/**
 * The app's sign-in for members: a modal dialog, opened when a call needs a user or by the app; the browser traps focus
 * and closes it on Escape. `isPage`: the only thing that anonymous visitors see of a private app.
 */
export function SignIn({ isPage = false }) {
  const [isOpen, setIsOpen] = useState(isPage);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [isNew, setIsNew] = useState(false);
  const { mayJoin, mail, links } = useWaysIn(isOpen);
  const { problem, isBusy, submit } = usePasswordSignIn(isNew, mail);
  const [byMail, setByMail] = useState(false);
  // Of both ways in: whoever asks for a code instead has typed it already.
  const [email, setEmail] = useState("");
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
    if (isOpen && !isInstead && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [isOpen, isInstead]);
  useHiddenPages(isOpen && isInstead && !isPage);
  const offer = useOffer(isOpen);
  if (!isOpen) return null;
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
      email={email}
      onEmail={setEmail}
      onBack={() => setByMail(false)}
    />
  ) : (
    <Card title={title} isNew={isNew} mayJoin={mayJoin} isInstead={isInstead} problem={problem} onSubmit={submit}>
      <PasswordFields isNew={isNew} field={field} email={email} onEmail={setEmail} />
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
      <div className="mt-4 flex justify-between text-sm text-muted-foreground [&>:only-child]:mx-auto">
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
      className="m-auto w-full max-w-[min(24rem,calc(100%-2rem))] bg-transparent p-0 backdrop:bg-black/50"
    >
      {form}
    </dialog>
  );
}

/** @param {{ field: string, email: string, onEmail: (email: string) => void }} props */
function EmailField({ field, email, onEmail }) {
  return (
    <label className="mt-4 block text-sm font-medium">
      Email
      <input
        name="email"
        type="email"
        required
        autoComplete="email"
        autoFocus
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        className={field}
      />
    </label>
  );
}

/** @param {{ isNew: boolean, field: string, email: string, onEmail: (email: string) => void }} props */
function PasswordFields({ isNew, field, email, onEmail }) {
  return (
    <>
      <EmailField field={field} email={email} onEmail={onEmail} />
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
    </>
  );
}

/**
 * Sign-in by a mailed code: address, then code.
 * @param {{ title: string, isInstead: boolean, mayJoin: boolean, mail: Mail, field: string, email: string, onEmail: (email: string) => void, onBack: () => void }} props
 */
function CodeForm({ title, isInstead, mayJoin, mail, field, email, onEmail, onBack }) {
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
  // To the same address, or to one that was mistyped.
  const askAgain = () => {
    setIsSent(false);
    setProblem("");
  };
  return (
    <Card title={title} mayJoin={mayJoin} isInstead={isInstead} problem={problem} onSubmit={submit}>
      {isSent ? (
        <>
          <p role="status" className="mt-3 text-sm text-muted-foreground">
            Verification code sent to your email <b className="font-medium break-words text-foreground">{email}</b>
          </p>
          <CodeField mail={mail} field={field} />
        </>
      ) : (
        <EmailField field={field} email={email} onEmail={onEmail} />
      )}
      <button
        disabled={isBusy}
        className="mt-5 w-full rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground disabled:opacity-60"
      >
        {isSent ? "Sign in" : "Email me a code"}
      </button>
      <div className="mt-4 flex justify-between text-sm text-muted-foreground [&>:only-child]:mx-auto">
        {isSent && (
          <button type="button" className="underline" onClick={askAgain}>
            Send another code
          </button>
        )}
        <button type="button" className="underline" onClick={onBack}>
          Use a password
        </button>
      </div>
    </Card>
  );
}
