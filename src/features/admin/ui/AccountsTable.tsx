"use client";
import { useState } from "react";
import { Badge, Button, Group, Skeleton, Stack, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import { AccountActions } from "./AccountActions";

export type AccountLine = RouterOutputs["admin"]["accounts"]["items"][number];

/** All accounts, newest first, with actions. */
export function AccountsTable() {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, 300);
  const found = trpc.admin.accounts.useInfiniteQuery(
    { search },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: (before) => before },
  );
  const lines = found.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack gap={16}>
      <TextInput
        aria-label="Search by email"
        placeholder="Search by email"
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={360}
      />
      {found.error && !lines ? (
        <Failure message={failureOf(found.error).message} onRetry={() => void found.refetch()} />
      ) : !lines ? (
        <Skeleton height={240} />
      ) : lines.length === 0 ? (
        <EmptyState icon={<IconSearch size={22} />} title="No account found">
          No address has “{search}” in it.
        </EmptyState>
      ) : (
        <Lines lines={lines} />
      )}
      {found.hasNextPage && (
        <Button
          variant="default"
          mx="auto"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
}

function Lines({ lines }: { lines: AccountLine[] }) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing={8} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>Plan</Table.Th>
            <Table.Th visibleFrom="sm">Apps</Table.Th>
            <Table.Th visibleFrom="sm">Joined</Table.Th>
            <Table.Th w={44} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.accountId}>
              <Table.Td>
                <Group gap="4px 8px">
                  <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                    {line.email}
                  </Text>
                  <Marks line={line} />
                </Group>
              </Table.Td>
              <Table.Td tt="capitalize">{line.plan}</Table.Td>
              <Table.Td visibleFrom="sm">{line.apps}</Table.Td>
              <Table.Td visibleFrom="sm">
                <RelativeTime at={line.createdAt} />
              </Table.Td>
              <Table.Td>
                <AccountActions line={line} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Marks({ line }: { line: AccountLine }) {
  const marks = [
    line.isAdmin && { label: "Admin", color: "iris" },
    line.isDisabled && { label: "Disabled", color: "red" },
    !line.isEmailVerified && !line.isAdmin && { label: "Not verified", color: "gray" },
  ].filter((mark) => mark !== false);
  return marks.map(({ label, color }) => (
    <Badge key={label} size="sm" variant="light" color={color} tt="none" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  ));
}
