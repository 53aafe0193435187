import "server-only";
import { endsAs } from "../../words/happenings";
import type { Entity } from "../../model/app-model";
import { type FieldSpec, kindOf } from "../../model/field-kinds";
import { namedProperty, parseField } from "../../words/parse-field";
import { isPlural, listed, sentence, singular, snake } from "../../language/inflect";
import { parseField as parseNotation } from "../../words/field-notation";
import { loadWords, typeOf } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { addEntity, relate, setField, setRequired } from "../../draft/compose";
import { type Draft, manyOf } from "../../draft/draft";
import { entityNameOf, isPersonTable, knownNamed, quietAs, specOf } from "../../lexicon/known";
import { eachOf } from "../../description/plan/field-words";
import { isDeed, isDishOf, isEvent, isPerson, isPublished } from "../../description/plan/happenings";
import { linkTables } from "./link-tables";
import { isPersonLike, isServedPerson } from "../../lexicon/nouns";
import { goesBy } from "../../description/plan/table-names";
import { addUsual } from "./add-usual";
import { hasAlike, hasSimilar, hasState, isSaidAlike, isSameDeed, isState, type Usual, sameField } from "./alike";
import { dateRows } from "./date-rows";
import { inFormOrder } from "./field-order";
import { asMeantTogether } from "./beside";
import { nameLacking } from "./needs-name";
import type { Made, Plan, PlannedTable } from "../../description/plan/plan";

/** Makes the planned tables: fields first, then the links, which need all tables to stand. */
export function buildPlan(plan: Plan, draft: Draft): Entity[] {
  addChildren(plan);
  tellQuiet(plan);
  const made = plan.tables.map((table): Made => ({ table, entity: addEntity(draft, table.noun, []) }));
  for (const { table, entity } of made) if (table.thing) draft.things[entity.name] = table.thing.name;
  for (const one of made) fill(one, made);
  noteUsual(made, draft);
  for (const { table, entity } of made)
    for (const { to, label } of table.links) {
      const other = made.find((candidate) => candidate.table === to);
      if (!other || other.entity === entity || isStrange(table, entity, to)) continue;
      if (label === undefined && isBackwards(table, to)) relate(other.entity, entity);
      else relate(entity, other.entity, label);
    }
  linkTables(made);
  for (const one of made) dropBooker(one);
  dateRows(made);
  for (const { entity, table } of made) inFormOrder(entity, table.said.length > 0 || table.isExact);
  return made.map(({ entity }) => entity);
}

/** Nothing takes place with who reads the newsletter, tables are reserved, not dishes, and no event for many is one member's. */
const isStrange = (table: PlannedTable, { properties }: Entity, to: PlannedTable): boolean =>
  (isPublished(to) && isEvent(table)) ||
  isDishOf(table, to) ||
  isDishOf(to, table) ||
  (properties.capacity !== undefined && isServedPerson(to.noun));

/** A registration is of a course, and no course of a registration, whichever way the words led. */
const isBackwards = (table: PlannedTable, to: PlannedTable): boolean =>
  (endsAs("follows", to.noun) || endsAs("returned", to.noun)) &&
  (isPerson(table) || !(endsAs("divided", to.noun) || endsAs("parts", table.noun))) &&
  !endsAs("follows", table.noun) &&
  (endsAs("joined", to.noun) || !(isEvent(table) || isDeed(table.noun)));

/** A usual field for who booked says nothing beside a link to them. */
function dropBooker({ table, entity }: Made): void {
  const isLinked = Object.values(entity.properties).some((value) =>
    isPersonTable({ name: value["x-reference"] ?? "" }),
  );
  if (!isLinked || table.said.some((phrase) => /^booked by\b/i.test(phrase))) return;
  delete entity.properties.booked_by;
  setRequired(
    entity,
    (entity.required ?? []).filter((name) => name !== "booked_by"),
  );
}

/** What is known of nouns that nothing was known of while they were read. */
function tellQuiet({ tables, text }: Plan): void {
  // Several families are households, and nobody's relatives.
  for (const table of tables)
    if (table.noun === "family" && text.includes(" families ")) table.thing = quietAs("household") ?? table.thing!;
  for (const table of tables.filter(({ thing, act }) => !thing && !act)) {
    const thing = quietAs(table.noun);
    if (thing && !tables.some((other) => other.thing === thing)) table.thing = thing;
  }
}

/** Features that keep rows of their own: comments of a post, lines of an invoice. */
function addChildren(plan: Plan): void {
  for (const table of plan.tables.slice())
    for (const { child } of table.features) {
      // Rows of that kind are kept already, by a verb of the sentence.
      if (
        !child ||
        table.act ||
        table.isExact ||
        plan.tables.some((other) => other.act !== undefined && other.links.some(({ to }) => to === table))
      )
        continue;
      const name = child.name.replaceAll("{thing}", table.noun);
      // Named on its own already: "orders, posts and comments".
      if (plan.tables.some((other) => other !== table && other.noun === singular(name).split(" ").at(-1))) continue;
      const same = plan.tables.find(
        (other) =>
          other.noun === singular(name) ||
          other.thing?.name === name ||
          (other !== table && (goesBy(name, other.noun) || isKindred(name, other))),
      );
      const thing = knownNamed(name);
      const made = same ?? {
        noun: singular(name),
        ...(thing ? { thing } : {}),
        said: [],
        isExact: false,
        links: [],
        features: [],
      };
      if (!same) plan.tables.push(made);
      else if (thing) made.thing = thing;
      if (made !== table) made.links.push({ to: table });
    }
}

/** "line item" and "Invoice line", "booking" and "Concert booking": one table by two names. */
const isKindred = (child: string, { noun, thing }: PlannedTable): boolean => {
  const last = singular(child).split(" ").at(-1)!;
  return (
    (thing !== undefined && (goesBy(thing.name, last) || singular(thing.name).split(" ").at(-1) === last)) ||
    (noun.endsWith(" item") && last === "line")
  );
};

function fill({ table, entity }: Made, all: Made[]): void {
  const phrases = table.said.filter((phrase) => !isKeptOnItsOwn(phrase, table, all)).flatMap(eachOf);
  const said = asMeantTogether(
    [...phrases.map((phrase) => parseField(phrase)), ...(table.asked ?? [])].filter((spec) => spec !== null),
  );
  const hasOwnTitle = said.some(({ name }) => /(?:^|_)(?:name|title|subject|number)$/.test(name));
  if (!table.isExact && !(said.length > 2 && hasOwnTitle)) {
    for (const usual of usualFields(table, said)) if (!isSaidAlike(usual, said)) addUsual(entity, usual, all);
  }
  // A state that was spelled out takes the place of the usual one, by whatever name.
  if (said.some(({ name, property }) => property.enum && isState.test(name)))
    for (const [name, value] of Object.entries(entity.properties))
      if (value.enum && isState.test(name)) delete entity.properties[name];
  const lacking = table.isExact ? nameLacking(table, said) : undefined;
  if (lacking) setField(entity, structuredClone(lacking));
  for (const spec of said)
    if (!(table.asked?.includes(spec) && isSameDeed(entity, spec))) setSaid(entity, withUsualOptions(table, spec), all);
  // Of suppliers and customers nobody keeps a stock.
  for (const feature of table.features.filter(({ rule }) => rule !== "stock" || !isPerson(table)))
    for (const text of feature.fields) {
      const spec = specOf(parseNotation(text.replaceAll("{thing}", table.noun), typeOf));
      if (
        !table.isExact &&
        !hasSimilar(entity, spec) &&
        !hasAlike(entity, spec) &&
        !isDayKnown(entity, spec) &&
        // A board of deals goes by their stages.
        !(isState.test(spec.name) && hasState(entity)) &&
        !all.some((one) => one.table.said.includes(text))
      )
        setField(entity, spec);
    }
}

/** An event that starts at a time has its place in a calendar. */
const isDayKnown = ({ properties }: Entity, { name }: FieldSpec): boolean =>
  name === "date" && Object.entries(properties).some(([other, value]) => kindOf(other, value) === "datetime");

/** "posts with photo and comments": what is said there are rows of their own that point here. */
function isKeptOnItsOwn(phrase: string, { noun, thing }: PlannedTable, all: Made[]): boolean {
  const many = phrase.replace(/ \(long text\)$/, "");
  const isHere = (to: string | undefined) => to === thing?.name || to?.toLowerCase() === noun;
  return (
    isPlural(many) &&
    all.some(
      ({ table }) =>
        table.noun === singular(many) &&
        table.thing?.kind === "message" &&
        table.thing.fields.some(({ relates }) => relates !== undefined && isHere(relates)),
    )
  );
}

/** Says once which tables hold what such things usually do, as nobody spelled out their fields. */
function noteUsual(all: Made[], draft: Draft): void {
  const bare = all.filter(({ table }) => !table.isExact && table.said.length === 0);
  const usual = bare.filter(({ table }) => table.thing ?? table.act).map(({ entity }) => manyOf(entity));
  const strange = bare.filter(({ table }) => !table.thing && !table.act).map(({ entity }) => manyOf(entity));
  if (usual.length > 0)
    draft.assumed.push(
      `You did not say what ${listed(usual)} hold, so ${usual.length > 1 ? "each has" : "they have"} the usual fields.`,
    );
  draft.doubts += strange.length;
  const guessed = strange.filter((many) => sortedAs(singular(many)) !== undefined || isPersonLike(singular(many)));
  if (guessed.length > 0)
    draft.skipped.push(`I could only guess what ${listed(guessed)} hold. Tell me the fields that you need.`);
  const unknown = strange.filter((many) => !guessed.includes(many));
  if (unknown.length > 0)
    draft.skipped.push(
      `I do not know what ${listed(unknown)} hold, so ${unknown.length > 1 ? "each has" : "they have"} little more than a name. Tell me the fields that you need.`,
    );
}

function usualFields(table: PlannedTable, said: FieldSpec[]): Usual[] {
  if (table.thing) return table.thing.fields;
  if (table.act) return table.act.fields.filter((text) => !text.includes("{")).map(usualOf);
  const plain = (name: string, isRequired = false): Usual => ({
    spec: { name, label: sentence(name), property: namedProperty(name), ...(isRequired ? { isRequired } : {}) },
  });
  const hasTitle = said.some(({ name }) => /^(?:name|title)$/.test(name));
  const ofSort = sortedAs(table.noun);
  if (ofSort) return ofSort.fields.map(usualOf).filter(({ spec }) => !hasTitle || !/^(?:name|title)$/.test(spec.name));
  return [
    ...(hasTitle ? [] : [plain("name", true)]),
    ...(isPersonLike(table.noun)
      ? ["photo", "email", "phone", "notes"].map((name) => plain(name))
      : isDeed(table.noun)
        ? [plain("date"), plain("notes")]
        : [plain("description")]),
  ];
}

/** The fields of the sort of thing that a noun is, by its last word. */
const sortedAs = (noun: string) => loadWords().sorts.get(noun.split(" ").at(-1)!);

function usualOf(text: string): Usual {
  const field = parseNotation(text, typeOf);
  return { spec: specOf(field), ...(field.to ? { relates: field.to } : {}) };
}

/** A bare "status" has the options that such rows usually have, those of a job application and not of a task; "downloads" are counted where these are. */
function withUsualOptions({ thing, said }: PlannedTable, spec: FieldSpec): FieldSpec {
  const isText = kindOf(spec.name, spec.property) === "text";
  const usual = thing?.fields.find(
    (field) => field.spec.name === spec.name && !field.relates && (field.spec.property.enum || isText),
  );
  return usual && said.some((phrase) => wordKey(phrase) === wordKey(spec.label)) ? structuredClone(usual.spec) : spec;
}

/** A field as it was said; one that names a table is a link, one that is usual already takes the place of that. */
function setSaid(entity: Entity, spec: FieldSpec, all: Made[]): void {
  const kind = kindOf(spec.name, spec.property);
  const other = all.find(
    ({ entity: one }) => one !== entity && snake(one.name) === snake(entityNameOf(spec.name.replaceAll("_", " "))),
  );
  const own = all.find((made) => made.entity === entity)?.table.thing?.name ?? "";
  // "a library with borrowing": the borrowings are of a book, and no book is of one.
  if (other?.table.thing?.fields.some(({ relates }) => relates === own)) return;
  if (other && kind === "text")
    return setField(entity, { ...spec, property: { type: "string", "x-reference": other.entity.name } });
  // "expenses with categories and receipts": the category and the receipt that each has.
  const one = singular(spec.name);
  // A leave request has its status, which is what approves it.
  if (spec.name === "approval" && entity.properties["status"]?.enum?.includes("approved")) return;
  if (/^(?:text|image)$/.test(kind) && one !== spec.name && entity.properties[one]) return;
  // "with places and costs": the place that each has, and no count of them.
  if (kind === "number" && one !== spec.name && entity.properties[one]?.type === "string") return;
  const same = sameField(entity, spec);
  if (same) {
    same.title = spec.label;
    return;
  }
  setField(entity, spec);
}
