"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button, Group, Loader, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFiles, IconPlus, IconSearch } from "@tabler/icons-react";
import { offerUpgrade } from "@/api/offer-upgrade";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { TestQuestion } from "@/features/retrieval/ui/TestQuestion";
import type { ContextItem } from "../schema";
import { AddData } from "./AddData";
import { ItemRow } from "./ItemRow";
import { PassagesDrawer } from "./PassagesDrawer";
import { UploadRows } from "./UploadRows";
import { useItems } from "./use-items";
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
  const [isOver, setIsOver] = useState(false);
  const add = () => (hasReachedDataLimit ? offerUpgrade("data-items") : setDialog({}));

  return (
    <div
      className={classes.panel}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (hasReachedDataLimit) offerUpgrade("data-items");
        else uploads.add([...event.dataTransfer.files]);
      }}
    >
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <div>
          <Title order={2}>Data sources</Title>
          <Text size="sm" c="dimmed">
            What the app’s assistant and tools answer from.
          </Text>
        </div>
        <Button leftSection={<IconPlus size={16} />} onClick={add} className={classes.add}>
          Add data
        </Button>
      </Group>
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
        <Failure message="Error fetching data items, try again later" onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Stack gap={8} mt={20} aria-label="Loading">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height={56} />
          ))}
        </Stack>
      ) : items.length === 0 && uploads.uploads.length === 0 ? (
        search ? (
          <EmptyState icon={<IconSearch size={22} />} title="Nothing found">
            {`No data source is called “${search}”.`}
          </EmptyState>
        ) : (
          <EmptyState icon={<IconFiles size={22} />} title="No data yet">
            <Text c="dimmed" size="sm" maw={380}>
              Add texts, documents or lists about your business. Drop files here, or choose what to add.
            </Text>
            <Button mt={8} variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
              Add data
            </Button>
          </EmptyState>
        )
      ) : (
        <ul className={classes.list} aria-label="Data sources">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              appId={appId}
              item={item}
              replaced={items.find(({ id }) => id === item.replacesId)?.name}
              onReplace={() => setDialog({ replaces: item })}
              onOpen={() => setOpenedId(item.id)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && <More onSeen={() => !list.isFetchingNextPage && void list.fetchNextPage()} />}
      {dialog && (
        <AddData
          appId={appId}
          replaces={dialog.replaces}
          limits={uploads.limits}
          onFiles={(files) => uploads.add(files, dialog.replaces?.id)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {opened && <PassagesDrawer appId={appId} item={opened} onClose={() => setOpenedId(undefined)} />}
    </div>
  );
}

/** The end of what is loaded: when it comes into view, the next page is asked for. */
function More({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen(), { rootMargin: "400px" });
    if (end.current) watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <Group ref={end} justify="center" p={16}>
      <Loader size={18} aria-label="Loading more" />
    </Group>
  );
}
