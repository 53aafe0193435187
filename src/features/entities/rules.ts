import { type EntitySchema, permissionLevelSchema, type PermissionLevel, type Permissions, defaultPermissions } from "./schema";

/** Who acts on rows. A builder works on their own app's data; an admin and a user are members of the app; null is anonymous. */
export type RowActor = { id: string; role: "builder" | "admin" | "user" } | null;

/** Which rows a level opens to an actor. */
export type Reach = "every" | "own" | "nothing";

/** The levels of 2-builder.md §6: anonymous is anybody, all is whoever is signed in, creator is who made the row. A builder owns the data. */
export function reachOf(level: PermissionLevel, actor: RowActor): Reach {
  if (actor?.role === "builder") return "every";
  switch (level) {
    case "anonymous":
      return "every";
    case "all":
      return actor ? "every" : "nothing";
    case "admin":
      return actor?.role === "admin" ? "every" : "nothing";
    case "creator":
      return actor ? "own" : "nothing";
    case "none":
      return "nothing";
  }
}

const narrower: Record<Reach, number> = { nothing: 0, own: 1, every: 2 };

/**
 * What an actor may do with rows. Changing a row needs write *and* read reach (design §6), so that
 * 'anyone can submit, only admins can view' cannot be used to overwrite and read back.
 */
export function reachesOf(permissions: Permissions, actor: RowActor): { read: Reach; create: Reach; change: Reach } {
  const read = reachOf(permissions.read, actor);
  const write = reachOf(permissions.write, actor);
  return { read, create: write, change: narrower[read] < narrower[write] ? read : write };
}

/** "read and write (default creator for both)" (2-builder.md §3). A level that is not one counts as the default. */
export function permissionsOf(schema: EntitySchema): Permissions {
  const given: Partial<Permissions> = schema["x-accessControl"]?.permissions ?? {};
  const level = (kind: "read" | "write") => permissionLevelSchema.safeParse(given[kind]).data ?? defaultPermissions[kind];
  return { read: level("read"), write: level("write") };
}

const levelNames: Record<PermissionLevel, string> = { anonymous: "Anonymous", all: "Public", admin: "Admin", creator: "Creator", none: "None" };

/** The presets of 2-builder.md §6, with their meanings. */
export const permissionPresets: { name: string; meaning: string; permissions: Permissions }[] = [
  { name: "Admin Only Read, Anonymous Write", meaning: "anyone can submit, only admins can view", permissions: { read: "admin", write: "anonymous" } },
  { name: "Anonymous Read, Admin Write", meaning: "anyone can view, only admins can edit", permissions: { read: "anonymous", write: "admin" } },
  { name: "Public Read, Admin Write", meaning: "logged in users can view, only admins can edit", permissions: { read: "all", write: "admin" } },
  { name: "Public Read, Creator Write", meaning: "logged in users can view, only the creator can edit", permissions: { read: "all", write: "creator" } },
  { name: "Creator Only", meaning: "only the creator can view and edit", permissions: { read: "creator", write: "creator" } },
  { name: "Admin Only", meaning: "only admins can view and edit", permissions: { read: "admin", write: "admin" } },
];

/** "Other combinations are named 'X Read, Y Write'" (2-builder.md §6). */
export function permissionsName({ read, write }: Permissions): string {
  const preset = permissionPresets.find(({ permissions }) => permissions.read === read && permissions.write === write);
  return preset?.name ?? `${levelNames[read]} Read, ${levelNames[write]} Write`;
}
