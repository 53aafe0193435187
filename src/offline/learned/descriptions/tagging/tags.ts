import "server-only";
import type { Token } from "../../../lexicon/message-tokens";

/**
 * What a token is: the beginning of a table's, field's or option's name, a further word of it, or none of these. A
 * choice is the first option of a field that has no name ("felt or straw"). What stands between names remembers the
 * name before it, so that a list goes on as it began.
 */
export const tags = [
  "O",
  "O-table",
  "O-field",
  "O-option",
  "table",
  "+table",
  "field",
  "+field",
  "option",
  "+option",
  "choice",
  "+choice",
] as const;
export type Tag = (typeof tags)[number];
export type Role = "table" | "field" | "option" | "choice";

/** A name in the message: tokens `from` to before `to`. */
export type Span = { role: Role; from: number; to: number };

/** Behind these, nothing remembers the name before. */
export const endsMemory = /^[.!?\n]$/;

/** The tag of what stands outside of names, behind the tag before. */
export const outside = (before: Tag, text: string): Tag =>
  endsMemory.test(text) || before === "O"
    ? "O"
    : (`O-${before.replace(/^\+|^O-/, "").replace("choice", "option")}` as Tag);

/** Whether a tag may follow another at a token. */
export const follows = (before: Tag, tag: Tag, text: string): boolean => {
  if (tag[0] === "+") return before === tag || before === tag.slice(1);
  return tag[0] !== "O" || tag === outside(before, text);
};

/** The names that a row of tags marks. */
export function spansOf(row: readonly Tag[]): Span[] {
  const spans: Span[] = [];
  for (const [at, tag] of row.entries()) {
    if (tag.startsWith("+")) spans.at(-1)!.to = at + 1;
    else if (!tag.startsWith("O")) spans.push({ role: tag as Role, from: at, to: at + 1 });
  }
  return spans;
}

/** The tags that mark names in a message. */
export function tagsOf(spans: readonly Span[], tokens: readonly Token[]): Tag[] {
  const row: Tag[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const span = spans.find(({ from, to }) => at >= from && at < to);
    if (!span) row.push(outside(row[at - 1] ?? "O", text));
    else row.push(at === span.from ? span.role : `+${span.role}`);
  }
  return row;
}
