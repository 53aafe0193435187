import "server-only";
import { accessWords } from "../words/access";
import { isWho } from "./pieces";
import type { Rows } from "./statement";
import { has, type Token } from "./tokens";

const nounsMax = 4;

/** "the services with price and duration": what rows have. */
const behindRows = /^(?:with|including|without|mit)$/;

/** What rows are called: "the list of volunteers" are volunteers, "entries" are rows of any table. */
export function rowsIn(tokens: readonly Token[]): Rows | undefined | null {
  const words = accessWords();
  const isNamed = has(tokens, "word");
  const nouns: string[][] = [[]];
  for (const token of tokens) {
    if (behindRows.test(token.text)) break;
    if (token.tag === "word" || (!isNamed && isWho(token))) nouns.at(-1)!.push(token.text);
    else if (/^(?:and|or|und|oder|of|von)$/.test(token.text)) nouns.push([]);
  }
  const named = nouns.filter((noun) => noun.length > 0);
  if (named.some((noun) => noun.length > nounsMax)) return null;
  const rows = named.filter((noun) => !noun.every((word) => words.rows.has(word)));
  const bare = rows.length > 1 ? rows.filter((noun) => !noun.every((word) => words.part.has(word))) : rows;
  if (!isNamed && has(tokens, "pronoun")) return "before";
  if (bare.length > 0 && (isNamed || !has(tokens, "all", "own", "everything")))
    return { nouns: bare.map((noun) => noun.join(" ")) };
  if (has(tokens, "everything")) return "all";
  return named.length > 0 || has(tokens, "pronoun", "all") ? "before" : undefined;
}
