import { z } from "zod";

/**
 * What the server, the assistant, the validators and a shipped app must agree on. Lists and rules of it stand here alone: everybody else
 * imports them or is printed from them.
 */

/** Who may read or write the rows of an entity (2-builder.md §3). */
export const permissionLevels = ["anonymous", "all", "admin", "creator", "none"] as const;
export const permissionLevelSchema = z.enum(permissionLevels);
export type PermissionLevel = z.infer<typeof permissionLevelSchema>;

export const permissionsSchema = z.object({ read: permissionLevelSchema, write: permissionLevelSchema });
export type Permissions = z.infer<typeof permissionsSchema>;

/** "read and write (default creator for both)" (2-builder.md §3). */
export const defaultPermissions: Permissions = { read: "creator", write: "creator" };

/** Code file types of 1-platform.md §3. */
export const fileTypes = ["pages", "components", "services", "functions", "entities", "layout", "globals_css"] as const;
export type FileType = (typeof fileTypes)[number];

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
