"use client";
import { Button, Skeleton, Table, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";

/** A job's error message. */
const wordsOf = (output: unknown): string =>
  typeof output === "object" && output !== null && "message" in output && typeof output.message === "string"
    ? output.message
    : JSON.stringify(output ?? "");

/** Jobs out of retries, with their errors. */
export function FailedJobs() {
  const jobs = trpc.admin.failedJobs.useQuery();
  const utils = trpc.useUtils();
  const retry = trpc.admin.retryJob.useMutation({
    onSuccess: () => {
      notifySuccess("It is tried again within half a minute");
      return utils.admin.failedJobs.invalidate();
    },
  });
  if (jobs.error && !jobs.data)
    return <Failure message={failureOf(jobs.error).message} onRetry={() => void jobs.refetch()} />;
  if (!jobs.data) return <Skeleton height={240} />;
  if (jobs.data.length === 0)
    return (
      <EmptyState icon={<IconCircleCheck size={22} />} title="No failed jobs">
        Mails, imports and answers that were given up show up here.
      </EmptyState>
    );
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th>Failed with</Table.Th>
            <Table.Th>Tries</Table.Th>
            <Table.Th>Failed</Table.Th>
            <Table.Th w={96} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.data.map(({ id, queue, data, output, tries, failedAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Text size="sm">{queue}</Text>
                <Text size="xs" c="dimmed">
                  {Object.values(data ?? {}).join(" ")}
                </Text>
              </Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{wordsOf(output)}</Table.Td>
              <Table.Td>{tries}</Table.Td>
              <Table.Td>
                <RelativeTime at={failedAt} />
              </Table.Td>
              <Table.Td>
                <Button
                  variant="default"
                  size="xs"
                  loading={retry.isPending && retry.variables.jobId === id}
                  onClick={() => retry.mutate({ queue, jobId: id })}
                >
                  Try again
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
