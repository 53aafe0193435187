import { z } from "zod";
import { isObject } from "@/engines/protocol/records";
import { dropKept, keep, readKept } from "@/ui/kept";
import { type Edits, keptOf, type PartName, partNames, type SaveState } from "../save-flow";

const editsSchema = z.record(
  z.string(),
  // JSON has no undefined: a text that was not there before has no base.
  z
    .object({ base: z.unknown().optional(), value: z.unknown().optional() })
    .transform(({ base, value }) => ({ base, value })),
);
const draftSchema = z.partialRecord(z.enum(partNames), editsSchema);

const keyOf = (appId: string, toolId: string | null) => `joinery.tool.${appId}.${toolId ?? "app"}`;

/** What an earlier life of this tab had not saved. */
export const readDraft = (appId: string, toolId: string | null): Partial<Record<PartName, Edits>> =>
  draftSchema.safeParse(readKept("session", keyOf(appId, toolId), isObject)).data ?? {};

/** Keeps in the tab's storage what the server has not acknowledged, and forgets it once it has. */
export function keepDraft(appId: string, toolId: string | null, { parts }: SaveState): void {
  const before = readDraft(appId, toolId);
  const open = partNames.flatMap((name) => {
    // What is not loaded yet has not been asked for what was kept of it.
    const edits = parts[name] ? keptOf(parts[name]) : (before[name] ?? {});
    return Object.keys(edits).length > 0 ? [[name, edits] as const] : [];
  });
  if (open.length > 0) keep("session", keyOf(appId, toolId), Object.fromEntries(open));
  else dropKept("session", keyOf(appId, toolId));
}
