import { useState } from "react";
import { Button, Highlight, SegmentedControl, Skeleton, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { Drawer } from "@/ui/Modal";
import type { ContextItem } from "../schema";
import { PageReport } from "./PageReport";
import classes from "./sources.module.css";

type Props = { appId: string; item: ContextItem; canEdit: boolean; onClose: () => void };

/** What answers are made from: the passages of one item, each of which can be kept from answering. */
export function PassagesDrawer({ appId, item, canEdit, onClose }: Props) {
  const [shown, setShown] = useState(item.numOfChunks > 0 ? "passages" : "pages");
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title={item.name}>
      {item.source === "web_scraper" && (
        <SegmentedControl
          fullWidth
          mb={12}
          aria-label="Show"
          value={shown}
          onChange={setShown}
          data={[
            { value: "passages", label: "Passages" },
            { value: "pages", label: "Pages" },
          ]}
        />
      )}
      {shown === "pages" ? (
        <PageReport appId={appId} itemId={item.id} />
      ) : (
        <Passages appId={appId} item={item} canEdit={canEdit} />
      )}
    </Drawer>
  );
}

function Passages({ appId, item, canEdit }: Omit<Props, "onClose">) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 250);
  const utils = trpc.useUtils();
  const input = { appId, itemId: item.id, ...(search && { search }) };
  const passages = trpc.sources.chunks.useInfiniteQuery(input, {
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const change = trpc.sources.switchChunk.useMutation({
    onMutate: ({ chunkId, isEnabled }) =>
      utils.sources.chunks.setInfiniteData(
        input,
        (old) =>
          old && {
            ...old,
            pages: old.pages.map((page) => ({
              ...page,
              chunks: page.chunks.map((one) => (one.id === chunkId ? { ...one, isEnabled } : one)),
            })),
          },
      ),
    onError: () => void utils.sources.chunks.invalidate({ appId, itemId: item.id }),
  });
  const chunks = passages.data?.pages.flatMap((page) => page.chunks);
  return (
    <>
      <TextInput
        placeholder="Search in the passages"
        aria-label="Search in the passages"
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {passages.error && !chunks ? (
        <Failure message={failureOf(passages.error).message} onRetry={() => void passages.refetch()} />
      ) : !chunks ? (
        <Stack gap={8} mt={12}>
          <Skeleton height={96} />
          <Skeleton height={96} />
        </Stack>
      ) : chunks.length === 0 ? (
        <Text size="sm" c="dimmed" mt={16}>
          No passage has these words.
        </Text>
      ) : (
        chunks.map(({ id, heading, text, position, isEnabled }) => (
          <article key={id} className={classes.passage} data-off={!isEnabled || undefined}>
            <Switch
              size="xs"
              label={heading || `Passage ${position + 1}`}
              aria-label={`Answers use passage ${position + 1}`}
              checked={isEnabled}
              disabled={!canEdit}
              onChange={(event) =>
                change.mutate({ appId, itemId: item.id, chunkId: id, isEnabled: event.currentTarget.checked })
              }
            />
            <Highlight component="p" highlight={search} className={classes.body}>
              {text}
            </Highlight>
          </article>
        ))
      )}
      {passages.hasNextPage && (
        <Button
          mt={12}
          fullWidth
          variant="default"
          loading={passages.isFetchingNextPage}
          onClick={() => void passages.fetchNextPage()}
        >
          Show more passages
        </Button>
      )}
    </>
  );
}
