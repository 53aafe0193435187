"use client";
import { useState } from "react";
import { Menu, PasswordInput, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconCheck } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { FormDialog } from "@/ui/FormDialog";
import { planIds } from "@/features/plans/limits";
import { notifySuccess } from "@/ui/notify";
import type { AccountLine } from "./AccountsTable";

/** Actions on one account. */
export function AccountActions({ line }: { line: AccountLine }) {
  const { accountId, email, isAdmin, isDisabled, isEmailVerified, hasSecondFactor, grantedPlan } = line;
  const utils = trpc.useUtils();
  const [isSetting, setIsSetting] = useState(false);
  const options = { onSuccess: () => utils.admin.invalidate() };
  const setPlan = trpc.admin.setPlan.useMutation(options);
  const setDisabled = trpc.admin.setDisabled.useMutation(options);
  const setAdmin = trpc.admin.setAdmin.useMutation(options);
  const resetFactor = trpc.admin.resetSecondFactor.useMutation({
    onSuccess: async () => {
      notifySuccess("Second factor reset");
      await utils.admin.invalidate();
    },
  });
  const verify = trpc.admin.verifyEmail.useMutation(options);
  // Full page load, so that nothing of the administrator's account stays in memory.
  const signInAs = trpc.admin.signInAs.useMutation({ onSuccess: () => window.location.assign("/home") });
  const ask = (title: string, words: string, label: string, onConfirm: () => void) =>
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{words}</Text>,
      labels: { confirm: label, cancel: "Cancel" },
      onConfirm,
    });
  return (
    <>
      <ActionsMenu label={`Actions for ${email}`} width={224}>
        <Menu.Label>Plan given</Menu.Label>
        {planIds.map((plan) => (
          <Menu.Item
            key={plan}
            tt="capitalize"
            rightSection={grantedPlan === plan && <IconCheck size={14} />}
            onClick={() => setPlan.mutate({ accountId, plan })}
          >
            {plan}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {!isEmailVerified && (
          <Menu.Item onClick={() => verify.mutate({ accountId })}>Mark the email as verified</Menu.Item>
        )}
        <Menu.Item onClick={() => setIsSetting(true)}>Set a password</Menu.Item>
        {hasSecondFactor && (
          <Menu.Item
            onClick={() =>
              ask(
                `Reset the second factor of ${email}?`,
                "Their passkeys, authenticator app and recovery codes are removed, and they are signed out everywhere. Make sure that it is them who asks. It is written to the audit log.",
                "Reset",
                () => resetFactor.mutate({ accountId }),
              )
            }
          >
            Reset the second factor
          </Menu.Item>
        )}
        {!isAdmin && !isDisabled && (
          <Menu.Item
            onClick={() =>
              ask(
                `Sign in as ${email}?`,
                "You see and change what they do. It is written to the audit log.",
                "Sign in",
                () => signInAs.mutate({ accountId }),
              )
            }
          >
            Sign in as this person
          </Menu.Item>
        )}
        <Menu.Item onClick={() => setAdmin.mutate({ accountId, isAdmin: !isAdmin })}>
          {isAdmin ? "Take admin rights away" : "Make an admin"}
        </Menu.Item>
        <Menu.Divider />
        {isDisabled ? (
          <Menu.Item onClick={() => setDisabled.mutate({ accountId, isDisabled: false })}>Enable</Menu.Item>
        ) : (
          <Menu.Item
            c="var(--mantine-color-red-text)"
            onClick={() =>
              ask(`Disable ${email}?`, "They are signed out everywhere and cannot sign in.", "Disable", () =>
                setDisabled.mutate({ accountId, isDisabled: true }),
              )
            }
          >
            Disable
          </Menu.Item>
        )}
      </ActionsMenu>
      {isSetting && <SetPassword accountId={accountId} email={email} onClose={() => setIsSetting(false)} />}
    </>
  );
}

function SetPassword({ accountId, email, onClose }: { accountId: string; email: string; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const save = trpc.admin.setPassword.useMutation({
    onSuccess: () => {
      notifySuccess("Password set");
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Set a password for ${email}`}
      action="Set password"
      isReady={password.length >= 8}
      isPending={save.isPending}
      onSubmit={() => save.mutate({ accountId, password })}
      onClose={onClose}
    >
      <PasswordInput
        label="New password"
        description="They are signed out everywhere."
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
