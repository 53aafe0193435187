import { useCallback, useEffect, useRef, useState } from "react";
import { appPath, call, messageOf } from "./api.js";
import { config, getToken } from "./config.js";
import { proofNeeded } from "./entities.js";
import { Card, CodeField } from "./sign-in-frame.jsx";

/** @import { Submission } from "./sign-in-frame.jsx" */

const flag = "joinery.verify";
const field = "mt-1 w-full rounded-md border border-input bg-background px-3 py-2 text-sm text-foreground";

/** Opens the dialog once the page is loaded again, as the member's. */
export const askForProof = () => window.sessionStorage.setItem(flag, "1");

function takeFlag() {
  const isSet = window.sessionStorage.getItem(flag) !== null;
  window.sessionStorage.removeItem(flag);
  return isSet;
}

/**
 * Proof of a member's address by a mailed code, for row rules of "my address": a dialog that opens after a sign-up where
 * the app knows rows by it, and by `User.verifyEmail()`. The page is loaded again with what the member may see then.
 */
export function VerifyEmail() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = () => setIsOpen(config.mode === "published" && getToken() !== null);
    if (takeFlag()) open();
    window.addEventListener(proofNeeded, open);
    return () => window.removeEventListener(proofNeeded, open);
  }, []);
  return isOpen && <Proof onClose={() => setIsOpen(false)} />;
}

/** @param {{ onClose: () => void }} props */
function Proof({ onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [sent, setSent] = useState(/** @type {"no" | "smtp" | "outbox"} */ ("no"));
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const send = useCallback(async () => {
    setProblem("");
    setIsBusy(true);
    try {
      const { isVerified } = await call("POST", appPath("/email-code"), {});
      if (isVerified) return window.location.reload();
      const { mail } = await call("GET", appPath("/sign-up"), undefined, { asksToSignIn: false });
      setSent(mail ?? "smtp");
    } catch (error) {
      setProblem(messageOf(error));
    }
    setIsBusy(false);
  }, []);
  const isAsked = useRef(false);
  useEffect(() => {
    dialog.current?.showModal();
    // Effects run twice in development; a second code would make the first one worthless.
    if (!isAsked.current) void send();
    isAsked.current = true;
  }, [send]);
  /** @param {Submission} event */
  const submit = async (event) => {
    event.preventDefault();
    const otp = new FormData(event.currentTarget).get("otp");
    setIsBusy(true);
    setProblem("");
    try {
      await call("POST", appPath("/email-proof"), { otp });
      window.location.reload();
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Verify your email"
      onClose={onClose}
      className="m-auto w-full max-w-[min(24rem,calc(100%-2rem))] bg-transparent p-0 backdrop:bg-black/50"
    >
      <Card title="Verify your email" mayJoin={false} isInstead={false} problem={problem} onSubmit={submit}>
        <p role="status" className="mt-3 text-sm text-muted-foreground">
          {sent === "no" ? "Sending a code to your email…" : "Enter the code that was sent to your email."}
        </p>
        <CodeField mail={sent} field={field} />
        <button
          disabled={isBusy}
          className="mt-5 w-full rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground disabled:opacity-60"
        >
          Verify
        </button>
        <div className="mt-4 flex justify-between text-sm text-muted-foreground">
          <button type="button" className="underline" disabled={isBusy} onClick={() => void send()}>
            Send another code
          </button>
          <button type="button" className="underline" onClick={() => dialog.current?.close()}>
            Later
          </button>
        </div>
      </Card>
    </dialog>
  );
}
