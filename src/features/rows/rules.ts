import {
  canBeUnique,
  defaultPermissions,
  myAddress,
  isPermissionLevel,
  type PermissionLevel,
  type Permissions,
  type RowOperation,
  rowOperations,
  type RowTest,
} from "@/shipped/contract";
import { type EntitySchema } from "./schema";

/**
 * Who acts on rows: "builder" for the owner and collaborators, "builder:view" for one who may only look, otherwise a
 * member's role (`roleSchema`); null is anonymous. `address`: a member's, in small letters, once they have proven it.
 */
export type RowActor = { id: string; role: string; address?: string | undefined } | null;

/** Per operation its tests, of which one must hold. */
export type Access = Record<RowOperation, RowTest[]>;

/** A condition on the row itself, once the caller is known. */
export type RowCondition =
  | "own"
  | { field: string; is: string | number | boolean }
  | { field: string; has: string }
  | { field: string; address: string }
  | { field: string; of: string; meets: RowCondition }
  | { any: RowCondition[] }
  | { every: RowCondition[] };

/** The rows that an operation allows an actor. */
export type Reach = "every" | "nothing" | RowCondition;

/** The levels of 2-builder.md §6: anonymous is anybody, all is whoever is signed in, creator is who made the row. */
function reachOfTest(test: RowTest, actor: RowActor): Reach {
  if (test === "anonymous") return "every";
  if (typeof test === "object" && "every" in test) return allOf(test.every.map((one) => reachOfTest(one, actor)));
  if (typeof test === "object" && "meets" in test) {
    const meets = reachOfTest(test.meets, actor);
    // A test of the caller alone says nothing of the row that is referred to.
    return typeof meets === "object" || meets === "own" ? { field: test.field, of: test.of, meets } : "nothing";
  }
  if (typeof test === "object" && "is" in test && test.is === myAddress)
    return actor?.address === undefined ? "nothing" : { field: test.field, address: actor.address };
  if (typeof test === "object" && "field" in test) {
    const value = "is" in test ? test.is : test.has;
    if (value !== "me") return test;
    if (!actor) return "nothing";
    return "is" in test ? { field: test.field, is: actor.id } : { field: test.field, has: actor.id };
  }
  if (!actor) return "nothing";
  if (test === "all") return "every";
  if (test === "creator") return "own";
  return actor.role === (test === "admin" ? "admin" : test.role) ? "every" : "nothing";
}

/** The builder may do everything. */
export function reachOf(tests: RowTest[], actor: RowActor): Reach {
  if (actor?.role === "builder") return "every";
  return anyOf(tests.map((test) => reachOfTest(test, actor)));
}

function anyOf(reaches: Reach[]): Reach {
  if (reaches.includes("every")) return "every";
  const some = distinct(reaches.filter((reach) => reach !== "every" && reach !== "nothing"));
  return some.length > 1 ? { any: some } : (some[0] ?? "nothing");
}

function allOf(reaches: Reach[]): Reach {
  if (reaches.includes("nothing")) return "nothing";
  const every = distinct(reaches.filter((reach) => reach !== "every" && reach !== "nothing"));
  return every.length > 1 ? { every } : (every[0] ?? "every");
}

const distinct = (conditions: RowCondition[]): RowCondition[] => [
  ...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values(),
];

/** Whether a condition depends on fields; the creator never changes. */
export const asksForFields = (reach: Reach): reach is Exclude<Reach, string> => typeof reach === "object";

/** Whether a row is within reach: in-memory counterpart of `within` (read.ts), for rows not stored yet. */
export function isWithin(
  reach: Reach,
  actor: RowActor,
  row: { creatorId: string | null; data: Record<string, unknown> },
): boolean {
  if (typeof reach === "string") return reach === "every" || (reach === "own" && actor?.id === row.creatorId);
  if ("any" in reach) return reach.any.some((one) => isWithin(one, actor, row));
  if ("every" in reach) return reach.every.every((one) => isWithin(one, actor, row));
  // Only the database knows the row that is referred to (design §7: such a test is for reading alone).
  if ("meets" in reach) return false;
  const value = Object.hasOwn(row.data, reach.field) ? row.data[reach.field] : undefined;
  if ("address" in reach) return typeof value === "string" && value.toLowerCase() === reach.address;
  return "is" in reach ? value === reach.is : Array.isArray(value) && value.includes(reach.has);
}

/**
 * What an actor may do with rows. Updating requires read reach as well (design §6), so that 'anyone can submit, only
 * admins can view' cannot be used to overwrite and read back.
 */
export const reachesOf = (access: Access, actor: RowActor): Record<RowOperation, Reach> => new Reaches(access, actor);

/** Works out only what is asked for: a call is about one operation. */
class Reaches implements Record<RowOperation, Reach> {
  constructor(
    private readonly access: Access,
    private readonly actor: RowActor,
  ) {}

  get read(): Reach {
    return this.#isLooking ? "every" : reachOf(this.access.read, this.actor);
  }

  get create(): Reach {
    return this.#isLooking ? "nothing" : reachOf(this.access.create, this.actor);
  }

  get update(): Reach {
    return this.#isLooking ? "nothing" : allOf([reachOf(this.access.update, this.actor), this.read]);
  }

  get delete(): Reach {
    return this.#isLooking ? "nothing" : allOf([reachOf(this.access.delete, this.actor), this.read]);
  }

  /** A collaborator who may only look. */
  get #isLooking(): boolean {
    return this.actor?.role === "builder:view";
  }
}

/** "read and write (default creator for both)" (2-builder.md §3). An unknown level counts as the default. */
export function permissionsOf(schema: EntitySchema): Permissions {
  const given: Partial<Permissions> = schema["x-accessControl"]?.permissions ?? {};
  const level = (kind: "read" | "write") => (isPermissionLevel(given[kind]) ? given[kind] : defaultPermissions[kind]);
  return { read: level("read"), write: level("write") };
}

const testsOf = (level: PermissionLevel): RowTest[] => (level === "none" ? [] : [level]);

/** The permission pair as rules. */
export function accessOfPair({ read, write }: Permissions): Access {
  return { read: testsOf(read), create: testsOf(write), update: testsOf(write), delete: testsOf(write) };
}

/** One actor of each kind that rules can distinguish. */
const people = (accesses: Access[]): RowActor[] => [
  null,
  ...["user", "admin", ...accesses.flatMap(rolesIn)].map((role) => ({ id: role, role, address: role })),
];

/** The roles that rules name. */
export function rolesIn(access: Access): string[] {
  const within = (test: RowTest): string[] =>
    typeof test !== "object" ? [] : "role" in test ? [test.role] : "every" in test ? test.every.flatMap(within) : [];
  return [...new Set(rowOperations.flatMap((operation) => access[operation].flatMap(within)))];
}

/**
 * Whether a change grants anybody anything new. Two different conditions count as widening, since neither is known to
 * be narrower.
 */
export function widens(before: Access, after: Access): boolean {
  return people([before, after]).some((actor) => {
    const [was, is] = [reachesOf(before, actor), reachesOf(after, actor)];
    return rowOperations.some(
      (operation) =>
        was[operation] !== "every" &&
        is[operation] !== "nothing" &&
        JSON.stringify(was[operation]) !== JSON.stringify(is[operation]),
    );
  });
}

/** The target name of references to people, who are members and not rows. */
export const peopleEntity = "User";

/**
 * A field that holds ids of another entity's rows, or of people. `shownBy`: the entities whose readers may see the
 * target. That is the target itself; for people every entity, since each row shows its creator.
 */
export type Reference = { field: string; target: string; shownBy: { name: string; access: Access }[] };

/** The ids in a reference field, single or list. */
export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string" && one !== "");

/** Checkable references; one to a missing entity is reported by the validators of the code. */
export function referencesOf(
  { properties }: EntitySchema,
  entities: ReadonlyMap<string, { name: string; access: Access }>,
): Reference[] {
  const all = [...entities.values()].filter(({ name }) => name !== peopleEntity);
  return Object.entries(properties).flatMap(([field, property]) => {
    const target = property["x-reference"] ?? property.items?.["x-reference"];
    const shownBy = target === peopleEntity ? all : all.filter(({ name }) => name === target);
    return target === peopleEntity || (target !== undefined && shownBy.length > 0) ? [{ field, target, shownBy }] : [];
  });
}

/** The fields in which no two rows may agree. The keyword is ignored where it makes no sense. */
export const uniqueFieldsOf = ({ properties }: Pick<EntitySchema, "properties">): string[] =>
  Object.entries(properties).flatMap(([name, property]) =>
    property["x-unique"] === true && canBeUnique(name, property) ? [name] : [],
  );

const scalars = new Set(["string", "number", "integer", "boolean"]);
/** Whether an own field holds one text, number or boolean in every row. */
export const isScalar = (properties: EntitySchema["properties"], name: string): boolean =>
  Object.hasOwn(properties, name) && scalars.has(String(properties[name]!.type));
