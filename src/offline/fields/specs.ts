import "server-only";
import type { Entity } from "../model/app-model";
import type { FieldSpec } from "../model/field-kinds";
import { oneToFive, parseField, plainPhrase } from "../words/parse-field";
import { isPlural, sentence, singular, snake } from "../language/inflect";
import { askedIn } from "../lexicon/asked";
import { type Draft, oneOf } from "../draft/draft";
import { unitIn, withUnit } from "../request/meaning/units";
import { isAttribute } from "../lexicon/lexicon";
import { typeOf } from "../words/load";
import { unquote } from "../language/normalize";
import { aside, lead, plainWish, typedWish } from "./wish-words";
import { findEntity } from "../draft/resolve";
import { isOptions, optionWords, several, severalSaid, type Wanted, wantedIn } from "./wanted";

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
  const which = /^which ([\p{L} -]+)$/iu.exec(plain)?.[1];
  const chosen = which === undefined ? undefined : findEntity(draft.model, which);
  // "which flat" of what a flat may need: one of the flats.
  if (which && chosen?.kind === "one" && chosen.value !== entity) return linkTo(which, chosen.value);
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
  return linkTo(noun, found.value);
}

const linkTo = (noun: string, { name }: Entity): FieldSpec => ({
  name: snake(noun),
  label: sentence(unquote(noun)),
  property: { type: "string", "x-reference": name },
});
