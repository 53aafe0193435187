import type { SourceFile } from "@/features/files/schema";

/** Saves of one file this close together are one sitting of work, and one line of the history. */
const sittingMs = 10 * 60 * 1000;

type Listed = { kind: string; description: string; timestamp: string };

/** The history as a person reads it, newest first: of a run of autosaves of one file only the last is shown. Every version is kept. */
export function collapseSaves<T extends Listed>(versions: T[]): T[] {
  return versions.filter((version, index) => {
    const newer = versions[index - 1];
    const isSameSitting =
      newer?.kind === "edit" && version.kind === "edit" && newer.description === version.description;
    return !isSameSitting || Date.parse(newer.timestamp) - Date.parse(version.timestamp) > sittingMs;
  });
}

export type FileChange = { path: string; kind: "added" | "modified" | "deleted" };

/** What differs between two bundles, by path. */
export function changesBetween(before: SourceFile[], after: SourceFile[]): FileChange[] {
  const old = new Map(before.map((file) => [file.path, file.content]));
  const fresh = new Map(after.map((file) => [file.path, file.content]));
  const changes: FileChange[] = [];
  for (const [path, content] of fresh) {
    if (!old.has(path)) changes.push({ path, kind: "added" });
    else if (old.get(path) !== content) changes.push({ path, kind: "modified" });
  }
  for (const path of old.keys()) if (!fresh.has(path)) changes.push({ path, kind: "deleted" });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}
