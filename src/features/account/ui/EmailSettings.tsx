"use client";
import { Alert, Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { notifySuccess } from "@/ui/notify";
import { isEmail } from "../rules";
import type { AccountView } from "../schema";
import { MailHint } from "./MailHint";
import { Refused } from "./Refused";
import { SettingsSection } from "./SettingsSection";

export function EmailSettings({ account }: { account: AccountView }) {
  const utils = trpc.useUtils();
  const send = trpc.account.sendVerification.useMutation({ onSuccess: () => notifySuccess("Mail sent") });
  return (
    <SettingsSection title="Email" text="A new address is used once both addresses have confirmed it.">
      <Group gap={8}>
        <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
          {account.email}
        </Text>
        <Badge tt="none" variant="light" color={account.isEmailVerified ? "green" : "yellow"}>
          {account.isEmailVerified ? "Verified" : "Not verified"}
        </Badge>
        {!account.isEmailVerified && (
          <Button size="compact-sm" variant="default" loading={send.isPending} onClick={() => send.mutate({})}>
            Send the mail
          </Button>
        )}
      </Group>
      {(send.isSuccess || account.emailChange) && <MailHint />}
      {account.emailChange ? (
        <OpenChange change={account.emailChange} />
      ) : (
        <NewEmail onAsked={() => void utils.account.current.invalidate()} />
      )}
    </SettingsSection>
  );
}

function OpenChange({ change }: { change: NonNullable<AccountView["emailChange"]> }) {
  const utils = trpc.useUtils();
  const cancel = trpc.account.cancelEmailChange.useMutation({
    onSuccess: () => utils.account.current.invalidate(),
  });
  const waits = [change.waitsForOld && "your present address", change.waitsForNew && "the new address"].filter(Boolean);
  return (
    <Alert color="blue" variant="light" title={`Moving to ${change.newEmail}`}>
      <Stack gap={12} align="flex-start">
        <Text size="sm">Waiting for {waits.join(" and ")} to confirm.</Text>
        <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep my address
        </Button>
      </Stack>
    </Alert>
  );
}

function NewEmail({ onAsked }: { onAsked: () => void }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { newEmail: "", password: "" },
    validate: {
      newEmail: (value) => (isEmail(value) ? null : "This email is invalid"),
      password: (value) => (value === "" ? "Enter your password" : null),
    },
  });
  const ask = trpc.account.requestEmailChange.useMutation({ meta: { quiet: true }, onSuccess: onAsked });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <Stack gap={12} align="flex-start">
        <Refused error={ask.error} />
        <TextInput
          w="100%"
          maw={360}
          label="New email"
          type="email"
          autoComplete="off"
          key={form.key("newEmail")}
          {...form.getInputProps("newEmail")}
        />
        <PasswordInput
          w="100%"
          maw={360}
          label="Password, to confirm"
          autoComplete="current-password"
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" variant="default" loading={ask.isPending}>
          Change email
        </Button>
      </Stack>
    </form>
  );
}
