import { defaultPermissions, isPermissionLevel, normalizePath, type Permissions } from "@/shipped/contract";
import { type ActionType, isActionType } from "./schema";

/** A parsed opening tag. `echo` is the id as the model wrote it, which the closing tag repeats; "" without one. */
export type OpeningTag = {
  echo: string;
  type: ActionType;
  title: string;
  file: string;
  isSelfClosed: boolean;
  permissions?: Permissions;
};

/** Longest tag line (UTF-16 units), so that a reply of one endless line cannot make the parser buffer it. */
export const tagLengthMax = 4096;

const opening = /^<action((?:[ \t]+[A-Za-z_-]+="[^"]*")*)[ \t]*(\/?)>[ \t]*\r?$/;
const closing = /^<\/action(?:[ \t]+id="([^"]*)")?[ \t]*>[ \t]*\r?$/;
const attribute = /([A-Za-z_-]+)="([^"]*)"/g;
const references: Record<string, string> = { "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" };

const entityTypes: ReadonlySet<ActionType> = new Set<ActionType>([
  "add_entity",
  "edit_entity",
  "insert_entity_records",
]);
const filelessTypes: ReadonlySet<ActionType> = new Set<ActionType>(["request_secrets", "import_entities"]);

/** "entities/Contact.json" or "Contact" → "Contact". */
export function entityNameOf(file: string): string {
  return file
    .trim()
    .replace(/^(\.?\/)*(src\/)?entities\//, "")
    .replace(/\.json$/, "");
}

/** Parses a whole line as an opening tag; null for anything else, including an unknown type or a missing file. */
export function readOpening(line: string): OpeningTag | null {
  const match = opening.exec(line);
  if (!match) return null;
  const attributes = new Map<string, string>();
  for (const [, name, value] of match[1]!.matchAll(attribute)) attributes.set(name!, unescape(value!));
  const named = attributes.get("type");
  const type = isActionType(named) ? named : undefined;
  const file = type && fileOf(type, attributes.get("file") ?? "");
  if (!type || (file === "" && !filelessTypes.has(type))) return null;
  // Only the one action without a body may be self-closing; for others an empty body would be an accident.
  const isSelfClosed = match[2] === "/";
  if (isSelfClosed && type !== "delete_file") return null;
  return {
    echo: attributes.get("id") ?? "",
    type,
    title: attributes.get("title")?.trim() || defaultTitle(type, file ?? ""),
    file: file ?? "",
    isSelfClosed,
    ...permissionsOf(type, attributes),
  };
}

/** Parses a whole line as a closing tag: its echoed id, "" for a plain `</action>`, null for anything else. */
export function readClosing(line: string): string | null {
  const match = closing.exec(line);
  return match && (match[1] ?? "");
}

/** Whether the incomplete line at `start` may still become a tag. */
export function mayBecomeTag(text: string, start: number): boolean {
  const length = text.length - start;
  if (length > tagLengthMax) return false;
  return ["<action", "</action"].some((word) => {
    if (length < word.length) return word.startsWith(text.slice(start));
    if (!text.startsWith(word, start)) return false;
    const next = text.charAt(start + word.length);
    return next === "" || next === " " || next === "\t" || (next === ">" && word === "</action");
  });
}

function fileOf(type: ActionType, file: string): string {
  if (filelessTypes.has(type)) return "";
  return entityTypes.has(type) ? entityNameOf(file) : (normalizePath(file) ?? file.trim());
}

/** "add_file" and "pages/Home.jsx" → "Add file pages/Home.jsx". */
function defaultTitle(type: ActionType, file: string): string {
  const words = type.replaceAll("_", " ");
  return `${words[0]!.toUpperCase()}${words.slice(1)} ${file}`.trim();
}

/** Deny by default: a missing or unknown level becomes the default. Without the attributes no permissions are given. */
function permissionsOf(type: ActionType, attributes: Map<string, string>): { permissions?: Permissions } {
  if (!entityTypes.has(type) || !(attributes.has("read") || attributes.has("write"))) return {};
  const level = (name: "read" | "write") => {
    const given = attributes.get(name);
    return isPermissionLevel(given) ? given : defaultPermissions[name];
  };
  return { permissions: { read: level("read"), write: level("write") } };
}

function unescape(value: string): string {
  return value.replace(/&(?:quot|lt|gt|amp);/g, (reference) => references[reference]!);
}
