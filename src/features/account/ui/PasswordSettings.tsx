"use client";
import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { notifySuccess } from "@/ui/notify";
import { passwordMin } from "../limits";
import { MailHint } from "./MailHint";
import { Refused } from "./Refused";
import { SettingsSection } from "./SettingsSection";

export function PasswordSettings({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  return hasPassword ? <ChangePassword email={email} /> : <FirstPassword email={email} />;
}

/** By a mailed link, so that whoever borrows a browser gets no way in that outlives the session. */
function FirstPassword({ email }: { email: string }) {
  const send = trpc.account.sendPasswordReset.useMutation({ meta: { quiet: true } });
  return (
    <SettingsSection
      title="Password"
      text="This account has no password yet. With one you can also sign in by your email, and confirm changes to your account."
    >
      <Stack gap={12} align="flex-start">
        <Refused error={send.error} />
        {send.isSuccess ? (
          <>
            <Text size="sm" role="status">
              A mail with a link to choose your password is on its way to {email}.
            </Text>
            <MailHint />
          </>
        ) : (
          <Button
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate({ email, continueUrl: "/settings" })}
          >
            Set a password
          </Button>
        )}
      </Stack>
    </SettingsSection>
  );
}

function ChangePassword({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { currentPassword: "", newPassword: "" },
    validate: {
      currentPassword: (value) => (value === "" ? "Enter your password" : null),
      newPassword: (value) => (value.length < passwordMin ? "Password is too weak, please try again" : null),
    },
  });
  const change = trpc.account.changePassword.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      form.reset();
      notifySuccess("Password changed. Every other session was signed out.");
      void utils.account.listSessions.invalidate();
    },
  });
  return (
    <SettingsSection title="Password" text="Changing it signs out every other session.">
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap={12} align="flex-start">
          <Refused error={change.error} />
          {/* Hidden username for password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput
            w="100%"
            maw={360}
            label="Current password"
            autoComplete="current-password"
            key={form.key("currentPassword")}
            {...form.getInputProps("currentPassword")}
          />
          <PasswordInput
            w="100%"
            maw={360}
            label="New password"
            description={`At least ${passwordMin} characters, and not easy to guess`}
            autoComplete="new-password"
            key={form.key("newPassword")}
            {...form.getInputProps("newPassword")}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </SettingsSection>
  );
}
