import "server-only";
import { isPlural, singular } from "../language/inflect";
import { accessWords } from "../words/access";
import { piecesOf } from "./pieces";
import { doersIn, readPiece, type Said } from "./read-piece";
import { readWholeApp } from "./whole-app";
import type { Rows, Statement, Who } from "./statement";
import { isVerb, type Token, tokensOf } from "./tokens";

/** Sentences end here. */
const isEnd = ({ tag, text }: Token) => tag === "break" && /^[.!?;:\n]$/.test(text);

function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]];
  for (const token of tokens)
    if (isEnd(token)) sentences.push([]);
    else sentences.at(-1)!.push(token);
  return sentences;
}

type Read = Said & { start: number; end: number; tokens: readonly Token[] };

/** "can see | and edit all of them": rows that the next piece names. */
const endsInVerb = ({ tokens }: Read) => {
  const last = tokens.at(-1);
  return last !== undefined && isVerb(last);
};

/** Who may do what, as a message says it, in its order. */
export function readAccess(text: string): Statement[] {
  const found: Statement[] = [];
  let nouns: Rows = "before";
  for (const sentence of sentencesOf(tokensOf(text))) {
    let who: Who[] = [];
    const reads: Read[] = [];
    for (const tokens of piecesOf(sentence)) {
      const where = { start: tokens[0]!.start, end: tokens.at(-1)!.end, tokens };
      const read = readPiece(tokens) ?? readWholeApp(tokens);
      // "drivers record trips with a start | and see only their own".
      if (!read) who = doersIn(tokens) ?? who;
      for (const said of read ?? []) {
        // "nurses can add entries | but cannot delete them": the same people.
        const carried: Who[] = who.length === 0 && said.limit !== null ? [{ is: "everyone" }] : who;
        const people = said.who.length > 0 || hasNobody(tokens) ? said.who : carried;
        if (people.length === 0 && !hasNobody(tokens)) continue;
        who = people;
        // "members can book a court and cancel only their own bookings": one sentence of what the app is for.
        const isPlain = typeof said.rows === "object" && isPlural(said.rows.nouns.at(-1)!) && !isDenial(tokens);
        const isOfDeed = said.who.length === 0 && isPlain && reads.at(-1)?.isTold === true;
        reads.push({ ...said, who: people, ...where, ...(isOfDeed && { isTold: true }) });
      }
    }
    for (const [at, read] of reads.entries()) {
      const next = reads[at + 1];
      const rows: Rows = read.rows ?? (next && endsInVerb(read) ? next.rows : undefined) ?? "before";
      const named = typeof rows === "object" ? (leftBy(rows.nouns, found) ?? rows) : rows;
      if (typeof named === "object") nouns = named;
      const { tokens: _, ...said } = read;
      found.push({
        ...said,
        rows: named === "before" && typeof nouns === "object" ? nouns : named,
        text: text.slice(read.start, read.end),
      });
    }
  }
  for (const one of found) one.isStrong ||= isBeside(one, found);
  return found.some(({ isStrong }) => isStrong) ? found : [];
}

/** "report repairs and see only their own reports": what a deed before has left. */
const leftBy = (nouns: readonly string[], earlier: readonly Statement[]): Rows | undefined =>
  earlier.find(({ verbs, rows }) => typeof rows === "object" && verbs?.includes(singular(nouns.at(-1)!)))?.rows;

/** "employees see their own claims, the accountant sees everything": of these two the first see no others. */
const isBeside = ({ limit, may, who }: Statement, others: readonly Statement[]): boolean =>
  limit === "own" &&
  others.some(
    (one) =>
      one.limit === null &&
      !one.isNot &&
      one.may.includes("read") &&
      may.includes("read") &&
      one.who.some(({ is }) => is === "admins" || is === "people") &&
      JSON.stringify(one.who) !== JSON.stringify(who),
  );

const isDenial = (tokens: readonly Token[]) => tokens.some(({ tag }) => tag === "not" || tag === "mayNot");
const hasNobody = (tokens: readonly Token[]) => tokens.some(({ tag }) => tag === "nobody");

/**
 * A description without what says nothing but who may do what, whose words would become tables and fields. What rows are
 * called that are named nowhere else stays.
 */
export function withoutAccess(text: string): { rest: string; said: Statement[] } {
  const said = readAccess(text);
  // What a sentence says beside a right is one, too: "teachers can enter grades, parents can only view them".
  const isOfRights = ({ start, may, who, isStrong }: Statement) =>
    isStrong ||
    (may.every((one) => one === "read") && who.every(({ is }) => is !== "admins")) ||
    said.some(
      (one) => one.isStrong && !/[.!?;\n]/.test(text.slice(Math.min(one.start, start), Math.max(one.start, start))),
    );
  const cut = said.filter((one) => !one.isTold && isOfRights(one));
  if (cut.length === 0) return { rest: text, said };
  let rest = "";
  let from = 0;
  for (const { start, end } of cut) {
    if (start < from) continue;
    rest = joined(rest, text.slice(from, start)).replace(joint, "");
    from = end;
  }
  rest = joined(rest, text.slice(from)).trim();
  if (rest.replaceAll(/\W/g, "") === "") return { rest: text, said };
  const lost = lostNouns(cut, rest);
  const end = /[.!?\n]$/.test(rest) ? "" : ".";
  return { rest: lost.length > 0 ? `${rest}${end} ${lost.map((noun) => `Keep ${noun}.`).join(" ")}` : rest, said };
}

/** What stands before and behind a piece that was cut out, with one mark between. */
function joined(before: string, behind: string): string {
  const isEnded = before === "" || /[.!?:]\s*$/.test(before);
  const next = isEnded ? behind.replace(/^\s*[.,;:]\s*/, " ") : behind;
  return (/^\s*(?:[.!?\n]|$)/.test(next) ? before.replace(/[:,]\s*$/, "") : before) + next;
}

/** What joins a half of a sentence to the one before. */
const joint = /(?:[,;]|\s-)?\s*(?:\b(?:and|but|while|whereas|where|so|that|which|und|aber|or|oder)\s*)*$/i;

/** What rows are called that are named nowhere else. */
function lostNouns(cut: readonly Statement[], rest: string): string[] {
  const { rows: anyRows, sent } = accessWords();
  const left = rest.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
  // "Urlaubsanträge" are "Anträge", and "report a bug" names bugs.
  const isLeft = (noun: string) =>
    left.some(
      (word, at) =>
        word === noun ||
        (word.endsWith(noun) && word.length > noun.length + 2) ||
        (word === singular(noun) && /^(?:an?|each|every|one)$/.test(left[at - 1] ?? "")),
    );
  const rows = cut.flatMap((one) => (typeof one.rows === "object" ? one.rows.nouns : []));
  // "doctors see only their own visits": who has rows may well be kept, too.
  const owners = cut
    .flatMap(({ limit, who }) => (limit === null ? [] : who))
    .flatMap((one) => (one.is === "people" && (one.rank === "serving" || one.rank === "served") ? [one.noun] : []));
  const nouns = [...rows, ...owners];
  return [...new Set(nouns)].filter((noun) => {
    const last = noun.split(" ").at(-1)!;
    return !isLeft(last) && !anyRows.has(last) && !sent.has(last) && isPlural(last);
  });
}
