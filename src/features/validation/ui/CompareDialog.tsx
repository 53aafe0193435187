"use client";
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { Modal } from "@/ui/Modal";
import { IssueTable } from "./IssueTable";
import type { RepairViews } from "./RepairDialog";
import { defaultTitle } from "./tester";
import { RepairSummary } from "./RepairSummary";

/** "Compare mode shows default versus custom model results side by side" (2-builder.md §4). */
export function CompareDialog({
  repairs,
  applied,
  isApplying,
  onApply,
  customModel,
  onClose,
}: RepairViews & { customModel: string; onClose: () => void }) {
  const titles = {
    default: defaultTitle(repairs.default),
    custom: customModel.trim() || "Custom model",
  };
  return (
    <Modal opened onClose={onClose} title="Model comparison" size="90%">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={24}>
        {(["default", "custom"] as const).map((kind) => {
          const repair = repairs[kind];
          return (
            repair && (
              <Stack key={kind} gap={12}>
                <RepairSummary
                  title={titles[kind]}
                  repair={repair}
                  isApplied={applied === kind}
                  isApplying={isApplying}
                  onApply={() => onApply(kind)}
                />
                <Text fw={600} size="sm">
                  Unresolved issues
                </Text>
                <IssueTable issues={repair.unresolvedIssues} empty="Every issue is resolved" />
              </Stack>
            )
          );
        })}
      </SimpleGrid>
    </Modal>
  );
}
