import "server-only";
import { labelFor } from "../model/field-kinds";
import { listed, sentence } from "../language/inflect";
import { pairSaid } from "../lexicon/unique-words";
import { asks, fieldsIn, isAll, mayBeUnique, type Rule } from "../request/meaning/clause";
import { type FieldRef, has, type Mark } from "../request/meaning/marks";

/** "the plate must be unique", "name and sku unique", "names need not be unique any more". */
export const readUnique: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const isFree = asks(clause, "repeatable");
  if ((!isFree && !asks(clause, "unique")) || pairSaid.test(text)) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length > 0 ||
    /^(?:mark|set|keep|value|values)$/.test(mark.words[0]!) ||
    has(mark, "unique", "repeatable", "become", "have", "field", "table", "can");
  if (!isAll(clause, knows)) return false;
  const fields = fieldsIn(clause, (mark) => mark.entities.length === 0 || marks.indexOf(mark) > 0);
  const own = fields.length > 0 ? fields : fieldsIn(clause);
  if (own.length === 0) return false;
  const labels = (refs: FieldRef[]) =>
    sentence(listed(refs.map(({ entity, name }) => labelFor(name, entity.properties[name]!).toLowerCase())));
  const wrong = isFree ? [] : own.filter((ref) => !mayBeUnique(ref));
  if (wrong.length > 0) {
    draft.skipped.push(
      `“${text}”: only a single text, number, date, option or link can be unique, and ${labels(wrong).toLowerCase()} ${wrong.length > 1 ? "are" : "is"} none.`,
    );
    return true;
  }
  const already = own.filter(({ entity, name }) => (entity.properties[name]!["x-unique"] === true) !== isFree);
  if (already.length > 0) draft.already.push(`${labels(already)} ${isFree ? "may repeat" : "must be unique"} already.`);
  for (const { entity, name } of own) {
    const { "x-unique": _, ...property } = entity.properties[name]!;
    entity.properties[name] = isFree ? property : { ...property, "x-unique": true };
    draft.touched = entity.name;
  }
  return true;
};
