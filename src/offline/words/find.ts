import "server-only";
import { loadWords } from "./load";
import type { KindPhrase } from "./name-index";
import { numberKeys, wordKey } from "./word-key";
import type { AppKind } from "./schema";
import type { Thing } from "./thing";

/**
 * The thing that a noun means, in either number: "volumes" is a Book. Null where no thing goes by exactly these words.
 * @param among names of things that go before all others, such as those of the app's kind
 */
export function thingOf(noun: string, among: readonly string[] = []): Thing | null {
  const { byName, quiet, scened } = loadWords();
  const keys = numberKeys(noun);
  const claims = keys.flatMap((key) => byName.get(key) ?? []);
  const isAmong = ({ name }: Thing) => among.includes(name);
  // The things of the scene go before those of the kind.
  const first = among.find((name) => claims.some((claim) => claim.name === name));
  // "hours" say nothing elsewhere, and are sitting hours in a babysitter's app.
  const ofKind = () =>
    among.length > 0
      ? keys.flatMap((key) => [...(quiet.get(key) ?? []), ...(scened.get(key) ?? [])]).find(isAmong)
      : undefined;
  return claims.find(({ name }) => name === first) ?? ofKind() ?? claims[0] ?? null;
}

/** Things that apps keep one of: the products of a shop's inventory are its stock items. */
const sameRows: Record<string, string[]> = {
  Product: ["Stock item"],
  "Stock item": ["Product"],
  Visit: ["Appointment"],
  Appointment: ["Visit"],
  Service: ["Treatment"],
  // In an app of other things check-ins are rows of their own.
  "Habit check": ["Check-in", "Check in"],
};

/** Every name by which a table of a thing may be called. */
export const namesOfThing = ({ name, synonyms, inScene }: Thing): string[] => [
  name,
  ...synonyms,
  ...inScene,
  ...(sameRows[name] ?? []),
];

/** What a table of a noun holds where nothing louder goes by it: by the whole noun, else by its last word ("office desk"). */
export function quietThingOf(noun: string): Thing | null {
  const { quiet, heads, things } = loadWords();
  const find = (text: string) => numberKeys(text).flatMap((key) => quiet.get(key) ?? [])[0] ?? null;
  const word = noun.split(" ").at(-1)!;
  const last = find(word);
  const head = numberKeys(word).flatMap((key) => heads.get(key) ?? [])[0];
  return (
    find(noun) ??
    (last && /^(?:item|person|place)$/.test(last.kind) ? last : null) ??
    (head ? (things.get(head.name) ?? null) : null)
  );
}

/**
 * The kinds of app whose phrases stand in a text, with where they stand in the text's key: first those that name a kind, the longest first,
 * then those that only name a thing ("students" in "a forum for students").
 */
export function kindsIn(text: string): { kind: AppKind; phrase: string; at: number; isThing: boolean }[] {
  const padded = ` ${wordKey(text)} `;
  const { kindPhrases } = loadWords();
  const found = new Map<KindPhrase, KindPhrase & { at: number }>();
  for (let at = 0; at >= 0 && at < padded.length - 1; at = padded.indexOf(" ", at + 1)) {
    const first = padded.slice(at + 1, padded.indexOf(" ", at + 1));
    for (const one of kindPhrases.get(first) ?? [])
      if (!found.has(one) && padded.startsWith(`${one.phrase} `, at + 1)) found.set(one, { ...one, at });
  }
  return [...found.values()].sort(
    (left, right) =>
      Number(left.isThing) - Number(right.isThing) || right.phrase.length - left.phrase.length || left.at - right.at,
  );
}
