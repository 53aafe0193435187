/** "{appBase}/tool/{toolPath}", and with a result's id before it (2-builder.md §2). */
export const toolAddress = (path: string, runId?: string): string =>
  `${runId === undefined ? "" : `/item/${runId}`}/tool/${encodeURIComponent(path)}`;

/** What an address of an app's host asks for: a tool, or a result of one. */
export function readToolAddress(pathname: string): { path: string; runId?: string } | undefined {
  const match = /^(?:\/item\/(r[0-9a-z]{16}))?\/tool\/([^/]+)\/?$/.exec(pathname);
  if (!match) return undefined;
  try {
    const path = decodeURIComponent(match[2]!);
    return match[1] === undefined ? { path } : { path, runId: match[1] };
  } catch {
    return undefined;
  }
}
