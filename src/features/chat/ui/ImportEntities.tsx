"use client";
import { Button, Group, Text } from "@mantine/core";
import { IconCheck, IconDatabaseImport } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { importedEntities } from "@/features/turns/describe-action";
import type { ChatMessage } from "../read-message";
import type { Action } from "@/engines/protocol/schema";
import { useChat } from "./chat-context";
import classes from "./form-card.module.css";

type Props = { action: Action; message: ChatMessage };

/** The assistant asks to copy entities of another app; nothing is copied before the owner confirms. */
export function ImportEntities({ action, message }: Props) {
  const { appId, isBusy } = useChat();
  const utils = trpc.useUtils();
  const apps = trpc.apps.list.useQuery();
  const schemas = trpc.entities.schemas.useQuery({ appId });
  const entities = importedEntities(action.content);
  const confirm = trpc.chat.confirmImport.useMutation({
    onSuccess: () =>
      Promise.all([
        utils.chat.page.invalidate({ appId }),
        utils.versions.invalidate(),
        utils.files.invalidate(),
        utils.entities.schemas.invalidate({ appId }),
        utils.apps.get.invalidate({ appId }),
      ]),
  });
  const nameOf = (id: string) => apps.data?.find((app) => app.appId === id)?.name ?? "another app";
  const isImported = confirm.isSuccess || message.metadata.importedActions?.includes(action.id) === true;
  const isReplaced = (entity: string) =>
    !isImported && !confirm.isPending && schemas.data?.entities.some(({ name }) => name === entity);
  return (
    <section className={classes.card} aria-label={action.title}>
      <Group gap={8} wrap="nowrap">
        <IconDatabaseImport size={18} stroke={1.6} aria-hidden />
        <Text size="sm" fw={500}>
          {action.title || "Reuse tables"}
        </Text>
      </Group>
      <ul className={classes.list}>
        {entities.map(({ appId: from, entity }) => (
          <li key={`${from}/${entity}`}>
            <b>{entity}</b> from {nameOf(from)}
            {isReplaced(entity) && ". It replaces the table of this name that this app has."}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        Fields and permissions are copied, rows are not.
      </Text>
      {isImported ? (
        <Group gap={4} c="green" role="status">
          <IconCheck size={14} aria-hidden />
          <Text size="sm">Imported</Text>
        </Group>
      ) : (
        <Button
          size="xs"
          loading={confirm.isPending}
          disabled={isBusy || entities.length === 0}
          onClick={() => confirm.mutate({ appId, messageId: message.id, actionId: action.id })}
        >
          Import tables
        </Button>
      )}
    </section>
  );
}
