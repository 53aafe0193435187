import "server-only";
import type { Entity } from "../app-model";
import { appKinds, archetypeOf, isArchetype } from "../words/archetypes";
import { addEntity, setField } from "./compose";
import type { Draft } from "./draft";
import { type FieldSpec, inferProperty, kindOf, parseField, referenceProperty } from "../fields";
import { splitFields, splitList, unquote } from "./normalize";
import { relateNouns } from "./tables";
import { findEntity } from "./resolve";
import { headline, isPlural, plural, singular, snake, wordsOf } from "../inflect";

/** One table as a person described it, before it is built. */
type Table = { noun: string; fields: string[]; belongsTo: string[]; isOpen: boolean; isForm?: boolean };

const introduction =
  /^(?:(?:build|create|make|design|develop|generate|set up|start|write|need|want|like|give me|i need|i want|we need|i am building|i'm building)\s+)?(?:me\s+|us\s+)?(?:an?\s+|the\s+|my\s+|our\s+|some\s+)?((?:(?:new|simple|small|basic|modern|nice|beautiful|clean|little|full|complete|minimal|web|mobile|internal|online|personal)\s+)*)/i;
const listStart =
  /\s*(?:\b(?:with|having|including|containing|featuring|consisting of|(?:that|which) (?:has|have|contains?|includes?|tracks?|manages?|stores?|keeps track of|lists?|shows?)|where (?:i|we|users|people|you) can (?:add|track|manage|store|see|keep|log|create|record|save|organi[sz]e)(?: track of)?)\b|:)\s*/i;
const purpose =
  /(?:^|\b(?:to|for|that lets (?:me|us|users|people)|so (?:that )?(?:i|we) can|i can use to|where (?:i|we|users|people) can|(?:which|that) helps? (?:me|us)? ?(?:to)?)\s+)(?:track(?:ing)?|manag(?:e|ing)|organi[sz](?:e|ing)|keep(?:ing)? track of|stor(?:e|ing)|logg?(?:ing)?|record(?:ing)?|plan(?:ning)?|list(?:ing)?|collect(?:ing)?|monitor(?:ing)?|catalog(?:ing|uing)?|submit(?:ting)?|post(?:ing)?|upload(?:ing)?|shar(?:e|ing)|schedul(?:e|ing)|handl(?:e|ing))\s+(?:all\s+)?(?:my|our|the|their|your|of my|of our)?\s*(.+)$/i;
const viewWords =
  /\b(?:dashboard|overview|kanban|board|calendar|charts?|graphs?|reports?|statistics|stats|analytics|search|filters?|sorting|home ?page|landing page|about page|contact page|log ?in|sign[- ]?(?:up|in)|authentication|dark mode|light mode|theme|sidebar|export|import|notifications?|emails? (?:reminders?|alerts?)|(?:online|card|take|accept(?:ing)?) payments?|payments? (?:gateway|integration|processing)|sample data|demo data|example data|test data|sample rows)\b/i;
const relationTail =
  /[,\s]+(?:(?:that|which|and|who|each)\s+)*(?:belong(?:s|ing)? to|(?:are |is )?(?:linked|connected|related|assigned|attached|tied) (?:to|with)|reference|references)\s+(?:an?|the|one|each|every|their|its|some|exactly one)?\s*([a-z][a-z -]*?)\s*$/i;
/** "linked to a product" alone, among fields. */
const relationAlone = new RegExp(`^${relationTail.source.slice("[,\\s]+".length)}`, "i");
const tableStart =
  /^((?:[\w&-]+\s+){0,3}?[\w&-]+)\s*(?:\((.+)\)|(?::|\s-\s)\s*(.+)|\s+(?:with|having|containing|including|storing|that have|that has|who have|which have|each with|which has|has|have)\s+(?:an?\s+|the\s+)?(.+))$/is;

/** The app's name from "called X", else from its kind: "a recipe app" → "Recipe App". */
export function nameSaid(text: string): string | null {
  const run =
    /^(?:hi,? |hello,? )?(?:i|we) (?:run|own|have|manage) (?:an?|my|our|the) (?:(?:small|little|local|family|tiny)\s+)*([a-z][\w -]{2,24}?)(?:\s+(?:and|that|which|where|in|with)\b|[,.])/i.exec(
      text,
    );
  const called =
    /\b(?:called|named|titled|name it|call it)\s+(?:"([^"]+)"|'([^']+)'|([A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+))/.exec(
      text,
    );
  return called ? unquote(called[1] ?? called[2] ?? called[3] ?? "") : run ? headline(run[1]!) : null;
}

const isFieldLike = (noun: string) =>
  kindOf(snake(noun), inferProperty(snake(noun))) !== "text" ||
  ["steps", "amenities", "options", "photos", "images", "hours"].includes(noun.toLowerCase());
const stripNoun = (text: string) =>
  text
    .replace(
      /^(?:(?:vote|comment) on|browse|search(?: for)?|view|see|submit|post|rate|share|upload|manage|track|order|log|record|organi[sz]e|plan)\s+(?=\w)/i,
      "",
    )
    .replace(
      /^(?:(?:a|an|the|my|our|all|list of|lists of|table of|table for|tables for|a page for|pages for|section for|different|various|multiple|many|several|some|of|their|your)\s+)+/i,
      "",
    )
    .replace(/\s+(?:table|list|page|section|management|tracking|records)s?$/i, "")
    .trim();

/** Reads "contacts (name, email), deals with an amount and a due date that belong to a contact, and a dashboard". Words about views come back for their own readers. */
function readTables(list: string, main: string | undefined): { tables: Table[]; rest: string[] } {
  const tables: Table[] = [];
  const rest: string[] = [];
  const pieces = splitList(list);
  // What stands behind the first table is a field of that one: "tickets with title, description".
  const first = pieces.findIndex((piece) => isPlural(stripNoun(tableStart.exec(piece)?.[1] ?? "")));
  if (
    main &&
    pieces
      .slice(0, first === -1 ? undefined : first)
      .some(
        (piece) =>
          !viewWords.test(piece) &&
          !isPlural(stripNoun(piece).replace(relationTail, "")) &&
          !tableStart.test(piece) &&
          !isArchetype(stripNoun(piece)),
      )
  ) {
    tables.push({ noun: main, fields: [], belongsTo: [], isOpen: true });
  }
  for (const piece of pieces) readPiece(piece, tables, rest);
  return { tables, rest };
}

function readPiece(piece: string, tables: Table[], rest: string[]): void {
  const open = tables.at(-1);
  const alone = relationAlone.exec(piece);
  if (alone && open) return void open.belongsTo.push(alone[1]!);
  const tail = relationTail.exec(piece);
  const text = stripNoun(tail ? piece.slice(0, tail.index) : piece);
  const start = tableStart.exec(text);
  const noun = start ? stripNoun(start[1]!) : text;
  const isOwnTable = start && (isPlural(noun) || isArchetype(noun)) && !(open?.isOpen && parseIsField(start, noun));
  if (/^(?:(?:\d+|some|a few|with)\s+)*(?:sample|example|demo|dummy|test|fake|mock)\b|^\d+\s/i.test(piece)) {
    rest.push(`add ${piece}`);
    return;
  }
  const form =
    /^(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,2}?(contact|sign-?up|waitlist|feedback|registration|inquiry|enquiry|application|booking|order|rsvp|subscription|newsletter)\s+form$/i
      .exec(piece)?.[1]
      ?.toLowerCase();
  if (form) {
    tables.push({
      noun: /sign|wait|newsl|subscr/.test(form) ? "signup" : form === "contact" ? "message" : form,
      fields: [],
      belongsTo: [],
      isOpen: false,
      isForm: true,
    });
    return;
  }
  if (viewWords.test(start ? start[1]! : piece) && !isOwnTable) rest.push(piece);
  else if (isOwnTable)
    tables.push({
      noun,
      ...withRelations(splitFields(start[2] ?? start[3] ?? start[4] ?? "")),
      isOpen: start[2] === undefined,
    });
  else if (open?.isOpen && (!isPlural(noun) || isFieldLike(noun) || !isArchetype(noun)) && text !== "")
    open.fields.push(text);
  else if (wordsOf(noun).length <= 3 && (isPlural(noun) || isArchetype(noun)))
    tables.push({ noun, fields: [], belongsTo: [], isOpen: false });
  else rest.push(piece);
  const last = tables.at(-1);
  if (tail && last) last.belongsTo.push(tail[1]!);
}

function withRelations(said: string[]): Pick<Table, "fields" | "belongsTo"> {
  const belongsTo = said.flatMap((field) => relationAlone.exec(field)?.[1] ?? []);
  return { fields: said.filter((field) => !relationAlone.test(field)), belongsTo };
}

/** "status: new, won" inside an open field list is a field, although "status" may look like a plural. */
const parseIsField = (start: RegExpExecArray, noun: string) =>
  start[4] === undefined &&
  !isPlural(noun) &&
  !(
    start[2] &&
    splitList(start[2]).length > 1 &&
    isArchetype(noun) &&
    splitList(start[2]).some((field) => isFieldLike(field) || /\b(?:name|title|subject|number|status)\b/i.test(field))
  );

function build(draft: Draft, { noun, fields }: Table): Entity {
  const specs = fields.map((field) => parseField(field)).filter((spec): spec is FieldSpec => spec !== null);
  const found = findEntity(draft.model, noun);
  const entity =
    found.kind === "one" && singular(found.value.name) === singular(noun) ? found.value : addEntity(draft, noun, []);
  for (const spec of specs) setField(entity, spec);
  return entity;
}

/** "tasks (title, project)": a plain field with the name of another table is a link to it. */
function linkByName(draft: Draft, entity: Entity): void {
  for (const [name, value] of Object.entries(entity.properties)) {
    const other = draft.model.entities.find(
      (candidate) => candidate !== entity && singular(candidate.name) === singular(name),
    );
    if (other && value.type === "string" && !value.enum && !value.format && !value["x-reference"])
      entity.properties[name] = { ...referenceProperty(other.name), ...(value.title ? { title: value.title } : {}) };
  }
}

function kindTables(text: string): string[] {
  const kind = appKinds.find(([pattern]) => pattern.test(text));
  if (kind) return kind[1];
  const words = wordsOf(
    text
      .replace(/\bfor (?:my|our|a|an|the) .*$/i, "")
      .replace(
        /\b(?:app|application|tool|system|tracker|manager|website|site|platform|portal|software|program|database|log|list)\b/gi,
        " ",
      ),
  );
  for (let size = 3; size > 0; size--) {
    for (let at = 0; at + size <= words.length; at++) {
      const archetype = archetypeOf(words.slice(at, at + size).join(" "));
      if (archetype && isArchetype(words.slice(at, at + size).join(" "))) return [archetype.noun];
    }
  }
  return [];
}

/** `forms` are tables that visitors fill in and only admins read. */
export type Described = { entities: Entity[]; forms: Entity[]; rest: string[]; name: string | null };

/** "invoice app, customers, products and line items". */
const appComma = /^((?:[\w-]+\s+){0,3}(?:app|application|tool|system|tracker|website))\s*,\s+(?=[\w -]+(?:,|\sand\s))/i;
function listAfterComma(_: string, head: string): string {
  const noun = head.replace(/\s+\S+$/, "");
  return `${head} with ${isArchetype(noun) ? `${plural(noun)}, ` : ""}`;
}
/** "job applications I sent". */
const mineTail =
  /\s+(?:that |which )?(?:i|we)(?:'ve| have)?\s+(?:sent|made|did|bought|read|watched|played|visited|own|use|like)\b(?=\s*(?:[:,]|$))/i;

/** Reads the sentence that says what an app is. Null when it names no thing that could be kept. */
export function describeApp(sentenceSaid: string, draft: Draft, usesKinds = true): Described | null {
  const name = nameSaid(sentenceSaid);
  const text = sentenceSaid
    .replace(
      /,?\s*\b(?:called|named|titled)\s+(?:"[^"]+"|'[^']+'|[A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+)/,
      "",
    )
    .replace(introduction, "")
    .replace(appComma, listAfterComma)
    .replace(mineTail, "")
    .trim();
  const start = listStart.exec(text);
  const direct = start ? null : tableStart.exec(text);
  const listed = start ? text.slice(0, start.index) : text;
  const head = listed.replace(
    /^(?:inventory|list|collection|catalog(?:ue)?|database|directory|registry|register|log|archive|library|overview)\s+of\s+(?:my |our |the |all )*(?=\w+s\b)/i,
    "",
  );
  const purposeOf = purpose.exec(head);
  const kinds = kindTables(start ? sentenceSaid.slice(0, sentenceSaid.indexOf(listed) + listed.length) : sentenceSaid);
  let list = start ? text.slice(start.index + start[0].length) : "";
  const before = nounOnly(head)[0]?.noun;
  let main: string | undefined = before && isArchetype(before) ? before : kinds[0];
  const rest: string[] = [];
  let tables: Table[] = [];
  // "app for orders: customer, cake": the table is orders.
  const thing = head.replace(
    /^(?:app|application|tool|system|website|site|software)\s+(?:for|about)\s+(?:my |our |the |all )*/i,
    "",
  );
  if (purposeOf) {
    const object = purposeOf[1]!.replace(/^(?:a|an|the|my|our)\s+/i, "");
    const isKind =
      wordsOf(object).length <= 3 &&
      !/\band\b|,/.test(object) &&
      !isPlural(object) &&
      appKinds.some(([pattern]) => pattern.test(object));
    const things = isKind
      ? { tables: [], rest: [] }
      : readTables(purposeOf[1]!.replace(/\s+(?:in|at|for|of|by|from|on)\s+(?:a|an|the|my|our)\s.+$/i, ""), undefined);
    const isVague = !usesKinds && things.tables.length === 1 && things.tables[0]!.fields.length === 0;
    if (!isVague) tables.push(...things.tables);
    if (things.tables.length > 0) main = things.tables.at(-1)!.noun;
    else rest.push(...things.rest);
  } else if (direct && isPlural(stripNoun(direct[1]!))) {
    list = text;
  } else if (isPlural(stripNoun(head)) && start && wordsOf(thing).length <= 3) {
    list = `${thing} with ${list}`;
  }
  const read = readTables(list, main);
  for (const piece of read.rest) {
    const kind =
      wordsOf(stripNoun(piece)).length <= 2 && !viewWords.test(piece)
        ? appKinds.find(([pattern]) => pattern.test(piece))
        : undefined;
    if (kind) read.tables.push(bareTable(kind[1][0]!));
    else rest.push(piece);
  }
  if (/\blanding page\b/i.test(head)) rest.unshift("add a landing page");
  tables = merge([
    ...withKinds(tables, read.tables, kinds),
    ...read.tables.filter(({ noun }) => !isPartOf(noun, kinds)),
  ]);
  if (tables.length === 0 && usesKinds) tables = (kinds.length > 0 ? kinds : kindTables(sentenceSaid)).map(bareTable);
  if (tables.length === 0 && usesKinds) tables = nounOnly(head);
  if (tables.length === 0 && usesKinds) return null;
  const entities = tables.map((table) => build(draft, table));
  for (const entity of entities) linkByName(draft, entity);
  const forms = tables.flatMap(({ isForm }, at) => (isForm ? [entities[at]!] : []));
  // Relations wait until every table stands.
  for (const [at, { belongsTo }] of tables.entries())
    for (const noun of belongsTo) relateNouns(draft, entities[at]!, noun);
  return {
    entities,
    forms,
    rest,
    name:
      name ?? (purposeOf?.index === 0 ? null : nameOfKind(head, purposeOf !== null)) ?? nameOfPurpose(purposeOf?.[1]),
  };
}

const bareTable = (noun: string): Table => ({ noun, fields: [], belongsTo: [], isOpen: false });

/** "streaks" of a habit tracker: a field that habits have anyway. */
const isPartOf = (noun: string, kinds: string[]) =>
  !isArchetype(noun) &&
  kinds.some((kind) => archetypeOf(kind)?.fields.some(({ spec }) => spec.name.split("_").includes(singular(noun))));

/** Things that no one knows do not replace what an app of this kind is about. */
function withKinds(tables: Table[], read: Table[], kinds: string[]): Table[] {
  const isStrange =
    tables.length === 0 &&
    read.length > 0 &&
    read.every(({ noun, fields, isForm }) => fields.length === 0 && !isForm && !isArchetype(noun));
  return isStrange ? kinds.map(bareTable) : tables;
}

function merge(tables: Table[]): Table[] {
  const merged: Table[] = [];
  for (const table of tables) {
    const same = merged.find((other) => singular(other.noun) === singular(table.noun));
    if (!same) merged.push({ ...table });
    same?.fields.push(...table.fields);
    same?.belongsTo.push(...table.belongsTo);
  }
  return merged;
}

/** "a llama grooming app": the words before "app" name the thing. */
function nounOnly(head: string): Table[] {
  const named =
    /^((?:[\w-]+\s+){0,2}?[\w-]+)\s+(?:app|application|tool|tracker|manager|database|log|list|organi[sz]er|directory|catalog(?:ue)?|collection|planner)\b/i.exec(
      head,
    );
  return named && !/^(?:something|anything|cool|great|my|an?|the)$/i.test(named[1]!)
    ? [{ noun: singular(named[1]!), fields: [], belongsTo: [], isOpen: false }]
    : [];
}

const nameOfPurpose = (object: string | undefined) => {
  const words = object?.replace(/^(?:a|an|the|my|our|all|all my)\s+/i, "") ?? "";
  return words !== "" &&
    /^[\w -]+$/.test(words) &&
    wordsOf(words).length <= 3 &&
    !/\b(?:and|in|at|for|of)\b/i.test(words)
    ? headline(words)
    : null;
};

function nameOfKind(head: string, hasPurpose: boolean): string | null {
  const business =
    /\bfor (?:my|our|a|an|the)\s+(?:small\s+|little\s+|local\s+)?([a-z][\w -]{2,30}?)\s+(?:business|company|shop|club|studio|agency|service|firm)\b/i.exec(
      head,
    );
  if (business && /^(?:app|application|tool|system|website|site|software)?\s*for\b/i.test(head))
    return headline(business[1]!);
  const words = head.replace(/\s+(?:for|to|that|where|so)\s+.*$/i, "").trim();
  return words === "" ||
    /^(?:something|anything|some kind)\b|\bneeds?\b/i.test(words) ||
    wordsOf(words).length > 4 ||
    (hasPurpose && /^(?:app|application|tool|system|website)?$/i.test(words)) ||
    /^(?:app|application|tool|website|site|system|landing page|home ?page|web ?page)$/i.test(words)
    ? null
    : headline(
        wordsOf(words).length > 2
          ? words.replace(/\s+(?:app|application|tool|system|website|site|software)$/i, "")
          : words,
      );
}
