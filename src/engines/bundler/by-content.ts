import "server-only";
import { createHash } from "node:crypto";
import type { SourceFile } from "@/shipped/contract";

const keptMax = 4_000;

/**
 * What is read of a file, cached by its content: most files do not change between two builds. Keys are digests, so that
 * the cache holds no content.
 * @param partOf the part of a path that the reading depends on
 */
export function byContent<T>(read: (file: SourceFile) => T, partOf: (path: string) => string): (file: SourceFile) => T {
  const known = new Map<string, T>();
  return (file) => {
    const key = createHash("sha256")
      .update(`${partOf(file.path)}\0${file.content}`)
      .digest("base64");
    const found = known.get(key) ?? read(file);
    if (known.size > keptMax) known.clear();
    known.set(key, found);
    return found;
  };
}
