import "server-only";
import { plural, singular } from "../language/inflect";
import { remember } from "../language/remember";
import { loadWords } from "../words/load";
import { wordKey } from "../words/word-key";
import { thingOf } from "../words/find";

/** "Schülern", "Schülers" and "Schüler" are one word. */
const stem = (key: string): string => {
  const cut = key.replace(/(?:nen|en|es|e|n|s)$/, "");
  return cut.length > 3 ? cut : key;
};

type Nouns = { whole: Map<string, string>; stems: Map<string, string> };
let nouns: Nouns | undefined;

/** German names of fields, things and kinds of app in English, by their key and by its stem. */
function readNouns(): Nouns {
  if (nouns) return nouns;
  const { byName, kinds, translations } = loadWords();
  const read: Nouns = { whole: new Map(), stems: new Map() };
  const claim = (german: string, english: string) => {
    const key = wordKey(german);
    if (key.includes(" ")) return;
    if (!read.whole.has(key)) read.whole.set(key, english);
    if (!read.stems.has(stem(key))) read.stems.set(stem(key), english);
  };
  for (const kind of kinds)
    for (const name of kind.de) claim(name, kind.phrases.find((phrase) => thingOf(phrase) === null) ?? kind.name);
  for (const thing of new Set([...byName.values()].flat()))
    for (const name of thing.de) claim(name, thing.name.toLowerCase());
  for (const [key, english] of translations) claim(key, english);
  return (nouns = read);
}

/**
 * "Mitgliedsbeitrag" ends in "Beitrag": the longest noun at the end of a compound, in English; "" where none stands
 * there. "Rezeptesammlung" is a collection of recipes, and not of stamps.
 */
const endOf = remember((key): string => {
  const known = readNouns();
  const short = key.replace(/n$/, "");
  const ends = [...known.whole].filter(([one]) => one.length > 4 && (key.endsWith(one) || short.endsWith(one)));
  const [end = "", english = ""] = ends.sort(([left], [right]) => right.length - left.length)[0] ?? [];
  if (end === "" || isThing(english) || !english.includes(" ")) return english;
  const head = short.slice(0, -end.length).replace(/(?:s|en|e|n)$/, "");
  const about = known.whole.get(head) ?? known.stems.get(stem(head));
  return about ? `${singular(about)} ${english.split(" ").at(-1)}` : english;
});

export const isThing = (english: string) => loadWords().byName.has(singular(wordKey(english)));

/**
 * A German noun in English. Null where no noun of the domain data stands at its end.
 * @param isOne it follows "ein" or "jede": only then it is one
 */
export function germanNoun(word: string, isOne: boolean): string | null {
  const key = wordKey(word);
  if (key.length < 4 || key.includes(" ")) return null;
  const known = readNouns();
  const english = known.whole.get(key) ?? known.stems.get(stem(key)) ?? endOf(key);
  if (english === "") return null;
  return isOne || !isThing(english) || loadWords().attributes.has(english) ? english : plural(english);
}

/** Whether only the end of a word is a noun of the domain data: "Mindestmenge". */
export function isCompound(word: string): boolean {
  const key = wordKey(word);
  const known = readNouns();
  return key.length > 3 && !known.whole.has(key) && !known.stems.has(stem(key)) && endOf(key) !== "";
}

/** Whether a word is a German noun of the domain data, and no English one. */
export function isGermanNoun(word: string): boolean {
  const key = wordKey(word);
  const { whole } = readNouns();
  const english = whole.get(key);
  return english !== undefined && singular(english) !== singular(key) && !loadWords().attributes.has(key);
}
