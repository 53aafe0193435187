import { useRef, useState } from "react";
import { Anchor, Badge, Group, Menu, Text, TextInput, UnstyledButton } from "@mantine/core";
import { modals } from "@mantine/modals";

import { trpc } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import { isOpen, sizeWords, statusWords, typeWords } from "../rules";
import type { ContextItem, ItemStatus } from "../schema";
import { typeIcons } from "./kinds";
import { GuideDialog } from "./GuideDialog";
import { StageLine } from "./StageLine";
import classes from "./sources.module.css";

const colors: Record<ItemStatus, string> = {
  unsynced: "gray",
  pending: "gray",
  running: "blue",
  synced: "green",
  error: "red",
  usage_limit_reached: "yellow",
};

const focusReturnMs = 50;

type Props = {
  appId: string;
  item: ContextItem;
  /** What the item that it takes the place of is called. */
  replaced: string | undefined;
  canEdit: boolean;
  onReplace: () => void;
  onOpen: () => void;
};

export function ItemRow({ appId, item, replaced, canEdit, onReplace, onOpen }: Props) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [isGuiding, setIsGuiding] = useState(false);
  const canOpen = item.numOfChunks > 0 || item.source === "web_scraper";
  const Icon = typeIcons[item.type];
  const details = [
    typeWords[item.type],
    item.size > 0 && sizeWords(item.size),
    item.numOfChunks > 0 && `${item.numOfChunks} ${item.numOfChunks === 1 ? "passage" : "passages"}`,
  ].filter(Boolean);
  return (
    <li className={classes.row} aria-label={item.name}>
      <span className={classes.icon}>
        <Icon size={18} stroke={1.75} />
      </span>
      <div className={classes.text}>
        {isRenaming ? (
          <RenameField appId={appId} item={item} onDone={() => setIsRenaming(false)} />
        ) : (
          <UnstyledButton className={classes.name} maw="100%" onClick={onOpen} disabled={!canOpen}>
            {item.name}
          </UnstyledButton>
        )}
        <Text size="xs" c="dimmed" component="div">
          {details.join(" · ")} · <RelativeTime at={item.lastSyncedAt ?? item.createdAt} />
          {item.replacesId && ` · takes the place of ${replaced ?? "another item"}`}
        </Text>
        {(item.templateFileUrl || item.instructionsUrl) && (
          <Group gap={12} mt={2}>
            {item.templateFileUrl && (
              <Anchor size="xs" href={item.templateFileUrl} target="_blank" rel="noreferrer">
                Template file
              </Anchor>
            )}
            {item.instructionsUrl && (
              <Anchor size="xs" href={item.instructionsUrl} target="_blank" rel="noreferrer">
                Instructions
              </Anchor>
            )}
          </Group>
        )}
        {item.error && (
          <Text size="xs" c={isOpen(item.status) ? "dimmed" : "red"} mt={2}>
            {item.error}
            {isOpen(item.status) && " It is tried again by itself."}
          </Text>
        )}
        {item.status !== "synced" && <StageLine item={item} />}
        {item.source === "web_scraper" && isOpen(item.status) && (
          <Text size="xs" c="dimmed" mt={2}>
            Usually it takes a few minutes
          </Text>
        )}
        {item.progress && (
          <Text size="xs" c="dimmed" mt={2}>
            {item.progress.done} of {item.progress.total}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <Badge variant="light" tt="none" color={colors[item.status]}>
          {statusWords[item.status]}
        </Badge>
        <ItemMenu
          appId={appId}
          item={item}
          canEdit={canEdit}
          canOpen={canOpen}
          onOpen={onOpen}
          onReplace={onReplace}
          onRename={() => setIsRenaming(true)}
          onGuide={() => setIsGuiding(true)}
        />
      </Group>
      {isGuiding && <GuideDialog appId={appId} item={item} onClose={() => setIsGuiding(false)} />}
    </li>
  );
}

type MenuProps = {
  appId: string;
  item: ContextItem;
  canEdit: boolean;
  canOpen: boolean;
  onOpen: () => void;
  onReplace: () => void;
  onRename: () => void;
  onGuide: () => void;
};

/** What can be done with an item; nothing where nothing can. */
function ItemMenu({ appId, item, canEdit, canOpen, onOpen, onReplace, onRename, onGuide }: MenuProps) {
  const wantsRename = useRef(false);
  const utils = trpc.useUtils();
  const quiet = { meta: { quiet: true }, onSettled: () => utils.sources.list.invalidate({ appId }) };
  const remove = trpc.sources.delete.useMutation({
    ...quiet,
    onSuccess: () => notifySuccess(`${item.name} deleted`),
    onError: () => notifyFailure("Failed to delete item, try again later"),
  });
  const sync = trpc.sources.sync.useMutation({ onSettled: quiet.onSettled });
  const ask = () =>
    modals.openConfirmModal({
      title: `Delete ${item.name}?`,
      children: <Text size="sm">Answers no longer use it. It cannot be brought back.</Text>,
      labels: { confirm: "Delete", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () => remove.mutate({ appId, itemId: item.id }),
    });
  if (!canEdit && !canOpen && item.externalFileUrl === null) return null;
  return (
    <ActionsMenu
      label={`Actions for ${item.name}`}
      onExitTransitionEnd={() => {
        // A closing menu gives the focus back to its button, a moment later: the field would lose it and close.
        if (wantsRename.current) window.setTimeout(onRename, focusReturnMs);
        wantsRename.current = false;
      }}
    >
      {canOpen && <Menu.Item onClick={onOpen}>{item.numOfChunks > 0 ? "Read passages" : "See its pages"}</Menu.Item>}
      {canEdit && (
        <>
          <Menu.Item onClick={() => void (wantsRename.current = true)}>Rename</Menu.Item>
          {item.source === "local_files" && <Menu.Item onClick={onReplace}>Replace</Menu.Item>}
          <Menu.Item
            disabled={item.status === "running" || sync.isPending}
            onClick={() => sync.mutate({ appId, itemId: item.id })}
          >
            Sync again
          </Menu.Item>
        </>
      )}
      {item.externalFileUrl && (
        <Menu.Item component="a" href={item.externalFileUrl} target="_blank" rel="noreferrer">
          Open the original
        </Menu.Item>
      )}
      {canEdit && (
        <>
          <Menu.Item onClick={onGuide}>Template and instructions</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-red-text)" onClick={ask}>
            Delete
          </Menu.Item>
        </>
      )}
    </ActionsMenu>
  );
}

function RenameField({ appId, item, onDone }: { appId: string; item: ContextItem; onDone: () => void }) {
  const utils = trpc.useUtils();
  const [name, setName] = useState(item.name);
  const rename = trpc.sources.rename.useMutation({
    meta: { quiet: true },
    onError: () => notifyFailure("Failed to rename item, try again later"),
    onSettled: async () => {
      await utils.sources.list.invalidate({ appId });
      onDone();
    },
  });
  const save = () => {
    if (rename.isPending) return;
    const next = name.trim();
    if (!next || next === item.name) onDone();
    else rename.mutate({ appId, itemId: item.id, name: next });
  };
  return (
    <TextInput
      size="xs"
      aria-label={`Name of ${item.name}`}
      value={name}
      maxLength={200}
      ref={(input) => input?.focus()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === "Enter") save();
        if (key === "Escape") onDone();
      }}
    />
  );
}
