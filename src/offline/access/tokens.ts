import "server-only";
import { baseForm } from "../language/participle";
import { type AccessWords, accessWords } from "../words/access";

/** What a word or phrase says of who may do what; "word" where it says nothing of that: what rows are called, and who. */
export type Tag =
  | Exclude<keyof AccessWords, "who" | "superior" | "serving" | "rows" | "part" | "notPublic">
  | keyof AccessWords["who"]
  | "word"
  | "break";
export type Token = { tag: Tag; text: string; start: number; end: number };

/** Where a phrase stands in two lists, the later tag here counts. */
const tags = [
  "filler",
  "all",
  "pronoun",
  "made",
  "updateAs",
  "createAs",
  "everyDeed",
  "everything",
  "doAll",
  "write",
  "delete",
  "update",
  "create",
  "read",
  "their",
  "own",
  "others",
  "assigned",
  "open",
  "editable",
  "added",
  "removed",
  "managed",
  "accessible",
  "public",
  "private",
  "readOnly",
  "noLogin",
  "except",
  "only",
  "not",
  "may",
  "mayNot",
] as const satisfies Tag[];
const verbs = new Set<Tag>([
  "read",
  "create",
  "createAs",
  "update",
  "updateAs",
  "delete",
  "write",
  "everyDeed",
  "doAll",
]);
export const isVerb = ({ tag }: Token): boolean => verbs.has(tag);
/** "visible to": who may stands behind it, and the rows before. */
const behind = new Set<Tag>(["open", "editable", "added", "removed", "managed", "accessible"]);
export const isPassive = ({ tag }: Token): boolean => behind.has(tag);

export const has = (tokens: readonly Token[], ...tags: Tag[]): boolean => tokens.some(({ tag }) => tags.includes(tag));

type Phrases = { tagOf: ReadonlyMap<string, Tag>; longest: number };
let built: Phrases | undefined;

function phrases(): Phrases {
  if (built) return built;
  const words = accessWords();
  const tagOf = new Map<string, Tag>();
  for (const tag of tags) for (const phrase of words[tag]) tagOf.set(phrase, tag);
  for (const [tag, names] of Object.entries(words.who)) for (const name of names) tagOf.set(name, tag as Tag);
  built = { tagOf, longest: Math.max(...[...tagOf.keys()].map((phrase) => phrase.split(" ").length)) };
  return built;
}

/** What stands before a noun: "their own requests", "a post". */
const beforeNoun = /^(?:the|a|an|any|every|each|of|our|my|its|new|existing|to|for|by|der|die|das|den|eine?|neue|von)$/;

/** "posts" of "read posts" are rows, and "posts" of "whoever posts" is what somebody does. */
function tagOfWord(word: string, earlier: readonly Token[], next = ""): Tag {
  const { tagOf } = phrases();
  const tag = tagOf.get(word);
  const base = tag ?? tagOf.get(baseForm(word));
  if (!base) return "word";
  if (!verbs.has(base)) return tag ?? "word";
  const last = earlier.at(-1);
  const isNoun =
    last !== undefined &&
    (beforeNoun.test(last.text) || nounBehind.has(last.tag) || (verbs.has(last.tag) && base !== "read"));
  const said = earlier.slice(earlier.findLastIndex((token) => token.tag === "break" || turning.test(token.text)) + 1);
  const isVerbLike = said.some((token) => verbs.has(token.tag));
  // "sees all orders and marks them done": after one in the third person there may be another.
  const isNext =
    joining.test(last?.text ?? "") && said.some((token) => verbs.has(token.tag) && token.text !== baseForm(token.text));
  const isLate =
    tag === undefined && (said.some(({ tag: one }) => one === "may" || one === "mayNot") || (isVerbLike && !isNext));
  // "adoption requests are for staff only".
  const isSubject = tag === undefined && behindNoun.test(next);
  return isLate || isSubject || (isNoun && last.text !== "to") ? "word" : base;
}
const turning = /^(?:but|while|whereas|where|aber)$/;
const joining = /^(?:and|or)$/;
const behindNoun =
  /^(?:[,.;:!?)]|is|are|can|may|must|should|shall|will|could|have|cannot|can't|and|or|visible|for|of|in|with|at|from|to|on|by|)$/;
const nounBehind = new Set<Tag>(["own", "their", "others", "all", "public", "private"]);

const piece = /[\p{L}\p{N}][\p{L}\p{N}’'/-]*|[,;:.!?()\n–—]/gu;
const isMark = (text: string) => /^[^\p{L}\p{N}]/u.test(text);

/** A sentence as what its words say of who may do what; its marks and conjunctions are breaks. */
export function tokensOf(text: string): Token[] {
  const { tagOf, longest } = phrases();
  const words = [...text.matchAll(piece)].map((match) => ({
    text: match[0].toLowerCase().replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const tokens: Token[] = [];
  for (let at = 0; at < words.length;) {
    const first = words[at]!;
    if (isMark(first.text)) {
      tokens.push({ tag: "break", ...first });
      at += 1;
      continue;
    }
    let size = Math.min(longest, words.length - at);
    for (; size > 1; size -= 1) {
      const some = words.slice(at, at + size).map((word) => word.text);
      if (tagOf.has(some.join(" "))) break;
      // "visible only to": the "only" belongs to who may.
      const bare = some.filter((word) => word !== "only" && word !== "just");
      const tag = bare.length === size - 1 && some[0] === bare[0] ? tagOf.get(bare.join(" ")) : undefined;
      if (tag && behind.has(tag)) break;
    }
    const span = words.slice(at, at + size);
    const said = span.map((word) => word.text).join(" ");
    const tag = size === 1 ? tagOfWord(first.text, tokens, words[at + 1]?.text) : (tagOf.get(said) ?? undefined);
    const where = { text: said, start: first.start, end: span.at(-1)!.end };
    if (tag) tokens.push({ tag, ...where });
    else {
      const bare = said.replace(/ (?:only|just)\b/, "");
      tokens.push({ ...where, tag: tagOf.get(bare)!, text: bare }, { ...where, tag: "only", text: "only" });
    }
    at += size;
  }
  return tokens;
}
