"use client";
import { Button, Code, CopyButton, Group, ScrollArea, Skeleton, Stack, Table, Text } from "@mantine/core";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import classes from "./version-debug.module.css";

/** Everything stored of a version, in its debug dialog. */
export function VersionFacts({ appId, versionId }: { appId: string; versionId: string }) {
  const version = trpc.versions.get.useQuery({ appId, versionId }, { staleTime: Infinity });
  if (version.error)
    return <Failure message={failureOf(version.error).message} onRetry={() => void version.refetch()} />;
  if (!version.data) return <Skeleton height={240} />;
  return (
    <Stack gap={16}>
      <Facts version={version.data} />
      <Files files={version.data.files} />
      <Group justify="flex-end">
        <CopyButton value={JSON.stringify(version.data, null, 2)}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy as JSON"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}

function Facts({
  version: { id, messageId, timestamp, userRequest, content },
}: {
  version: RouterOutputs["versions"]["get"];
}) {
  const facts = [
    ["Version", id],
    ["Message", messageId ?? "None"],
    ["Written", timestamp],
    ["Request", userRequest || "None"],
    ["Description", content || "None"],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const whole = new Intl.NumberFormat("en-US");

function Files({ files }: { files: RouterOutputs["versions"]["get"]["files"] }) {
  if (files.length === 0) return <Text c="dimmed">This version has no files</Text>;
  return (
    <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>File</Table.Th>
            <Table.Th ta="right">Lines</Table.Th>
            <Table.Th ta="right">Characters</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map(({ path, content }) => (
            <Table.Tr key={path}>
              <Table.Td>
                <Code>{path}</Code>
              </Table.Td>
              <Table.Td ta="right">{whole.format(content.split("\n").length)}</Table.Td>
              <Table.Td ta="right">{whole.format(content.length)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
