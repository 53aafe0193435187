"use client";
import { useState } from "react";
import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { startAuthentication } from "@simplewebauthn/browser";
import { type RouterInputs, trpc, wordsOf } from "@/api/client";
import { PasswordDialog } from "./PasswordDialog";
import { passkeyProblem, useHasPasskeys } from "./use-passkey-sign-in";

export type Proof = RouterInputs["account"]["removeAuthenticator"]["proof"];

/**
 * Asks for the password or a passkey before a change of how one signs in.
 * @param onProof the change; a refusal is shown and asked again
 */
export function ConfirmIdentity({
  title,
  text,
  label,
  isDanger = false,
  hasPasskeys,
  onProof,
  onClose,
}: {
  title: string;
  text: string;
  label: string;
  isDanger?: boolean;
  hasPasskeys: boolean;
  onProof: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
}) {
  const [busyWith, setBusyWith] = useState<"password" | "passkey">();
  const [error, setError] = useState<unknown>();
  const canAsk = useHasPasskeys() && hasPasskeys;
  const ask = trpc.account.confirmOptions.useMutation({ meta: { quiet: true } });
  const run = async (way: "password" | "passkey", proofOf: () => Promise<Proof>) => {
    setBusyWith(way);
    setError(undefined);
    try {
      await onProof(await proofOf());
    } catch (caught) {
      setError(passkeyProblem(caught));
      setBusyWith(undefined);
    }
  };
  const withPasskey = async (): Promise<Proof> => {
    const { challengeId, options } = await ask.mutateAsync();
    return { challengeId, response: await startAuthentication({ optionsJSON: options }) };
  };
  return (
    <PasswordDialog
      title={title}
      text={text}
      action={label}
      color={isDanger ? "red" : undefined}
      isReady={busyWith !== "passkey"}
      isPending={busyWith === "password"}
      error={wordsOf(error)}
      aside={
        canAsk && (
          <Button
            variant="subtle"
            mr="auto"
            leftSection={<IconFingerprint size={16} />}
            loading={busyWith === "passkey"}
            disabled={busyWith === "password"}
            onClick={() => void run("passkey", withPasskey)}
          >
            Use a passkey
          </Button>
        )
      }
      onPassword={(password) => void run("password", () => Promise.resolve({ password }))}
      onClose={onClose}
    />
  );
}
