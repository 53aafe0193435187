"use client";
import { Skeleton, Table } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { money, shortNumber } from "@/ui/numbers";

/** Model costs by account and month. */
export function SpendTable() {
  const spend = trpc.admin.spend.useQuery();
  if (spend.error && !spend.data)
    return <Failure message={failureOf(spend.error).message} onRetry={() => void spend.refetch()} />;
  if (!spend.data) return <Skeleton height={240} />;
  if (spend.data.length === 0)
    return (
      <EmptyState icon={<IconCoins size={22} />} title="Nothing spent yet">
        What AI models cost shows up here, by month and account.
      </EmptyState>
    );
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Month</Table.Th>
            <Table.Th>Account</Table.Th>
            <Table.Th>Model</Table.Th>
            <Table.Th ta="right">Calls</Table.Th>
            <Table.Th ta="right">Tokens</Table.Th>
            <Table.Th ta="right">Cost</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {spend.data.map(({ month, email, model, calls, tokens, costUsd }) => (
            <Table.Tr key={`${month} ${email} ${model}`}>
              <Table.Td>{month}</Table.Td>
              <Table.Td>{email}</Table.Td>
              <Table.Td>{model}</Table.Td>
              <Table.Td ta="right">{shortNumber(calls)}</Table.Td>
              <Table.Td ta="right">{shortNumber(tokens)}</Table.Td>
              <Table.Td ta="right">{money(costUsd)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
