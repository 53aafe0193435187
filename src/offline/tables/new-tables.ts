import "server-only";
import type { Entity } from "../model/app-model";
import { labelFor, referenceProperty } from "../model/field-kinds";
import { isPlural, plural, sentence, singular, snake, wordsOf } from "../language/inflect";
import { relate } from "../draft/compose";
import { type Draft, manyOf, titleOf } from "../draft/draft";
import { findEntity } from "../draft/resolve";
import { isAttribute } from "../lexicon/lexicon";
import { splitFields, unquote, withoutToo } from "../language/normalize";
import { asks, type Clause, entitiesIn, type Rule } from "../request/meaning/clause";
import { addTable, addWanted } from "../fields/things";
import { isTable, type Wanted, wantedIn } from "../fields/wanted";
import { plainWish } from "../fields/wish-words";
import { noun } from "../request/meaning/texts";
import { headOf, notAdded } from "../fields/placing";
import { verbs } from "../fields/names-of-fields";

const asOwn = "(?:an?\\s+|its\\s+|their\\s+)?(?:own\\s+|separate\\s+)?(?:table|list)s?(?:\\s+of (?:their|its) own)?";
const withFields = "(?:\\s*(?:with|:)\\s*(.+))?$";
const ownTable = new RegExp(
  `^(?:the\\s+)?([\\w -]+?)\\s+(?:should be|should become|need to be|must be|have to be|as)\\s+${asOwn}${withFields}`,
  "i",
);
/** "make sitters a table with name and phone": not "make a table". */
const madeTable = new RegExp(
  `^(?:make|turn)\\s+(?:the\\s+)?((?!an?\\b|own\\b|new\\b)[\\w -]+?)\\s+(?:into\\s+)?(?=an?\\s|its\\s|their\\s)${asOwn}${withFields}`,
  "i",
);
/** "supplier should be its own list": what a word of other rows stands for gets the usual fields. */
const isAlone = /\b(?:(?:own|separate) (?:table|list)|(?:table|list) of (?:their|its) own)$/i;

/** "storage places: shelf, row", "cakes: name, size, price", "tasting notes with date and score for each bottle". */
export const readNewTables: Rule = (clause) => {
  const { draft, text } = clause;
  const head = headOf(clause);
  if (
    asks(head, ...notAdded.filter((ask) => ask !== "page"), "only", "count", "sum") ||
    head.marks.some(({ color }) => color) ||
    // "tenants with open payments orange": a colour of rows.
    (clause.marks.at(-1)?.color !== undefined && !text.includes(":") && !text.includes(","))
  )
    return false;
  const own = ownTable.exec(text) ?? madeTable.exec(text);
  if (own && readThere(clause, own[1]!, own[2])) return true;
  const plain = (
    own ? `${isAlone.test(text) || own[2] ? plural(singular(own[1]!)) : own[1]!}${own[2] ? `: ${own[2]}` : ""}` : text
  )
    .replace(
      /^(?:please\s+)?(?:also\s+)?(?:an? (?:table|list) of|add|create|make|include|introduce|record|track|note|store|keep|log|sell|offer|we (?:also )?(?:want to |need to |should )?(?:record|track|note|store|keep|have|need|sell|offer)|i (?:also )?(?:want to |need to |should )?(?:record|track|note|store|keep|have|need|sell|offer)|there (?:are|should be)|and|now|need|want)\s+(?:an?\s+|the\s+|our\s+|my\s+|some\s+|also\s+)*(?:(?:new |separate |own |extra )?(?:table|list)s? (?:for|of|called|named)?\s*)?/i,
      "",
    )
    .trim();
  const held =
    /^(?:each |every |all |the |our )?([\w ]+?)\s+(?:should (?:also )?have|must have|can (?:also )?have|have|has|need|needs|get|gets)\s+(?:also |their |its |many |several |multiple |lots of )*([\w -]+?\s*(?::|\(|\bwith\b).+)$/is.exec(
      plain,
    );
  const holder = held ? draft.model.entities.find((one) => isName(one, held[1]!.trim())) : undefined;
  if (holder) return addHeld(clause, holder, held![2]!);
  if (own && own[2] === undefined && isAlone.test(text)) return addOwn(clause, own[1]!);
  const parent =
    /\s+(?:per|for (?:each|every|an?|the)|of (?:each|every|an?|the)|to (?:each|the|every|our)?)\s*([a-z]+(?:\s[a-z]+)?)\s*(?=$|[:(,]|\bwith\b)/i.exec(
      plain,
    );
  const owner = parent ? draft.model.entities.find((one) => isName(one, parent[1]!)) : undefined;
  const said = owner
    ? `${plain.slice(0, parent!.index)}${plain.slice(parent!.index + parent![0].length)}`.trim()
    : plain;
  const [wanted, ...others] = wantedIn(said.replace(/\s+:/, ":"));
  if (!wanted || /\b(?:for|of|to|in|on|no|per|with)\b/i.test(wanted.noun)) return false;
  if (
    others.length > 0 ||
    wanted.inner === undefined ||
    wordsOf(wanted.noun).length > 3 ||
    !(isTable(wanted) || (owner !== undefined && isRows(wanted, /\b(?:per|each|every)\b/i.test(parent?.[0] ?? ""))))
  )
    return false;
  if (!isFreeName(clause, wanted.noun, own !== null)) return false;
  if (splitFields(wanted.inner).some((part) => wordsOf(part).length > 9)) return false;
  const made = addTable(draft, wanted, owner);
  if (made && own) linkNames(draft, made);
  else if (made) noteNames(draft, made);
  return made !== null;
};

/** "make supplier its own list with phone", where suppliers have one: it gets the fields that it has not. */
function readThere({ draft }: Clause, noun: string, inner: string | undefined): boolean {
  const found = findEntity(draft.model, noun);
  if (found.kind !== "one") return false;
  draft.already.push(`${titleOf(found.value)} are a table of their own already.`);
  return wantedIn(inner ?? "").every((wanted) => addWanted(draft, found.value, wanted));
}

function addOwn(clause: Clause, noun: string): boolean {
  const { draft } = clause;
  const values = draft.model.entities.flatMap(({ properties }) => properties[snake(singular(noun))] ?? []);
  const chosen = values.find((value) => value.enum);
  if (chosen) draft.already.push(`${sentence(singular(noun))} is a dropdown already, whose options are its list.`);
  if (chosen) return true;
  const isText = values.length > 0 && values.every((value) => !value.enum && !value.items && !value["x-reference"]);
  if (!isText || !isFreeName(clause, noun, true)) return false;
  const made = addTable(draft, { text: noun, noun });
  if (made) linkNames(draft, made);
  return made !== null;
}

/** "trainers should be a table of their own": what was a word in other tables links to its rows now. */
function linkNames({ model }: Draft, made: Entity): void {
  const name = snake(singular(made.name));
  for (const entity of model.entities) {
    const value = entity.properties[name];
    if (entity === made || !value || value["x-reference"] || value.enum) continue;
    entity.properties[name] = { ...referenceProperty(made.name), ...(value.title ? { title: value.title } : {}) };
  }
}

/** "add a table of trainers", where a class has its trainer as a text: nobody asked to lose what is written there, so that it is told. */
function noteNames({ model, assumed }: Draft, made: Entity): void {
  const name = snake(singular(made.name));
  for (const entity of model.entities) {
    const value = entity.properties[name];
    if (entity === made || !value || value["x-reference"] || value.enum || value.items) continue;
    const many = manyOf(entity);
    assumed.push(
      `The ${labelFor(name, value).toLowerCase()} of ${many} is a text as before. “${labelFor(name, value)} of ${many} should be picked from the list of ${manyOf(made)}” makes it a choice of these; what was typed so far is then to be picked anew.`,
    );
  }
}

/** A new table's name has no word for anything that is there, and none that asks for something. */
const isFreeName = ({ draft, marks }: Clause, noun: string, isOwn: boolean): boolean => {
  const words = wordsOf(noun);
  const taken = draft.model.entities.some(
    (one) =>
      wordsOf(one.title ?? one.name).join(" ") === words.map(singularOf).join(" ") ||
      // "samples: …" of an app that keeps clinical trial samples.
      (words.length === 1 && isPlural(noun) && wordsOf(one.title ?? one.name).at(-1) === singularOf(noun)),
  );
  return (
    !taken &&
    marks.every(
      (mark) =>
        !mark.words.some((word) => words.includes(word)) ||
        ((isOwn || mark.fields.length === 0) &&
          mark.states.length === 0 &&
          mark.asks.every((ask) => /^(?:count|table|several|time)$/.test(ask)) &&
          !mark.color) ||
        mark.words.length > 1,
    ) &&
    !words.some((word) => verbs.test(word) && !/^(?:notes?|books?|orders?|records?|tracks?|stores?)$/.test(word))
  );
};

/** "contacts should have tasks: title, due date, done". */
function addHeld({ draft }: Clause, holder: Entity, said: string): boolean {
  const [wanted, ...others] = wantedIn(said.trim());
  if (!wanted || others.length > 0 || wanted.inner === undefined || wordsOf(wanted.noun).length > 2 || !isTable(wanted))
    return false;
  return addTable(draft, wanted, holder) !== null;
}

/** "meter readings for each flat: date, electricity": rows of each, whatever they are. */
const isRows = ({ text, noun, inner = "" }: Wanted, isEach = false) =>
  (isPlural(noun) || (isEach && text.includes(" with "))) &&
  splitFields(inner).length > 1 &&
  !/\b(?:one|either|several|any) of\b|\b(?:multi|multiple|select|choice|dropdown|options?)\b/.test(inner) &&
  (!text.includes("(") || splitFields(inner).some((part) => isAttribute(plainWish(part))));

const isName = (entity: Entity, said: string) =>
  wordsOf(entity.title ?? entity.name).join(" ") === singularOf(said) ||
  wordsOf(entity.title ?? entity.name).at(-1) === singularOf(said);
const singularOf = (text: string) => singular(text.toLowerCase());

/** "each bottle is in one": rows of the table just made belong there. */
export const readInOne: Rule = (clause) => {
  const { draft, text } = clause;
  if (
    !/^(?:each|every|all|an?|the)?\s*[\w ]+?\s+(?:(?:is|are|belongs?|goes|sits?|stands?|lies|can be)\s+(?:in|to|on|at|under)\s+(?:exactly |only )?(?:one|it|them|a|one of (?:these|them|those))|(?:has|have|gets?|needs?)\s+(?:exactly |only )?one(?: of (?:these|them|those))?)$/i.test(
      text,
    )
  )
    return false;
  const child = entitiesIn(clause)[0];
  const parent = draft.model.entities.find(({ name }) => name === draft.touched);
  if (!child || !parent || child === parent) return false;
  relate(child, parent);
  return true;
};

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

const screenPart =
  /\b(?:field|column|chart|page|board|calendar|dashboard|record|row|entr|sample|option|filter|example|colou?r|button|card)s?\b/i;

/** "add a table for suppliers with name and email", "track vehicles". */
export const readAddTable: Rule = ({ draft, text: typed }) => {
  const text = withoutToo(typed);
  const said = table.exec(text) ?? tableAfter.exec(text);
  const match = said ?? bare.exec(text);
  if (!match) return false;
  const noun = unquote(match[1]!);
  const inner = match[2] ?? match[3];
  // "make meetings a table": an article stands in no name.
  if (/\s(?:an?|the|its|their)$/i.test(noun)) return false;
  if (!said && (!isPlural(noun) || screenPart.test(noun) || /^\d/.test(noun) || wordsOf(noun).length > 3)) return false;
  const same = findEntity(draft.model, noun);
  if (same.kind === "one" && singular(same.value.name) === singular(noun)) {
    if (inner !== undefined) return false;
    draft.touched = same.value.name;
    draft.already.push(`The app already has ${manyOf(same.value)}, so I changed nothing there.`);
    return true;
  }
  const made = addTable(draft, { text, noun, inner });
  if (made) noteNames(draft, made);
  return made !== null;
};
