"use client";
import { Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { notifySuccess } from "@/ui/notify";
import { passwordMin } from "../schema";
import { Refused } from "./Refused";
import { SettingsSection } from "./SettingsSection";

export function PasswordSettings({ email }: { email: string }) {
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
