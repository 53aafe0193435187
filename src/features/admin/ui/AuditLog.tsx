"use client";
import { Button, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { IconDownload, IconListDetails } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import { auditWords } from "../schema";

const wordsOf = (verb: string): string => (auditWords as Record<string, string>)[verb] ?? verb;

/** The append-only log of administrators' actions. */
export function AuditLog() {
  const log = trpc.admin.audit.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined });
  const entries = log.data?.pages.flatMap(({ items }) => items);
  if (log.error && !entries)
    return <Failure message={failureOf(log.error).message} onRetry={() => void log.refetch()} />;
  if (!entries) return <Skeleton height={240} />;
  if (entries.length === 0)
    return (
      <EmptyState icon={<IconListDetails size={22} />} title="Nothing yet">
        What admins do to accounts and plans is written here.
      </EmptyState>
    );
  return (
    <Stack gap={16}>
      <Group justify="flex-end">
        <Button
          component="a"
          href="/api/admin/audit"
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} />}
        >
          Download all
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={560}>
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>To</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map(({ number, at, actor, verb, target, details }) => (
              <Table.Tr key={number}>
                <Table.Td style={{ whiteSpace: "nowrap" }}>
                  <RelativeTime at={at} />
                </Table.Td>
                <Table.Td>{actor}</Table.Td>
                <Table.Td style={{ whiteSpace: "nowrap" }}>{wordsOf(verb)}</Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  {target}
                  {Object.keys(details).length > 0 && (
                    <Text size="xs" c="dimmed">
                      {JSON.stringify(details)}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {log.hasNextPage && (
        <Button variant="default" mx="auto" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Stack>
  );
}
