import type { SourceFile } from "@/features/files/schema";

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
