import "server-only";
import { singular } from "../language/inflect";
import { read } from "./read-data";
import { type AppKind, schemas } from "./schema";
import type { Thing } from "./thing";
import { numberKeys, wordKey } from "./word-key";

/** "Schüler" is typed "schueler" as well. */
const umlauts: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };
export const keysOf = (text: string) => {
  const spelled = text.toLowerCase().replace(/[äöü]/g, (letter) => umlauts[letter]!);
  return [...new Set([wordKey(text), wordKey(spelled)])];
};
export type KindPhrase = { kind: AppKind; phrase: string; isThing: boolean };

export function indexNames(
  things: ReadonlyMap<string, Thing>,
  falseFriends: ReadonlySet<string>,
): Map<string, Thing[]> {
  const precedence = read(schemas.precedence, "precedence.json");
  const byName = new Map<string, Thing[]>();
  const claim = (key: string, thing: Thing) => {
    const claims = byName.get(key) ?? [];
    if (!claims.includes(thing)) byName.set(key, [...claims, thing]);
  };
  for (const thing of things.values()) {
    for (const name of [thing.name, thing.plural, ...thing.synonyms])
      for (const key of numberKeys(name)) claim(key, thing);
    for (const key of thing.de.flatMap(keysOf)) if (!falseFriends.has(key)) claim(key, thing);
  }
  for (const [word, order] of Object.entries(precedence)) {
    const rank = ({ name }: Thing) => order.indexOf(name) + 1 || order.length + 1;
    for (const key of numberKeys(word)) byName.get(key)?.sort((left, right) => rank(left) - rank(right));
  }
  return byName;
}

export function sceneNames(things: readonly Thing[]): Map<string, Thing[]> {
  const byName = new Map<string, Thing[]>();
  for (const thing of things)
    for (const key of new Set(thing.inScene.flatMap(numberKeys))) byName.set(key, [...(byName.get(key) ?? []), thing]);
  return byName;
}

export function quietNames(quiet: readonly Thing[], falseFriends: ReadonlySet<string>): Map<string, Thing[]> {
  const byName = new Map<string, Thing[]>();
  for (const thing of quiet) {
    const german = thing.de.filter((name) => !falseFriends.has(wordKey(name)));
    const names = [thing.name, thing.plural, ...thing.synonyms, ...german];
    for (const key of new Set(names.flatMap(numberKeys))) byName.set(key, [...(byName.get(key) ?? []), thing]);
  }
  return byName;
}

/** A "recipe site" is a recipe website. */
const alsoCalled = (phrase: string): string[] => [
  phrase,
  ...(phrase.endsWith(" site") ? ["website", "platform"].map((word) => phrase.replace(/site$/, word)) : []),
  // "leave requests" make a leave request app.
  ...(/ (?:requests|applications)$/.test(phrase) ? [singular(phrase)] : []),
];

export function indexPhrases(
  kinds: readonly AppKind[],
  byName: ReadonlyMap<string, Thing[]>,
): Map<string, KindPhrase[]> {
  const byFirst = new Map<string, KindPhrase[]>();
  for (const kind of kinds)
    for (const phrase of new Set([...kind.phrases.map(wordKey).flatMap(alsoCalled), ...kind.de.flatMap(keysOf)])) {
      const first = phrase.split(" ")[0]!;
      const isThing = numberKeys(phrase).some((key) => byName.has(key));
      byFirst.set(first, [...(byFirst.get(first) ?? []), { kind, phrase, isThing }]);
    }
  return byFirst;
}
