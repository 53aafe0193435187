import type { ContextMetadata } from "./read-message";

/** Files that the turn went on to edit although no method had found them: what the "missing-file warning" names (2-builder.md §6). */
export function missingFiles({ retrievedFiles, relevantFiles }: ContextMetadata): string[] {
  const found = new Set(retrievedFiles.map(({ filePath }) => filePath));
  return relevantFiles.filter((path) => !found.has(path));
}
