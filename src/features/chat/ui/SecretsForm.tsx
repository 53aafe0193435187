"use client";
import { useState } from "react";
import { Badge, Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { notifyFailure } from "@/ui/notify";
import {
  filledSecrets,
  readRequestedSecrets,
  secretsFollowUp,
  secretsFollowUpDelayMs,
  secretsProgress,
  secretTexts,
} from "../enter-secrets";
import type { Action } from "@/engines/protocol/schema";
import type { ChatMessage } from "../read-message";
import { useChat } from "./chat-context";
import classes from "./form-card.module.css";

/** Form of requested secrets. Values go to the secret store only, never into the conversation. */
export function SecretsForm({ action, message }: { action: Action; message: ChatMessage }) {
  const { appId, isBusy, say } = useChat();
  const utils = trpc.useUtils();
  const refusal = useRights(appId).refusal("manager");
  const about = { appId, messageId: message.id, actionId: action.id };
  // The server knows the action only once its message is stored.
  const isStored = message.metadata.status !== "running";
  const stored = trpc.chat.requestedSecrets.useQuery(about, { enabled: isStored });
  const [values, setValues] = useState<Record<string, string>>({});
  const secrets = readRequestedSecrets(action.content);
  const storedKeys = stored.data?.flatMap(({ secretName, isSet }) => (isSet ? [secretName] : [])) ?? [];
  const progress = secretsProgress(secrets, storedKeys);
  const isAllSet = progress.total > 0 && progress.set === progress.total;

  const save = trpc.chat.enterSecrets.useMutation({
    meta: { quiet: true },
    onSuccess: async (_saved, { secrets: sent }) => {
      setValues({});
      await Promise.all([utils.chat.requestedSecrets.invalidate(), utils.secrets.list.invalidate({ appId })]);
      window.setTimeout(() => say(secretsFollowUp(sent.map(({ key }) => key))), secretsFollowUpDelayMs);
    },
    onError: (error) => notifyFailure(`${secretTexts.failed}: ${failureOf(error).message || secretTexts.failedDetail}`),
  });
  const submit = () => {
    const filled = filledSecrets(secrets, values, storedKeys);
    if (!filled) return notifyFailure(`${secretTexts.required}. ${secretTexts.requiredDetail}`);
    save.mutate({ ...about, secrets: filled });
  };

  return (
    <form
      className={classes.card}
      aria-label={action.title || "Secrets"}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Group gap={8} wrap="nowrap">
          <IconKey size={18} stroke={1.6} aria-hidden />
          <Text size="sm" fw={500}>
            {action.title || "Secrets"}
          </Text>
        </Group>
        {progress.set > 0 && (
          <Badge variant="light" tt="none" color={isAllSet ? "green" : "yellow"}>
            {progress.label}
          </Badge>
        )}
      </Group>
      <Stack gap={8}>
        {secrets.map(({ secretName, description }) => (
          <PasswordInput
            key={secretName}
            size="xs"
            disabled={stored.isLoadingError || refusal !== undefined}
            label={secretName}
            description={description}
            autoComplete="off"
            placeholder={storedKeys.includes(secretName) ? "Set. Type to update" : "Value"}
            value={values[secretName] ?? ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((current) => ({ ...current, [secretName]: value }));
            }}
          />
        ))}
      </Stack>
      {refusal && (
        <Text size="xs" c="dimmed">
          {refusal}
        </Text>
      )}
      {stored.isLoadingError && (
        <Text size="xs" c="red" role="alert">
          {failureOf(stored.error).message}
        </Text>
      )}
      <Button
        type="submit"
        size="xs"
        variant={isAllSet ? "default" : "filled"}
        loading={save.isPending}
        disabled={isBusy || refusal !== undefined || secrets.length === 0 || stored.isLoadingError}
      >
        {isAllSet ? "Update secrets" : "Set secrets"}
      </Button>
    </form>
  );
}
