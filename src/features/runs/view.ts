import "server-only";
import type { VisitedApp } from "@/db/scope";
import { fieldText } from "./tool/check-fields";
import type { RunView } from "./schema";
import { progressOf, type RunRow } from "./store";
import { isPersonal } from "./visitor";

/** Who looks at a run: by their key, and whether the tool is theirs. */
export type Looker = { key: string; isOwner: boolean };

export const isMine = (row: Pick<RunRow, "visitor">, { key }: Looker): boolean =>
  row.visitor === key && isPersonal(key);

/** A run as its page shows it. What is personal is shown to whoever entered it, and to nobody else. */
export async function viewOf(scope: VisitedApp, row: RunRow, looker: Looker): Promise<RunView> {
  const { progress, lastEvent } = await progressOf(scope, row);
  const mine = isMine(row, looker);
  const { definition, fields } = row;
  const shown = definition.fields.filter(
    ({ name, isPersonal: personal }) => fields[name] !== undefined && (mine || !personal),
  );
  return {
    runId: row.id,
    path: definition.path,
    header: definition.header,
    ...progress,
    // A prompt shows the builder's own words and the visitor's: neither is for everybody.
    blocks: progress.blocks.map(({ prompt, ...block }) => (looker.isOwner && prompt ? { ...block, prompt } : block)),
    input: row.input,
    entered: shown.map(({ name, label, type }) => ({
      label,
      value: type === "tool_item_select" ? "An earlier result" : fieldText(fields[name]!),
    })),
    fields: mine ? fields : {},
    similarTo: row.similarTo,
    isMine: mine,
    mayEdit: mine && row.settings.userCanEditResults,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    lastEvent,
  };
}
