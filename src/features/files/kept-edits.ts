import { z } from "zod";

/** Typed text that has not reached the server: what it was based on, and what was sent without an answer. */
const keptSchema = z.object({ text: z.string(), baseHash: z.string(), sent: z.array(z.string()) });
export type KeptEdit = z.infer<typeof keptSchema>;

const prefix = "joinery.edit.";
const keyOf = (appId: string, path: string) => `${prefix}${appId}.${path}`;

/** An edit that never reached the server, from a tab that was closed or a network that was gone. */
export function keptEdit(appId: string, path: string): KeptEdit | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(window.localStorage.getItem(keyOf(appId, path)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function keepEdit(appId: string, path: string, edit: KeptEdit): void {
  try {
    window.localStorage.setItem(keyOf(appId, path), JSON.stringify(edit));
  } catch {
    // A full or forbidden store: the edit still stands in the editor.
  }
}

/** Removes an edit that is saved or given up, but not what another tab has kept of the same file. */
export function dropEdit(appId: string, path: string, text: string): void {
  if (keptEdit(appId, path)?.text === text) window.localStorage.removeItem(keyOf(appId, path));
}

/** Who signs out leaves no code in the browser. */
export function dropEdits(): void {
  try {
    for (const key of Object.keys(window.localStorage)) if (key.startsWith(prefix)) window.localStorage.removeItem(key);
  } catch {
    // A forbidden store holds nothing.
  }
}
