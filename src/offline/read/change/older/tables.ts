import "server-only";
import type { Entity } from "../../../model/app-model";
import { entityOf } from "../../../model/app-model";
import { addEntity, addListPage, fillEntity, labelOf, relate, requireTitle, setField } from "../../draft/compose";
import { ownsMore } from "../additions";
import { type Draft, manyOf, oneOf, pickEntity, type Reader, titleOf } from "../../draft/draft";
import { type FieldSpec, kindOf } from "../../../model/field-kinds";
import { parseField } from "../../../model/parse-field";
import { splitFields, unquote } from "../../../language/normalize";
import { findEntity, isPronoun } from "../../draft/resolve";
import { isPlural, listed, sentence, singular, wordsOf } from "../../../language/inflect";

const word =
  "(?!(?:to|for|of|in|on|onto|into|from|with|as|by|that|which|should|must|can|has|have|is|are|and)\\b)[\\w-]+";
export const noun = `(?:"[^"]+"|'[^']+'|${word}(?:\\s+${word}){0,3}?)`;
const article = "(?:(?:a|an|the|new|another|separate|my|our|all|each|every|whole|entire)\\s+)*";
const kindWord = "(?:tables?|entity|entities|collection|model|list|database table|data type|section|object|resource)";
const table = new RegExp(
  `^(?:add|create|make|build|include|introduce|set up|i need|we need|need|want|have|give me|track|also track|store|keep track of|start tracking)\\s+${article}${kindWord}\\s+(?:called|named|for|of|to (?:track|store|keep|manage)|:)?\\s*${article}(${noun})(?:\\s*(?:\\((.+)\\)|(?:with|having|containing|that has|which has|:|-)\\s*(.+)))?$`,
  "i",
);
const tableAfter = new RegExp(
  `^(?:add|create|make|build|include|introduce|set up|(?:we |i )?(?:also )?(?:need|want)|give me)\\s+${article}(${noun})\\s+${kindWord}(?:\\s*(?:\\((.+)\\)|(?:with|having|containing|that has|which has|:|-)\\s*(.+)))?$`,
  "i",
);
const bare = new RegExp(
  `^(?:add|create|make|build|include|introduce|track|also track|store|start tracking|keep track of|let me track|let us track|i need|we need|need|want)\\s+${article}(${noun})(?:\\s*(?:\\((.+)\\)|(?:with|having|containing|that have|:)\\s*(.+)))?$`,
  "i",
);

const fieldsOf = (text: string | undefined): FieldSpec[] =>
  text
    ? splitFields(text)
        .map(parseField)
        .filter((spec) => spec !== null)
    : [];

/** "add a table for suppliers with name and email", "also track vehicles". */
export const readAddTable: Reader = (clause, draft) => {
  const said = table.exec(clause) ?? tableAfter.exec(clause);
  const match = said ?? bare.exec(clause);
  if (!match) return false;
  const thing = unquote(match[1]!);
  const inner = match[2] ?? match[3];
  if (
    !said &&
    (!isPlural(thing) ||
      /\b(?:field|column|chart|page|board|calendar|dashboard|record|row|entr|sample|option|filter|example|colou?r|button|card)s?\b/i.test(
        thing,
      ) ||
      /^\d/.test(thing))
  )
    return false;
  const same = findEntity(draft.model, thing);
  if (same.kind === "one" && singular(same.value.name) === singular(thing)) {
    const specs = fieldsOf(inner);
    for (const spec of specs) setField(same.value, spec);
    draft.touched = same.value.name;
    if (specs.length > 0) draft.done.push(`Added ${listed(specs.map(labelOf))} to ${manyOf(same.value)}.`);
    else draft.answers.push(`The app already has ${manyOf(same.value)}, so I changed nothing there.`);
    return true;
  }
  if (!said && wordsOf(thing).length > 3) return false;
  const entity = addEntity(draft, thing, fieldsOf(inner));
  if (Object.keys(entity.properties).length === 0) {
    fillEntity(draft, entity);
    draft.filled.push(entity.name);
  }
  requireTitle(draft, entity);
  addListPage(draft, entity);
  draft.seeds.push({ entity: entity.name, count: 5 });
  draft.done.push(
    `Added ${manyOf(entity)} with ${listed(Object.entries(entity.properties).map(([name, value]) => (value.title ?? sentence(name)).toLowerCase()))}, and a page for them.`,
  );
  return true;
};

/** A table that joins a standing app gets its page and rows at once; a new app's come at the end. */
function presentTable(draft: Draft, entity: Entity): void {
  if (draft.model.pages.length === 0) return;
  addListPage(draft, entity);
  draft.seeds.push({ entity: entity.name, count: 5 });
}

/** Relates by words; makes the other table if the app has none. */
export function relateNouns(draft: Draft, entity: Entity, said: string, label?: string): string | null {
  const found = findEntity(draft.model, said);
  if (found.kind === "many") return null;
  const touched = draft.touched;
  const other = found.kind === "one" ? found.value : addEntity(draft, singular(said), []);
  if (found.kind === "none") {
    fillEntity(draft, other);
    requireTitle(draft, other);
    draft.assumed.push(`There was no table for ${manyOf(other)} yet, so I added one.`);
  }
  draft.touched = touched ?? entity.name;
  const field = relate(entity, other, label);
  if (field && found.kind === "none") presentTable(draft, other);
  return field;
}

const belongs = new RegExp(
  `^(?:each |every |an? |the |all |make |let )*(${noun})\\s+(?:should |must |can |to )?(?:belong(?:s)?(?: to)?|(?:be |is |are )?(?:linked|connected|related|assigned|attached|tied) (?:to|with)|reference(?:s)?|point(?:s)? to|link(?:s)? to|refer(?:s)? to)\\s+(?:an?|the|one|each|every|exactly one|its|their|some)?\\s*(${noun})$`,
  "i",
);
const linkVerb = new RegExp(
  `^(?:link|connect|relate|attach|tie|associate|assign|join)\\s+(?:the |each |every |all |an? )?(${noun})\\s+(?:to|with|and)\\s+(?:the |an? |their |its |each |one )?(${noun})$`,
  "i",
);
const relationOf = new RegExp(
  `^(?:add|create|make|set up|need|want)\\s+(?:an? |the )?(?:(one[- ]to[- ]many|1[-:]n|many[- ]to[- ]one|n[-:]1) )?(?:relation|relationship|link|reference|connection|association|foreign key)(?:ship)?\\s+(?:from|between|of|for)\\s+(?:the )?(${noun})\\s+(?:to|and|with)\\s+(?:the |an? )?(${noun})$`,
  "i",
);
const many = new RegExp(
  `^(?:each |every |an? |the |one )*(${noun})\\s+(?:has|have|can have|should have|may have|must have|gets|holds|owns|contains)\\s+(?:many|multiple|several|lots of|a list of|any number of|more than one|zero or more|one or more)\\s+(${noun})$`,
  "i",
);

/** "deals belong to a contact", "link deals to contacts", "a contact has many deals". */
export const readRelation: Reader = (clause, draft) => {
  const between = relationOf.exec(clause);
  const isOwner = between !== null && /^(?:one|1)/i.test(between[1] ?? "");
  const pair = between ? ([between[0], between[2]!, between[3]!] as const) : null;
  const owned = belongs.exec(clause) ?? linkVerb.exec(clause) ?? (isOwner ? null : pair);
  const owner = owned ? null : isOwner ? pair : many.exec(clause);
  const [childSaid, parentWords] = owned ? [owned[1], owned[2]] : owner ? [owner[2], owner[1]] : ["", ""];
  if (!childSaid || !parentWords) return false;
  const last = isPronoun(parentWords) ? entityOf(draft.model, draft.touched) : undefined;
  if (isPronoun(parentWords) && (!last || findEntity(draft.model, childSaid).kind !== "one")) return false;
  const parentSaid = last ? oneOf(last) : parentWords;
  const child =
    pickEntity(draft, childSaid) ?? (owner && pickEntity(draft, parentSaid) ? addKnown(draft, childSaid) : undefined);
  if (!child) return false;
  const field = relateNouns(draft, child, parentSaid);
  draft.touched = child.name;
  const parent = findEntity(draft.model, parentSaid);
  if (parent.kind !== "one") return false;
  if (field)
    draft.done.push(`Each ${oneOf(child)} now belongs to a ${oneOf(parent.value)}, chosen by name in its form.`);
  else
    draft.answers.push(
      `Each ${oneOf(child)} already belongs to a ${oneOf(parent.value)}, so there was nothing to change.`,
    );
  return true;
};

/** A table with what such things usually hold, and its page. */
export function addKnown(draft: Draft, said: string): Entity {
  const entity = addEntity(draft, singular(said), []);
  fillEntity(draft, entity);
  requireTitle(draft, entity);
  presentTable(draft, entity);
  draft.done.push(`Added ${manyOf(entity)}.`);
  return entity;
}

/** Fields that were only supposed go when the person says the real ones; links stay, and what a page goes by. */
function unfill(draft: Draft, entity: Entity): void {
  draft.filled = draft.filled.filter((name) => name !== entity.name);
  const shown = new Set(draft.model.pages.filter((page) => page.entity === entity.name).map(({ field }) => field));
  for (const [name, value] of Object.entries(entity.properties))
    if (!value["x-reference"] && !shown.has(name)) delete entity.properties[name];
  delete entity.required;
  draft.assumed = draft.assumed.filter(
    (line) =>
      !line.startsWith(`${titleOf(entity)} hold what is usual`) && !line.includes(`what ${manyOf(entity)} hold`),
  );
  draft.done = draft.done.map((line) =>
    line.startsWith(`Added ${manyOf(entity)} with`) ? `Added ${manyOf(entity)}, and a page for them.` : line,
  );
}

const has = new RegExp(
  `^(?:(?:for )?(?:each|every|all|an?|the)\\s+)?(${noun})(?:\\s+(?:table|entity|form))?\\s*(?:,?\\s+(?:also\\s+|should\\s+|must\\s+|needs? to\\s+)?(?:has|have|includes?|contains?|stores?|gets?|needs?|holds?|consists? of|(?:i|we) (?:want to |need to )?(?:track|store|keep|need|record|save))|:|\\s-)\\s+(?:an?\\s+|the\\s+|these fields:?\\s+|following fields:?\\s+|fields:?\\s+|fields for\\s+)*(.+)$`,
  "i",
);

/** "each deal has a contact", "books: title, author and rating". A thing that is a table becomes a relation, all else a field. */
export const readHas: Reader = (clause, draft) => {
  const match = has.exec(clause);
  if (
    !match ||
    /^(?:add|create|make|remove|delete|rename|change|set|show|i|we|you|it would|who|what|how)\b/i.test(match[1]!)
  )
    return false;
  const isNew =
    draft.model.pages.length === 0 &&
    (isPlural(match[1]!) || /^(?:each|every)\s/i.test(clause)) &&
    findEntity(draft.model, match[1]!).kind === "none";
  const entity = pickEntity(draft, match[1]!) ?? (isNew ? addEntity(draft, match[1]!, []) : undefined);
  if (!entity || ownsMore(draft, entity, match[2]!)) return false;
  if (draft.filled.includes(entity.name)) unfill(draft, entity);
  const names = addParts(draft, entity, splitFields(match[2]!));
  if (!isNew && names.length > 0) requireTitle(draft, entity);
  draft.touched = entity.name;
  if (names.length === 0) return false;
  if (!isNew) draft.done.push(`Added ${listed(names)} to ${manyOf(entity)}.`);
  return true;
};

/** No form is read beyond this, and one sentence must not make a bundle of megabytes. */
const fieldsMax = 60;

/** Adds phrases to an entity as fields, or as relations where they name a table; says their labels. */
export function addParts(draft: Draft, entity: Entity, phrases: string[]): string[] {
  if (phrases.length > fieldsMax)
    draft.skipped.push(
      `I add at most ${fieldsMax} fields at once; the other ${phrases.length - fieldsMax} are not there yet.`,
    );
  return phrases.slice(0, fieldsMax).flatMap((phrase) => {
    const clean = phrase.replace(/^(?:and\s+)?(?:an?|the|one|exactly one|its|their|another|new)\s+/i, "");
    const manyOther = /^(?:many|multiple|several)\s+(.+)$/i.exec(clean);
    const other = /^[\w -]+$/.test(clean)
      ? findEntity(draft.model, manyOther?.[1] ?? clean)
      : { kind: "none" as const };
    if (other.kind === "one" && other.value !== entity) {
      const [child, parent] = manyOther || isPlural(clean) ? [other.value, entity] : [entity, other.value];
      return relate(child, parent) ? [child === entity ? oneOf(parent) : `a link from each ${oneOf(child)}`] : [];
    }
    const spec = parseField(clean);
    if (!spec) return [];
    const reference = spec.property["x-reference"];
    if (reference && !entityOf(draft.model, reference)) relateNouns(draft, entity, reference, spec.label);
    else setField(entity, spec);
    return [
      spec.property.enum
        ? `${labelOf(spec)} (${spec.property.enum.join(", ")})`
        : kindOf(spec.name, spec.property) === "text"
          ? labelOf(spec)
          : labelOf(spec),
    ];
  });
}
