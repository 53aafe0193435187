import "server-only";
import { z } from "zod";
import { phrasePattern } from "../../words/phrase";
import { read } from "../../words/read-data";
import { isReason, reasonOf } from "../../words/reasons";

/** What people want to be told of while they are away, as in `notices.json`. */
const schema = z.strictObject({ why: z.string().refine(isReason), said: z.array(z.string()).min(1) });

type Notices = { why: string; said: RegExp };
let loaded: Notices | undefined;

function load(): Notices {
  const { why, said } = read(schema, "notices.json");
  const clause = said.map((phrase) => phrasePattern(phrase).source).join("|");
  const before = String.raw`(?:^|(?<=[.!?;\n])\s*|,? and |, )(?:please |also |then )*`;
  return { why: reasonOf(why), said: new RegExp(`${before}(?:${clause})[^.!?;\\n]*`, "giu") };
}

/**
 * A first message without what it wants to be reminded of: "remind me who is late with the rent" is neither a rental nor
 * an absence.
 * @returns `skipped`: what was taken out, with the reason that the person is told
 */
export function withoutNotices(text: string): { rest: string; skipped: string[] } {
  const { why, said } = (loaded ??= load());
  const wanted = [...text.matchAll(said)].map(([clause]) => clause.replace(/^[\s,]*(?:and )?/i, ""));
  if (wanted.length === 0) return { rest: text, skipped: [] };
  const rest = text.replaceAll(said, "").trim();
  return /\p{L}{3}/u.test(rest)
    ? { rest, skipped: wanted.map((clause) => `“${clause}”: ${why}`) }
    : { rest: text, skipped: [] };
}
