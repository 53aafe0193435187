"use client";
import { useReducer } from "react";
import { trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { clampIterations } from "../rules";
import { idleTester, reduceTester, type ClientRepair, type RepairKind, type Tester } from "./tester";

export type TestedVersion = {
  appId: string;
  /** The message of the current version, if known: tells a model what the code is meant to do. */
  messageId?: string;
  messageContent?: string;
};

/** Checks the current version of an app, repairs it, and applies a repair. */
export function useTester({ appId, messageId, messageContent }: TestedVersion) {
  const app = trpc.apps.get.useQuery({ appId });
  const [tester, dispatch] = useReducer(reduceTester, idleTester);
  const utils = trpc.useUtils();
  const validating = trpc.validation.validate.useMutation({ meta: { quiet: true } });
  const repairing = trpc.validation.repair.useMutation({ meta: { quiet: true } });
  const applying = trpc.validation.applyBundle.useMutation({ meta: { quiet: true } });
  const versionId = app.data?.versionId ?? undefined;

  const validate = async () => {
    dispatch({ kind: "validate" });
    try {
      // Always test the newest version, which may have changed since this panel opened.
      const current = await utils.apps.get.fetch({ appId }, { staleTime: 0 });
      dispatch({
        kind: "validated",
        result: await validating.mutateAsync({ appId, versionId: current.versionId ?? "", messageId, messageContent }),
      });
    } catch {
      dispatch({ kind: "failed" });
      notifyFailure("Failed to validate");
    }
  };

  const repairBy = async (iterations: number, model?: string): Promise<ClientRepair> => {
    const started = performance.now();
    const result = await repairing.mutateAsync({
      appId,
      versionId: versionId ?? "",
      messageId,
      messageContent,
      initialIssues: tester.validation?.issues ?? [],
      iterations: clampIterations(iterations),
      ...(model ? { customModel: model } : {}),
    });
    return { ...result, clientExecutionTimeMs: Math.round(performance.now() - started) };
  };
  /**
   * Repairs by the installation's model, and by another one for comparison when it is named.
   * @returns the repairs; undefined when it failed, which is told
   */
  const repair = async (iterations: number, customModel: string): Promise<Tester["repairs"] | undefined> => {
    dispatch({ kind: "repair" });
    try {
      const [standard, custom] = await Promise.all([
        repairBy(iterations),
        customModel ? repairBy(iterations, customModel) : undefined,
      ]);
      const repairs = { default: standard, ...(custom ? { custom } : {}) };
      dispatch({ kind: "repaired", repairs });
      return repairs;
    } catch {
      dispatch({ kind: "failed" });
      notifyFailure("Failed to repair");
      return undefined;
    }
  };

  const apply = async (kind: RepairKind) => {
    const chosen = tester.repairs[kind];
    if (!chosen) return;
    try {
      await applying.mutateAsync({
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

  return { tester, isReady: versionId !== undefined, validate, repair, apply, isApplying: applying.isPending };
}
