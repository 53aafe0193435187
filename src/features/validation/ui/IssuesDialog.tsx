"use client";
import { Stack, Text } from "@mantine/core";
import type { ValidationResult } from "@/engines/detect/schema";
import { Modal } from "@/ui/Modal";
import { IssueTable } from "./IssueTable";

/** 'Validation results': what was found, by which detectors, in what time. */
export function IssuesDialog({ result, onClose }: { result: ValidationResult; onClose: () => void }) {
  const { issues, detectors, executionTimeMs } = result;
  const errors = issues.filter(({ severity }) => severity === "error").length;
  return (
    <Modal opened onClose={onClose} title="Validation results" size="xl">
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {errors} errors and {issues.length - errors} warnings by {detectors.length} detectors in {executionTimeMs} ms
        </Text>
        <IssueTable issues={issues} empty="No issues found" />
      </Stack>
    </Modal>
  );
}
