import "server-only";
import type { Entity, Property } from "../../model/app-model";
import { type FieldSpec, kindOf } from "../../model/field-kinds";
import { singular } from "../../language/inflect";
import { loadWords } from "../../words/load";

/** A field that such a table usually has; `relates`: the thing that it points to. */
export type Usual = { spec: FieldSpec; relates?: string };

/** Whether a table has a field whose name is a part of another one's. */
export const hasSimilar = (entity: Entity, { name }: FieldSpec) =>
  Object.keys(entity.properties).some(
    (other) =>
      other === name ||
      other.endsWith(`_${name}`) ||
      name.endsWith(`_${other}`) ||
      other.startsWith(`${name}_`) ||
      name.startsWith(`${other}_`),
  );

const sortOf = (type: string | undefined) => (type === "integer" ? "number" : type);

/** A feature's "quantity" is the "stock" that the table has. */
export function hasAlike(entity: Entity, { label, property }: FieldSpec): boolean {
  const others = new Set(loadWords().alike.get(label.toLowerCase()));
  return Object.entries(entity.properties).some(
    ([name, other]) => sortOf(other.type) === sortOf(property.type) && others.has(name.replaceAll("_", " ")),
  );
}

/** "deals with value": their amount, by another name. */
export const isSaidAlike = ({ spec, relates }: Usual, said: readonly FieldSpec[]): boolean =>
  !relates &&
  !spec.isRequired &&
  said.some(
    ({ label, property }) =>
      property.type === spec.property.type &&
      property["x-display"] === spec.property["x-display"] &&
      (loadWords().alike.get(spec.label.toLowerCase()) ?? []).includes(label.toLowerCase()),
  );

/** "ends on", "end on", "expired": the verb alone. */
const stemOf = (name: string): string => name.replace(/_(?:on|at|date)$/, "").replace(/(?<=[a-z]{3})(?:s|ed)$/, "");

/** Whether a table has what a question asks for by another form of its verb: "contracts and when they end" end on a day already. */
export const isSameDeed = ({ properties }: Entity, { name }: FieldSpec): boolean =>
  Object.keys(properties).some((other) => other !== name && stemOf(other) === stemOf(name));

/** Fields that tell how far a row is. */
export const isState = /^(?:status|state|stage|phase)$/;
export const hasState = ({ properties }: Entity): boolean =>
  Object.entries(properties).some(([name, { enum: options }]) => options && isState.test(name.split("_").at(-1)!));

/** The field of a table that means the same by another name: a warranty's "valid until" is its "expiry date". */
export const sameField = ({ properties }: Entity, { name, label, property }: FieldSpec): Property | undefined => {
  const { sameFields } = loadWords();
  const said = label.toLowerCase();
  return Object.entries(properties).find(
    ([other, value]) =>
      other !== name &&
      !value["x-reference"] &&
      kindOf(other, value) === kindOf(name, property) &&
      [said, singular(said)].some((one) => sameFields.get(other.replaceAll("_", " "))?.includes(one)),
  )?.[1];
};
