import "server-only";
import { sentence, singular } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import type { Made } from "../../description/plan/plan";
import { goesBy } from "../../description/plan/table-names";

/** The things to which rows of a table usually belong, by what is known of it, else by its noun. */
export const parentsOf = ({ table: { thing, noun } }: Made): readonly string[] => {
  const { belongs } = loadWords();
  const own = [thing?.name ?? "", sentence(noun)].flatMap((name) => belongs.get(name) ?? []);
  // A dues payment is a member's, and of no booking as other payments are.
  return own.length > 0 ? own : (belongs.get(sentence(noun.split(" ").at(-1)!)) ?? []);
};
export const goesAs = (name: string, { table: { thing, noun } }: Made): boolean => {
  const key = singular(wordKey(name));
  return thing?.name === name || noun === key || noun.endsWith(` ${key}`) || goesBy(name, noun);
};
