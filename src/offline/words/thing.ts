import { type Field, type Inferred, parseField } from "./field-notation";
import { parseRows, type Row } from "./row-notation";
import { type Computed, type Flag, parseComputed, parseFlag } from "./rule-notation";
import type { ThingData } from "./schema";

/** A thing with its notations read. */
export type Thing = Omit<ThingData, "fields" | "titleField" | "team" | "computed" | "flags" | "rows"> & {
  fields: Field[];
  /** The field that names a row, or a relation that does. */
  titleField: Field;
  /** What the team fills, where others send rows in. */
  team: Field[];
  computed: Computed[];
  flags: Flag[];
  /** Sample rows, with dates around the given day. */
  rowsAt: (now: Date) => Row[];
};

/** @throws naming the thing, where a part of it cannot be read */
export function readThing(data: ThingData, infer: (label: string) => Inferred): Thing {
  try {
    const fields = data.fields.map((text) => parseField(text, infer));
    const fieldCalled = (name: string) => {
      const field = fields.find(({ label }) => label.toLowerCase() === name.toLowerCase());
      if (!field) throw new Error(`No field is called “${name}”.`);
      return field;
    };
    const titleField = fieldCalled(data.titleField);
    titleField.isRequired = true;
    const computed = data.computed.map(parseComputed);
    const names = new Set([...fields, ...computed].map(({ name }) => name));
    return {
      ...data,
      fields,
      titleField,
      team: data.team.map(fieldCalled),
      computed,
      flags: data.flags.map((text) => parseFlag(text, names)),
      rowsAt: (now) => parseRows(data.rows, fields, now),
    };
  } catch (error) {
    throw new Error(`${data.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
