"use client";
import { useState, useSyncExternalStore } from "react";
import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";
import { trpc } from "@/api/client";

const never = () => () => undefined;

/**
 * False where the page is neither on https nor on localhost: browsers offer no passkeys there. True on the server, as for
 * most: a button that came with hydration would move what somebody is about to click.
 */
export const useHasPasskeys = (): boolean => useSyncExternalStore(never, browserSupportsWebAuthn, () => true);

/** A browser's refusal in words: it does not tell whether somebody cancelled or had no passkey. */
export function passkeyProblem(error: unknown): unknown {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return new Error("No passkey was used. Try again, or choose another way.");
  if (name === "InvalidStateError") return new Error("This device has a passkey for this account already");
  if (name === "SecurityError") return new Error("Passkeys do not work at this address: they need https and a name");
  return error;
}

/** @param signInToken of a sign-in that waits for its second step; without one the passkey is the whole sign-in */
export function usePasskeySignIn({ signInToken, onIn }: { signInToken?: string; onIn: () => unknown }) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const ask = trpc.account.passkeyOptions.useMutation({ meta: { quiet: true } });
  const signIn = trpc.account.signInWithPasskey.useMutation({ meta: { quiet: true } });
  const start = async () => {
    setIsPending(true);
    setError(undefined);
    try {
      const { challengeId, options } = await ask.mutateAsync({ signInToken });
      const response = await startAuthentication({ optionsJSON: options });
      await signIn.mutateAsync({ challengeId, response, signInToken });
      await onIn();
    } catch (caught) {
      setError(passkeyProblem(caught));
      setIsPending(false);
    }
  };
  return { start, isPending, error };
}
