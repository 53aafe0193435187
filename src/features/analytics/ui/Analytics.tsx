"use client";
import { useState } from "react";
import Link from "next/link";
import { Anchor, Button, Container, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartBar, IconDownload } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { type Counter, type Span, spans } from "../schema";
import { FiguresSkeleton } from "./AnalyticsSkeleton";
import { CounterCards } from "./CounterCards";
import { DaysChart } from "./DaysChart";
import { FaultList } from "./FaultList";
import { PartList } from "./PartList";

/** "App analytics" (1-platform.md §2): who came to the published app, what they did, and which errors they met. */
export function Analytics({ appId }: { appId: string }) {
  const [span, setSpan] = useState<Span>(30);
  const [counter, setCounter] = useState<Counter>("visitors");
  const app = trpc.apps.get.useQuery({ appId });
  const overview = trpc.analytics.overview.useQuery({ appId, span }, { placeholderData: (before) => before });
  const failure = app.error ?? overview.error;
  if (failure && !(app.data && overview.data))
    return (
      <Container size={1080} py={24}>
        <Failure
          message={failureOf(failure).message}
          onRetry={() => void Promise.all([app.refetch(), overview.refetch()])}
        />
      </Container>
    );
  return (
    <Container component="main" size={1080} py={24}>
      <Group justify="space-between" mb={16} gap={12}>
        <div>
          <Anchor component={Link} href={`/build/app/${appId}`} size="sm">
            {app.data?.name ?? "The app"}
          </Anchor>
          <Title order={1} fz={24}>
            Analytics
          </Title>
        </div>
        <Group gap={8}>
          <SegmentedControl
            aria-label="Days"
            value={String(span)}
            onChange={(value) => setSpan(Number(value) as Span)}
            data={spans.map((days) => ({ value: String(days), label: `${days} days` }))}
          />
          <Button
            variant="default"
            component="a"
            href={`/api/apps/${appId}/analytics/export?days=${span}`}
            leftSection={<IconDownload size={16} />}
          >
            Export
          </Button>
        </Group>
      </Group>
      {app.data && !app.data.isPublished && (
        <EmptyState icon={<IconChartBar size={22} />} title="Not published">
          Publish your app to access analytics
        </EmptyState>
      )}
      {overview.data ? (
        <Stack gap={24}>
          <CounterCards
            totals={overview.data.totals}
            before={overview.data.before}
            span={span}
            shown={counter}
            onShow={setCounter}
          />
          <DaysChart days={overview.data.days} counter={counter} />
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={24}>
            <PartList title="Top pages" parts={overview.data.pages} empty="Nobody opened a page yet." />
            <PartList title="Referrers" parts={overview.data.referrers} empty="Nobody came by a link yet." />
            <PartList title="Devices" parts={overview.data.devices} empty="Nobody came yet." />
          </SimpleGrid>
          <FaultList appId={appId} />
          <Text size="xs" c="dimmed">
            Days are UTC. No cookie is set, robots are not counted, and visitors cannot be recognised on another day.
          </Text>
        </Stack>
      ) : (
        <FiguresSkeleton />
      )}
    </Container>
  );
}
