"use client";
import { Accordion, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import { Modal } from "@/ui/Modal";
import { FileDiff } from "./FileDiff";
import { IssueTable } from "./IssueTable";
import { RepairSummary } from "./RepairSummary";
import { type ClientRepair, defaultTitle, type RepairKind, type Tester } from "./tester";

export type RepairViews = {
  repairs: Tester["repairs"];
  applied: RepairKind | null;
  isApplying: boolean;
  onApply: (kind: RepairKind) => void;
};

/** 'Repair results': what each repair did, what it left, and what it changed. */
export function RepairDialog({
  appId,
  repairs,
  applied,
  isApplying,
  onApply,
  onClose,
}: RepairViews & { appId: string; onClose: () => void }) {
  const kinds = (["default", "custom"] as const).filter((kind) => repairs[kind]);
  return (
    <Modal opened onClose={onClose} title="Repair results" size="xl">
      <Tabs defaultValue="default">
        {kinds.length > 1 && (
          <Tabs.List mb={12}>
            <Tabs.Tab value="default">{defaultTitle(repairs.default)}</Tabs.Tab>
            <Tabs.Tab value="custom">Custom model</Tabs.Tab>
          </Tabs.List>
        )}
        {kinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <Stack gap={16}>
              <RepairSummary
                title={kind === "default" ? defaultTitle(repairs.default) : "Custom model"}
                repair={repairs[kind]!}
                isApplied={applied === kind}
                isApplying={isApplying}
                onApply={() => onApply(kind)}
              />
              <Text fw={600} size="sm">
                Unresolved issues
              </Text>
              <IssueTable issues={repairs[kind]!.unresolvedIssues} empty="Every issue is resolved" />
              <Changes appId={appId} repair={repairs[kind]!} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
}

function Changes({ appId, repair }: { appId: string; repair: ClientRepair }) {
  const before = trpc.versions.get.useQuery(
    { appId, versionId: repair.previousVersionId },
    { enabled: repair.repairedFiles.length > 0 },
  );
  if (repair.repairedFiles.length === 0) return null;
  if (!before.data) return <Skeleton height={80} />;
  const old = new Map(before.data.files.map(({ path, content }) => [path, content]));
  return (
    <Accordion multiple variant="contained">
      {repair.repairedFiles.map(({ path, content }) => (
        <Accordion.Item key={path} value={path}>
          <Accordion.Control>
            <Text size="sm" ff="monospace">
              {path}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <FileDiff path={path} before={old.get(path) ?? ""} after={content} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
