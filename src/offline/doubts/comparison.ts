import "server-only";
import { isPlural, singular, wordsOf } from "../language/inflect";
import type { AppModel, Entity } from "../model/app-model";
import { optionsOf } from "../model/field-kinds";
import { isPlainVerb } from "../lexicon/lexicon";
import { findEntity } from "../draft/resolve";

/** A table of the other reading, and the table of the app that keeps the same. */
export type Pair = { other: Entity; mine: Entity | undefined };

/** An app as it was made of a message, beside what another reading would have made of it. */
export type Comparison = { made: AppModel; pairs: Pair[]; message: Message };

/** What a message says: as it was typed, and word by word. */
export type Message = { typed: string; text: string; words: ReadonlySet<string> };

export const key = (text: string): string => wordsOf(text).map(singular).join(" ");

export function compare(made: AppModel, other: AppModel, message: string): Comparison {
  const counterpart = (entity: Entity) => {
    const found = findEntity(made, entity.name);
    if (found.kind === "one") return found.value;
    // "camper vans" are found by "vans", and not the other way round.
    return made.entities.find((one) => {
      const back = findEntity(other, one.name);
      return back.kind === "one" && back.value === entity;
    });
  };
  const text = key(message);
  return {
    made,
    pairs: other.entities.map((entity) => ({ other: entity, mine: counterpart(entity) })),
    message: { typed: message, text: ` ${text} `, words: new Set(text.split(" ")) },
  };
}

/** Words that are in no name of what people keep: the reading cut a sentence in the wrong place, or took a time for a thing. */
const small =
  /^(?:which|who|what|when|where|each|every|per|by|from|to|of|in|on|at|after|before|the|a|an|and|or|with|w|we|i|they|it|my|our|their|is|are|can|any|all|yes|no|not|out|so|for|those|these|you|everyone|everybody|nobody|somebody|day|week|month|morning|evening)$/;

/** Whether no part of a name is a piece of a sentence. */
export const isName = (name: string): boolean =>
  key(name)
    .split(" ")
    .every((word) => !small.test(word));

/** Whether the message has all words of a name. */
export const isSaid = ({ words }: Message, name: string): boolean =>
  isName(name) &&
  key(name)
    .split(" ")
    .every((word) => words.has(word));

/** Whether the name is a member of a list in the message, or stands behind "with". */
export function isListed({ typed }: Message, name: string): boolean {
  const words = wordsOf(name).map((word) => `${singular(word)}\\w*`);
  return new RegExp(
    `(?:[,:;(/–-]\\s*|\\b(?:with|and|w|has|have|plus|its)\\s+)${words.join("[\\s-]+")}\\s*(?:[,.;:)(?]|$|\\b(?:and|or|yes)\\b)`,
    "i",
  ).test(typed);
}

/** What stands before a thing of which there are several, where it is no sign. */
const ahead =
  /^(?:with|w|and|or|plus|und|of|in|on|at|for|to|from|by|per|into|between|our|my|the|all|some|several|many|few|which|what|has|have|need|needs|want|keep|track|get|gets|see|one|two|three|four|five|six|seven|eight|nine|ten)$/;

/** Whether the message speaks of several of a thing: what people list, they keep. Behind another word in the singular stands a verb: "when the warranty ends". */
export function isManySaid({ typed }: Message, name: string): boolean {
  const parts = key(name).split(" ");
  if (isPlainVerb(parts.join(" "))) return false;
  const said = typed.toLowerCase().match(/[\p{L}\d'’]+|[^\p{L}\d\s'’]+/gu) ?? [];
  return said.some((word, at) => {
    const from = at - parts.length + 1;
    const isWhole = isPlural(word) && from >= 0 && parts.every((part, index) => singular(said[from + index]!) === part);
    const before = said[from - 1];
    return isWhole && (before === undefined || !/^\p{L}/u.test(before) || isPlural(before) || ahead.test(before));
  });
}

/** Whether of all tables a field's own one is named last before the field. */
export function isBehind({ made, message: { text } }: Comparison, table: Entity, field: string): boolean {
  const at = text.indexOf(` ${key(field)} `);
  const upTo = text.slice(0, at + 1);
  const place = ({ name }: Entity) => upTo.lastIndexOf(` ${key(name).split(" ").at(-1)} `);
  return at > 0 && place(table) >= 0 && made.entities.every((one) => one === table || place(one) < place(table));
}

/** Every word that something in an app answers to. */
export const wordsIn = ({ entities }: AppModel): ReadonlySet<string> =>
  new Set(
    entities
      .flatMap(({ name, properties }) => [
        name,
        ...Object.entries(properties).flatMap(([field, value]) => [field, ...optionsOf(value)]),
      ])
      .flatMap((text) => key(text).split(" ")),
  );

export const linksOf = ({ properties }: Entity): string[] =>
  Object.values(properties).flatMap((property) => property["x-reference"] ?? []);

/** Whether links lead from one table to another, over others too. */
export function isReached(model: AppModel, from: Entity, to: Entity, seen = new Set<string>()): boolean {
  if (seen.has(from.name)) return false;
  seen.add(from.name);
  return linksOf(from).some((name) => {
    const next = model.entities.find((entity) => entity.name === name);
    return name === to.name || (next !== undefined && isReached(model, next, to, seen));
  });
}

export const fieldOf = (entity: Entity | undefined, name: string): string | undefined =>
  entity && Object.keys(entity.properties).find((one) => key(one) === key(name));

export const tableIn = ({ entities }: AppModel, name: string): Entity | undefined =>
  entities.find((entity) => entity.name === name);
