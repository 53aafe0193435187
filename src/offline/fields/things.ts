import "server-only";
import type { Entity, Property } from "../model/app-model";
import { closeToCustomers } from "../draft/own-rows";
import { entityName, type FieldSpec, labelFor, spokenKind } from "../model/field-kinds";
import { oneToFive, parseField, plainPhrase } from "../words/parse-field";
import { isPlural, sentence, singular, snake, wordsOf } from "../language/inflect";
import { askedIn } from "../lexicon/asked";
import { addEntity, addListPage, fillEntity, relate, requireTitle, setChoices, setField } from "../draft/compose";
import { type Draft, manyOf, oneOf, titleOf } from "../draft/draft";
import { unitIn, withUnit } from "../request/meaning/units";
import { knownAs } from "../lexicon/known";
import { isAttribute } from "../lexicon/lexicon";
import { typeOf } from "../words/load";
import { splitFields, unquote } from "../language/normalize";
import { choiceNoun, screenWord, weak } from "../lexicon/nouns";
import { hasUsualOptions } from "../values/usual-options";
import { usualOwner } from "./usual-owner";
import { aside, isColoring, isNoName, lead, plainWish, typedWish } from "./wish-words";
import { fieldLike, findEntity, findField, isPronoun } from "../draft/resolve";

/** One thing that a list asks for. */
export type Wanted = { text: string; noun: string; inner?: string };

const optionWords =
  /^(.+?)\s*,?\s+(?:(?:with|having)\s+(?:the\s+)?(?:options?|values?|choices?)|(?:either|one of|a choice of|choice of|choice between|several of|multiple of|any of))\s*:?\s+(.+)$/i;
const several =
  /\b(?:several|multiple|any|one or more) of\b|[(,]\s*(?:several|multiple|more than one|multi\w*|any number)\b[^),]*\)?$/i;
const severalSaid = /\s*[(,]\s*(?:several|multiple|more than one|multi\w*|any number)\b[^),]*\)?$/i;
/** "category (billing, other)", "type: a, b", "genre, either a or b", "visits with date and hours" as a noun and what belongs to it. */
function takeApart(said: string): Wanted {
  // "allergies (multi select: nuts, milk)": the options, of which several may be ticked.
  const text = said.replace(
    /\((?:multi\S*|multiple|several|pick several|choose several)(?: (?:choice|select|of))?\s*[:,]\s*([^():]+)\)/i,
    "($1) (multi)",
  );
  const options = optionWords.exec(text);
  if (options && !/\bwith\b/i.test(options[1]!)) return { text, noun: plainWish(options[1]!), inner: options[2]! };
  const plain = text.replace(severalSaid, "");
  const bracket = /^([^()]+?)\s*\((.+)\)$/s.exec(plain) ?? /^([^:]+?)\s*:\s+(.+)$/s.exec(plain);
  if (bracket) return { text, noun: plainWish(bracket[1]!), inner: bracket[2]! };
  const kinded =
    /^(.+?)\s+(?:fields?|columns?)?\s*(?:with|as|of type|for)\s+(?:an? )?(long text|text|numbers?|dates?|photos?|pictures?|files?|check ?box|yes\/no|money)$/i.exec(
      text,
    );
  if (kinded)
    return {
      text: `${/file|photo|picture/i.test(kinded[2]!) ? singular(plainWish(kinded[1]!)) : plainWish(kinded[1]!)} (${kinded[2]!.replace(/s$/, "")})`,
      noun: plainWish(kinded[1]!),
    };
  const held = /^(.+?)\s+(?:with|having|containing|that have|which have)\s+(.+)$/is.exec(text);
  if (held) return { text, noun: plainWish(held[1]!), inner: held[2]! };
  return { text, noun: plainWish(text) };
}

/** Members of a list of wishes. What follows "with options", "either" or a colon runs to the end. */
export function wantedIn(said: string): Wanted[] {
  const text = said
    .replace(/,\s*(decimals?|whole numbers?|optional|required|mandatory)\b/gi, " $1")
    .replace(/(?: fields?| columns?)?,\s*(?:an? )?long(?: text| one)?(?=\s*(?:,|$))/gi, " (long text)");
  const whole = takeApart(text.replace(aside, "").trim());
  const isOpen =
    /^[^,()]+(?::|\s(?:with|having|either|one of|a choice of|several of)\s|,\s+(?:either|one of|several of)\s)/i.test(
      text,
    );
  if (isOpen && whole.inner !== undefined && !/\b(?:fields?|columns?)$/i.test(text.split(":")[0]!)) return [whole];
  const list = text.replace(/^.*?\b(?:fields?|columns?)\s*:\s*/i, "");
  return splitFields(list.replace(aside, ""))
    .map((part) => takeApart(part.trim()))
    .filter(({ noun }) => noun !== "");
}

const isOptions = (inner: string) => {
  const parts = splitFields(inner.replace(/\bor\b/gi, ",").replaceAll("/", ","));
  return parts.length > 1 && parts.every((part) => wordsOf(part).length < 5);
};

/** Whether rows of their own are meant: several of what is known, or of what is given fields. */
export function isTable({ text, noun, inner }: Wanted): boolean {
  const last = unquote(noun).split(" ").at(-1) ?? "";
  // "average visits per member" is a figure.
  if (/^(?:average|avg|mean|median|total|sum|top)\b|^(?:link|connect|tie|attach|assign) \w/i.test(noun)) return false;
  // "link the pickups with a volunteer": an article stands in no name.
  if (/^(?:number|count|amount) of\b|\s(?:the|an?|our|my|all|each|every)\s/i.test(noun)) return false;
  if (!isPlural(last) || wordsOf(noun).length > 3 || screenWord.test(last)) return false;
  // "story points (number)".
  if (inner !== undefined && /^[\w ]+$/.test(inner) && spokenKind(inner) !== null) return false;
  if (inner !== undefined && choiceNoun.test(last) && isOptions(inner) && !/[:(]/.test(inner)) return false;
  const known = knownAs(noun) ?? knownAs(last);
  const isField = isAttribute(noun) || isAttribute(last);
  if (inner === undefined) return known !== null && !isField && !weak.has(known.name.toLowerCase());
  // "tasting notes with date, nose and palate": many fields behind several of something.
  if (
    /\s(?:with|having)\s|\bper\b/.test(text) &&
    splitFields(inner).length > 2 &&
    noun.includes(" ") &&
    !several.test(text)
  )
    return true;
  const fields = splitFields(inner).filter(
    (part) =>
      isAttribute(plainWish(part)) || /[(:/]/.test(part) || askedIn(part) !== null || knownAs(plainWish(part)) !== null,
  );
  return fields.length * 2 >= splitFields(inner).length && !(isField && known === null && several.test(inner))
    ? true
    : known !== null && !isField;
}

/** A field as it was said. Null: no field can be read from it. */
export function specFor(draft: Draft, entity: Entity, wanted: Wanted): FieldSpec | null {
  // "yes/no for each child" tells what a field may be, and not its name.
  if (/^(?:yes|no|yes ?(?:\/|or|and)? ?no|y\/n|some|many|most|few|to [a-z]+(?: .+)?)$/i.test(wanted.noun)) return null;
  const duty = /[,\s]+(?:\(?(?:which is |is )?(?:required|mandatory|compulsory|obligatory)\)?)$/i;
  const free = (text: string) => text.replace(duty, "");
  if (wanted.inner === undefined && duty.test(wanted.text)) {
    const spec = specFor(draft, entity, { text: free(wanted.text), noun: free(wanted.noun) });
    return spec && { ...spec, isRequired: true };
  }
  // "a fine (money, default 0)".
  const started = /^(.*\([^(),]+),\s*(?:default|standard|starts? (?:at|as))\s*:?\s*([^(),]+)\)$/i.exec(wanted.text);
  if (started) {
    const [typed] = wantedIn(`${started[1]!})`);
    const spec = typed && specFor(draft, entity, typed);
    const start = spec?.property.type === "string" ? started[2]!.trim() : Number(started[2]);
    return spec && !Number.isNaN(start) ? { ...spec, property: { ...spec.property, default: start } } : null;
  }
  const once = /\s*(?:\(unique\)|,? unique|,? (?:that|which) (?:is|must be|has to be|should be) unique)$/i;
  if (once.test(wanted.text) && (wanted.inner === undefined || wanted.inner === "unique")) {
    const spec = specFor(draft, entity, { text: wanted.text.replace(once, ""), noun: wanted.noun });
    return spec && { ...spec, property: { ...spec.property, "x-unique": true } };
  }
  // "difficulty 1-5", "beds 1-4".
  const [, ranged = "", least, most] = /^(.+?) \(?(\d+)[-–](\d+)\)?$/.exec(wanted.text) ?? [];
  if (ranged !== "" && Number(least) < Number(most))
    return inRange(specOf(draft, entity, { text: ranged, noun: plainWish(ranged) }), Number(least), Number(most));
  const measured = unitIn(wanted.text);
  if (measured && wanted.inner === undefined) {
    const spec = specOf(draft, entity, { text: measured.name, noun: plainWish(measured.name) });
    return spec && withUnit(spec, measured.unit);
  }
  return specOf(draft, entity, wanted);
}

/** A number between two others: stars where these are one and five. */
const inRange = (spec: FieldSpec | null, minimum: number, maximum: number): FieldSpec | null =>
  spec && {
    ...spec,
    property: minimum === 1 && maximum === 5 ? oneToFive(spec.name, spec.label) : { type: "number", minimum, maximum },
  };

/** "birthdays", "phone numbers": each row has one. */
const onePerRow = (noun: string): string => {
  const one = singular(noun);
  return one !== noun && isAttribute(one) && /^(?:date|datetime|email|phone|money)$/.test(typeOf(one).type)
    ? one
    : noun;
};

function specOf(draft: Draft, entity: Entity, wanted: Wanted): FieldSpec | null {
  const { inner } = wanted;
  const noun = inner === undefined ? onePerRow(wanted.noun) : wanted.noun;
  const text = noun === wanted.noun ? wanted.text : wanted.text.replace(wanted.noun, noun);
  const plain = text.replace(lead, "");
  if (plainPhrase(plain) !== plain) return parseField(plain);
  // "a link to the pull request", where nothing in the app goes by that.
  const address = /^links? to (?:the |an? |its |their |our )?([\w -]+)$/i.exec(plain)?.[1];
  if (address && findEntity(draft.model, address).kind === "none") return parseField(`${address} link (url)`);
  // "draft / published": options without a name are what a row can be.
  const states = /^[a-z][\w -]*(?: ?\/ ?[a-z][\w -]*)+$/i.test(plain) && !/^(?:yes|no|true|and|on|he) ?\//i.test(plain);
  if (
    states &&
    !/\b(?:yes|no|checkbox)\b/i.test(plain) &&
    !entity.properties.status &&
    !plain.split("/").every((one) => isAttribute(one.trim()))
  )
    return parseField(`status: ${plain.replaceAll(/\s*\/\s*/g, "/")}`);
  const asked = askedIn(plain);
  if (asked) return "field" in asked ? asked.field : linkOr(draft, entity, asked.other);
  const read = parseField(text.replace(aside, "").replace(lead, ""));
  if (inner === undefined) return linkOr(draft, entity, noun, typedWish(text));
  if (read && (read.property.enum ?? read.property.items?.enum) && !optionWords.test(text) && !severalSaid.test(text))
    return read;
  if (!isOptions(inner)) return read;
  const values = inner
    .replace(severalSaid, "")
    .replace(/^(?:of|with)\s+/i, "")
    .replace(/\s+(?:and|or)\s+/gi, ", ")
    .replaceAll(/\s*\/\s*/g, ", ");
  return parseField(
    several.test(text)
      ? `${noun} multiple choice of ${values.replaceAll(", ", "/")}`
      : `${noun}: ${values
          .split(/,\s*/)
          .filter(Boolean)
          .map((value) => unquote(value))
          .join("/")}`,
  );
}

/** A word for another table is a link to it. */
function linkOr(draft: Draft, entity: Entity, noun: string, text = noun): FieldSpec | null {
  // "a parent task" of tasks: another one of them.
  const [, own] = /^"?(?:parent|previous|next|follow-up|main|related|master) ([\w-]+)"?$/i.exec(noun) ?? [];
  const isOwn = own !== undefined && own.toLowerCase() === oneOf(entity);
  const found = isOwn ? { kind: "one" as const, value: entity } : findEntity(draft.model, noun);
  const isOther = !isPlural(noun) && found.kind === "one" && found.value !== entity && !isAttribute(noun);
  if (found.kind !== "one" || !(isOwn || isOther)) return parseField(text);
  return {
    name: snake(noun),
    label: sentence(unquote(noun)),
    property: { type: "string", "x-reference": found.value.name },
  };
}

/**
 * Adds a field, or a table of rows that belong to the owner. Says what was there already.
 * @param isPlaced whether the message names the owner
 */
export function addWanted(draft: Draft, owner: Entity, wanted: Wanted, isPlaced = true): boolean {
  // "in the list", "for the boss": where or for whom, and no name.
  if (isNoName(wanted.noun) || isColoring(wanted.text)) return false;
  if (isTable(wanted)) return addTable(draft, wanted, owner, isPlaced) !== null;
  if (wanted.inner === undefined && / or /i.test(wanted.noun)) {
    // "priority express or normal"; but "german or english" is what a field may be, and none itself.
    const [, noun, one, other] = /^([\w ]+?) ([\w-]+) or ([\w-]+)$/i.exec(wanted.noun) ?? [];
    return (
      noun !== undefined &&
      isAttribute(noun) &&
      addWanted(draft, owner, { text: `${noun} (${one}/${other})`, noun, inner: `${one}/${other}` })
    );
  }
  const spec = specFor(draft, owner, wanted);
  if (!spec) return false;
  const counted = findField(owner, wanted.noun.replace(/^(?:number|amount|count) of /i, ""));
  const same = fieldLike(owner, spec.name, spec.property, wanted.noun.startsWith('"'));
  // "status (idea, recorded, published)" of what has other states.
  if (same && wanted.inner !== undefined && hasOthers(owner.properties[same]!, spec.property.enum)) {
    // Nobody has said the options that are there.
    if (hasUsualOptions({ entity: owner, name: same }) && spec.property.enum!.length > 1) {
      setChoices(owner, same, spec.property.enum!.map(String));
      draft.touched = owner.name;
      return true;
    }
    const label = labelFor(same, owner.properties[same]!).toLowerCase();
    draft.skipped.push(
      `“${wanted.text}”: ${manyOf(owner)} have ${label} already, with other options; “${label}: …” with all of them changes these.`,
    );
    return true;
  }
  if (same || (/^(?:number|amount|count) of /i.test(wanted.noun) && counted.kind === "one")) {
    const label = (same ? labelFor(same, owner.properties[same]!) : spec.label).toLowerCase();
    const said = spec.label.toLowerCase();
    const note = label === said ? "" : ` If ${said} is something else, say it in quotes: “add "${said}"”.`;
    draft.already.push(`${titleOf(owner)} already have ${label}, so I left that as it is.${note}`);
    return true;
  }
  setField(owner, spec);
  draft.touched = owner.name;
  return true;
}

const hasOthers = (had: Property, said: readonly unknown[] = []) =>
  said.length > 1 && had.enum !== undefined && said.some((option) => !had.enum!.includes(option as string));

/** A table of its own with its page and a few rows. Null where there is one of that name. */
export function addTable(draft: Draft, { noun, inner }: Wanted, owner?: Entity, isPlaced = true): Entity | null {
  const name = entityName(noun);
  // "two flats": how many of the flats, and no other table.
  if (isPronoun(noun) || /^(?:two|three|four|five|six|several|some|\d+) /i.test(noun)) return null;
  if (draft.model.entities.some((one) => one.name === name) || wordsOf(noun).length > 4) return null;
  const entity = addEntity(draft, singular(noun), []);
  for (const part of inner === undefined ? [] : splitFields(inner)) {
    const wanted = takeApart(part);
    const spec = specFor(draft, entity, wanted);
    if (spec && !isTable(wanted)) setField(entity, spec);
    else if (findEntity(draft.model, wanted.noun).kind === "one") linkBoth(draft, entity, wanted.noun);
    // "pills with name, doses and price": several of what the app does not keep are a word of each row.
    else if (spec && wanted.inner === undefined) setField(entity, spec);
    // A longer part may be a request of its own, which others read.
    else if (wordsOf(part).length < 5)
      draft.skipped.push(`“${part.trim()}”: I did not see which field of ${manyOf(entity)} this is.`);
  }
  if (Object.keys(entity.properties).length === 0) {
    fillEntity(draft, entity);
    draft.filled.push(entity.name);
  }
  const belongsTo = owner && !isPlaced ? usualOwner(draft, entity, owner) : owner;
  if (belongsTo && belongsTo !== entity) relate(entity, belongsTo);
  requireTitle(draft, entity);
  closeToCustomers(draft, entity);
  addListPage(draft, entity);
  draft.seeds.push({ entity: entity.name, count: 5 });
  draft.touched = entity.name;
  return entity;
}

/** "concerts with date and the songs we sing": rows of the other table that go with one of these. */
function linkBoth(draft: Draft, entity: Entity, noun: string): void {
  const found = findEntity(draft.model, noun);
  if (found.kind === "one") relate(entity, found.value);
}
