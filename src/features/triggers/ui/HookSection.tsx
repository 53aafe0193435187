"use client";
import { useState } from "react";
import { Button, Code, Group, Menu, Stack, Text, Textarea } from "@mantine/core";
import { IconKey, IconRefresh, IconSend, IconTrash, IconWebhook } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { CopyIcon, CopyLink } from "@/ui/CopyText";
import { Modal } from "@/ui/Modal";
import { notify } from "@/ui/notify";
import type { TriggerView } from "../schema";
import { useRunNow } from "./use-run-now";

type Props = { appId: string; view: TriggerView };

/** The address by which another service calls a function. */
export function HookSection({ appId, view }: Props) {
  const { name, hasHook, hookUrl } = view;
  const { may } = useRights(appId);
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const create = trpc.triggers.createHook.useMutation({ onSuccess: () => utils.triggers.invalidate() });
  return (
    <Stack gap={6} component="section" aria-label={`Webhook of ${name}`}>
      <Group gap={8} wrap="nowrap" justify="space-between" mih={28}>
        <Group gap={8}>
          <IconWebhook size={16} stroke={1.75} aria-hidden />
          <Text size="sm" fw={600}>
            Webhook
          </Text>
        </Group>
        {hasHook && may("manager") && <HookActions appId={appId} view={view} />}
        {!hasHook && may("manager") && (
          <Button
            size="compact-sm"
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate({ appId, name })}
          >
            Create an address
          </Button>
        )}
      </Group>
      {hookUrl && (
        <Group gap={8} wrap="nowrap">
          <Code style={{ overflowWrap: "anywhere" }}>{hookUrl}</Code>
          <CopyIcon text={hookUrl} label="Copy the webhook’s address" />
        </Group>
      )}
      <Text size="xs" c="dimmed">
        {!hasHook
          ? "An address of its own, by which another service calls this function."
          : hookUrl
            ? "Give this address to the service that should call, and to nobody else."
            : "Its address is for the owner and admins of the app."}
        {hasHook && app && !app.isPublished && " It works once the app is published."}
      </Text>
    </Stack>
  );
}

function HookActions({ appId, view: { name } }: Props) {
  const [open, setOpen] = useState<"test" | "secret">();
  const { may } = useRights(appId);
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const utils = trpc.useUtils();
  const refresh = () => utils.triggers.invalidate();
  const renew = trpc.triggers.createHook.useMutation({
    onSuccess: async () => {
      await refresh();
      notify("The address before leads nowhere now");
    },
  });
  const restore = trpc.triggers.restoreHook.useMutation({ onSuccess: refresh });
  const remove = trpc.triggers.deleteHook.useMutation({
    onSuccess: async ({ undo }) => {
      await refresh();
      notify(`The webhook of ${name} leads nowhere now`, {
        action: { label: "Undo", onClick: () => restore.mutate({ appId, name, undo }) },
      });
    },
  });
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconSend size={14} />}
        disabled={!app?.isPublished}
        title={app?.isPublished ? undefined : "Publish the app first"}
        onClick={() => setOpen("test")}
      >
        Test call
      </Button>
      <ActionsMenu label={`Actions for the webhook of ${name}`}>
        {may("managerAdmin") && (
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setOpen("secret")}>
            New signing secret
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => renew.mutate({ appId, name })}>
          New address
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-red-text)"
          leftSection={<IconTrash size={16} />}
          onClick={() => remove.mutate({ appId, name })}
        >
          Delete
        </Menu.Item>
      </ActionsMenu>
      {open === "test" && <TestCall appId={appId} name={name} onClose={() => setOpen(undefined)} />}
      {open === "secret" && <SigningSecret appId={appId} name={name} onClose={() => setOpen(undefined)} />}
    </Group>
  );
}

type DialogProps = { appId: string; name: string; onClose: () => void };

function TestCall({ appId, name, onClose }: DialogProps) {
  const [body, setBody] = useState('{\n  "test": true\n}');
  const run = useRunNow();
  return (
    <Modal opened onClose={onClose} title={`Call ${name} as its webhook`}>
      <Stack gap={16}>
        <Textarea
          label="Body"
          description="It runs in the published app and changes its data. A test call is not signed."
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={run.isPending}
            onClick={() => run.mutate({ appId, name, kind: "webhook", body }, { onSuccess: onClose })}
          >
            Call
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Made on request, since it ends the secret before; shown this once. */
function SigningSecret({ appId, name, onClose }: DialogProps) {
  const make = trpc.triggers.makeSigningSecret.useMutation();
  const line = make.data && `verifyWebhook(request, Deno.env.get("${make.data.key}"), { scheme: "github" })`;
  return (
    <Modal opened onClose={onClose} title={`Signing secret of ${name}`}>
      {make.data && line ? (
        <Stack gap={12}>
          <CopyLink url={make.data.value} label="Secret" action="Copy" />
          <Text size="sm" c="dimmed">
            Enter it where the sender asks for a secret. It is not shown again. The function checks with it:
          </Text>
          <Group gap={8} wrap="nowrap">
            <Code style={{ overflowWrap: "anywhere" }}>{line}</Code>
            <CopyIcon text={line} label="Copy the line" />
          </Group>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap={16}>
          <Text size="sm">
            The sender signs what it sends with the secret, and the function refuses everything else. It is stored among
            the app’s secrets. One that was made before works no longer.
          </Text>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button data-autofocus loading={make.isPending} onClick={() => make.mutate({ appId, name })}>
              Make a secret
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
