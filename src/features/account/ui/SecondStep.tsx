"use client";
import { useState } from "react";
import { Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { isText, listOf, oneOf, shape } from "@/engines/shape";
import { type Way, ways } from "@/features/factors/limits";
import { AuthCard } from "./AuthCard";
import { Refused } from "./Refused";
import { usePasskeySignIn } from "./use-passkey-sign-in";

export type Step = { signInToken: string; ways: Way[] };
const isStep = shape<Step>({ signInToken: isText, ways: listOf(oneOf(ways)) });

/** The second step that a refused sign-in asks for; undefined for any other failure. */
export function stepOf(error: unknown): Step | undefined {
  const { reason, details } = failureOf(error);
  return reason === "second-step" ? (details as Step) : undefined;
}

/** The second step that the address names behind #, which is removed from it. */
export function takeStep(): Step | undefined {
  const named = /^#second-step=(.+)$/.exec(window.location.hash)?.[1];
  if (named === undefined) return undefined;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  try {
    const step: unknown = JSON.parse(decodeURIComponent(named));
    return isStep(step) ? step : undefined;
  } catch {
    return undefined;
  }
}

/** After the password or a mailed link of an account with a second factor. */
export function SecondStep({
  step: { signInToken, ways: offered },
  onIn,
  onBack,
}: {
  step: Step;
  onIn: () => unknown;
  onBack: () => void;
}) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const passkey = usePasskeySignIn({ signInToken, onIn });
  const finish = trpc.account.finishSignIn.useMutation({ meta: { quiet: true }, onSuccess: onIn });
  const [hasPasskey, hasCode, hasRecovery] = (["passkey", "code", "recovery"] as const).map((way) =>
    offered.includes(way),
  );
  const asksCode = hasCode || isRecovery;
  return (
    <AuthCard
      title="Confirm that it is you"
      text={
        isRecovery
          ? "Enter one of the recovery codes that you kept. Each works once."
          : hasCode
            ? "Enter the code that your authenticator app shows."
            : "This account asks for a passkey."
      }
    >
      <Refused error={finish.error ?? passkey.error} />
      {asksCode && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            finish.mutate({ signInToken, code });
          }}
        >
          <Stack gap={16}>
            <TextInput
              key={isRecovery ? "recovery" : "code"}
              label={isRecovery ? "Recovery code" : "Code"}
              autoComplete="one-time-code"
              inputMode={isRecovery ? "text" : "numeric"}
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button
              type="submit"
              size="md"
              fullWidth
              disabled={code.trim() === ""}
              loading={finish.isPending || finish.isSuccess}
            >
              Sign in
            </Button>
          </Stack>
        </form>
      )}
      {hasPasskey && (
        <Button
          size="md"
          fullWidth
          variant={asksCode ? "default" : "filled"}
          leftSection={<IconFingerprint size={18} />}
          loading={passkey.isPending}
          onClick={() => void passkey.start()}
        >
          Use a passkey
        </Button>
      )}
      <Group justify="space-between">
        <Anchor component="button" size="sm" underline="always" onClick={onBack}>
          Back to sign in
        </Anchor>
        {hasRecovery && (
          <Anchor
            component="button"
            size="sm"
            underline="always"
            onClick={() => {
              setIsRecovery(!isRecovery);
              setCode("");
              finish.reset();
            }}
          >
            {isRecovery ? "Do not use a recovery code" : "Use a recovery code"}
          </Anchor>
        )}
      </Group>
      {!hasRecovery && (
        <Text size="xs" c="dimmed">
          Without your second factor, ask whoever runs this installation to reset it.
        </Text>
      )}
    </AuthCard>
  );
}
