import "server-only";
import type { Entity } from "../model/app-model";
import { isPlural, plural, singular } from "../language/inflect";
import { relate } from "../draft/compose";
import { findEntity } from "../draft/resolve";
import { linkField } from "../learned/requests/carry/links";
import {
  type Clause,
  clauseOf,
  entitiesIn,
  fieldsIn,
  isAll,
  isFieldMark,
  kindOfRef,
  type Rule,
} from "../request/meaning/clause";
import { type FieldRef, isUnknown, type Mark } from "../request/meaning/marks";
import { noun } from "../request/meaning/texts";
import { addTable } from "../fields/things";

const list = `(?:(?:an?|the|our|my|its|their|another|new|own|separate|extra|small|little|whole|existing)\\s+)*(?:table|list)s?`;
const ofList = `${list}\\s+(?:of|with|for|called|named)\\s+(?:the |all |our |my )*(${noun})`;
const typed = `(?:,?\\s+(?:and not|not|instead of|rather than|so)\\b.*)?$`;
const must = `(?:should|must|shall|has to|have to|needs? to|ought to|can|could|may|is|are|gets?|to)`;

/** Turns of phrase by which a value becomes a row of another table: what is picked, and the name of the rows. */
const picked = [
  new RegExp(
    `^(.+?)\\s+${must}\\s+(?:only |always )?(?:be )?(?:chosen|picked|selected|taken|come|link|point|linked)\\s+(?:from|out of|to)\\s+${ofList}${typed}`,
    "i",
  ),
  new RegExp(`^(.+?)\\s+(?:comes?|links?|points?)\\s+(?:from|to)\\s+${ofList}${typed}`, "i"),
  new RegExp(
    `^(?:(?:i|we|let me|let us|people|users|one|you|everybody|staff)\\b[\\w ',]*?\\b)?(?:pick|choose|select|take)\\s+(.+?)\\s+(?:from|out of)\\s+${ofList}${typed}`,
    "i",
  ),
  new RegExp(
    `^(?:make|turn|change)\\s+(.+?)\\s+(?:in|into)?\\s*(?:an?\\s+)?(?:link|reference|choice)\\s+(?:to|from|of)\\s+${ofList}${typed}`,
    "i",
  ),
];

/** "the glaze is picked from a table of glazes": a link to that table, which is made where the app has none. */
export const readPicked: Rule = ({ text, draft }) => {
  const match = picked.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  if (!match) return false;
  const many = isPlural(match[2]!) ? match[2]! : plural(match[2]!);
  const found = findEntity(draft.model, many);
  const at = placeOf(clauseOf(match[1]!, draft), singular(many), found.kind === "one" ? found.value : undefined);
  if (!at || found.kind === "many") return false;
  const to = found.kind === "one" ? found.value : addTable(draft, { text: many, noun: many });
  if (!to) return false;
  if (at.name === undefined) relate(at.entity, to, singular(many));
  else linkField(at.entity, to, at.name, draft);
  draft.touched = at.entity.name;
  return true;
};

/** The field that is picked, or the table that gets it. */
function placeOf(subject: Clause, one: string, to: Entity | undefined): { entity: Entity; name?: string } | undefined {
  const isTyped = (ref: FieldRef) => ["text", "enum", "tags"].includes(kindOfRef(ref));
  // "pilot" of flights, where there is a table of pilots, too.
  const isField = (mark: Mark) => isFieldMark(subject)(mark) || (to !== undefined && mark.entities.includes(to));
  const refs = fieldsIn(subject, isField).filter(({ entity }) => entity !== to);
  const isKnown = isAll(subject, (mark) => mark.fields.length + mark.entities.length > 0);
  if (refs.length === 1 && isKnown) return isTyped(refs[0]!) ? refs[0] : undefined;
  const named = entitiesIn(subject).filter((entity) => entity !== to);
  const isNew = subject.marks.filter(isUnknown).every(({ text }) => singular(text.toLowerCase()) === one);
  return refs.length === 0 && named.length === 1 && isNew && (to !== undefined || !isKnown)
    ? { entity: named[0]! }
    : undefined;
}
