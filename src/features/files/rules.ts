import type { CodeFile, FileType, SourceFile } from "./schema";

const folders: Record<string, { type: FileType; extensions: RegExp }> = {
  pages: { type: "pages", extensions: /\.(jsx|tsx)$/ },
  components: { type: "components", extensions: /\.(jsx|tsx|js|ts)$/ },
  services: { type: "services", extensions: /\.(js|ts)$/ },
  functions: { type: "functions", extensions: /\.(js|ts)$/ },
  entities: { type: "entities", extensions: /\.json$/ },
};

const segment = /^[A-Za-z0-9_$][A-Za-z0-9_$.-]*$/;

/**
 * The one place that decides whether a path may exist in an app.
 * Models and old exports write `src/pages/A.jsx`, `./pages/A.jsx`, `/Layout.jsx`: those are normalised.
 * Returns null for whatever could leave the bundle or collide with something special.
 */
export function normalizePath(raw: string): string | null {
  const path = raw
    .trim()
    .replace(/^(\.?\/)+/, "")
    .replace(/^src\//, "");
  if (path.length === 0 || path.length > 200) return null;
  if (/^layout\.(jsx|tsx)$/i.test(path)) return "layout.jsx";
  if (path === "globals.css") return path;
  const parts = path.split("/");
  if (parts.length < 2 || parts.length > 8) return null;
  if (!parts.every((part) => segment.test(part) && !part.includes("..") && part !== "__proto__")) return null;
  const folder = Object.hasOwn(folders, parts[0]!) ? folders[parts[0]!] : undefined;
  if (!folder || !folder.extensions.test(path)) return null;
  if (folder.type === "entities" && parts.length !== 2) return null;
  return path;
}

/** Names that Windows keeps for devices, whatever their extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Where a new file may be put: a path that can be unpacked on every system, where a download of the app may go. */
export function newPath(raw: string): string | null {
  const path = normalizePath(raw);
  const parts = path?.split("/") ?? [];
  const isFileLike = parts.slice(0, -1).some((folder) => /\.(jsx?|tsx?|json|css)$/.test(folder));
  return isFileLike || parts.some((part) => deviceName.test(part) || part.endsWith(".")) ? null : path;
}

/** Whether two paths are one file where upper and lower case mean the same. */
export const isSamePath = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The type of a normalised path. */
export function fileType(path: string): FileType {
  if (path === "layout.jsx") return "layout";
  if (path === "globals.css") return "globals_css";
  return folders[path.slice(0, path.indexOf("/"))]!.type;
}

/** "pages/admin/Users.jsx" → "Users": what the file tree and the routes show. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");
}

function language(path: string): CodeFile["language"] {
  if (path.endsWith(".css")) return "css";
  if (path.endsWith(".json")) return "json";
  return /\.tsx?$/.test(path) ? "typescript" : "javascript";
}

/** A bundle file in the shape of 1-platform.md §3. Entity files are read-only. The path is the id: unique within an app. */
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
