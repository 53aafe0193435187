"use client";
import { Button, Stack, Switch, Text, Title } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { invitationText } from "../schema";

type Props = {
  app: { appId: string; name: string; isPublished: boolean };
  settings: Record<string, unknown>;
  isOff: boolean;
  onChange: (key: string, value: unknown) => void;
  /** Saves what was changed, before the server is asked for the invitation. */
  before: () => Promise<boolean>;
};

/** "The claim-by-customer toggle and invite copy" (1-platform.md §6), for admins who own the app. */
export function ClaimFields({ app, settings, isOff, onChange, before }: Props) {
  const utils = trpc.useUtils();
  const { copy, copied } = useClipboard();
  const isClaimable = settings.isClaimable === true;
  const copyInvitation = async () => {
    if (!app.isPublished) return notifyFailure("You can't copy invite link until you publish your app.");
    try {
      if (!(await before())) return;
      copy(invitationText(await utils.collaborators.claimInvitation.fetch({ appId: app.appId }), app.name));
    } catch (error) {
      const { reason, message } = failureOf(error);
      // 1-platform.md §8.
      const isUnknown = reason === "internal" || reason === "offline";
      notifyFailure(isUnknown ? "Failed to get invitation, try again later" : message);
    }
  };
  return (
    <Stack gap={12}>
      <div>
        <Title order={3}>Hand over</Title>
        <Text size="sm" c="dimmed">
          Whoever claims the app becomes its owner, with its data, members, secrets and payments.
        </Text>
      </div>
      <Switch
        label="Customers can claim this app"
        disabled={isOff}
        checked={isClaimable}
        onChange={({ currentTarget }) => onChange("isClaimable", currentTarget.checked)}
      />
      <Switch
        label="Require a builder collaborator account"
        description="You stay on as an admin of the app after the claim"
        disabled={isOff || !isClaimable}
        checked={settings.requireBuilderCollaboratorAccount === true}
        onChange={({ currentTarget }) => onChange("requireBuilderCollaboratorAccount", currentTarget.checked)}
      />
      <Button
        variant="default"
        disabled={isOff || !isClaimable}
        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copyInvitation()}
      >
        {copied ? "Copied link and code" : "Copy invite link"}
      </Button>
    </Stack>
  );
}
