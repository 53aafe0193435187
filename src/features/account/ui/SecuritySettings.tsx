"use client";
import { useState } from "react";
import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { startRegistration } from "@simplewebauthn/browser";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import type { PasskeyView } from "@/features/factors/schema";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { ConfirmIdentity, type Proof } from "./ConfirmIdentity";
import { PasskeyLine } from "./PasskeyLine";
import { RecoveryCodes } from "./RecoveryCodes";
import { SetUpAuthenticator } from "./SetUpAuthenticator";
import { SettingsSection } from "./SettingsSection";
import { useHasPasskeys } from "./use-passkey-sign-in";

type Security = RouterOutputs["account"]["security"];

/** What is being changed; each is confirmed first. */
type Change = { kind: "add" | "set-up" | "turn-off" | "codes" } | { kind: "remove"; passkey: PasskeyView };

const confirmations = {
  add: {
    title: "Add a passkey",
    text: "From then on, signing in with your password also asks for a passkey or another second factor.",
    label: "Go on",
  },
  "set-up": {
    title: "Set up an authenticator app",
    text: "From then on, signing in with your password also asks for a code of the app.",
    label: "Go on",
  },
  "turn-off": {
    title: "Turn off the authenticator app",
    text: "Its codes no longer finish a sign-in.",
    label: "Turn off",
    isDanger: true,
  },
  codes: { title: "New recovery codes", text: "The codes that you have now stop working.", label: "Make new codes" },
  remove: { title: "Remove the passkey", text: "It no longer signs you in.", label: "Remove", isDanger: true },
};

/** Passkeys, the authenticator app and recovery codes. */
export function SecuritySettings() {
  const security = trpc.account.security.useQuery();
  return (
    <SettingsSection
      title="Security"
      text="A second factor keeps others out, even with your password. A passkey also signs you in without one."
    >
      {security.data ? (
        <Factors security={security.data} />
      ) : security.error ? (
        <Failure message={failureOf(security.error).message} onRetry={() => void security.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </SettingsSection>
  );
}

function Factors({ security }: { security: Security }) {
  const { passkeys, hasAuthenticator, recoveryCodesLeft } = security;
  const [change, setChange] = useState<Change>();
  const [setUp, setSetUp] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const canAdd = useHasPasskeys();
  const utils = trpc.useUtils();
  const perform = useChanges({ onSetUp: setSetUp, onCodes: setCodes });
  const hasFactor = passkeys.length > 0 || hasAuthenticator;
  return (
    <>
      <Stack gap={8}>
        <Text size="sm" fw={600}>
          Passkeys
        </Text>
        {passkeys.length === 0 ? (
          <Text size="sm" c="dimmed">
            None yet. A passkey is your fingerprint, face or PIN on this device, or a security key.
          </Text>
        ) : (
          <Stack gap={12} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
            {passkeys.map((passkey) => (
              <PasskeyLine
                key={passkey.passkeyId}
                passkey={passkey}
                onRemove={() => setChange({ kind: "remove", passkey })}
              />
            ))}
          </Stack>
        )}
        {canAdd ? (
          <div>
            <Button variant="default" onClick={() => setChange({ kind: "add" })}>
              Add a passkey
            </Button>
          </div>
        ) : (
          <Text size="sm" c="dimmed">
            This browser offers passkeys only on https or localhost.
          </Text>
        )}
      </Stack>
      <Stack gap={8}>
        <Group gap={8}>
          <Text size="sm" fw={600}>
            Authenticator app
          </Text>
          {hasAuthenticator && (
            <Badge tt="none" variant="light" color="green" size="sm">
              On
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          An app on your phone shows a new code every 30 seconds.
        </Text>
        <div>
          <Button variant="default" onClick={() => setChange({ kind: hasAuthenticator ? "turn-off" : "set-up" })}>
            {hasAuthenticator ? "Turn off" : "Set up an authenticator app"}
          </Button>
        </div>
      </Stack>
      {hasFactor && (
        <Stack gap={8}>
          <Text size="sm" fw={600}>
            Recovery codes
          </Text>
          <Text size="sm" c={recoveryCodesLeft > 2 ? "dimmed" : "var(--mantine-color-red-text)"}>
            {recoveryCodesLeft === 1 ? "1 code is left." : `${recoveryCodesLeft} codes are left.`} Each signs you in
            once when you have nothing else.
          </Text>
          <div>
            <Button variant="default" onClick={() => setChange({ kind: "codes" })}>
              Make new codes
            </Button>
          </div>
        </Stack>
      )}
      {change && (
        <ConfirmIdentity
          {...confirmations[change.kind]}
          hasPasskeys={passkeys.length > 0}
          onClose={() => setChange(undefined)}
          onProof={async (proof) => {
            await perform(change, proof);
            setChange(undefined);
          }}
        />
      )}
      {setUp && (
        <SetUpAuthenticator
          {...setUp}
          onClose={() => setSetUp(undefined)}
          onDone={(recoveryCodes) => {
            setSetUp(undefined);
            void utils.account.security.invalidate();
            if (recoveryCodes) setCodes(recoveryCodes);
            notifySuccess("Authenticator app set up");
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}

/** Carries a confirmed change out. */
function useChanges({
  onSetUp,
  onCodes,
}: {
  onSetUp: (setUp: { secret: string; uri: string }) => void;
  onCodes: (codes: string[]) => void;
}) {
  const quiet = { meta: { quiet: true } };
  const beginPasskey = trpc.account.beginPasskey.useMutation(quiet);
  const addPasskey = trpc.account.addPasskey.useMutation(quiet);
  const removePasskey = trpc.account.removePasskey.useMutation(quiet);
  const beginAuthenticator = trpc.account.beginAuthenticator.useMutation(quiet);
  const removeAuthenticator = trpc.account.removeAuthenticator.useMutation(quiet);
  const newCodes = trpc.account.newRecoveryCodes.useMutation(quiet);
  const utils = trpc.useUtils();
  const refresh = () => utils.account.security.invalidate();
  return async (change: Change, proof: Proof): Promise<void> => {
    if (change.kind === "set-up") return onSetUp(await beginAuthenticator.mutateAsync({ proof }));
    if (change.kind === "add") {
      const { challengeId, options } = await beginPasskey.mutateAsync({ proof });
      const response = await startRegistration({ optionsJSON: options });
      const { recoveryCodes } = await addPasskey.mutateAsync({
        challengeId,
        response: { ...response, response: { ...response.response, transports: response.response.transports ?? [] } },
      });
      if (recoveryCodes) onCodes(recoveryCodes);
      notifySuccess("Passkey added");
    } else if (change.kind === "remove") {
      await removePasskey.mutateAsync({ passkeyId: change.passkey.passkeyId, proof });
      notifySuccess("Passkey removed");
    } else if (change.kind === "turn-off") {
      await removeAuthenticator.mutateAsync({ proof });
      notifySuccess("Authenticator app turned off");
    } else onCodes((await newCodes.mutateAsync({ proof })).recoveryCodes);
    await refresh();
  };
}
