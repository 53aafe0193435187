"use client";
import Link from "next/link";
import { Badge, Card, Group, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { IconApps } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import type { AppSummary } from "../schema";
import { AppActions } from "./AppActions";
import classes from "./AppList.module.css";

/** Every app of the account, the last changed first. */
export function AppList() {
  const apps = trpc.apps.list.useQuery();
  return (
    <section aria-labelledby="your-apps">
      <Title order={2} id="your-apps" mb={12}>
        Your apps
      </Title>
      <List apps={apps.data} error={apps.error} onRetry={() => void apps.refetch()} />
    </section>
  );
}

function List({ apps, error, onRetry }: { apps: AppSummary[] | undefined; error: unknown; onRetry: () => void }) {
  if (error && !apps) return <Failure message={failureOf(error).message} onRetry={onRetry} />;
  if (apps?.length === 0)
    return (
      <EmptyState icon={<IconApps size={22} />} title="No apps yet">
        Describe one above, and watch it being built.
      </EmptyState>
    );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing={16}>
      {apps
        ? apps.map((app) => <AppCard key={app.appId} app={app} />)
        : [1, 2, 3].map((key) => <Skeleton key={key} height={98} radius="md" />)}
    </SimpleGrid>
  );
}

function AppCard({ app }: { app: AppSummary }) {
  return (
    <Card withBorder radius="md" padding={16} className={classes.card}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text component={Link} href={`/build/app/${app.appId}`} fw={600} truncate className={classes.link}>
          {app.name}
        </Text>
        <AppActions app={app} />
      </Group>
      <Group gap={8} mt={16} justify="space-between" wrap="nowrap">
        <Badge size="sm" variant="light" color={app.isPublished ? "green" : "gray"} tt="none" fw={500}>
          {app.isPublished ? "Published" : "Not published"}
        </Badge>
        <Text size="xs" c="dimmed">
          <RelativeTime at={app.updatedAt} />
        </Text>
      </Group>
    </Card>
  );
}
