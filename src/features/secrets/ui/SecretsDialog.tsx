"use client";
import { useState } from "react";
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from "@mantine/core";
import { IconAlertCircle, IconKey, IconPlus, IconTrash } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { problemOf } from "@/input-words";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { notifySuccess } from "@/ui/notify";
import { refusalOf } from "../rules";
import { secretKeySchema, type SecretView } from "../schema";

/**
 * A line of the form. A saved secret's key is fixed ("Saved keys cannot be renamed"); its value can only be replaced.
 */
type Line = { id: number; key: string; value: string; isSaved: boolean; instructions: string };

const incomplete = "Please provide both key and value for all secrets or remove empty ones";

/** "Secret update or delete without provider" (2-builder.md §8): the app was deleted meanwhile, or is not the caller's any more. */
const noProvider = "Secrets provider not initialized or app ID not available";
const refusalWords = (error: unknown, otherwise: string): string => {
  const { reason, message } = failureOf(error);
  if (reason === "app-not-found") return noProvider;
  return reason === "internal" ? otherwise : message;
};

/** The lines that differ from what is saved. */
function changedEntries(lines: Line[], saved: SecretView[]) {
  const instructionsOf = (key: string) => saved.find((one) => one.key === key)?.instructions ?? "";
  return lines
    .filter((line) => !line.isSaved || line.value !== "" || line.instructions !== instructionsOf(line.key))
    .map(({ key, value, isSaved, instructions }) => ({
      key: key.trim(),
      // An absent value keeps the stored one.
      ...(isSaved && value === "" ? {} : { value }),
      instructions: instructions.trim(),
    }));
}

/** What is wrong with entries, in words; undefined when they can be saved. */
function faultOf(entries: ReturnType<typeof changedEntries>, saved: SecretView[]): string | undefined {
  const badKey = entries.map(({ key }) => problemOf(secretKeySchema, key)).find(Boolean);
  if (badKey) return badKey;
  const refusal = refusalOf(entries, new Set(saved.map(({ key }) => key)));
  if (refusal === "secret-incomplete") return incomplete;
  return refusal === "secret-repeated" ? "Each key can be used once" : undefined;
}

let nextId = 0;
const emptyLine = (key = ""): Line => ({ id: (nextId += 1), key, value: "", isSaved: false, instructions: "" });
const savedLine = ({ key, instructions }: SecretView): Line => ({
  id: (nextId += 1),
  key,
  value: "",
  isSaved: true,
  instructions,
});

/**
 * 'Manage App Secrets'. Mount it when it opens.
 * @param wanted missing keys: each gets a line
 */
export function SecretsDialog({
  appId,
  wanted = [],
  onClose,
}: {
  appId: string;
  wanted?: string[];
  onClose: () => void;
}) {
  const secrets = trpc.secrets.list.useQuery({ appId });
  return (
    <Modal opened onClose={onClose} title="Manage App Secrets" size="lg">
      {secrets.error && !secrets.data ? (
        <Failure message="Failed to load secrets" onRetry={() => void secrets.refetch()} />
      ) : secrets.data ? (
        <SecretsForm appId={appId} saved={secrets.data} wanted={wanted} onClose={onClose} />
      ) : (
        <Stack gap={8}>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
    </Modal>
  );
}

function SecretsForm({
  appId,
  saved,
  wanted,
  onClose,
}: {
  appId: string;
  saved: SecretView[];
  wanted: string[];
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const [lines, setLines] = useState<Line[]>(() => {
    const known = new Set(saved.map(({ key }) => key));
    return [...saved.map(savedLine), ...wanted.filter((key) => !known.has(key)).map(emptyLine)];
  });
  // Whoever was told of a missing secret came to enter its value.
  const [focused] = useState(() => lines.find(({ isSaved }) => !isSaved)?.id);
  const [problem, setProblem] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  /** Any change clears the error; the next save validates again. */
  const edit = (next: Line[]) => {
    setProblem(undefined);
    setLines(next);
  };
  const change = (id: number, part: Partial<Line>) =>
    edit(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));

  const update = trpc.secrets.update.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.secrets.list.invalidate({ appId });
      void utils.validation.issues.invalidate({ appId });
      notifySuccess("Secrets saved");
      onClose();
    },
    onError: (error) => setProblem(refusalWords(error, "Failed to save secrets")),
  });
  const remove = trpc.secrets.delete.useMutation({
    meta: { quiet: true },
    onSuccess: (_answer, { key }) => {
      setProblem(undefined);
      setDeleting(undefined);
      setLines((all) => all.filter((line) => line.key !== key));
      notifySuccess("Secret deleted");
      void utils.secrets.list.invalidate({ appId });
      void utils.validation.issues.invalidate({ appId });
    },
    onError: (error) => {
      setDeleting(undefined);
      setProblem(failureOf(error).reason === "app-not-found" ? noProvider : "Failed to delete secret");
    },
  });

  const submit = () => {
    const entries = changedEntries(lines, saved);
    const found = faultOf(entries, saved);
    setProblem(found);
    if (found) return;
    if (entries.length === 0) return onClose();
    update.mutate({ appId, secrets: entries });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          Functions read them as environment variables. Values are encrypted and never shown again.
        </Text>
        {problem && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        {lines.length === 0 && (
          <EmptyState icon={<IconKey size={22} />} title="No secrets yet">
            Add the keys of the services that your functions call.
          </EmptyState>
        )}
        {lines.map((line, index) => (
          <SecretLine
            key={line.id}
            line={line}
            isFocused={line.id === focused}
            name={line.key || `secret ${index + 1}`}
            onChange={(part) => change(line.id, part)}
            onRemove={() => (line.isSaved ? setDeleting(line.key) : edit(lines.filter(({ id }) => id !== line.id)))}
          />
        ))}
        {deleting !== undefined && (
          <DeleteQuestion
            name={deleting}
            isDeleting={remove.isPending}
            onKeep={() => setDeleting(undefined)}
            onDelete={() => remove.mutate({ appId, key: deleting })}
          />
        )}
        <Group justify="space-between">
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => edit([...lines, emptyLine()])}>
            Add secret
          </Button>
          <Group gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={update.isPending}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

type QuestionProps = { name: string; isDeleting: boolean; onKeep: () => void; onDelete: () => void };

function DeleteQuestion({ name, isDeleting, onKeep, onDelete }: QuestionProps) {
  return (
    <Alert color="red" variant="light" role="alert" title={`Delete ${name}?`}>
      <Text size="sm">
        Functions that read it stop working until it is set again. The value cannot be brought back.
      </Text>
      <Group gap={8} mt={12}>
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep it
        </Button>
        <Button size="xs" color="red" loading={isDeleting} onClick={onDelete}>
          Delete secret
        </Button>
      </Group>
    </Alert>
  );
}

type LineProps = {
  line: Line;
  isFocused: boolean;
  name: string;
  onChange: (part: Partial<Line>) => void;
  onRemove: () => void;
};

function SecretLine({ line, isFocused, name, onChange, onRemove }: LineProps) {
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Group gap={8} align="flex-start" wrap="nowrap">
        <TextInput
          aria-label={`Key of ${name}`}
          placeholder="KEY"
          value={line.key}
          disabled={line.isSaved}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          flex={1}
          miw={0}
        />
        <PasswordInput
          aria-label={`Value of ${name}`}
          placeholder={line.isSaved ? "Saved. Type to replace" : "Value"}
          autoComplete="off"
          data-autofocus={isFocused || undefined}
          value={line.value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
          flex={1.4}
          miw={0}
        />
        <Tooltip label={line.isSaved ? "Delete secret" : "Remove"}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Delete ${name}`} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <TextInput
        size="xs"
        aria-label={`Instructions for ${name}`}
        placeholder="Where to find the value (optional)"
        value={line.instructions}
        onChange={(event) => onChange({ instructions: event.currentTarget.value })}
      />
    </Stack>
  );
}
