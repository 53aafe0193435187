import "server-only";
import type { Entity } from "../../../model/app-model";

import { ownsMore } from "../additions";
import { type Draft, manyOf, pickEntity, type Reader, titleOf } from "../../draft/draft";

import { splitFields } from "../../../language/normalize";
import { addParts } from "./tables";

import { listed, snake, wordsOf } from "../../../language/inflect";

const word =
  "(?!(?:to|for|of|in|on|onto|into|from|with|as|by|that|which|should|must|can|has|have|is|are|and)\\b)[\\w/-]+";
/** Up to four words that can name a thing: none of them joins phrases. */
export const noun = `(?:"[^"]+"|'[^']+'|${word}(?:\\s+${word}){0,3}?)`;
export const target = `(?:the |all |each |every |an? |our |my )*(${noun})(?:\\s+(?:table|entity|form|page|records?|list))?`;
const addWord =
  "(?:allow (?:people |users )?(?:to )?(?:upload|attach|add|enter)(?:ing)?|upload|attach|add|create|include|insert|put|append|introduce|attach|give|need|want|i need|we need|i want|we want|track|store|record|save|collect|capture|have|show)";
const additions = [
  new RegExp(`^${addWord}\\s+(?!.*\\b(?:option|choice)\\b)(.+?)\\s+(?:to|on|onto|in|into|for|of)\\s+${target}$`, "i"),
  new RegExp(
    `^(?:give|extend|let|provide)\\s+${target}\\s+(?:with\\s+|have\\s+|a field for\\s+|fields for\\s+)?((?:an?|another|the|some|new|optional|required|with|fields?)\\s+.+)$`,
    "i",
  ),
  new RegExp(
    `^${target}\\s+(?:should|must|need to|needs to|could|may)\\s+(?:also\\s+)?(?:have|include|contain|store|get|show)\\s+(.+)$`,
    "i",
  ),
  new RegExp(`^${target}\\s+(?:need|needs|require|requires|want|wants|lack|lacks|(?:is|are) missing)\\s+(.+)$`, "i"),
  new RegExp(`^(?:(?:for|in|on|to)\\s+)${target}\\s*,?\\s+(?:please\\s+)?${addWord}\\s+(.+)$`, "i"),
];
const alone = new RegExp(
  `^${addWord}\\s+(?:an?|another|the|new|some)?\\s*(.+?)\\s+(?:field|column|attribute|property|input|checkbox|dropdown|date picker)s?(?:\\s+(?:too|as well))?$|^${addWord}\\s+(?:an?|another|the|new)?\\s*(?:new\\s+)?(?:field|column|attribute|property|input)s?\\s+(?:for|called|named|:)?\\s*(.+)$`,
  "i",
);
const notFields =
  /\b(?:chart|graph|page|board|kanban|calendar|dashboard|table|entity|sample|dummy|example|fake|demo|rows?|records?|entries|seed|filter|theme|dark mode|light mode|button|view|relation|relationship|overview|option|data)\b/i;

const stripField = (text: string) =>
  text
    .replace(/^(?:(?:an?|the|another|new|some|extra|additional)\s+)+/i, "")
    .replace(
      /^(?:fields?|columns?|attributes?|propert(?:y|ies)|inputs?)\s+(?:for|called|named|:)?\s*(?:the\s+|an?\s+)?/i,
      "",
    );

const withOptions = new RegExp(
  `^${addWord}\\s+(?:an?|the|another)?\\s*(?:new\\s+)?(.+?)(?:\\s+(?:field|column|dropdown|select))?\\s+(?:to|for|on|in)\\s+${target}\\s*(?::|,?\\s+(?:with|having|containing)(?:\\s+the)?(?:\\s+(?:options?|values?|choices?))?:?|\\s-)\\s*(.+[,/|].*|.+\\s(?:and|or)\\s.+)$`,
  "i",
);

/** "add a stage to deals: new, proposal, won": the options stand after the table. */
function readWithOptions(clause: string, draft: Draft): boolean {
  const match = withOptions.exec(clause);
  if (!match || notFields.test(match[1]!) || wordsOf(match[1]!).length > 3) return false;
  const entity = pickEntity(draft, match[2]!);
  return entity ? addTo(draft, entity, `${stripField(match[1]!)} (${match[3]!})`) : false;
}

/** "phone to contacts and a priority": what stands before "to deals". */
const twoTargets = new RegExp(`^(.+?)\\s+(?:to|for|on)\\s+${target}\\s*,?\\s+and\\s+(.+)$`, "i");

/** "add a phone number to contacts", "give deals a probability", "contacts also need a birthday". */
export const readAddField: Reader = (clause, draft) => {
  if (readWithOptions(clause, draft)) return true;
  for (const [index, pattern] of additions.entries()) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const [things, said] = index === 0 ? [match[1]!, match[2]!] : [match[2]!, match[1]!];
    if (
      notFields.test(things.replace(/\(.*\)/, "").replace(/\b(?:date|time|number|table) field\b/i, "")) ||
      /^\d+\s/.test(things)
    )
      continue;
    const entity = pickEntity(draft, said);
    if (!entity || ownsMore(draft, entity, things)) continue;
    const two = twoTargets.exec(things);
    const first = two && pickEntity(draft, two[2]!);
    if (two && first) addTo(draft, first, two[1]!);
    return addTo(draft, entity, two && first ? two[3]! : things);
  }
  const match = alone.exec(clause);
  const things = match?.[1] ?? match?.[2];
  const only =
    draft.model.entities.length === 1
      ? draft.model.entities[0]
      : draft.model.entities.find((entity) => entity.name === draft.touched);
  if (!things || !only || notFields.test(things)) return false;
  if (draft.model.entities.length > 1) draft.assumed.push(`You did not say where, so I took ${manyOf(only)}.`);
  return addTo(
    draft,
    only,
    match?.[1] && /dropdown|checkbox/i.test(clause) ? clause.replace(new RegExp(`^${addWord}\\s+`, "i"), "") : things,
  );
};

/** "status dropdown with new, won, lost" is one field, although commas part its options. */
const phrasesOf = (text: string) =>
  /^[^,()]*\b(?:drop-?down|select|choice|enum|options?|values?)\b[^()]*[,/][^()]*$/i.test(text) ||
  /^[\w ]+(?::|\s-)\s*[^,:]+(?:,\s*[^,:]+)+$/.test(text)
    ? [text]
    : splitFields(text);

function addTo(draft: Draft, entity: Entity, text: string): boolean {
  draft.touched = entity.name;
  const before = new Set(Object.keys(entity.properties));
  const phrases = phrasesOf(stripField(text)).map(stripField);
  const already = phrases.filter((phrase) => before.has(snake(phrase)));
  const names = addParts(
    draft,
    entity,
    phrases.filter((phrase) => !already.includes(phrase)),
  );
  if (already.length > 0)
    draft.answers.push(`${titleOf(entity)} already have ${listed(already)}, so I left that as it is.`);
  if (names.length > 0)
    draft.done.push(`Added ${listed(names)} to ${manyOf(entity)}: in the form, the list and the stored data.`);
  return names.length > 0 || already.length > 0;
}
