"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconAlertTriangle, IconColumns, IconListDetails, IconShieldCheck, IconTool } from "@tabler/icons-react";
import { iterationsSaved } from "../schema";
import type { RepairKind } from "./tester";
import { type TestedVersion, useTester } from "./use-tester";

// Lazy: rarely needed.
const CompareDialog = dynamic(() => import("./CompareDialog").then((file) => file.CompareDialog), { ssr: false });
const IssuesDialog = dynamic(() => import("./IssuesDialog").then((file) => file.IssuesDialog), { ssr: false });
const IterationsInput = dynamic(() => import("./IterationsInput").then((file) => file.IterationsInput), { ssr: false });
const RepairDialog = dynamic(() => import("./RepairDialog").then((file) => file.RepairDialog), { ssr: false });

type Dialog = "issues" | "details" | "compare" | null;

/** Tester of validation and repair, for admins: checks the current version, repairs it, and applies the result. */
export function TesterToolbar({ appId, messageId, messageContent }: TestedVersion) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const [isComparing, setIsComparing] = useState(false);
  const [iterations, setIterations] = useLocalStorage({
    key: "joinery.tester.iterations",
    defaultValue: iterationsSaved,
  });
  const [customModel, setCustomModel] = useLocalStorage({ key: "joinery.tester.custom-model", defaultValue: "" });
  const { tester, validate, repair, apply, isApplying, isReady } = useTester({ appId, messageId, messageContent });
  const issues = tester.validation?.issues ?? [];
  const hasRepair = tester.repairs.default !== undefined;
  const isBusy = tester.busy !== null;
  const onRepair = async () => {
    const repairs = await repair(iterations, isComparing ? customModel.trim() : "");
    if (repairs) setDialog(repairs.custom ? "compare" : "details");
  };
  const views = {
    repairs: tester.repairs,
    applied: tester.applied,
    isApplying,
    onApply: (kind: RepairKind) => void apply(kind),
  };
  return (
    <Stack gap={8} role="toolbar" aria-label="Validation tester">
      <Group gap={8} align="center">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconShieldCheck size={13} />}
          loading={tester.busy === "validating"}
          disabled={isBusy || !isReady}
          onClick={() => void validate()}
        >
          {tester.validation ? "Re-validate" : "Validate"}
        </Button>
        {tester.validation && (
          <>
            <Button
              size="compact-xs"
              variant={issues.length > 0 ? "light" : "subtle"}
              color={issues.length > 0 ? "orange" : "gray"}
              leftSection={<IconAlertTriangle size={13} />}
              onClick={() => setDialog("issues")}
            >
              Issues ({issues.length})
            </Button>
            <Button
              size="compact-xs"
              leftSection={<IconTool size={13} />}
              loading={tester.busy === "repairing"}
              disabled={isBusy || issues.length === 0}
              onClick={() => void onRepair()}
            >
              {hasRepair ? "Re-repair" : "Try Repair"}
            </Button>
            <Group gap={4} wrap="nowrap">
              <Text size="sm" component="label" htmlFor="tester-iterations">
                Iterations
              </Text>
              <IterationsInput id="tester-iterations" value={iterations} onChange={setIterations} />
            </Group>
            <Checkbox
              size="xs"
              label="Compare"
              checked={isComparing}
              onChange={(event) => setIsComparing(event.currentTarget.checked)}
            />
            {isComparing && (
              <TextInput
                size="xs"
                w={180}
                aria-label="Custom model"
                placeholder="Custom model"
                value={customModel}
                onChange={(event) => setCustomModel(event.currentTarget.value)}
              />
            )}
          </>
        )}
        {hasRepair && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconListDetails size={13} />}
            onClick={() => setDialog("details")}
          >
            Details
          </Button>
        )}
        {tester.repairs.custom && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconColumns size={13} />}
            onClick={() => setDialog("compare")}
          >
            Compare Results
          </Button>
        )}
      </Group>
      {tester.failure && (
        <Alert color="red" py={8} role="alert">
          Error: {tester.failure}
        </Alert>
      )}
      {dialog === "issues" && tester.validation && (
        <IssuesDialog result={tester.validation} onClose={() => setDialog(null)} />
      )}
      {dialog === "details" && <RepairDialog appId={appId} {...views} onClose={() => setDialog(null)} />}
      {dialog === "compare" && <CompareDialog {...views} customModel={customModel} onClose={() => setDialog(null)} />}
    </Stack>
  );
}
