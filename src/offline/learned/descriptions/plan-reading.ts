import "server-only";
import { endsAs } from "../../words/happenings";
import { type FieldSpec } from "../../model/field-kinds";
import { parseField } from "../../words/parse-field";
import { singular, wordsOf } from "../../language/inflect";
import { participleOf } from "../../language/participle";
import { nameOfChoice, typedPhrase } from "../../description/plan/field-words";
import { isEvent, isPerson } from "../../description/plan/happenings";
import { type Plan, refuse, type PlannedTable } from "../../description/plan/plan";
import { refusedIn } from "../../description/wishes/refused";
import { listedIn } from "../../description/plan/standing";
import { goesBy, tableNoun, telling } from "../../description/plan/table-names";
import { attending, readAttendance } from "../../description/statements/who-does";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { germanInEnglish } from "../../lexicon/german-in-english";
import { languageOf } from "../../lexicon/other-languages";
import { loadWords, typeOf } from "../../words/load";
import type { ReadField, ReadTable } from "./read-message";
import { type Named, namedIn } from "./deed-names";
import { namesField } from "./names/said-choices";

const yesOrNo = /^(?:yes|no|y|n|ja|nein|true|false)$/i;

/** "draft, sent or paid": a field that is called by nothing but its options. */
const isNameless = (text: string, options: readonly string[]) =>
  options.length > 0 && text.startsWith(options[0]!) && text.endsWith(options.at(-1)!);

const deciding = /^(?:approve|accept|confirm|grant|agree|reject|decline|refuse|deny|den)(?:s|d|ed|ing|ies|ied)?$/;
/** "accepts or declines": what is decided of a request, which waits until then. */
const isDecision = ({ text, options }: ReadField) =>
  options.length === 2 && isNameless(text, options) && options.every((option) => deciding.test(option.split(" ")[0]!));
const decisionOf = ({ options }: ReadField) =>
  `status (${["requested", ...options.map((option) => participleOf(option.split(" ")[0]!.toLowerCase()))].join("/")})`;

/** As `bracketedChoices` writes it. */
const several = /^any of /i;

/** A field in the notation of `parseField`, in English. */
function phraseOf(field: ReadField, isGerman: boolean): string {
  const { text, options } = field;
  if (isDecision(field)) return decisionOf(field);
  const english = (isGerman ? germanInEnglish(text) : text)
    .replace(/^(?:the|a|an|its|their|his|her|my|our|with)\s+/i, "")
    .replace(/\b(status|state|stage)(?:es|s)? of (?:an?|the|each|every) [a-z]+$/i, "$1")
    .replace(/\bstatuses$/i, "status")
    .trim();
  if (options.length > 0 && options.every((option) => yesOrNo.test(option))) return `${english} checkbox`;
  // "boxed or not", "contracts signed or not".
  if (options[1] === "not" && options.length === 2)
    return `${english.includes(options[0]!) ? options[0] : `${english} ${options[0]}`} checkbox`;
  // "tags (new, used, sale)", "diets (any of vegan, halal)": several of them.
  const isSeveral = several.test(options[0] ?? "");
  if (options.length > 1 && !isNameless(english, options) && (isSeveral || typeOf(english).type === "tags"))
    return `${english} multiple choice of ${[options[0]!.replace(several, ""), ...options.slice(1)].join("/")}`;
  if (options.length > 1)
    return `${isNameless(english, options) ? nameOfChoice(english, options) : english} (${options.join("/")})`;
  // "see dates and prices": each has one.
  const one = singular(english);
  const isOne = one !== english && /^(?:date|datetime|money)$/.test(typeOf(one).type) && isAttribute(one);
  return typedPhrase(isOne ? one : english);
}

/** "a checklist (room, item, photo)", "asking price or monthly rent": fields, and no choice. */
function fieldsIn(field: ReadField): ReadField[] {
  // "see dates and prices".
  const both = field.options.length === 0 ? field.text.split(/ and /i) : [];
  if (both.length === 2 && both.every((text) => !text.includes(" ") && namesField(text)))
    return both.map((text) => ({ ...field, text: singular(text) }));
  const areFields = isNameless(field.text, field.options)
    ? (option: string) => namesField(option.split(" ").at(-1)!)
    : (option: string) => isAttribute(option);
  return field.options.length > 1 && field.options.every(areFields)
    ? field.options.map((text) => ({ text, options: [] }))
    : [field];
}

const isCalled = ({ noun, thing }: PlannedTable, name: string): boolean =>
  thing?.name === name && !noun.includes(" ") && goesBy(name, noun);

/** "clients and a calendar": how rows are shown. */
const view = /^(?:kanban(?: board)?|pipeline board|calendar(?: view)?|dashboard|map view|gallery view)$/i;
const asking = /^(?:who|whose|which|what|when|where|whether|how) /;

const isTime = (spec: FieldSpec | null) => spec?.property.format?.startsWith("date") === true;

/** Works what was read from a message into the plan of an app. */
export function planReading(plan: Plan, read: readonly ReadTable[], message: string): void {
  const isGerman = languageOf(message) === "de";
  const deeds = new Map(loadWords().recordVerbs.map((deed) => [deed.makes, deed]));
  const made = new Map<string, PlannedTable>();
  const attended: string[] = [];
  for (const noun of refusedIn(message)) refuse(plan, noun);
  const doneTo: [string, string][] = [];
  for (const { name, fields } of read) {
    const called = wordsOf(isGerman ? germanInEnglish(name) : name)
      .join(" ")
      .replace(telling, "");
    const named: Named = isGerman ? { noun: called } : namedIn(called, message);
    const words = named.noun;
    if (named.of) doneTo.push([name, named.of]);
    const listed = listedIn(words, plan.among);
    const known = listed?.thing ?? knownAs(words, plan.among) ?? undefined;
    const noun = tableNoun(listed?.noun ?? words, known);
    if (noun === "") continue;
    // "add guests with a table number, record who has accepted or declined": of the guests.
    const before = plan.tables[0] && asking.test(noun) ? plan.tables.at(-1) : undefined;
    if (before) {
      for (const field of fields.flatMap(fieldsIn)) before.said.push(phraseOf(field, isGerman));
      made.set(name, before);
      continue;
    }
    // "yarn" beside "my yarns": one table, with the fields of both.
    const twin = plan.tables.find((table) => table.noun.toLowerCase() === noun.toLowerCase());
    if (twin) {
      made.set(name, twin);
      const more = fields.flatMap(fieldsIn).map((field) => phraseOf(field, isGerman));
      twin.said.push(...more.filter((phrase) => !twin.said.includes(phrase)));
      continue;
    }
    // "ratings and reviews": two of its plain names, and one table.
    const same = known && !noun.includes(" ") ? plan.tables.find((table) => isCalled(table, known.name)) : undefined;
    if (same && known!.kind === "message" && fields.length === 0 && goesBy(known!.name, noun) && same.noun !== noun) {
      made.set(name, same);
      continue;
    }
    // Two names of one thing are two tables: "wholesale orders", "orders from restaurants".
    const thing = plan.tables.some((table) => table.thing && table.thing.name === known?.name) ? undefined : known;
    const act = deeds.get(name) ?? named.deed;
    const table: PlannedTable = {
      noun,
      ...(thing ? { thing } : {}),
      ...(act && !thing ? { act } : {}),
      // "newsletter subscribers" are subscribers.
      ...(noun === words ? {} : { called: [words] }),
      said: [],
      isExact: false,
      links: [],
      features: [],
    };
    // "the owner accepts or declines": a request, and no owner.
    const decided = isPerson(table) ? plan.tables.findLast((one) => !isPerson(one)) : undefined;
    plan.tables.push(table);
    made.set(name, table);
    for (const field of fields.flatMap(fieldsIn)) {
      const phrase = phraseOf(field, isGerman);
      if (view.test(phrase)) continue;
      if (attending.test(phrase)) attended.push(phrase);
      else if (decided && isDecision(field)) decided.said.push(phrase);
      else if (!table.said.includes(phrase)) table.said.push(phrase);
    }
    if (table.said.length > 1 && fields.filter(({ isCriterion }) => !isCriterion).length > 1) table.isExact = true;
    // Whatever happens does so at some time, said or not.
    const isDone = act !== undefined || (isEvent(table) && thing?.kind !== "message");
    if (
      table.isExact &&
      (isDone || endsAs("logged", noun)) &&
      !table.said.some((phrase) => isTime(parseField(phrase)))
    ) {
      const time = isDone ? thing?.fields.find(({ spec }) => isTime(spec))?.spec : undefined;
      table.asked = [time ?? parseField("date")!];
    }
  }
  for (const [name, of] of doneTo) {
    const one = made.get(name);
    const other = plan.tables.find((table) => table !== one && goesBy(of, table.noun));
    if (one && other && !one.links.some((link) => link.to === other)) one.links.push({ to: other });
  }
  for (const phrase of attended) readAttendance(plan, phrase);
  for (const { name, links } of read)
    for (const to of links) {
      const one = made.get(name);
      const other = made.get(to);
      if (one && other && one !== other && !one.links.some((link) => link.to === other)) one.links.push({ to: other });
    }
}
