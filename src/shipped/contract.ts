/**
 * The contract of server, assistant, validators and shipped apps. Single source of its lists and rules: everything else
 * imports or prints them.
 */

/** Who may read or write the rows of an entity (2-builder.md §3). */
export const permissionLevels = ["anonymous", "all", "admin", "creator", "none"] as const;
export type PermissionLevel = (typeof permissionLevels)[number];
export type Permissions = { read: PermissionLevel; write: PermissionLevel };

export const isPermissionLevel = (value: unknown): value is PermissionLevel =>
  (permissionLevels as readonly unknown[]).includes(value);

/** What `is` compares a field with: the caller's address, once they have proven that they read its mail. */
export const myAddress = "my address";

/**
 * A test of a row rule (design §7): of the caller, the row, or both. "me" is the caller's id. `of` follows a reference: the
 * row that the field names, one of that entity, must meet a test. It is for reading alone.
 */
export type RowTest =
  | Exclude<PermissionLevel, "none">
  | { role: string }
  | { field: string; is: string | number | boolean }
  | { field: string; has: string }
  | { field: string; of: string; meets: RowTest }
  | { every: RowTest[] };

/** A test of a field's rights: of the caller alone, so that a field is open or closed in a whole table. */
export type FieldTest = "anonymous" | "all" | "admin" | { role: string };
/** Who may see a field of the rows that they reach, and who may set it. */
export type FieldAccess = { read?: FieldTest[]; write?: FieldTest[] };

export const rowOperations = ["read", "create", "update", "delete"] as const;
export type RowOperation = (typeof rowOperations)[number];

/** "read and write (default creator for both)" (2-builder.md §3). */
export const defaultPermissions: Permissions = { read: "creator", write: "creator" };

/** One file of an app's bundle. `path` is relative to the app's root, with forward slashes: "pages/Home.jsx". */
export type SourceFile = { path: string; content: string };

/** A file's name without extension: "pages/admin/Users.jsx" → "Users". */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");
}

/** The fields that the platform sets on every row; a schema cannot redefine them. */
export const rowSystemFields = ["id", "createdAt", "updatedAt", "creatorId"] as const;

/** Formats of texts that are read rather than looked up. */
const longFormats = new Set(["markdown", "html", "textarea", "richtext"]);

/**
 * Whether `"x-unique": true` makes sense for a field: one text, number, date or reference. As in Airtable's primary
 * checks, NocoDB and Directus not for lists, objects, yes or no, pictures and long texts.
 */
export function canBeUnique(name: string, { type, format }: { type?: unknown; format?: unknown }): boolean {
  if (type === "number" || type === "integer") return true;
  return type === "string" && !/image/i.test(name) && !longFormats.has(String(format));
}

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
 * The one place that decides whether a path may exist in an app. Models and old exports write `src/pages/A.jsx`,
 * `./pages/A.jsx`, `/Layout.jsx`: those are normalized.
 * @returns null for path traversal and for collisions with reserved paths
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

/** Device names reserved by Windows, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The path for a new file: one that unpacks on every system, because apps can be downloaded. */
export function newPath(raw: string): string | null {
  const path = normalizePath(raw);
  const parts = path?.split("/") ?? [];
  const isFileLike = parts.slice(0, -1).some((folder) => /\.(jsx?|tsx?|json|css)$/.test(folder));
  return isFileLike || parts.some((part) => deviceName.test(part) || part.endsWith(".")) ? null : path;
}

/** Whether two paths are the same file on a case-insensitive file system. */
export const isSamePath = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The type of a normalized path. */
export function fileType(path: string): FileType {
  if (path === "layout.jsx") return "layout";
  if (path === "globals.css") return "globals_css";
  return folders[path.slice(0, path.indexOf("/"))]!.type;
}

/** "entities/Contact.json" → "Contact". */
export const entityOf = (path: string): string | undefined =>
  /^entities\/([A-Za-z][A-Za-z0-9_]*)\.json$/.exec(path)?.[1];

/** "pages/admin/Users.jsx" → "Users". */
export const pageOf = (path: string): string | undefined =>
  /^pages\/(?:.*\/)?([A-Za-z0-9_$.-]+)\.(jsx|tsx)$/.exec(path)?.[1];

/** Function names are file names and URL segments. */
const name = "[A-Za-z][A-Za-z0-9_-]{0,63}";
export const functionNamePattern = new RegExp(`^${name}$`);
const functionFile = new RegExp(`^functions/(${name})(?:/entry)?\\.(?:ts|js)$`);

/** "functions/sendMail.ts" and "functions/sendMail/entry.ts" → "sendMail". Other files below functions/ are shared code. */
export function functionOf(path: string): string | undefined {
  return functionFile.exec(path)?.[1];
}

/** npm packages that every app may import. Anything else is reported as a problem. */
export const appPackages = [
  "react",
  "react/jsx-runtime",
  "react-dom",
  "react-dom/client",
  "react-router-dom",
  "lucide-react",
  "recharts",
  "date-fns",
  "clsx",
  "tailwind-merge",
  "class-variance-authority",
  "framer-motion",
  "sonner",
  "radix-ui",
] as const;

/** The same without sub-paths, for people. */
export const appPackageNames: string[] = appPackages.filter((name) => !name.includes("/"));

/**
 * Packages with importable sub-paths: `date-fns/format`, `date-fns/locale/de`. Such modules are bundled into the app.
 */
export const subPathPackages: readonly string[] = ["date-fns"];

/** The package of an import specifier: "date-fns" of "date-fns/locale". */
export function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0]!;
}

/**
 * shadcn-shaped components: `@/components/ui/<name>`, a file each in shipped/kit/ui. What they are made of is in `parts/`
 * there, of which models are not told.
 */
export const components = [
  "accordion",
  "alert",
  "alert-dialog",
  "app-shell",
  "attention",
  "avatar",
  "badge",
  "board",
  "button",
  "calendar",
  "card",
  "chart",
  "checkbox",
  "command-menu",
  "cover",
  "data-table",
  "data-transfer",
  "detail-page",
  "dialog",
  "dropdown-menu",
  "empty-state",
  "event-calendar",
  "feed",
  "field-input",
  "field-value",
  "gallery",
  "hero",
  "input",
  "label",
  "list-tools",
  "option-badge",
  "page-header",
  "popover",
  "progress",
  "public-form",
  "radio-group",
  "record-form",
  "record-page",
  "scroll-area",
  "select",
  "separator",
  "sheet",
  "skeleton",
  "slider",
  "slot-picker",
  "sonner",
  "stars",
  "stat",
  "switch",
  "table",
  "table-view",
  "tabs",
  "textarea",
  "today",
  "tooltip",
] as const;

type Method = { name: string; signature: string };

/** What each entity of `@/api/entities` offers (shipped/sdk/entities.js). */
export const entityMethods: Method[] = [
  { name: "list", signature: 'list(sort = "-createdAt", limit)' },
  { name: "filter", signature: "filter(query, sort, limit)" },
  { name: "get", signature: "get(id)" },
  { name: "create", signature: "create(data)" },
  { name: "update", signature: "update(id, data)" },
  { name: "delete", signature: "delete(id)" },
  { name: "bulkCreate", signature: "bulkCreate(rows)" },
  { name: "count", signature: "count(query) → number" },
  {
    name: "aggregate",
    signature:
      'aggregate({ query, group: "status" or "createdAt:month", metrics: ["sum:amount"] }) → [{ key, count, "sum:amount" }]',
  },
  {
    name: "taken",
    signature:
      'taken(from, to) → ISO starts that are taken in a table with "x-noOverlap", also for those who may book and not read',
  },
  { name: "page", signature: "page({ query, sort, limit, cursor }) → { items, nextCursor }" },
  { name: "subscribe", signature: "subscribe(fn) → unsubscribe" },
  {
    name: "access",
    signature:
      "access() → { canRead, readsOnlyOwn, canAdd, canChange(row), canDelete(row), canSee(field), canSet(field) } to hide what a visitor may not do",
  },
  { name: "schema", signature: "schema()" },
];

/** What `User` of `@/api/entities` offers. */
export const userMethods: Method[] = [
  { name: "me", signature: "me()" },
  { name: "isSignedIn", signature: "isSignedIn()" },
  { name: "login", signature: "login()" },
  { name: "logout", signature: "logout()" },
  { name: "updateMe", signature: "updateMe(data)" },
  {
    name: "verifyEmail",
    signature:
      "verifyEmail() → asks a member for the mailed code that proves their address, where me().isEmailVerified is false",
  },
  {
    name: "accountPage",
    signature: "accountPage → path of the member's account, if any",
  },
];

/** What `@/api/integrations` exports (shipped/sdk/integrations.js). */
export const integrations: Method[] = [
  { name: "UploadFile", signature: "UploadFile({ file }) → { file_url }" },
  { name: "InvokeLLM", signature: "InvokeLLM({ prompt, response_json_schema })" },
  { name: "SendEmail", signature: "SendEmail({ to, subject, body })" },
];
