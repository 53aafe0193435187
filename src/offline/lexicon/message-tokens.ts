import "server-only";
import { isPlural } from "../language/inflect";
import { singularWord } from "./tokens";

/** One word or one mark of a message. */
export type Token = {
  /** As typed. */
  text: string;
  /** Lower case. */
  word: string;
  /** The word in the singular. */
  lemma: string;
  isWord: boolean;
  isPlural: boolean;
  /** Offsets in the message. */
  from: number;
  to: number;
  /** How many brackets are open here. */
  depth: number;
};

const pattern = /\p{L}[\p{L}\p{M}\p{N}'’]*(?:[-&][\p{L}\p{N}]+)*|\p{N}+(?:[.,:]\p{N}+)*|\n|[^\s]/gu;

/** Splits a message into words and marks; a line break is a mark. */
export function tokensOf(message: string): Token[] {
  let depth = 0;
  return Array.from(message.matchAll(pattern), (match) => {
    const text = match[0];
    const isWord = /[\p{L}\p{N}]/u.test(text);
    const word = text.toLowerCase().replace(/['’]s$/, "");
    if (/[)\]]/.test(text)) depth = Math.max(0, depth - 1);
    const token: Token = {
      text,
      word,
      lemma: isWord ? singularWord(word) || word : text,
      isWord,
      isPlural: isWord && isPlural(word),
      from: match.index,
      to: match.index + text.length,
      depth,
    };
    if (/[([]/.test(text)) depth += 1;
    return token;
  });
}
