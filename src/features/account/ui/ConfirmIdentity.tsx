"use client";
import { useState } from "react";
import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { startAuthentication } from "@simplewebauthn/browser";
import { type RouterInputs, trpc } from "@/api/client";
import { Refused } from "./Refused";
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
  const [password, setPassword] = useState("");
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
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run("password", () => Promise.resolve({ password }));
        }}
      >
        <Stack gap={16}>
          <Text size="sm">{text}</Text>
          <Refused error={error} />
          <PasswordInput
            label="Password, to confirm"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            {canAsk && (
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
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={isDanger ? "red" : undefined}
              loading={busyWith === "password"}
              disabled={password === "" || busyWith === "passkey"}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
