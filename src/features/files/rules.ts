import { fileName, fileType, type SourceFile } from "@/shipped/contract";
import type { CodeFile } from "./schema";

function language(path: string): CodeFile["language"] {
  if (path.endsWith(".css")) return "css";
  if (path.endsWith(".json")) return "json";
  return /\.tsx?$/.test(path) ? "typescript" : "javascript";
}

/**
 * A bundle file in the shape of 1-platform.md §3. Entity files are read-only. The path is the id: unique within an app.
 */
export function toCodeFile({ path, content }: SourceFile): CodeFile {
  const type = fileType(path);
  return {
    id: path,
    name: fileName(path),
    path,
    content,
    type,
    language: language(path),
    readOnly: type === "entities",
  };
}
