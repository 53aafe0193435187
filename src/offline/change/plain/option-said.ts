import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { singular } from "../../language/inflect";
import { splitOptions } from "../../language/normalize";
import { isAttribute } from "../../lexicon/lexicon";
import { optionsOf } from "../../model/field-kinds";
import { label } from "../../learned/requests/carry/carry";
import { refsOf } from "../../request/meaning/clause";
import { isOfScale } from "../../words/scales";
import { tableIn } from "./told-of-tables";
import { type FieldRef, isFiller, isUnknown, marksOf } from "../../request/meaning/marks";

/** "we need XXL for the shirts", where shirts have a size to choose: one more option of it. */
export function optionNeeded(text: string, { model }: Draft): string {
  const match =
    /^(?:(?:we|i) (?:also )?)?(?:need )?(?:an? )?("[^"]+"|[\w-]+) (for|as|in) (?:the |our |a )?([\w ]+)(,.*)?$/i.exec(
      text,
    );
  const marks = match ? marksOf(match[3]!, model) : [];
  const ref = marks.length === 1 && marks[0]!.entities.length === 0 ? marks[0]!.fields[0] : undefined;
  const isChoice = ref && optionsOf(ref.entity.properties[ref.name]!).length > 0;
  const [mark, ...others] = match ? marksOf(match[1]!, model) : [];
  const isNew =
    mark && others.length === 0 && (isUnknown(mark) || mark.quoted !== undefined) && !isAttribute(mark.text);
  // "reason for the status" is a field; "XXL for the shirts" is none.
  const isOption = match && (/^"|^[A-Z\d]+$/.test(match[1]!) || match[2] === "as" || /\bneed\b/i.test(match[0]));
  return isChoice && isNew && isOption
    ? `add ${match[1]!} to ${label(ref)} of ${manyOf(ref.entity)}${match[4] ?? ""}`
    : text;
}

/** "hairdresser is a trade too", where vendors have a trade to choose: one more option of it, whatever it is called. */
export function optionIs(text: string, { model }: Draft): string {
  const [, option = "", field = ""] =
    /^(?:an? |the )?("[^"]+"|[\w-]+(?: [\w-]+)?) is (?:also )?(?:an?|another|one more|one) (?:new |possible |more )*([\w ]+?)(?:,? (?:too|also|as well))?$/i.exec(
      text,
    ) ?? [];
  const marks = marksOf(field, model).filter((mark) => !isFiller(mark));
  const ref = marks[0]?.fields.find(({ entity, name }) => optionsOf(entity.properties[name]!).length > 0);
  const isField = marks.every((mark) => mark.fields.length + mark.entities.length > 0);
  const isNew = marksOf(option, model).every((mark) => mark.fields.length + mark.entities.length === 0);
  return ref && isField && isNew
    ? `add ${option.startsWith('"') ? option : `"${option}"`} to the ${label(ref)} of ${manyOf(ref.entity)}`
    : text;
}

/** "moon is gone", where groups have it to choose: one option less. */
function optionGone(text: string, draft: Draft): string {
  const [, option = ""] =
    /^(?:and |but )?(?:the )?("[^"]+"|[\w -]+?) (?:is|are) (?:gone|no longer (?:there|used|needed|wanted)|not (?:there|used|needed) any ?more)$/i.exec(
      text,
    ) ?? [];
  const marks = marksOf(option.replaceAll('"', ""), draft.model).filter((mark) => !isFiller(mark));
  const states =
    marks.length === 1 && marks[0]!.entities.length + marks[0]!.fields.length === 0 ? marks[0]!.states : [];
  const isSaid = ({ is }: { is: string }) => is.toLowerCase() === option.replaceAll('"', "").toLowerCase();
  const of = states.filter(({ entity, name }) => optionsOf(entity.properties[name]!).length > 0).filter(isSaid);
  const ref = of.find(({ entity }) => entity.name === draft.touched) ?? of[0];
  return ref ? `remove "${ref.is}" from the ${label(ref)} of ${manyOf(ref.entity)}` : text;
}

/** "linkedin as a fourth source", "add paused as another status": one more option of that field. */
function optionAs(text: string, draft: Draft): string {
  const [, option = "", field = ""] =
    /^(?:(?:please )?(?:add|put|include) )?("[^"]+"|[\w-]+(?: [\w-]+)?) as (?:an? |the )?(?:second|third|fourth|fifth|sixth|new|another|additional|extra|further|possible|last) ([\w ]+)$/i.exec(
      text,
    ) ?? [];
  const ref = field === "" ? undefined : choiceIn(field, draft);
  const isNew = marksOf(option, draft.model).every((mark) => mark.fields.length + mark.entities.length === 0);
  return ref && isNew
    ? `add ${option.startsWith('"') ? option : `"${option}"`} to the ${label(ref)} of ${manyOf(ref.entity)}`
    : text;
}

/** The one field with options that words name, of the table that they name. */
export function choiceIn(said: string, { model, touched }: Draft): FieldRef | undefined {
  const marks = marksOf(said, model).filter((mark) => !isFiller(mark));
  if (marks.length === 0 || marks.some(({ fields, entities }) => fields.length + entities.length === 0))
    return undefined;
  const owners = marks.flatMap(({ fields, entities }) => (fields.length === 0 ? entities : []));
  const refs = marks
    .flatMap(({ fields }) => fields)
    .filter(({ entity, name }) => optionsOf(entity.properties[name]!).length > 0)
    .filter(({ entity }) => owners.length === 0 || owners.includes(entity));
  return refs.find(({ entity }) => entity.name === touched) ?? refs[0];
}

/** "pitch type: + motorhome, - cabin": a plus is one more option, and a minus one less. */
function optionsInSigns(text: string, draft: Draft): string {
  const [, field = "", list = ""] = /^([\w ]{2,40}?)\s*:?\s+([+-] ?[\p{L}\d][^:()]*)$/u.exec(text) ?? [];
  const members = list.split(/\s*[,;]\s*(?:and )?(?=[+-])/).filter(Boolean);
  const ref =
    members.length > 0 && members.every((one) => /^[+-] ?[\p{L}\d][\p{L}\d -]*$/u.test(one))
      ? choiceIn(field, draft)
      : undefined;
  if (!ref) return text;
  const of = `the ${label(ref)} of ${manyOf(ref.entity)}`;
  return members
    .map(
      (one) =>
        `${one.startsWith("+") ? `add "${one.slice(1).trim()}" to` : `remove "${one.slice(1).trim()}" from`} ${of}`,
    )
    .join(", ");
}

/** "urgency very high is missing", "kinds - cheese, meat, juice come on top of what we have": more options of a field. */
function optionMissing(text: string, draft: Draft): string {
  const missing = /^(?:the |in |for )*([\w ]+?)[,:]? ("[^"]+"|[\w-]+(?: [\w-]+)?) (?:is|are) (?:still )?missing$/i.exec(
    text,
  );
  const onTop =
    /^(?:the )?([\w ]+?)(?: -|:|,) (.+?) (?:come|comes|go|goes|are|is) (?:on top|in addition|new|added)(?: (?:of|to) (?:what|those|the ones) (?:we|that|there).*)?$/i.exec(
      text,
    );
  const [, field = "", list = ""] = missing ?? onTop ?? [];
  // "urgency very high": the field's own name may be one word of several.
  const ref = field === "" ? undefined : choiceIn(field, draft);
  return ref
    ? `add ${list
        .split(/\s*,\s*(?:and )?|\s+and\s+/)
        .map((one) => (one.startsWith('"') ? one : `"${one}"`))
        .join(", ")} to the ${label(ref)} of ${manyOf(ref.entity)}`
    : text;
}

/** "add mezzo between soprano and alto", "put paused after active": one more option beside those that are there. */
function optionBetween(text: string, { model, touched }: Draft): string {
  const [, name = "", where = "", beside = ""] =
    /^(?:add|put|insert|we need|i need) (?:an? )?("[^"]+"|[\w-]+(?: [\w-]+)?) (between|before|after|behind) ("[^"]+"|[\w-]+(?: [\w-]+)?(?: and [\w-]+(?: [\w-]+)?)?)$/i.exec(
      text,
    ) ?? [];
  const marks = beside === "" ? [] : marksOf(beside, model).filter((mark) => !isFiller(mark));
  const states = marks.map((mark) =>
    mark.states.filter(({ entity, name: field }) => optionsOf(entity.properties[field]!).length > 0),
  );
  const shared = (states[0] ?? []).filter((one) =>
    states.every((others) => others.some((other) => other.entity === one.entity && other.name === one.name)),
  );
  const ref = shared.find(({ entity }) => entity.name === touched) ?? shared[0];
  const isNew = marksOf(name, model).every((mark) => mark.states.length + mark.entities.length === 0);
  return ref && isNew
    ? `add ${name.startsWith('"') ? name : `"${name}"`} to the ${label(ref)} of ${manyOf(ref.entity)} ${where.replace(/behind/i, "after")} ${beside}`
    : text;
}

/** "XL also for cakes", which have sizes: a further step of the scale that the options are of. */
function optionOfScale(text: string, { model }: Draft): string {
  const [, option = "", table = ""] =
    /^(?:add |also )?("[^"]+"|[\w-]+) (?:also |too )?(?:for|on|in|to) (?:the )?([\w ]+?)(?: too| also| as well)?$/i.exec(
      text,
    ) ?? [];
  const [, owner = "", list = ""] =
    /^(?:the )?([\w ]+?) (?:also )?(?:needs?|gets?|have|has) (?:also )?([\w-]+(?:(?:, | and |, and )[\w-]+)*),? (?:too|also|as well)$/i.exec(
      text,
    ) ?? [];
  const rows = table || owner;
  const entity = rows === "" ? undefined : tableIn(rows, model);
  const steps = (option || list).replaceAll('"', "").split(/,? and |, /);
  const ref =
    entity &&
    refsOf(entity).find(({ name }) => steps.every((step) => isOfScale(step, optionsOf(entity.properties[name]!))));
  return ref
    ? `add ${steps.map((step) => `"${step}"`).join(", ")} to the ${label(ref)} of ${manyOf(ref.entity)}`
    : text;
}

/** "each parcel needs size small medium large": steps of a known scale in a row are options, without a comma between them. */
function optionsInARow(text: string): string {
  const [, start = "", row = ""] = /^(.*?[\p{L}]{3,}) ((?:[\p{L}\d]+ ){1,6}[\p{L}\d]+)$/u.exec(text) ?? [];
  const words = row.split(" ");
  const at = words.findIndex((_, index) => index < words.length - 2 && areOfScale(words.slice(index)));
  if (start === "" || at < 0 || /[,:(/]/.test(text) || /\b(?:from|to|between|than)$/.test(start)) return text;
  const head = [start, ...words.slice(0, at)].join(" ");
  return `${head} (${words.slice(at).join("/")})`;
}
const areOfScale = (steps: string[]): boolean => steps.every((step, at) => isOfScale(step, steps.toSpliced(at, 1)));

const kindWord = "types?|kinds?|categor(?:y|ies)|levels?|sizes?|statuses|status|stages?|modes?|groups?|sorts?";
/** "lesson types: city, highway, night": what rows of a table are to choose from, which they have no field for yet. */
function kindsOf(text: string, { model }: Draft): string {
  const [, table = "", noun = "", list = ""] =
    new RegExp(`^(?:the |our )?([\\p{L}]+) (${kindWord})(?:: | are | = | - )([^:()]+)$`, "iu").exec(text) ?? [];
  const entity = list === "" ? undefined : tableIn(table, model);
  const options = splitOptions(list);
  if (!entity || options.length < 2 || options.some((one) => one.split(" ").length > 3)) return text;
  const field = singular(noun.toLowerCase());
  const isThere = marksOf(noun, model).some(({ fields }) => fields.some((ref) => ref.entity === entity));
  return isThere ? text : `add "${field}" to ${manyOf(entity)}: ${options.join(", ")}`;
}

/** "gigs should have status enquiry, booked, played": what such rows go through, and no fields of these names. */
function statesHad(text: string, { model }: Draft): string {
  const [, table = "", noun = "", list = ""] =
    new RegExp(
      `^(?:the |our |each |every )?([\\p{L} ]+?) (?:should have|should get|must have|needs?|have|has|gets?) (?:an? )?(${kindWord}|priority|phase|state) ((?:[\\p{L}\\d -]+, ?)+(?:and |or )?[\\p{L}\\d -]+)$`,
      "iu",
    ).exec(text) ?? [];
  const entity = list === "" ? undefined : tableIn(table, model);
  const options = splitOptions(list);
  const isField = (one: string) => marksOf(one, model).some(({ fields }) => fields.length > 0);
  const isState = /^(?:status|stage|state|phase)$/i.test(noun);
  // "a status and a note, a date": the words behind are fields of their own.
  if (
    !entity ||
    options.length < 2 ||
    /^(?:and|or|of|for|with)\b/i.test(list) ||
    options.some((one) => isField(one) || (!isState && isAttribute(one)))
  )
    return text;
  const ref = refsOf(entity).find(({ name }) => name === noun.toLowerCase());
  const quotedOptions = options.map((one) => `"${one}"`).join(", ");
  return ref && optionsOf(entity.properties[ref.name]!).length > 0
    ? `change ${label(ref)} of ${manyOf(entity)} to ${quotedOptions}`
    : `add "${singular(noun.toLowerCase())}" to ${manyOf(entity)}: ${options.join(", ")}`;
}

/** "category: add breakfast on first place": before the option that stands there. */
function optionFirst(text: string, draft: Draft): string {
  const [, field = "", option = ""] =
    /^(?:the )?([\p{L} ]{2,30}?):? (?:add |put |needs? )("[^"]+"|[\p{L}\d -]+?),? (?:on|in|at|as) (?:the )?(?:first|top) (?:place|position|one|option)$/iu.exec(
      text,
    ) ?? [];
  const ref = field === "" ? undefined : choiceIn(field, draft);
  const first = ref && optionsOf(ref.entity.properties[ref.name]!)[0];
  return ref && first
    ? `add ${option.startsWith('"') ? option : `"${option}"`} to the ${label(ref)} of ${manyOf(ref.entity)} before "${first}"`
    : text;
}

/** "status: drafted -> reviewed -> signed": the steps that rows take, in their order. */
function stepsSaid(text: string, draft: Draft): string {
  const [, field = "", list = ""] =
    /^(?:the )?([\p{L} ]{2,40}?):? ((?:"?[\p{L}\d' -]+?"? ?(?:->|=>|→|>) ?){2,}"?[\p{L}\d' -]+"?)$/u.exec(text) ?? [];
  const ref = field === "" ? undefined : choiceIn(field, draft);
  return ref
    ? `change ${label(ref)} of ${manyOf(ref.entity)} to ${list
        .split(/ ?(?:->|=>|→|>) ?/)
        .map((step) => (step.startsWith('"') ? step : `"${step.trim()}"`))
        .join(", ")}`
    : text;
}

/** "breed: carniola, buckfast, black bee - make it a dropdown". */
const madeDropdown = (text: string): string =>
  text.replace(
    /^(?:the |our )?([\p{L} ]{2,40}): ?([^:()]+?)(?:,| -|;)? (?:and )?(?:please )?(?:make|turn|do) (?:it|that|this) (?:as |into |to )?(?:an? )?(drop-?down|select|choice|list to (?:choose|pick) from)(?: please)?$/iu,
    "make $1 a dropdown: $2",
  );

/** What is told of options, in the plain words that it means. */
export const optionsTold = [
  madeDropdown,
  statesHad,
  optionFirst,
  stepsSaid,
  kindsOf,
  optionsInARow,
  optionsInSigns,
  optionMissing,
  optionGone,
  optionBetween,
  optionAs,
  optionOfScale,
];
