import "server-only";
import { isPlural, plural, singular, wordsOf } from "../../language/inflect";
import { colorsIn } from "../../language/colors";
import { splitList } from "../../language/normalize";
import { type Draft, manyOf, oneOf } from "../../draft/draft";
import { findEntity, findField } from "../../draft/resolve";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike } from "../../lexicon/nouns";
import { isPersonTable, knownAs, namesThing } from "../../lexicon/known";
import { label } from "../../learned/requests/carry/carry";
import { entityOf } from "../../model/app-model";
import { optionsOf } from "../../model/field-kinds";
import { kindOfRef, refsOf } from "../../request/meaning/clause";
import { marksOf } from "../../request/meaning/marks";
import { tableIn } from "./told-of-tables";

/** "add a funnel chart": of the rows that have stages, or else a status. */
function funnelSaid(text: string, { model }: Draft): string {
  if (
    !/^(?:(?:please )?(?:add|show|make|put|create) )?(?:an? |the )?(?:sales )?funnel(?: chart| graph| diagram)?(?: (?:on|to|in) (?:the|my|our) [\w -]+)?$/i.test(
      text,
    )
  )
    return text;
  const staged = model.entities
    .flatMap(refsOf)
    .filter(({ entity, name }) => optionsOf(entity.properties[name]!).length > 2);
  const ref = ["stage", "phase", "status"].flatMap((name) => staged.find((one) => one.name === name) ?? [])[0];
  return ref ? `add a bar chart of ${manyOf(ref.entity)} by ${label(ref)}` : text;
}

/** "add recurring tasks", where there are tasks: how often one repeats. */
function recurringSaid(text: string, { model }: Draft): string {
  const [, rows = ""] =
    /^(?:please )?(?:add|support|allow|we need|i need|i want|we want) (?:recurring|repeating|repeated) ([\w-]+)$/i.exec(
      text,
    ) ?? [];
  const entity = rows === "" ? undefined : tableIn(rows, model);
  return entity ? `add a "repeats" dropdown (never/daily/weekly/monthly) to ${manyOf(entity)}` : text;
}

const chosen =
  /(?:needs?|preferences?|requirements?|levels?|types?|kinds?|categor(?:y|ies)|priorit(?:y|ies)|sizes?|diets?|seasons?|moods?|difficult(?:y|ies)|extras?|add-?ons?)$/i;
/** A whole message: "add dietary needs with vegan, vegetarian and none" asks for a field to choose from, and for no table of these. */
export function choiceSaid(text: string, { model, touched }: Draft): string {
  const [, start = "", name = "", list = ""] =
    /^((?:please )?add) (?:an? |the )?([\w -]{3,30}?) (?:with|like|such as) (?!options?\b)((?:[\w-]+(?: [\w-]+)?(?:, ?(?:and |or )?| and | or ))+[\w-]+(?: [\w-]+)?)$/i.exec(
      text,
    ) ?? [];
  const options = splitList(list);
  const isChoice =
    chosen.test(name) &&
    options.length > 1 &&
    tableIn(name, model) === undefined &&
    options.some((one) => !isAttribute(one)) &&
    options.every((one) => knownAs(one) === null && marksOf(one, model).every(({ fields }) => fields.length === 0));
  const whose = /diet|allerg|shirt|language/i.test(name)
    ? model.entities.find((entity) => isPersonTable(entity))
    : undefined;
  const taken = /extras?$|add-?ons?$/i.test(name)
    ? model.entities.find((entity) => /(?:Rental|Booking|Order|Reservation|Stay)$/.test(entity.name))
    : undefined;
  const owner = whose ?? taken ?? entityOf(model, touched) ?? model.entities[0];
  return isChoice && owner ? `${start} "${singular(name)}" to ${manyOf(owner)}: ${options.join(", ")}` : text;
}

/** A whole message: "let visitors rate recipes", where ratings of recipes are kept already: who may add some. */
export function ratersSaid(text: string, { model }: Draft): string {
  const [, who = "", rows = ""] =
    /^(?:please )?(?:let|allow) (?:the )?([\w-]+) (?:to )?(?:rate|review) (?:an? |the |our |every |each )?([\w-]+)$/i.exec(
      text,
    ) ?? [];
  const rated = rows === "" ? undefined : tableIn(rows, model);
  const ratings = model.entities.find((entity) => {
    const refs = refsOf(entity);
    return (
      refs.some((ref) => entity.properties[ref.name]!["x-reference"] === rated?.name) &&
      refs.some((ref) => kindOfRef(ref) === "rating")
    );
  });
  const people = /^(?:them|us)$/i.test(who) ? "users" : who;
  return rated && ratings ? `${people} can add ${manyOf(ratings)}` : text;
}

/** "tasks can have a parent task": a link to another one of them, by the name that was said. */
function parentSaid(text: string, { model }: Draft): string {
  const [, rows = "", name = "", other = ""] =
    /^(?:each |every |an? |the )?([\w-]+) (?:can|may|should|could) have (?:an? |one )?((?:parent|previous|next|follow-up|main|related|master) ([\w-]+))$/i.exec(
      text,
    ) ?? [];
  const entity = rows === "" ? undefined : tableIn(rows, model);
  return entity && tableIn(other, model) === entity ? `add "${name.toLowerCase()}" to ${manyOf(entity)}` : text;
}

/** "class level beginner, medium, pro", where classes have a level: its options. */
function optionsBehind(text: string, { model }: Draft): string {
  for (const entity of model.entities)
    for (const ref of refsOf(entity)) {
      if (optionsOf(entity.properties[ref.name]!).length === 0) continue;
      const said = `${oneOf(entity)} ${label(ref)} `.toLowerCase();
      const list = text.toLowerCase().startsWith(said) ? text.slice(said.length) : "";
      if (/^[\w-]+(?:, [\w-]+)+(?:,? (?:and|or) [\w-]+)?$/.test(list))
        return `change ${label(ref).toLowerCase()} of ${manyOf(entity)} to ${list}`;
    }
  return text;
}

const isNamedFirst = (text: string, name: string): boolean =>
  [`${name} `, `${plural(name)} are `, `the ${plural(name)} are `].some((start) =>
    text.toLowerCase().startsWith(start.toLowerCase()),
  );

/** "voice soprano 1, soprano 2, alto": the options of a field that rows choose from, without a colon. */
function optionsOfField(text: string, { model, touched }: Draft): string {
  const refs = model.entities
    .flatMap(refsOf)
    .filter(({ entity, name }) => optionsOf(entity.properties[name]!).length > 0)
    .filter((ref) => isNamedFirst(text, label(ref)));
  const ref = refs.find(({ entity }) => entity.name === touched) ?? refs[0];
  const list = ref
    ? text
        .replace(/^[\p{L}]+(?: [\p{L}]+)*? (?:are|is one of|can be|should be)[: ] ?/iu, "")
        .replace(new RegExp(`^${label(ref)} `, "i"), "")
    : "";
  const options = list.split(/,\s*(?:and |or )?/);
  const isList =
    ref !== undefined &&
    options.length > 2 &&
    options.every((one) => /^[\p{L}\d][\p{L}\d -]*$/u.test(one) && one.split(" ").length < 3) &&
    options.every((one) =>
      marksOf(one, model).every(
        (mark) => mark.entities.length + mark.fields.length === 0 && (mark.asks.length === 0 || one.includes(" ")),
      ),
    );
  return isList
    ? `change ${label(ref).toLowerCase()} of ${manyOf(ref.entity)} to ${options.map((one) => `"${one}"`).join(", ")}`
    : text;
}

/** "nice calm green look": the main colour, and not that of the letters. */
function lookInColor(text: string): string {
  const [color, ...more] = colorsIn(text);
  const [, look = ""] =
    /^(?:please )?(?:use |give (?:it|us) |make it |i want |we want )?(?:an? |the )?[\p{L} ,]*? (look|feel|design|colou?r scheme|palette|vibe)$/iu.exec(
      text,
    ) ?? [];
  return color && more.length === 0 && look !== "" && text.toLowerCase().includes(`${color.name} ${look}`.toLowerCase())
    ? `make the accent ${color.name}`
    : text;
}

/** "we also have trainers", "we need invoices, too": rows that the app has no table for. */
function alsoHas(text: string, { model }: Draft): string {
  const [, rows = ""] =
    /^(?:we|i) (?:also |now )*(?:have|need|want|offer|keep|use|employ) (?:also |some |our own |a few )?([a-z]+(?:[ -][a-z]+){0,2}?),?(?: too| as well)?$/i.exec(
      text,
    ) ?? [];
  const isNew =
    isPlural(rows) &&
    !isAttribute(rows) &&
    !isAttribute(singular(rows)) &&
    namesThing(rows) &&
    findEntity(model, rows).kind === "none" &&
    marksOf(rows, model).every(
      // "trainers", where each class has a trainer in words.
      ({ fields, asks }) => asks.length === 0 && fields.every(({ name }) => name === singular(rows)),
    );
  // What it has is answered: "The app already has trainers".
  const stands = isPlural(rows) && findEntity(model, rows).kind === "one";
  return isNew || stands ? `add a table for ${rows}` : text;
}

const columnsOnly = [
  /^(?:please )?(?:only show|show only|just show|show just|display only) (?:the |their )?(?<what>.+?) (?:in|on|for) (?:the )?(?<table>[\w -]+?)(?: list| table| overview)?$/i,
  /^(?:the )?(?<table>[\w -]+?) (?:list|table|overview):? (?:(?:should|must) )?(?:only|just)(?: show)? (?:the )?(?<what>.+)$/i,
];

/** "only show name and phone in the contacts list": its columns, and no rows. */
function onlyColumns(text: string, { model }: Draft): string {
  const said = columnsOnly.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  const { what = "", table = "" } = said?.groups ?? {};
  const entity = table === "" ? undefined : tableIn(table, model);
  const parts = splitList(what);
  const isColumns = parts.length > 0 && parts.every((part) => entity && findField(entity, part).kind === "one");
  return entity && isColumns ? `only ${parts.join(", ")} in the ${manyOf(entity)} list` : text;
}

/** "rename book club to Page Turners", where the app is called so: its name, and that of no table. */
function appRenamed(text: string, { model }: Draft): string {
  const [, other = "", was = ""] =
    /^(?:call|name) (?:it|this|the app) (.+?) instead of (?:the |our )?(.+)$/i.exec(text) ?? [];
  const [, old = was, name = other] =
    /^(?:rename|call|change) (?:the |our |my )?(.+?) (?:to|into) (.+)$/i.exec(text) ?? [];
  const isApp = old !== "" && wordsOf(old).join(" ") === wordsOf(model.name).join(" ");
  return isApp && model.entities.every((entity) => manyOf(entity) !== old.toLowerCase())
    ? `call the app ${name}`
    : text;
}

/** "guests must leave a phone number", where reservations have one: it must be filled in. */
function mustLeave(text: string, { model }: Draft): string {
  const [, who = "", what = ""] =
    /^(?:the |all |every )?([\w-]+) (?:must|have to|has to|need to|needs to|should always) (?:leave|give|provide|enter|fill in|state|tell us|type) (?:an? |the |their |his or her )?([\w ]+?)(?: number| address)?$/i.exec(
      text,
    ) ?? [];
  if (
    who === "" ||
    (!isPersonLike(singular(who.toLowerCase())) &&
      !/^(?:people|guests?|clients?|everyone|everybody|users?|patients?)$/i.test(who))
  )
    return text;
  const entity = tableIn(who, model);
  const owners = (entity ? [entity] : model.entities).filter((one) => findField(one, what).kind === "one");
  return owners.length > 0 ? `${what} of ${manyOf(owners[0]!)} is required` : text;
}

/** "the frame number is all that the police ask for, so it must be filled in": what is told of a field is why. */
function soItMust(text: string, { model, assumed }: Draft): string {
  const [, field = "", told = "", duty = ""] =
    /^(?:the |our )?([\w ]+?) ((?:is|are|was|were|has|have|keeps?)\b[^,;:]*?),? (?:and )?so (?:it|they|that one) ((?:must|has to|have to|needs? to|should|can't|cannot|may)\b.+)$/i.exec(
      text,
    ) ?? [];
  const marks = field === "" ? [] : marksOf(field, model);
  if (marks.length !== 1 || marks[0]!.fields.length === 0) return text;
  const note = `I took “${told}” for a remark.`;
  if (!assumed.includes(note)) assumed.push(note);
  return `${field} ${duty}`;
}

/** What people say of rows that the app has, in passing. */
export const everydaySaid = [
  soItMust,
  onlyColumns,
  appRenamed,
  mustLeave,
  alsoHas,
  funnelSaid,
  recurringSaid,
  parentSaid,
  optionsBehind,
  optionsOfField,
  lookInColor,
];
