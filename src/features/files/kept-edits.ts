import { z } from "zod";
import { dropKept, keep, readKept } from "@/ui/kept";

/** Unsaved text with its base and with saves that were never answered. */
const keptSchema = z.object({
  text: z.string(),
  baseHash: z.string(),
  sent: z.array(z.string()),
  /** The text of `baseHash`, for a three-way merge. Absent in edits of older releases. */
  base: z.string().optional(),
});
export type KeptEdit = z.infer<typeof keptSchema>;

const keyOf = (appId: string, path: string) => `joinery.edit.${appId}.${path}`;

/** An unsaved edit from a closed tab or a lost connection. */
export const keptEdit = (appId: string, path: string): KeptEdit | undefined =>
  readKept("local", keyOf(appId, path), keptSchema);

export const keepEdit = (appId: string, path: string, edit: KeptEdit): void => keep("local", keyOf(appId, path), edit);

/** Removes a saved or discarded edit, unless another tab has stored a different one. */
export function dropEdit(appId: string, path: string, text: string): void {
  if (keptEdit(appId, path)?.text === text) dropKept("local", keyOf(appId, path));
}
