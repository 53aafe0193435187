import "server-only";
import type { Entity } from "../../../model/app-model";
import { setRequired } from "../../draft/compose";
import { ownsMore } from "../additions";
import { type Draft, manyOf, pickEntity, pickField, type Reader, titleOf } from "../../draft/draft";
import { labelFor, spokenKind } from "../../../model/field-kinds";
import { splitFields, splitList, unquote } from "../../../language/normalize";
import { addParts } from "./tables";
import { findField } from "../../draft/resolve";
import { isPlural, listed, sentence, singular, snake, wordsOf } from "../../../language/inflect";

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

const removeWord =
  "(?:remove|delete|drop|get rid of|take out|take away|discard|eliminate|lose|strip|i don't need|we don't need|no longer need|forget about)";
const removals = [
  new RegExp(
    `^${removeWord}\\s+(?:the |a |any )?(.+?)(?:\\s+(?:field|column|attribute|property|input)s?)?\\s+(?:from|in|on|of|for)\\s+${target}$`,
    "i",
  ),
  new RegExp(
    `^${target}\\s+(?:don't|do not|doesn't|does not|no longer|needn't|should not|shouldn't)\\s+(?:need|have|require|show|include)s?\\s+(?:an?\\s+|the\\s+|any\\s+)?(.+?)(?:\\s+(?:field|column)s?)?(?:\\s+any ?more)?$`,
    "i",
  ),
  new RegExp(`^${removeWord}\\s+(?:the )?(${noun})'s?\\s+(.+?)(?:\\s+(?:field|column)s?)?$`, "i"),
  new RegExp(
    `^${removeWord}\\s+(?:the |a |any )?(.+?)(?:\\s+(?:field|column|attribute|property|input)s?)?(?:\\s+any ?more)?$`,
    "i",
  ),
];

export const readRemoveField: Reader = (clause, draft) => {
  for (const [index, pattern] of removals.entries()) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const [things, said] =
      index === 0 ? [match[1]!, match[2]] : index === 3 ? [match[1]!, undefined] : [match[2]!, match[1]!];
    const gone: string[] = [];
    let owner: Entity | undefined;
    for (const thing of splitList(things)) {
      const found = pickField(draft, thing, said);
      if (!found) continue;
      owner = found.entity;
      gone.push(labelFor(found.field, found.entity.properties[found.field]!).toLowerCase());
      removeField(draft, found.entity, found.field);
    }
    if (owner && gone.length > 0) {
      draft.done.push(
        `Removed ${listed(gone)} from ${manyOf(owner)}. What was stored there stays in the rows and shows again if you add the field back.`,
      );
      return true;
    }
  }
  return false;
};

function removeField(draft: Draft, entity: Entity, field: string): void {
  delete entity.properties[field];
  setRequired(
    entity,
    (entity.required ?? []).filter((name) => name !== field),
  );
  const { model } = draft;
  const lost = model.pages.filter((page) => page.entity === entity.name && page.field === field);
  model.pages = model.pages.filter((page) => !lost.includes(page));
  for (const page of lost) draft.assumed.push(`The page “${page.title}” was built on that field, so it went too.`);
  for (const page of model.pages) {
    if (page.entity === entity.name && page.filters) page.filters = page.filters.filter((name) => name !== field);
    if (page.entity === entity.name && page.hidden) page.hidden = page.hidden.filter((name) => name !== field);
    if (page.entity === entity.name && page.sort?.field === field) delete page.sort;
    page.charts = page.charts?.filter((chart) => chart.entity !== entity.name || chart.by !== field);
    page.charts = page.charts?.filter((chart) => chart.entity !== entity.name || chart.average !== field);
    for (const chart of page.charts ?? []) if (chart.entity === entity.name && chart.sum === field) delete chart.sum;
    if (!page.charts) delete page.charts;
  }
}

export const fieldWord = "(?:\\s+(?:field|column|attribute|property|label))?";
const to = "(?:to|as|into|->|=>)";
const renames = [
  new RegExp(
    `^(?:rename|relabel|retitle)\\s+(?:the )?(.+?)${fieldWord}\\s+(?:of|in|on|from|for)\\s+${target}\\s+${to}\\s+(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:change|update)\\s+the (?:name|label) of\\s+(?:the )?(.+?)${fieldWord}\\s+(?:of|in|on|for)\\s+${target}\\s+${to}\\s+(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:in|on|for)\\s+${target}\\s*,?\\s+(?:rename|call|relabel|change)\\s+(?:the )?(.+?)${fieldWord}\\s+(?:${to}\\s+)?("[^"]+"|'[^']+'|[\\w -]+)$`,
    "i",
  ),
  new RegExp(
    `^(?:rename|relabel|retitle)\\s+(?:the )?(.+?)${fieldWord}\\s+${to}\\s+(.+?)(?:\\s+(?:in|on|for)\\s+${target})?$`,
    "i",
  ),
  new RegExp(
    `^(?:call|name)\\s+(?:the )?(.+?)${fieldWord}\\s+(?:of|in|on)\\s+${target}\\s+(.+?)(?:\\s+instead)?$`,
    "i",
  ),
  new RegExp(
    `^(?:change|update|switch)\\s+(?:the )?(?:(?:name|label) of (?:the )?)?(.+?)(?:\\s+(?:field|column))?(?:'s)?\\s+(?:label|name)\\s+${to}\\s+(.+)$`,
    "i",
  ),
  new RegExp(`^(?:change|update)\\s+the (?:name|label) of\\s+(?:the )?(.+?)${fieldWord}\\s+${to}\\s+(.+)$`, "i"),
  new RegExp(
    `^(?:the )?(.+?)${fieldWord}\\s+should be (?:called|named|labelled|labeled|renamed(?: to)?)\\s+(.+?)(?:\\s+instead)?$`,
    "i",
  ),
  new RegExp(`^(?:call|name)\\s+(?:the )?(.+?)\\s+(?:field|column)\\s+(.+?)(?:\\s+instead)?$`, "i"),
  new RegExp(
    `^change\\s+(?:the )?("[^"]+"|'[^']+'|[\\w ]+?)\\s+to\\s+("[^"]+"|'[^']+'|[\\w]+(?: [\\w]+)?)(?:\\s+(?:in|on|for)\\s+${target})?$`,
    "i",
  ),
  new RegExp(`^(?:call|name)\\s+(?:the )?([\\w]+)\\s+((?:"[^"]+")|(?:'[^']+')|[\\w -]+?)(?:\\s+instead)?$`, "i"),
];

/** "contacts" is the table, although deals have a field called contact. */
const namesTable = (draft: Draft, said: string) =>
  draft.model.entities.some((entity) =>
    [entity.title, entity.name].some(
      (name) => name && singular(name) === singular(said.replace(/^(?:the|all|our|my) /i, "")),
    ),
  );

const hide = new RegExp(
  `^(?:hide|don't show|do not show|stop showing|show|unhide)\\s+(?:the )?(.+?)(?:\\s+(?:field|column))?\\s+(?:from|in|on|of|for)\\s+${target}(?:\\s+again)?$`,
  "i",
);

/** "hide the due date in deals": a column less in the list; the field and its values stay. */
export const readHide: Reader = (clause, draft) => {
  const match = hide.exec(clause);
  const found =
    match && /\b(?:column|field|hide|unhide|again|don't|do not|stop)\b/i.test(clause)
      ? pickField(draft, match[1]!, match[2])
      : undefined;
  const page = found && draft.model.pages.find((view) => view.kind === "list" && view.entity === found.entity.name);
  if (!found || !page) return false;
  const isShown = /^(?:show|unhide)/i.test(clause);
  const others = (page.hidden ?? []).filter((name) => name !== found.field);
  page.hidden = isShown ? others : [...others, found.field];
  if (page.hidden.length === 0) delete page.hidden;
  draft.done.push(
    `${labelFor(found.field, found.entity.properties[found.field]!)} is ${isShown ? "back in" : "no longer in"} the list of ${manyOf(found.entity)}${isShown ? "" : "; the form still has it"}.`,
  );
  return true;
};

/** A row's values lie under the field's name, so a rename changes the label and keeps the name. */
export const readRenameField: Reader = (clause, draft) => {
  for (const [index, pattern] of renames.entries()) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const [from, said, into] =
      index < 2 || index === 4
        ? [match[1]!, match[2], match[3]!]
        : index === 2
          ? [match[2]!, match[1], match[3]!]
          : [match[1]!, match[3], match[2]!];
    if (
      /\b(?:page|app|table|option)$/i.test(from) ||
      wordsOf(into).length > 5 ||
      (!said && namesTable(draft, from) && !/\b(?:field|column|label)\b/i.test(clause))
    )
      continue;
    if (/^change\b/i.test(clause) && !/\b(?:name|label|title)\b/i.test(clause) && spokenKind(unquote(into)) !== null)
      continue;
    const found = pickOwned(draft, unquote(from), said);
    if (!found) continue;
    const label = sentence(unquote(into.replace(/\s+instead$/i, "")));
    const value = found.entity.properties[found.field]!;
    const before = labelFor(found.field, value);
    if (sentence(found.field) === label) delete value.title;
    else value.title = label;
    draft.done.push(
      `“${before}” of ${manyOf(found.entity)} is now called “${label}”. It keeps its stored name ${found.field}, so no value is lost.`,
    );
    return true;
  }
  return false;
};

/** "contact's phone", "deal amount" and plain "amount". */
export function pickOwned(
  draft: Draft,
  said: string,
  entitySaid?: string,
): { entity: Entity; field: string } | undefined {
  if (entitySaid) return pickField(draft, said, entitySaid);
  if (isPlural(said) && namesTable(draft, said)) return undefined;
  const owned = /^(?:the |an? )?(.+?)'s?\s+(.+)$/i.exec(said);
  if (owned) return pickField(draft, owned[2]!, owned[1]);
  const plain = pickField(draft, said);
  if (plain) return plain;
  const words = said.replace(/^(?:the|a|an) /i, "").split(/\s+/);
  for (let at = 1; at < words.length; at++) {
    const entity = pickEntity(draft, words.slice(0, at).join(" "));
    const field = entity && findField(entity, words.slice(at).join(" "));
    if (entity && field?.kind === "one") return { entity, field: field.value };
  }
  return undefined;
}
