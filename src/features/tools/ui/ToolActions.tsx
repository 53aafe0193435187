"use client";
import { useState } from "react";
import { Button, Group, Menu, Stack, Text, TextInput } from "@mantine/core";
import { IconCopy, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { trpc, wordsOf } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { FormDialog } from "@/ui/FormDialog";
import { Modal } from "@/ui/Modal";
import { notifySuccess } from "@/ui/notify";
import { pathIssue } from "../rules";
import { pathMax, titleMax, type ToolEntry } from "../schema";
import { CopyToolLink } from "./CopyToolLink";

type Props = { appId: string; tool: ToolEntry; others: string[]; link: string; isPublished: boolean };

/** What can be done to a tool without opening it. @param others paths of the app's other tools */
export function ToolActions({ appId, tool, others, link, isPublished }: Props) {
  const utils = trpc.useUtils();
  const [open, setOpen] = useState<"link" | "rename" | "delete">();
  const refresh = () => utils.tools.list.invalidate({ appId });
  const duplicate = trpc.tools.duplicate.useMutation({
    onSuccess: async ({ title }) => {
      await refresh();
      notifySuccess(`Made ${title}`);
    },
  });
  const name = tool.title || tool.path;
  return (
    <>
      <ActionsMenu label={`Actions for ${name}`} isPending={duplicate.isPending}>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => setOpen("link")}>
          Copy link
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen("rename")}>
          Rename, path
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => duplicate.mutate({ appId, toolId: tool.toolId })}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-red-text)"
          leftSection={<IconTrash size={16} />}
          onClick={() => setOpen("delete")}
        >
          Delete
        </Menu.Item>
      </ActionsMenu>
      {open === "link" && (
        <CopyToolLink
          name={name}
          url={link}
          isActive={tool.status === "active"}
          isPublished={isPublished}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "rename" && (
        <RenameTool appId={appId} tool={tool} others={others} onClose={() => setOpen(undefined)} onSaved={refresh} />
      )}
      {open === "delete" && (
        <DeleteTool appId={appId} tool={tool} onClose={() => setOpen(undefined)} onDeleted={refresh} />
      )}
    </>
  );
}

type DialogProps = { appId: string; tool: ToolEntry; onClose: () => void };

function RenameTool({
  appId,
  tool,
  others,
  onClose,
  onSaved,
}: DialogProps & { others: string[]; onSaved: () => Promise<void> }) {
  const [title, setTitle] = useState(tool.title);
  const [path, setPath] = useState(tool.path);
  const issue = pathIssue(path, others);
  const update = trpc.tools.update.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Rename, path"
      action="Save"
      isReady={issue === undefined}
      isPending={update.isPending}
      error={wordsOf(update.error)}
      onSubmit={() => update.mutate({ appId, toolId: tool.toolId, title, path })}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        data-autofocus
        maxLength={titleMax}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextInput
        label="Path"
        description="The address ends with it. Links to the old path stop working."
        maxLength={pathMax + 1}
        value={path}
        error={issue}
        onChange={({ currentTarget }) => setPath(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Its links stop working at once, which nothing could undo for whoever opens one meanwhile: so it is asked. */
function DeleteTool({ appId, tool, onClose, onDeleted }: DialogProps & { onDeleted: () => Promise<void> }) {
  const remove = trpc.tools.delete.useMutation({
    onSuccess: async () => {
      await onDeleted();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Delete ${tool.title || tool.path}?`}>
      <Stack gap={16}>
        <Text size="sm">Its texts, fields and blocks are deleted, and links to it stop working.</Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ appId, toolId: tool.toolId })}>
            Delete tool
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
