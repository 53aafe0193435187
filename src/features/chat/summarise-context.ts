import type { ContextMetadata } from "./read-message";

/** Files that the turn edited although no method had retrieved them: the "missing-file warning" (2-builder.md §6). */
export function missingFiles({ retrievedFiles, relevantFiles }: ContextMetadata): string[] {
  const found = new Set(retrievedFiles.map(({ filePath }) => filePath));
  return relevantFiles.filter((path) => !found.has(path));
}
