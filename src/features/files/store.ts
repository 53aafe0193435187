import "server-only";
import type { OwnedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import { filesIn, patchVersion } from "@/features/versions/store";
import { AppError } from "@/errors";
import { fileType, normalizePath, type SourceFile } from "@/shipped/contract";
import { toCodeFile } from "./rules";
import type { CodeFile } from "./schema";

/** A path that may be edited by hand. Entity files change through the database panel and the assistant. */
export function editablePath(raw: string, normalize = normalizePath): string {
  const path = normalize(raw);
  if (!path) throw new AppError("file-path");
  if (fileType(path) === "entities") throw new AppError("read-only-file");
  return path;
}

export function findFile(files: SourceFile[], path: string): SourceFile {
  const file = files.find((one) => one.path === path);
  if (!file) throw new AppError("file-not-found");
  return file;
}

/**
 * Saves one file with optimistic concurrency: `baseHash` names the content that the save is based on. A stale save is
 * refused with the current content, so that the person can merge.
 */
export async function saveFile(
  scope: OwnedApp,
  path: string,
  content: string,
  baseHash: string | undefined,
): Promise<{ file: CodeFile; hash: string; versionId: string | null }> {
  const draft = { kind: "edit", description: `Edited ${path}`, joins: "autosave" } as const;
  const written = await patchVersion(scope, draft, async (manifest, locked) => {
    if (!Object.hasOwn(manifest, path)) throw new AppError("file-not-found");
    const hash = manifest[path]!;
    // Idempotent: sending the current content again is a retry whose first response was lost.
    const isStale = baseHash !== undefined && hash !== baseHash && hash !== sha256(content);
    if (isStale) throw new AppError("stale-file", { ...(await filesIn(locked, { [path]: hash }))[0], hash });
    return new Map([[path, content]]);
  });
  return { file: toCodeFile({ path, content }), hash: sha256(content), versionId: written?.version.id ?? null };
}
