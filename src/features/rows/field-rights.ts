import { fieldAccessSchema } from "@/shipped/access";
import { type FieldTest, rowSystemFields } from "@/shipped/contract";
import type { Entity } from "./entity";
import { reachOf, type RowActor } from "./rules";
import type { EntityProperty, EntitySchema } from "./schema";
import { nameAt, type RowFaults, type RowValidator } from "./validate-row";

/** Rights of single fields (docs/protocol.md): `x-accessControl` of a property, beside the rules of its table. */

type Access = Record<"read" | "write", FieldTest[]>;
type Fields = Record<string, unknown>;
/** Whose rights are asked for; a part of `Rows` (read.ts). */
type Asked = { entity: Entity; actor: RowActor };

const everybody: FieldTest[] = ["anonymous"];

/** Who sees and sets a field. What cannot be read opens nothing; nobody sets what they do not see. */
export function fieldAccessOf({ "x-accessControl": given }: EntityProperty): Access {
  if (given === undefined) return { read: everybody, write: everybody };
  const access = fieldAccessSchema.safeParse(given).data;
  if (!access) return { read: [], write: [] };
  return { read: access.read ?? everybody, write: access.write ?? everybody };
}

type Rights = { hidden: readonly string[]; locked: readonly string[]; seen: Entity };

/** Rights by entity and role: they depend on nothing else. */
const known = new WeakMap<Entity, Map<string, Rights>>();

function rightsOf({ entity, actor }: Asked): Rights {
  const byRole = known.get(entity) ?? new Map<string, Rights>();
  known.set(entity, byRole);
  const role = actor?.role ?? "";
  const kept = byRole.get(role);
  if (kept) return kept;
  const fields = Object.entries(entity.schema.properties).map(([name, property]) => {
    const { read, write } = fieldAccessOf(property);
    // "builder:view" reads every row, and so every field.
    const isSeen = role.startsWith("builder") || reachOf(read, actor) === "every";
    return { name, isSeen, isOpen: isSeen && reachOf(write, actor) === "every" };
  });
  const hidden = fields.flatMap(({ name, isSeen }) => (isSeen ? [] : [name]));
  const rights: Rights = {
    hidden,
    locked: fields.flatMap(({ name, isOpen }) => (isOpen ? [] : [name])),
    seen: hidden.length === 0 ? entity : without(entity, hidden),
  };
  byRole.set(role, rights);
  return rights;
}

function without(entity: Entity, hidden: string[]): Entity {
  const properties = Object.fromEntries(
    Object.entries(entity.schema.properties).filter(([name]) => !hidden.includes(name)),
  );
  return { ...entity, schema: { ...entity.schema, properties } };
}

/** The entity as an actor knows it: queries cannot filter, order or group by fields that they may not see. */
export const seenBy = (asked: Asked): Entity => rightsOf(asked).seen;

/** The fields that an actor may not see. */
export const hiddenOf = (asked: Asked): readonly string[] => rightsOf(asked).hidden;

/** The fields that an actor may not set. */
export const lockedOf = (asked: Asked): readonly string[] => rightsOf(asked).locked;

const isSystemField = (name: string) => (rowSystemFields as readonly string[]).includes(name);

/** A row without what its reader may not see. */
export function shownRow<Row extends Fields>(asked: Asked, row: Row): Row {
  const { hidden } = rightsOf(asked);
  if (hidden.length === 0) return row;
  const isHidden = (name: string) => hidden.includes(name) && !isSystemField(name);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isHidden(name))) as Row;
}

/** The same for a row as JSON text. */
export const shownText = (asked: Asked, text: string): string =>
  rightsOf(asked).hidden.length === 0 ? text : JSON.stringify(shownRow(asked, JSON.parse(text) as Fields));

/** Whether these fields name one that the actor may not set. */
export const namesLocked = (asked: Asked, fields: Fields): boolean =>
  rightsOf(asked).locked.some((name) => Object.hasOwn(fields, name));

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const isSame = (one: unknown, other: unknown) =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** "an admin or a manager" */
function namesOf(tests: FieldTest[]): string {
  const names = tests.map((test) =>
    typeof test === "object"
      ? `${/^[aeiou]/.test(test.role) ? "an" : "a"} ${test.role}`
      : test === "all"
        ? "somebody who is signed in"
        : "an admin",
  );
  return names.length > 0 ? names.join(" or ") : "the owner of this app";
}

/**
 * What an actor may set of these fields, and a fault for each other one. A form sends a whole row back, so that a value
 * which is there already sets nothing; of a hidden field only an empty one does, or values could be guessed.
 * @param stood the row before the change; undefined for a new one, whose locked fields get their defaults
 */
export function settable(
  asked: Asked,
  fields: Fields,
  stood: Fields | undefined,
): { fields: Fields; faults: RowFaults } {
  const { locked, hidden } = rightsOf(asked);
  if (locked.length === 0) return { fields, faults: {} };
  const { schema } = asked.entity;
  const faults: RowFaults = {};
  const kept: Fields = { ...fields };
  for (const name of locked) {
    const property = schema.properties[name]!;
    const stands = stood ? stood[name] : property.default;
    const isGiven = Object.hasOwn(fields, name);
    const isUnset = (!stood || hidden.includes(name)) && isEmpty(fields[name]);
    if (isGiven && !isUnset && (hidden.includes(name) || !isSame(fields[name], stands))) {
      const { read, write } = fieldAccessOf(property);
      faults[name] = `${nameAt(schema, [name])} can only be set by ${namesOf(hidden.includes(name) ? read : write)}`;
      continue;
    }
    delete kept[name];
    if (!stood && !isEmpty(stands)) kept[name] = stands;
  }
  return { fields: kept, faults };
}

/** The entity's validator, which asks an actor for nothing that they may not set. */
export function validatorFor(asked: Asked): RowValidator {
  const { locked } = rightsOf(asked);
  const { validate } = asked.entity;
  if (locked.length === 0) return validate;
  return (row) => {
    const faults = Object.entries(validate(row) ?? {}).filter(
      ([name]) => !locked.includes(name) || !isEmpty(row[name]),
    );
    return faults.length > 0 ? Object.fromEntries(faults) : null;
  };
}

/** The fields whose rights a change may open to somebody: two different rules count, as none is known to be narrower. */
export function openedFields(
  before: Pick<EntitySchema, "properties">,
  after: Pick<EntitySchema, "properties">,
): string[] {
  const isOpen = (tests: FieldTest[]) => tests.includes("anonymous");
  return Object.entries(after.properties).flatMap(([name, property]) => {
    if (!Object.hasOwn(before.properties, name)) return [];
    const [was, is] = [fieldAccessOf(before.properties[name]!), fieldAccessOf(property)];
    const isWider = (["read", "write"] as const).some(
      (kind) =>
        !isOpen(was[kind]) &&
        is[kind].some((test) => !was[kind].some((one) => JSON.stringify(one) === JSON.stringify(test))),
    );
    return isWider ? [name] : [];
  });
}
