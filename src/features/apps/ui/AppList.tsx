"use client";
import { useState } from "react";
import Link from "next/link";
import { Badge, Button, Card, Group, Select, SimpleGrid, Skeleton, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import type { AppSort, AppSummary } from "../schema";
import { AppActions } from "./AppActions";
import { AppIcon } from "./AppIcon";
import classes from "./AppList.module.css";

const sorts: { value: AppSort; label: string }[] = [
  { value: "updated", label: "Last changed" },
  { value: "created", label: "Newest" },
  { value: "name", label: "Name" },
];

/** Show the search from this many apps on. */
const searchFrom = 7;

/** All apps of the account, page by page. Hidden while there are none, when starting points are shown. */
export function AppList() {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, 200);
  const [sort, setSort] = useState<AppSort>("updated");
  const apps = trpc.apps.search.useInfiniteQuery(
    { search, sort },
    { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: (before) => before },
  );
  const items = apps.data?.pages.flatMap((page) => page.items);
  const total = apps.data?.pages[0]?.total ?? 0;
  const isSearching = search !== "";
  if (items?.length === 0 && !isSearching && !apps.isFetching) return null;
  return (
    <section aria-labelledby="your-apps" className={classes.section}>
      <Group justify="space-between" mb={12} gap={8}>
        <Title order={2} id="your-apps">
          Your apps
        </Title>
        {(total >= searchFrom || isSearching || typed !== "") && (
          <Group gap={8} className={classes.tools}>
            <TextInput
              type="search"
              aria-label="Search your apps"
              placeholder="Search"
              leftSection={<IconSearch size={14} />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className={classes.search}
            />
            <Select
              aria-label="Sort by"
              data={sorts}
              value={sort}
              onChange={(value) => value && setSort(value)}
              allowDeselect={false}
              w={140}
            />
          </Group>
        )}
      </Group>
      {apps.error && !items ? (
        <Failure message={failureOf(apps.error).message} onRetry={() => void apps.refetch()} />
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing={16}>
            {items
              ? items.map((app) => <AppCard key={app.appId} app={app} />)
              : [1, 2, 3].map((key) => <Skeleton key={key} height={126} radius="md" />)}
          </SimpleGrid>
          {items?.length === 0 && isSearching && (
            <Text c="dimmed" size="sm">
              No app is called “{search}”.
            </Text>
          )}
          {apps.hasNextPage && (
            <Group justify="center" mt={16}>
              <Button
                variant="default"
                loading={apps.isFetchingNextPage}
                onClick={() => void apps.fetchNextPage()}
              >{`Show more (${total - (items?.length ?? 0)})`}</Button>
            </Group>
          )}
        </>
      )}
    </section>
  );
}

function AppCard({ app }: { app: AppSummary }) {
  return (
    <Card withBorder radius="md" padding={16} className={classes.card}>
      <Group wrap="nowrap" gap={12} align="flex-start">
        <AppIcon icon={app.icon} />
        <div className={classes.words}>
          <Text
            component={Link}
            href={`/build/app/${app.appId}`}
            fw={600}
            truncate
            className={classes.link}
            title={app.name}
          >
            {app.name}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={2} className={classes.description}>
            {app.description || "No description yet"}
          </Text>
        </div>
        <AppActions app={app} />
      </Group>
      <Group gap={8} mt="auto" pt={12} justify="space-between" wrap="nowrap">
        {app.role !== "owner" && (
          <Badge size="sm" variant="light" color="blue" tt="none" fw={500}>
            Shared with you
          </Badge>
        )}
        <Badge size="sm" variant="light" color={app.isPublished ? "green" : "gray"} tt="none" fw={500}>
          {app.isPublished ? "Published" : "Not published"}
        </Badge>
        <Text size="xs" c="dimmed" ml="auto">
          <RelativeTime at={app.updatedAt} />
        </Text>
      </Group>
    </Card>
  );
}
