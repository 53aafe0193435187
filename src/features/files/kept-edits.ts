import { z } from "zod";
import { dropKept, keep, readKept } from "@/ui/kept";

/** Typed text that has not reached the server: what it was based on, and what was sent without an answer. */
const keptSchema = z.object({
  text: z.string(),
  baseHash: z.string(),
  sent: z.array(z.string()),
  /** The text of `baseHash`, for a merge. Edits of an older release have none. */
  base: z.string().optional(),
});
export type KeptEdit = z.infer<typeof keptSchema>;

const keyOf = (appId: string, path: string) => `joinery.edit.${appId}.${path}`;

/** An edit that never reached the server, from a tab that was closed or a network that was gone. */
export const keptEdit = (appId: string, path: string): KeptEdit | undefined =>
  readKept("local", keyOf(appId, path), keptSchema);

export const keepEdit = (appId: string, path: string, edit: KeptEdit): void => keep("local", keyOf(appId, path), edit);

/** Removes an edit that is saved or given up, but not what another tab has kept of the same file. */
export function dropEdit(appId: string, path: string, text: string): void {
  if (keptEdit(appId, path)?.text === text) dropKept("local", keyOf(appId, path));
}
