"use client";
import { Skeleton, Table } from "@mantine/core";
import { IconDatabase } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { shortNumber } from "@/ui/numbers";

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Storage by app, largest first. */
export function StorageTable() {
  const storage = trpc.admin.storage.useQuery();
  if (storage.error && !storage.data)
    return <Failure message={failureOf(storage.error).message} onRetry={() => void storage.refetch()} />;
  if (!storage.data) return <Skeleton height={240} />;
  if (storage.data.length === 0)
    return (
      <EmptyState icon={<IconDatabase size={22} />} title="No apps yet">
        The rows and files of each app are counted here.
      </EmptyState>
    );
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th>Owner</Table.Th>
            <Table.Th ta="right">Rows</Table.Th>
            <Table.Th ta="right">In rows</Table.Th>
            <Table.Th ta="right">In files</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {storage.data.map(({ appId, name, email, rows, rowBytes, fileBytes }) => (
            <Table.Tr key={appId}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{email}</Table.Td>
              <Table.Td ta="right">{shortNumber(rows)}</Table.Td>
              <Table.Td ta="right">{megabytes(rowBytes)}</Table.Td>
              <Table.Td ta="right">{megabytes(fileBytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
