import "server-only";
import { inTransaction, type VisitedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { checkFields, type FieldIssue } from "./tool/check-fields";
import type { FoundTool } from "./tool/find-tool";
import { remember } from "./memories";
import { type FieldValue, runJob } from "./schema";
import { findRun, insertRun } from "./store";
import { countRun } from "./use-limits";
import { isPersonal } from "./visitor";

type Asked = { input: string; fields: Record<string, unknown>; isFresh: boolean };

/**
 * Checks what was entered, counts the run and hands it to the queue, together or not at all.
 * @throws run-input with an issue for each field, run-limit
 */
export async function beginRun(
  platform: Platform,
  visited: VisitedApp,
  { definition, settings }: FoundTool,
  visitor: string,
  asked: Asked,
): Promise<string> {
  const { values, issues } = checkFields(definition, asked.fields);
  const input = definition.isInputHidden ? "" : asked.input.trim();
  const takesAny = !definition.isInputHidden || definition.fields.length > 0;
  if (issues.length === 0 && takesAny && input === "" && Object.keys(values).length === 0)
    issues.push({ field: "input", message: "Enter something first" });
  issues.push(...(await issuesOfItems(visited, visitor, definition.fields, values)));
  if (issues.length > 0) throw new AppError("run-input", { issues }, issues[0]!.message);
  if (definition.blocks.length === 0)
    throw new AppError("run-input", { issues }, "This tool has nothing to answer yet");
  const fingerprint = sha256(JSON.stringify([definition, settings.aiModel ?? "", input, values]));
  return inTransaction(visited, async (scope) => {
    await countRun(scope, visitor, settings, new Date());
    const runId = await insertRun(scope, {
      visitor,
      input,
      fields: values,
      definition,
      settings: { ...settings, ...(asked.isFresh && { isFresh: true }) },
      fingerprint,
      credits: settings.creditsPerRun,
    });
    if (isPersonal(visitor)) await remember(scope, visitor, definition, values);
    await platform.jobs.send(scope.db, runJob, { appId: scope.appId, runId });
    return runId;
  });
}

/** An earlier result that was chosen must be the visitor's own. */
async function issuesOfItems(
  visited: VisitedApp,
  visitor: string,
  fields: FoundTool["definition"]["fields"],
  values: Record<string, FieldValue>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  for (const { name, type, label, toolId } of fields) {
    if (type !== "tool_item_select" || typeof values[name] !== "string") continue;
    const row = await findRun(visited, values[name]).catch(() => undefined);
    if (row?.visitor !== visitor || (toolId !== "" && row.toolId !== toolId))
      issues.push({ field: name, message: `Choose one of your results for ${label}` });
  }
  return issues;
}
