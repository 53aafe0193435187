import "server-only";
import { labelFor } from "../../../model/field-kinds";
import { singular } from "../../../language/inflect";
import { manyOf, pickField, type Reader } from "../../draft/draft";

const patterns: { pattern: RegExp; field: number; table: number }[] = [
  {
    pattern:
      /^(?:an?|each|every|all|the)?\s*([\w ]+?) (?:can|may|should|must)(?: be able to)? have (?:several|many|multiple|more than one) ([\w ]+?)(?: at once| at the same time| at a time)?(?:,? (?:so )?make it (?:an? )?(?:multi\S* ?(?:select|choice)|multiple choice))?$/i,
    table: 1,
    field: 2,
  },
  {
    pattern:
      /^(?:make|turn|change) (?:the )?([\w ]+?)(?: of ([\w ]+?))? (?:in)?(?:to )?(?:an? )?(?:multi\S* ?(?:select|choice)|multiple (?:choice|select))(?: field| dropdown)?$/i,
    field: 1,
    table: 2,
  },
];

/** "a contact can have several statuses", "make status multi select": a dropdown of which several may be chosen. */
export const readSeveral: Reader = (clause, draft) => {
  for (const { pattern, field, table } of patterns) {
    const match = pattern.exec(clause);
    const found = match && pickField(draft, singular(match[field]!), match[table]);
    const property = found?.entity.properties[found.field];
    if (!found || !property?.enum) continue;
    const title = property.title ? { title: property.title } : {};
    found.entity.properties[found.field] = {
      type: "array",
      items: { type: "string", enum: property.enum.map(String) },
      ...title,
    };
    draft.done.push(
      `Several may be chosen for ${labelFor(found.field, property).toLowerCase()} of ${manyOf(found.entity)}.`,
    );
    draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
    return true;
  }
  return false;
};
