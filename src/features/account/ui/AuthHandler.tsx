"use client";
import { useEffect, useState } from "react";
import { useRouter, useSearchParams } from "next/navigation";
import { Anchor, Button, PasswordInput, Stack } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { redirectTarget } from "../rules";
import { type LinkMode, passwordMin } from "../limits";
import { AuthCard } from "./AuthCard";
import { Refused } from "./Refused";
import { SecondStep, type Step, stepOf } from "./SecondStep";

type Confirmation = Exclude<LinkMode, "reset-password">;

/** Confirmation per kind of link. Mail scanners open links, so only the button redeems one. */
const confirmations: Record<Confirmation, { title: string; text?: string; button: string }> = {
  "verify-email": {
    title: "Verify your email",
    text: "Verify it only if you signed up yourself. Whoever signed up knows the password of the account, and could use it with your address.",
    button: "Verify email",
  },
  "change-email-old": { title: "Confirm the change of your email", button: "Confirm the change" },
  "change-email-new": { title: "Confirm your new email", button: "Confirm this address" },
  "sign-in": { title: "Sign in to Joinery", button: "Sign in" },
};

/** /auth/handler: the target of every mailed link. */
export function AuthHandler() {
  const search = useSearchParams();
  const mode = search.get("mode") ?? "";
  // In the fragment, which only the browser knows.
  const [token, setToken] = useState<string>();
  useEffect(() => setToken(window.location.hash.slice(1)), []);
  const target = () => redirectTarget(search.get("continueUrl"), window.location.origin) ?? "/home";
  if (mode === "reset-password") return <NewPassword token={token} target={target} />;
  if (mode in confirmations) return <Confirm mode={mode as Confirmation} token={token} target={target} />;
  return (
    <AuthCard title="This link is not valid" text="Copy the whole address from the mail, or ask for a new one.">
      <Button component="a" href="/login">
        Go to sign in
      </Button>
    </AuthCard>
  );
}

function Confirm({ mode, token, target }: { mode: Confirmation; token: string | undefined; target: () => string }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [done, setDone] = useState<{ title: string; text: string }>();
  const quiet = { meta: { quiet: true } };
  const verify = trpc.account.verifyEmail.useMutation({
    ...quiet,
    onSuccess: ({ email }) => setDone({ title: "Email verified", text: `${email} is yours.` }),
  });
  const change = trpc.account.confirmEmailChange.useMutation({
    ...quiet,
    onSuccess: ({ isDone, newEmail }) =>
      setDone(
        isDone
          ? { title: "Email updated", text: `Your account belongs to ${newEmail} now.` }
          : { title: "Confirmed", text: "The other address has to confirm too. Then the account moves." },
      ),
  });
  const [step, setStep] = useState<Step>();
  const enter = async () => {
    notifySuccess("Successfully signed in!");
    await utils.invalidate();
    router.replace(target());
  };
  const enterOrTell = async ({ hasEndedPassword }: { hasEndedPassword: boolean }) => {
    if (!hasEndedPassword) return enter();
    notifySuccess("Successfully signed in!");
    await utils.invalidate();
    setDone({
      title: "Your address is proven",
      text: "This was the first proof that the address is yours. The password that was chosen at the sign-up no longer works, and everybody else was signed out. To sign in with a password, choose a new one with 'Forgot your password?'.",
    });
  };
  const signIn = trpc.account.completeMagicLink.useMutation({
    ...quiet,
    onSuccess: enterOrTell,
    onError: (error) => setStep(stepOf(error)),
  });
  const call = mode === "verify-email" ? verify : mode === "sign-in" ? signIn : change;
  const { title, text, button } = confirmations[mode];
  if (step) return <SecondStep step={step} onIn={enter} onBack={() => router.replace("/login")} />;
  if (done)
    return (
      <AuthCard title={done.title} text={done.text}>
        <Button component="a" href={target()} size="md">
          Go on
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title={title} text={text}>
      <Refused error={call.error} />
      <Button
        size="md"
        fullWidth
        disabled={!token}
        loading={call.isPending || (mode === "sign-in" && call.isSuccess)}
        onClick={() => token && call.mutate({ token })}
      >
        {button}
      </Button>
      {call.error && (
        <Anchor size="sm" ta="center" href={mode === "sign-in" ? "/login" : "/home"}>
          {mode === "sign-in" ? "Back to sign in" : "Go to Joinery"}
        </Anchor>
      )}
    </AuthCard>
  );
}

function NewPassword({ token, target }: { token: string | undefined; target: () => string }) {
  const router = useRouter();
  const [password, setPassword] = useState("");
  const reset = trpc.account.resetPassword.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      notifySuccess("Password reset successfully");
      router.replace(`/login?redirectTo=${encodeURIComponent(target())}`);
    },
    onError: (error) => {
      if (failureOf(error).reason !== "reset-link-invalid") return;
      notifyFailure(failureOf(error).message);
      router.replace("/login");
    },
  });
  // The sign-in page shows the message.
  const isGone = reset.error !== null && failureOf(reset.error).reason === "reset-link-invalid";
  return (
    <AuthCard title="Choose a new password" text="Every other session is signed out.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token !== undefined) reset.mutate({ token, password });
        }}
      >
        <Stack gap={16}>
          <Refused error={isGone ? undefined : reset.error} />
          <PasswordInput
            label="New password"
            description={`At least ${passwordMin} characters, and not easy to guess`}
            autoComplete="new-password"
            autoFocus
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            disabled={token === undefined}
            loading={reset.isPending || reset.isSuccess}
          >
            Set the password
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
