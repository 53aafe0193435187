import "server-only";
import type { Entity } from "../model/app-model";
import { labelFor, titleField } from "../model/field-kinds";
import { listed } from "../language/inflect";
import { titleOf } from "../draft/draft";
import { isAll, type Rule } from "../request/meaning/clause";
import { type FieldRef, has, type Mark } from "../request/meaning/marks";
import { removeField } from "./parts-of-tables";

const opening = /^(?:please )?(?:move|shift|transfer)\b/i;
const isJoint = ({ words }: Mark) =>
  words.every((word) => /^(?:move|shift|transfer|from|out|of|to|into|onto|over)$/.test(word));

/** "move deposit from walks to owners": what the field held stays with the rows that it leaves. */
export const readMoves: Rule = (clause) => {
  const { text, marks, draft } = clause;
  const last = marks.at(-1);
  const [target] = last?.entities ?? [];
  if (!opening.test(text) || !target || last!.entities.length > 1) return false;
  // A field may be called "from" or "to", too.
  const before = marks.slice(0, -1).filter((mark) => !isJoint(mark));
  const source = before.findLast(
    (mark) => mark.entities.length === 1 && /\b(?:from|of)\s+(?:the\s+|our\s+)?$/i.test(text.slice(0, mark.at)),
  );
  const from = source?.entities[0];
  const isOwn = (owner: Entity) => owner !== target && (!from || owner === from);
  const moved = before
    .filter((mark) => mark !== source && (source !== undefined || mark.entities.length === 0))
    .map(({ fields }) => fields.filter(({ entity }) => isOwn(entity)))
    .filter((refs) => refs.length > 0);
  const knows = (mark: Mark) =>
    mark === last ||
    mark === source ||
    (mark.fields.some(({ entity }) => isOwn(entity)) && (source !== undefined || mark.entities.length === 0)) ||
    has(mark, "field", "also") ||
    isJoint(mark);
  if (moved.length === 0 ? !from : !isAll(clause, knows)) return false;
  const reason = moved.length > 0 ? whyNot(moved, target) : `${titleOf(from!)} have no such field.`;
  if (reason) draft.skipped.push(`“${text}”: ${reason}`);
  else
    for (const { entity, name } of moved.map(([ref]) => ref!)) {
      target.properties[name] = entity.properties[name]!;
      removeField(clause, { entity, name });
    }
  draft.touched = target.name;
  return true;
};

/** Why fields, of which each may be one of several tables, cannot move to a table. */
function whyNot(moved: FieldRef[][], target: Entity): string | undefined {
  for (const refs of moved) {
    const { entity, name } = refs[0]!;
    const said = labelFor(name, entity.properties[name]!).toLowerCase();
    if (refs.length > 1)
      return `${listed(refs.map((ref) => titleOf(ref.entity)))} have ${said}, so please say which one it leaves.`;
    if (target.properties[name]) return `${titleOf(target)} have ${said} already.`;
    if (entity.properties[name]!["x-reference"] === target.name || titleField(entity) === name)
      return `${titleOf(entity)} need ${said} to be found by.`;
  }
  return undefined;
}
