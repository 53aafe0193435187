"use client";
import { useReducer, useState } from "react";
import dynamic from "next/dynamic";
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconAlertTriangle, IconColumns, IconListDetails, IconShieldCheck, IconTool } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { clampIterations } from "../rules";
import { iterationsSaved } from "../schema";
import { idleTester, reduceTester, type ClientRepair, type RepairKind } from "./tester";

// Lazy: rarely needed.
const CompareDialog = dynamic(() => import("./CompareDialog").then((file) => file.CompareDialog), { ssr: false });
const IssuesDialog = dynamic(() => import("./IssuesDialog").then((file) => file.IssuesDialog), { ssr: false });
const IterationsInput = dynamic(() => import("./IterationsInput").then((file) => file.IterationsInput), { ssr: false });
const RepairDialog = dynamic(() => import("./RepairDialog").then((file) => file.RepairDialog), { ssr: false });

type Dialog = "issues" | "details" | "compare" | null;

type Props = {
  appId: string;
  /** The message of the current version, if known: tells a model what the code is meant to do. */
  messageId?: string;
  messageContent?: string;
};

/** Tester of validation and repair, for admins: checks the current version, repairs it, and applies the result. */
export function TesterToolbar({ appId, messageId, messageContent }: Props) {
  const app = trpc.apps.get.useQuery({ appId });
  const [tester, dispatch] = useReducer(reduceTester, idleTester);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [isComparing, setIsComparing] = useState(false);
  const [iterations, setIterations] = useLocalStorage({
    key: "joinery.tester.iterations",
    defaultValue: iterationsSaved,
  });
  const [customModel, setCustomModel] = useLocalStorage({ key: "joinery.tester.custom-model", defaultValue: "" });
  const utils = trpc.useUtils();
  const validate = trpc.validation.validate.useMutation({ meta: { quiet: true } });
  const repair = trpc.validation.repair.useMutation({ meta: { quiet: true } });
  const apply = trpc.validation.applyBundle.useMutation({ meta: { quiet: true } });

  const versionId = app.data?.versionId ?? undefined;
  const issues = tester.validation?.issues ?? [];
  const hasRepair = tester.repairs.default !== undefined;
  const isBusy = tester.busy !== null;

  const onValidate = async () => {
    dispatch({ kind: "validate" });
    try {
      // Always test the newest version, which may have changed since this panel opened.
      const current = await utils.apps.get.fetch({ appId }, { staleTime: 0 });
      dispatch({
        kind: "validated",
        result: await validate.mutateAsync({ appId, versionId: current.versionId ?? "", messageId, messageContent }),
      });
    } catch {
      dispatch({ kind: "failed" });
      notifyFailure("Failed to validate");
    }
  };

  const runRepair = async (model?: string): Promise<ClientRepair> => {
    const started = performance.now();
    const result = await repair.mutateAsync({
      appId,
      versionId: versionId ?? "",
      messageId,
      messageContent,
      initialIssues: issues,
      iterations: clampIterations(iterations),
      ...(model ? { customModel: model } : {}),
    });
    return { ...result, clientExecutionTimeMs: Math.round(performance.now() - started) };
  };

  const onRepair = async () => {
    dispatch({ kind: "repair" });
    try {
      const [standard, custom] = await Promise.all([
        runRepair(),
        isComparing && customModel.trim() ? runRepair(customModel.trim()) : undefined,
      ]);
      dispatch({ kind: "repaired", repairs: { default: standard, ...(custom ? { custom } : {}) } });
      setDialog(custom ? "compare" : "details");
    } catch {
      dispatch({ kind: "failed" });
      notifyFailure("Failed to repair");
    }
  };

  const onApply = async (kind: RepairKind) => {
    const chosen = tester.repairs[kind];
    if (!chosen) return;
    try {
      await apply.mutateAsync({
        appId,
        previousVersionId: chosen.previousVersionId,
        repairedFiles: chosen.repairedFiles,
      });
      dispatch({ kind: "applied", repair: kind });
      await Promise.all([utils.apps.invalidate(), utils.versions.invalidate(), utils.files.invalidate()]);
    } catch (error) {
      // "Applying a bundle failing is only logged" (2-builder.md §8); the button stays for a retry.
      globalThis.reportError(error);
    }
  };

  const views = {
    repairs: tester.repairs,
    applied: tester.applied,
    isApplying: apply.isPending,
    onApply: (kind: RepairKind) => void onApply(kind),
  };
  return (
    <Stack gap={8} role="toolbar" aria-label="Validation tester">
      <Group gap={8} align="center">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconShieldCheck size={13} />}
          loading={tester.busy === "validating"}
          disabled={isBusy || !versionId}
          onClick={() => void onValidate()}
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
