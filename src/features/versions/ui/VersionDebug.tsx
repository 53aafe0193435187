"use client";
import {
  ActionIcon,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  ScrollArea,
  Skeleton,
  Stack,
  Table,
  Text,
  Tooltip,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBug } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import classes from "./version-debug.module.css";

type Props = { appId: string; versionId: string };

/** "Version debug control" (2-builder.md §6): shows admins everything stored of a version. */
export function VersionDebug({ appId, versionId }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label="Debug version">
        <ActionIcon size={22} variant="subtle" color="gray" aria-label="Debug version" onClick={open}>
          <IconBug size={14} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title="Debug version" size="lg">
        {isOpen && <Details appId={appId} versionId={versionId} />}
      </Modal>
    </>
  );
}

function Details({ appId, versionId }: Props) {
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
