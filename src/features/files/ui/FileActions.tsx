"use client";
import { useState } from "react";
import { ActionIcon, Button, Code, Group, List, Skeleton, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { contentOfNew } from "../new-file";
import { flushEdits } from "../edit-session";
import { newPath } from "@/shipped/contract";

type Props = { appId: string; path: string; onMoved: (path: string | undefined) => void };

/** Rename and delete, with their effects on other files. */
export function FileActions({ appId, path, onMoved }: Props) {
  const [open, setOpen] = useState<"rename" | "delete">();
  return (
    <>
      <Tooltip label="Rename">
        <ActionIcon variant="subtle" color="gray" aria-label={`Rename ${path}`} onClick={() => setOpen("rename")}>
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${path}`} onClick={() => setOpen("delete")}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {open === "rename" && (
        <PathDialog appId={appId} from={path} onClose={() => setOpen(undefined)} onDone={onMoved} />
      )}
      {open === "delete" && (
        <DeleteDialog appId={appId} path={path} onClose={() => setOpen(undefined)} onDone={() => onMoved(undefined)} />
      )}
    </>
  );
}

/** Asks for the path of a new or renamed file. */
export function PathDialog({
  appId,
  from,
  onClose,
  onDone,
}: {
  appId: string;
  from?: string;
  onClose: () => void;
  onDone: (path: string) => void;
}) {
  const utils = trpc.useUtils();
  const [path, setPath] = useState(from ?? "components/");
  const options = {
    meta: { quiet: true },
    onSuccess: async ({ path: to }: { path: string }) => {
      await utils.files.invalidate();
      onClose();
      onDone(to);
    },
    onError: (error: unknown) => notifyFailure(failureOf(error).message),
  };
  const create = trpc.files.create.useMutation(options);
  const rename = trpc.files.rename.useMutation(options);
  const send = async () => {
    if (!from) return create.mutate({ appId, path, content: contentOfNew(path) });
    // Flush first: a save under the old name would come too late.
    if (await flushEdits(appId)) rename.mutate({ appId, fileId: from, path });
  };
  const isAllowed = newPath(path) !== null && path !== from;
  return (
    <FormDialog
      title={from ? `Rename ${from}` : "New file"}
      action={from ? "Rename" : "Create"}
      isReady={isAllowed}
      isPending={create.isPending || rename.isPending}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextInput
        label="Path"
        data-autofocus
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        description="pages/Name.jsx, components/…, services/…, functions/name.ts"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      />
      {from && (
        <Text size="xs" c="dimmed">
          Imports of this file in other files follow.
        </Text>
      )}
    </FormDialog>
  );
}

function DeleteDialog({
  appId,
  path,
  onClose,
  onDone,
}: {
  appId: string;
  path: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const utils = trpc.useUtils();
  const references = trpc.files.references.useQuery({ appId, fileId: path });
  const remove = trpc.files.delete.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.files.invalidate();
      notifySuccess(`Deleted ${path}. Versions has the state from before.`);
      onClose();
      onDone();
    },
    onError: (error) => notifyFailure(`Failed to delete file. ${failureOf(error).message}`),
  });
  return (
    <Modal opened onClose={onClose} title="Confirm Delete">
      <Stack gap={12}>
        <Text size="sm">
          Delete <Code>{path}</Code>?
        </Text>
        {references.error ? (
          <Failure message="The files that use it could not be read." onRetry={() => void references.refetch()} />
        ) : references.data ? (
          <>
            <Paths
              title="Its imports are removed from these files, and where it was used a warning comment stands:"
              paths={references.data.changed.map((file) => file.path)}
            />
            <Paths
              title="These files seem to use it too, but cannot be read as code. They stay as they are:"
              paths={references.data.unread}
            />
          </>
        ) : (
          <Skeleton height={40} />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            disabled={!references.data}
            onClick={() => void flushEdits(appId).then(() => remove.mutate({ appId, fileId: path }))}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Paths({ title, paths }: { title: string; paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm" mt={4}>
        {paths.map((path) => (
          <List.Item key={path}>{path}</List.Item>
        ))}
      </List>
    </div>
  );
}
