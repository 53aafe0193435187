import "server-only";
import { isPassive, isVerb, type Token } from "./tokens";

const joins = /^(?:and|or|und|oder)$/;
/** What begins another half of a sentence. */
const turns = /^(?:but|while|whereas|however|though|aber|where|so|wobei|während|in which|which)$/;
const persons = new Set(["strangers", "anyone", "everyone", "signed", "admins", "nobody", "author"]);
const isPerson = ({ tag }: Token) => persons.has(tag);
const says = (token: Token) => isVerb(token) || isPassive(token) || token.tag === "may" || token.tag === "mayNot";
const isObject = ({ tag }: Token) => tag === "word" || tag === "pronoun" || tag === "own" || tag === "all";
const relates = /^(?:that|which)$/;
const isBreak = ({ tag, text }: Token, before: Token | undefined, next?: Token) =>
  tag === "break" ||
  // "a page that is open to everyone", "recipes that anyone can read".
  (relates.test(text) &&
    next !== undefined &&
    (/^(?:is|are|everyone|everybody|anyone|anybody|nobody|no one|only)$/.test(next.text) ||
      next.tag === "may" ||
      isPassive(next))) ||
  // "nobody but staff" is all one.
  (turns.test(text) && !(text === "but" && (before?.tag === "nobody" || before?.tag === "everyone")));

/** Whether an "and" begins another half: "can read all notes, and edit only their own", "can book and managers see all". */
function isTurn(before: readonly Token[], behind: readonly Token[]): boolean {
  if (!before.some(says)) return false;
  const next = behind.slice(
    0,
    behind.findIndex((token, at) => isBreak(token, behind[at - 1]) || joins.test(token.text)) >>> 0,
  );
  if (!next.some(says)) return false;
  const first = next.find(({ tag }) => tag !== "filler" && tag !== "only" && tag !== "not");
  if (!first) return false;
  if (!isVerb(first)) return true;
  const verb = before.findIndex(isVerb);
  return verb >= 0 && before.slice(verb + 1).some(isObject);
}

/** A sentence in pieces that each say one thing of who may do what. */
export function piecesOf(tokens: readonly Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const current = pieces.at(-1)!;
    const [before, next] = [current.at(-1), tokens[at + 1]];
    // "can view, add, edit and delete": one list of deeds.
    if (token.text === "," && before && next && isVerb(before) && isVerb(next) && tokens[at + 2]?.tag !== "may")
      continue;
    if (isBreak(token, tokens[at - 1], next)) pieces.push([]);
    else if (joins.test(token.text) && isTurn(current, tokens.slice(at + 1))) pieces.push([]);
    else current.push(token);
  }
  return pieces.filter((piece) => piece.some(({ tag }) => tag !== "filler"));
}
export const isWho = isPerson;
