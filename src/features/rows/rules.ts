import { defaultPermissions, permissionLevelSchema, type PermissionLevel, type Permissions } from "@/shipped/contract";
import { type EntitySchema } from "./schema";

/**
 * Who acts on rows. A builder works on their own app's data; an admin and a user are members of the app; null is
 * anonymous.
 */
export type RowActor = { id: string; role: "builder" | "admin" | "user" } | null;

/** Which rows a level opens to an actor. */
export type Reach = "every" | "own" | "nothing";

/**
 * The levels of 2-builder.md §6: anonymous is anybody, all is whoever is signed in, creator is who made the row. A
 * builder owns the data.
 */
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
  const level = (kind: "read" | "write") =>
    permissionLevelSchema.safeParse(given[kind]).data ?? defaultPermissions[kind];
  return { read: level("read"), write: level("write") };
}

/** The name under which a schema refers to people, who are members of the app and no rows. */
export const peopleEntity = "User";

/**
 * A field that holds the ids of another entity's rows, or of people. `shownBy` are the entities whose readers learn of
 * the target: it itself, or for people every one, since a row says who made it.
 */
export type Reference = { field: string; target: string; shownBy: { name: string; permissions: Permissions }[] };

/** The ids that a field refers to, however many it holds. */
export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string" && one !== "");

/** The references that can be checked: one to an entity that the app does not have is told of by the validators. */
export function referencesOf(
  { properties }: EntitySchema,
  entities: ReadonlyMap<string, { name: string; permissions: Permissions }>,
): Reference[] {
  const all = [...entities.values()].filter(({ name }) => name !== peopleEntity);
  return Object.entries(properties).flatMap(([field, property]) => {
    const target = property["x-reference"] ?? property.items?.["x-reference"];
    const shownBy = target === peopleEntity ? all : all.filter(({ name }) => name === target);
    return target === peopleEntity || (target !== undefined && shownBy.length > 0) ? [{ field, target, shownBy }] : [];
  });
}
