import { isText, listOf, orUndefined, shape } from "@/engines/shape";
import { dropKept, keep, readKept } from "@/ui/kept";

/** Unsaved text with its base and with saves that were never answered. */
export type KeptEdit = {
  text: string;
  baseHash: string;
  sent: string[];
  /** The text of `baseHash`, for a three-way merge. Absent in edits of older releases. */
  base?: string | undefined;
};
const isEdit = shape<KeptEdit>({ text: isText, baseHash: isText, sent: listOf(isText), base: orUndefined(isText) });

const keyOf = (appId: string, path: string) => `joinery.edit.${appId}.${path}`;

/** An unsaved edit from a closed tab or a lost connection. */
export const keptEdit = (appId: string, path: string): KeptEdit | undefined =>
  readKept("local", keyOf(appId, path), isEdit);

export const keepEdit = (appId: string, path: string, edit: KeptEdit): void => keep("local", keyOf(appId, path), edit);

/** Removes a saved or discarded edit, unless another tab has stored a different one. */
export function dropEdit(appId: string, path: string, text: string): void {
  if (keptEdit(appId, path)?.text === text) dropKept("local", keyOf(appId, path));
}
