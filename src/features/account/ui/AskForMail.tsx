"use client";
import { useSearchParams } from "next/navigation";
import { Alert, Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconMail } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { notifySuccess } from "@/ui/notify";
import { isEmail } from "../rules";
import { AuthCard } from "./AuthCard";
import { MailHint } from "./MailHint";
import { Refused } from "./Refused";

const words = {
  reset: {
    title: "Reset your password",
    text: "We mail you a link to choose a new one.",
    invalid: "This email is invalid",
    button: "Send the link",
  },
  link: {
    title: "Sign in by email",
    text: "We mail you a link that signs you in.",
    invalid: "Invalid email address",
    button: "Send the link",
  },
};

/** Form for a mailed link. The response is the same for every address. */
export function AskForMail({ kind, email, onBack }: { kind: "reset" | "link"; email: string; onBack: () => void }) {
  const { title, text, invalid, button } = words[kind];
  const continueUrl = useSearchParams().get("redirectTo") ?? undefined;
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email },
    validate: { email: (value) => (isEmail(value) ? null : invalid) },
  });
  const reset = trpc.account.sendPasswordReset.useMutation({ meta: { quiet: true } });
  const link = trpc.account.sendMagicLink.useMutation({
    meta: { quiet: true },
    onSuccess: () => notifySuccess("Verification code sent to your email"),
  });
  const call = kind === "reset" ? reset : link;
  return (
    <AuthCard title={title} text={text}>
      {call.isSuccess ? (
        <>
          <Alert color="green" variant="light" icon={<IconMail size={18} />} role="status">
            If {call.variables.email} has an account, a mail with a link is on its way.
          </Alert>
          <MailHint />
        </>
      ) : (
        <form noValidate onSubmit={form.onSubmit((values) => call.mutate({ ...values, continueUrl }))}>
          <Stack gap={16}>
            <Refused error={call.error} />
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="email"
              autoFocus
              key={form.key("email")}
              {...form.getInputProps("email")}
            />
            <Button type="submit" size="md" fullWidth loading={call.isPending}>
              {button}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component="button" size="sm" ta="center" onClick={onBack}>
        Back to sign in
      </Anchor>
    </AuthCard>
  );
}
