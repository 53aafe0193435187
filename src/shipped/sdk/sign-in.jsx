import { useEffect, useState } from "react";
import { appPath, call, onSignInNeeded } from "./api.js";
import { config, setToken } from "./config.js";

/** The app's own way in for its members; opens when a call needs somebody, or when the app asks. */
export function SignIn() {
  const [isOpen, setIsOpen] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [mayJoin, setMayJoin] = useState(false);
  useEffect(() => onSignInNeeded(() => setIsOpen(config.mode === "published")), []);
  useEffect(() => {
    if (!isOpen) return;
    call("GET", appPath("/sign-up"), undefined, { asksToSignIn: false }).then(
      ({ isSignupEnabled }) => setMayJoin(isSignupEnabled),
      () => undefined,
    );
  }, [isOpen]);
  if (!isOpen) return null;
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
      setProblem(error.message);
      setIsBusy(false);
    }
  };
  const field = "mt-1 w-full rounded-md border border-input bg-background px-3 py-2 text-sm text-foreground";
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-black/50 p-4">
      <form
        onSubmit={submit}
        className="w-full max-w-sm rounded-xl border border-border bg-card p-6 text-card-foreground shadow-lg"
        role="dialog"
        aria-modal="true"
        aria-label="Sign in"
      >
        <h2 className="text-lg font-semibold">{isNew ? "Create your account" : `Sign in to ${config.appName}`}</h2>
        {problem && (
          <p role="alert" className="mt-3 text-sm text-destructive">
            {problem}
          </p>
        )}
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
          />
        </label>
        <button
          disabled={isBusy}
          className="mt-5 w-full rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground disabled:opacity-60"
        >
          {isNew ? "Create account" : "Sign in"}
        </button>
        <div className="mt-4 flex justify-between text-sm text-muted-foreground">
          {mayJoin ? (
            <button type="button" className="underline" onClick={() => setIsNew(!isNew)}>
              {isNew ? "I have an account" : "Create an account"}
            </button>
          ) : (
            <span>Members come by invitation.</span>
          )}
          <button type="button" className="underline" onClick={() => setIsOpen(false)}>
            Not now
          </button>
        </div>
      </form>
    </div>
  );
}
