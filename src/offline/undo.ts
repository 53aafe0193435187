import "server-only";
import { isOneOff } from "./language/inflect";
import { normalize, splitClauses, splitOutside } from "./language/normalize";
import { stripPoliteness } from "./language/politeness";
import { counts } from "./words/counts";
import { loadWords } from "./words/load";

/**
 * What a message wants taken back. `of`: words for the change that is meant, none for the last one; `isFar`: an older
 * state of the app, which goes by no number of changes.
 */
export type Undo = { said: string; count: number; of: string[]; isFar: boolean };

/** A message longer than this describes an app. */
const messageMax = 600;
const countMax = 20;

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .match(/[\p{L}\d]+/gu) ?? [];
const said = (name: string): readonly string[] => loadWords().said.get(name) ?? [];
const saidWords = (name: string): ReadonlySet<string> => new Set(said(name));

/** "undo that, and make the header blue": what is to be taken back, and the message without it. */
export function undoIn(text: string, isNew: boolean): { undo?: Undo; rest: string } {
  if (text.length > messageMax) return { rest: text };
  const found: Undo[] = [];
  const sentences = splitOutside(normalize(text), /^(?:[.!?]+(?=\s|$)|\n+|;\s*)/).map(stripPoliteness);
  const clauses = sentences.flatMap((sentence) => (lastUndone(sentence) ? [sentence] : splitClauses(sentence)));
  const others = clauses.filter((clause) => {
    const undos = isMember(clause, text) ? [] : undosIn(clause, isNew);
    found.push(...undos);
    return undos.length === 0 && !isRemark(clause);
  });
  if (found.length === 0) return { rest: text };
  // "Undo! Undo!" is said by somebody in a hurry.
  return { undo: found.find(({ of }) => of.length > 0) ?? found[0]!, rest: others.join(".\n") };
}

/** "that was wrong, take it back": the undo among the remarks of a clause. */
function undosIn(clause: string, isNew: boolean): Undo[] {
  const whole = lastUndone(clause);
  if (whole) return [whole];
  const parts = splitOutside(
    clause,
    /^(?:\s*[,:]\s*(?:and\s+|but\s+)?|\s+-\s+|\s+(?:and|but|because|since|cause|cuz)\s+)/i,
  );
  const undos = parts.map(lastUndone);
  if (undos.some(Boolean) && parts.every((part, at) => undos[at] || isRemark(part)))
    return undos.filter((undo) => undo !== undefined);
  const named = isNew ? undefined : namedUndone(clause);
  return named ? [named] : [];
}

type Heard = { words: string[]; left: string[]; signs: string[] };

/** The words of a clause that speaks of taking back, and those that say what. */
function hear(clause: string): Heard | undefined {
  const known = saidWords("last change");
  const words = wordsIn(clause).map((word) => spelled(word, known));
  const not = saidWords("no undo");
  if (words.length === 0 || words.length > 20 || words.some((word) => not.has(word))) return undefined;
  const signs = said("undone").filter((phrase) => placeOf(phrase.split(" "), words) !== undefined);
  return signs.length === 0 ? undefined : { words, signs, left: words.filter((word) => !known.has(word)) };
}

/** "undo that", "take back the last two changes", "undo everything": no change is named. */
function lastUndone(clause: string): Undo | undefined {
  const heard = hear(clause);
  if (!heard) return undefined;
  const far = saidWords("no undo of one change");
  const amounts = heard.words.map((word) => counts[word] ?? (word === "twice" ? 2 : Number(word)));
  const isOther = (word: string) => !far.has(word) && counts[word] === undefined && !(Number(word) > 0);
  if (heard.left.some(isOther)) return undefined;
  const isFar = heard.left.some((word) => far.has(word)) || /\bversion \d/.test(heard.words.join(" "));
  return { said: clause, count: Math.min(countMax, amounts.find((amount) => amount > 0) ?? 1), of: [], isFar };
}

/** "undo the thing with the fonts", "put the couples back as they were": the change is named. */
function namedUndone(clause: string): Undo | undefined {
  const heard = hear(clause);
  if (!heard) return undefined;
  const { words, left, signs } = heard;
  const isFar = left.some((word) => saidWords("no undo of one change").has(word));
  const isBefore = /^(?:was|were|before|vorher)$/.test(words.at(-1)!);
  const mayName = isBefore ? signs : said("undone by name");
  const begins = mayName.some((sign) => isAt(sign.split(" "), words, 0));
  return begins ? { said: clause, count: 1, of: left, isFar } : undefined;
}

/** "add buttons: save, undo": a member of a list. */
const isMember = (clause: string, text: string): boolean =>
  !clause.includes(" ") &&
  /,\s*(?:and\s+)?\w+$/.test(text.trim()) &&
  !isRemark(text.slice(0, text.lastIndexOf(clause)));

/** Where the words of a phrase begin in a sentence, "…" standing for any words between. */
function placeOf(phrase: string[], words: string[], from = 0): number | undefined {
  const at = words.findIndex((_, index) => index >= from && isAt(phrase, words, index));
  return at < 0 ? undefined : at;
}

function isAt([first, ...rest]: string[], words: string[], at: number): boolean {
  if (first === undefined) return true;
  if (first === "…") return placeOf(rest, words, at) !== undefined;
  return words[at] === first && isAt(rest, words, at + 1);
}

/** "udno teh chnage": the word of an undo that was meant. In a short word only letters are swapped: "stage" is no "state". */
function spelled(word: string, known: ReadonlySet<string>): string {
  if (known.has(word) || word.length < 3) return word;
  const letters = (text: string) => text.split("").sort().join("");
  const isSwapped = (other: string) => letters(word) === letters(other);
  const isMeant = (other: string) =>
    isOneOff(word, other) && (other === "undo" || other.length > 5 || isSwapped(other));
  return [...known].find(isMeant) ?? word;
}

/** "i hate the pink", "that was wrong": what is said beside an undo, and asks for nothing. */
function isRemark(part: string): boolean {
  const known = saidWords("last change");
  const words = wordsIn(part);
  const line = ` ${words.join(" ")} `;
  return (
    words.every((word) => known.has(word)) ||
    (/^(?:(?:sorry|oh|oops|ah|no|hmm?|uh|well) )*(?:i|we|it|its|that|thats|this|he|she|they|my|our|the|im|looks?|too|wrong|bad|ugly) /.test(
      `${line.trim()} `,
    ) &&
      said("a wish").every((phrase) => !line.includes(` ${phrase} `)))
  );
}
