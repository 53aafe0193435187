"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Alert, Button, Group, Loader, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconEye, IconFiles, IconPlus, IconSearch } from "@tabler/icons-react";
import { offerUpgrade } from "@/api/offer-upgrade";
import { useRights } from "@/api/use-rights";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { TestQuestion } from "@/features/retrieval/ui/TestQuestion";
import type { ContextItem } from "../schema";
import { AddData } from "./AddData";
import { ItemRow } from "./ItemRow";
import { PassagesDrawer } from "./PassagesDrawer";
import { UploadRows } from "./UploadRows";
import { useFileDrop } from "./use-file-drop";
import { fetchFailedWords, useItems } from "./use-items";
import { useUploads } from "./use-uploads";
import classes from "./sources.module.css";

/** "The search debounce" of the list. */
const searchDelayMs = 250;

/** An app's data sources: what there is, how far it is, and what can be added. Files may be dropped anywhere on it. */
export function DataSourcesPanel({ appId }: { appId: string }) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), searchDelayMs);
  const { list, items, hasReachedDataLimit } = useItems(appId, search);
  const uploads = useUploads(appId);
  const [dialog, setDialog] = useState<{ replaces?: ContextItem } | undefined>();
  const [openedId, setOpenedId] = useState<string>();
  const opened = items.find(({ id }) => id === openedId);
  const rights = useRights(appId);
  const [canEdit, refusal] = [rights.may("editor"), rights.refusal("editor")];
  const drop = useFileDrop(canEdit && !dialog && !openedId, (files) =>
    hasReachedDataLimit ? offerUpgrade("data-items") : uploads.add(files),
  );
  const add = () => (hasReachedDataLimit ? offerUpgrade("data-items") : setDialog({}));

  return (
    <div className={classes.panel} data-over={drop.isOver || undefined} {...drop.events}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <div>
          <Title order={2}>Data sources</Title>
          <Text size="sm" c="dimmed">
            What the app’s assistant and tools answer from.
          </Text>
        </div>
        {canEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={add} className={classes.add}>
            Add data
          </Button>
        )}
      </Group>
      {refusal && (
        <Alert variant="light" color="gray" py={8} mt={12} icon={<IconEye size={18} />}>
          {refusal}
        </Alert>
      )}
      {items.some(({ lastSyncedAt }) => lastSyncedAt !== null) && <TestQuestion appId={appId} />}
      {(items.length > 5 || typed) && (
        <TextInput
          mt={16}
          placeholder="Search by name"
          aria-label="Search data sources by name"
          leftSection={<IconSearch size={15} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <UploadRows uploads={uploads.uploads} onRemove={uploads.remove} />
      {list.error && !list.data ? (
        <Failure message={fetchFailedWords} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Stack gap={8} mt={20} aria-label="Loading">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height={56} />
          ))}
        </Stack>
      ) : items.length === 0 && uploads.uploads.length === 0 ? (
        <NoItems search={search} canEdit={canEdit} onAdd={add} />
      ) : (
        <ul className={classes.list} aria-label="Data sources">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              appId={appId}
              item={item}
              canEdit={canEdit}
              replaced={items.find(({ id }) => id === item.replacesId)?.name}
              onReplace={() => setDialog({ replaces: item })}
              onOpen={() => setOpenedId(item.id)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <More
          key={list.data!.pages.length}
          isFailed={list.isFetchNextPageError}
          onSeen={() => !list.isFetchingNextPage && void list.fetchNextPage()}
        />
      )}
      {dialog && (
        <AddData
          appId={appId}
          replaces={dialog.replaces}
          limits={uploads.limits}
          onFiles={(files) => uploads.add(files, dialog.replaces?.id)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {opened && (
        <PassagesDrawer appId={appId} item={opened} canEdit={canEdit} onClose={() => setOpenedId(undefined)} />
      )}
    </div>
  );
}

function NoItems({ search, canEdit, onAdd }: { search: string; canEdit: boolean; onAdd: () => void }) {
  if (search)
    return (
      <EmptyState icon={<IconSearch size={22} />} title="Nothing found">
        {`No data source is called “${search}”.`}
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconFiles size={22} />} title="No data yet">
      <Text c="dimmed" size="sm" maw={380}>
        {canEdit
          ? "Add texts, documents or lists about your business. Drop files here, or choose what to add."
          : "Texts, documents and lists about the business appear here."}
      </Text>
      {canEdit && (
        <Button mt={8} variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          Add data
        </Button>
      )}
    </EmptyState>
  );
}

/**
 * The end of what is loaded: when it comes into view, the next page is asked for. New for each page, so that an end that
 * stays in view is seen again.
 */
function More({ isFailed, onSeen }: { isFailed: boolean; onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    // Several changes may be told at once: the last one holds.
    const watch = new IntersectionObserver((entries) => entries.at(-1)!.isIntersecting && seen(), {
      rootMargin: "400px",
    });
    if (end.current) watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <Group ref={end} justify="center" p={16}>
      {isFailed ? (
        <Button size="xs" variant="default" onClick={onSeen}>
          Show more
        </Button>
      ) : (
        <Loader size={18} aria-label="Loading more" />
      )}
    </Group>
  );
}
