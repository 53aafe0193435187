import "server-only";
import type { AppModel, Entity, View } from "../model/app-model";
import { archetypeOf, isArchetype } from "../words/archetypes";
import { namesOfThing, thingOf } from "../words/find";
import { loadWords } from "../words/load";
import { kindOf, labelFor } from "../model/field-kinds";
import { distance, plural, singular, snake, typosAllowed, wordsOf } from "../language/inflect";
import { wordKey } from "../words/word-key";

export type Found<T> = { kind: "one"; value: T } | { kind: "many"; values: T[] } | { kind: "none" };

const one = <T>(values: T[]): Found<T> =>
  values.length === 1
    ? { kind: "one", value: values[0]! }
    : values.length > 1
      ? { kind: "many", values }
      : { kind: "none" };
const key = (text: string) => wordsOf(singular(text)).join("");
const trimNoun = (text: string) =>
  text
    .toLowerCase()
    .replace(/^(?:(?:the|a|an|my|our|all|each|every|these|those|any|new|existing)\s+)+/, "")
    .replace(/\s+(?:table|entity|entities|list|form|records?|rows?|page|view|collection|model|database|data)$/, "")
    .trim();

/** Exact names first, then names inside of one another, then up to two typing errors. */
function nearest<T>(said: string, candidates: T[], names: (candidate: T) => string[], mayErr = true): Found<T> {
  const wanted = key(said);
  if (wanted === "") return { kind: "none" };
  const exact = candidates.filter((candidate) => names(candidate).some((name) => key(name) === wanted));
  if (exact.length > 0 || !mayErr) return one(exact);
  const scored = candidates
    .map((candidate) => ({ candidate, off: Math.min(...names(candidate).map((name) => distance(wanted, key(name)))) }))
    .filter(
      ({ candidate, off }) =>
        off <=
        Math.min(typosAllowed(wanted), ...names(candidate).map((name) => (off <= typosAllowed(key(name)) ? 2 : 0))),
    )
    .sort((left, right) => left.off - right.off);
  return one(scored.filter((item) => item.off === scored[0]?.off).map((item) => item.candidate));
}

/** An entity by any of its names: "deals", "Deal", "the deels", or another word for the same thing ("clients" for Customer). "Project" is a word of its own and no typing error in "product". */
export function findEntity(model: AppModel, said: string): Found<Entity> {
  const noun = trimNoun(said);
  const byName = nearest(
    noun,
    model.entities,
    (entity) => (entity.title ? [entity.title, entity.name] : [entity.name]),
    !isArchetype(noun),
  );
  if (byName.kind !== "none") return byName;
  const last = model.entities.filter(
    (entity) => wordsOf(entity.name).length > 1 && wordsOf(entity.name).at(-1) === key(noun),
  );
  if (last.length > 0) return one(last);
  const archetype = archetypeOf(noun);
  const byArchetype =
    archetype && wordsOf(noun).length < 3
      ? model.entities.filter((entity) => archetype.names.some((name) => key(name) === key(entity.name)))
      : [];
  return one(byArchetype.length > 0 ? byArchetype : model.entities.filter((entity) => isOfThing(entity, noun)));
}

/** Whether a table's name is another one of what a noun means: "flats" are its apartments. */
function isOfThing({ name: table }: Entity, noun: string): boolean {
  const thing = thingOf(noun);
  if (!thing) return false;
  return namesOfThing(thing).some((name) => key(name) === key(table));
}

/** A field of an entity by key or by label. */
export function findField(entity: Entity, said: string): Found<string> {
  const noun = said
    .toLowerCase()
    .replace(/^(?:(?:the|a|an|its|their|his|her)\s+)+/, "")
    .replace(/\s+(?:field|column|property|attribute)s?$/, "")
    .trim();
  const names = Object.keys(entity.properties);
  const found = nearest(noun, names, (name) => [name, labelFor(name, entity.properties[name]!)]);
  if (found.kind !== "none") return found;
  const wanted = snake(noun);
  return one(
    names.filter(
      (name) =>
        name.split("_").length > 1 &&
        (name.endsWith(`_${wanted}`) || name.startsWith(`${wanted}_`)) &&
        wanted.length > 2,
    ),
  );
}

const addressKinds = ["email", "phone"];
/** "email address", "phone number": what follows says no more. */
const bareAddress = (label: string) => label.toLowerCase().replace(/ (?:address|number|nr|no)$/, "");

/**
 * The field that a new one would be again: one of its name, or an email or phone by another name.
 * @param isOther whether it was said to be another one, so that a name alone tells
 */
export function fieldLike(
  entity: Entity,
  name: string,
  value: Entity["properties"][string],
  isOther = false,
): string | undefined {
  if (entity.properties[name]) return name;
  if (isOther) return undefined;
  // "birthdays" of contacts: the birthday of each.
  const single = singular(name);
  if (value.type === "string" && entity.properties[single] && !entity.properties[single]["x-reference"]) return single;
  // "size" of what has sizes in a text.
  const several = plural(name);
  const has = entity.properties[several];
  if (has && typedKinds.includes(kindOf(name, value)) && ["text", "tags"].includes(kindOf(several, has)))
    return several;
  const same = sameMeaning(entity, labelFor(name, value), kindOf(name, value));
  if (same !== undefined) return same;
  const kind = kindOf(name, value);
  if (kind === "date" || kind === "datetime") return sameDay(entity, kind, labelFor(name, value));
  if (kind === "image" || kind === "number") return sameLabel(entity, kind, labelFor(name, value));
  if (!addressKinds.includes(kind)) return undefined;
  const said = bareAddress(labelFor(name, value));
  return Object.entries(entity.properties).find(
    ([other, has]) => bareAddress(labelFor(other, has)) === said && !has["x-reference"],
  )?.[0];
}

/** Kinds of what is typed: a box, a file or a link of the same name holds something else. */
const typedKinds = "text longtext number money percent email phone url date datetime tags".split(" ");

/** "jersey number" of players who have a shirt number: another word for the same, as in `words/same-fields.json`. */
function sameMeaning({ properties }: Entity, label: string, kind: string): string | undefined {
  const { sameFields } = loadWords();
  const said = wordKey(bareLabel(label));
  const isSame = (other: string) => sameFields.get(said)?.includes(other) || sameFields.get(other)?.includes(said);
  return typedKinds.includes(kind)
    ? Object.entries(properties).find(
        ([name, has]) => typedKinds.includes(kindOf(name, has)) && isSame(wordKey(bareLabel(labelFor(name, has)))),
      )?.[0]
    : undefined;
}

/** "cover image" of what has a cover, "cooking time" of what has a cooking time in minutes. */
const bareLabel = (label: string): string =>
  label
    .toLowerCase()
    .replace(/ \([^)]*\)$/, "")
    .replace(/ in (?:minutes|hours|days|weeks|months|years)$/, "")
    .replace(/ (?:image|picture|photo|pic)$/, "");
const sameLabel = ({ properties }: Entity, kind: string, label: string): string | undefined =>
  Object.entries(properties).find(
    ([name, has]) => kindOf(name, has) === kind && bareLabel(labelFor(name, has)) === bareLabel(label),
  )?.[0];

/** "expected close date" is the expected close. */
const bareDay = (label: string): string =>
  label
    .toLowerCase()
    .replace(/ (?:date|day|time|on|at)$/, "")
    // "publish date" is when something was published, "start date" when it starts.
    .replace(/(?<=\p{L}{4})(?:ed|s)$/u, "");

/** "deadline" of what has a due date. */
function sameDay({ properties }: Entity, kind: string, label: string): string | undefined {
  const others = loadWords().alike.get(label.toLowerCase()) ?? [];
  return Object.entries(properties).find(
    ([name, has]) =>
      // A day that is kept as a text is that day, too.
      [kind, "text"].includes(kindOf(name, has)) &&
      (others.includes(labelFor(name, has).toLowerCase()) ||
        others.includes(bareDay(labelFor(name, has))) ||
        bareDay(labelFor(name, has)) === bareDay(label)),
  )?.[0];
}

/** A page by its title or file name. */
export function findPage(model: AppModel, said: string): Found<View> {
  return nearest(
    said
      .toLowerCase()
      .replace(/^the /, "")
      .replace(/\s+page$/, ""),
    model.pages,
    (page) => [page.title, page.page],
  );
}

const pronouns =
  /^(?:it|its|them|they|that|this|these|those|there|the (?:same )?(?:table|entity|list|form|one)|this (?:table|entity|list|form)|same)$/i;
export const isPronoun = (said: string) => pronouns.test(said.trim());
