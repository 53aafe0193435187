import "server-only";
import { isPlural, singular } from "../language/inflect";
import { accessWords } from "../words/access";
import { isWho, piecesOf } from "./pieces";
import { doersIn, isDenial, readPiece, type Said } from "./read-piece";
import { readWholeApp } from "./whole-app";
import type { Rows, Statement, Who } from "./statement";
import { isPassive, isVerb, type Token, tokensOf } from "./tokens";

/** Sentences end here. */
const isEnd = ({ tag, text }: Token) => tag === "break" && /^[.!?;:\n]$/.test(text);

function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]];
  let [isInside, isListed] = [false, false];
  for (const token of tokens) {
    // What stands in brackets are fields and options.
    if (token.text === "(" || token.text === ")") isInside = token.text === "(";
    if (isEnd(token)) {
      sentences.push([]);
      isListed = token.text === ":";
      continue;
    }
    // "purpose: business, private": an option.
    const isOption = isListed && (token.tag === "private" || token.tag === "public");
    if (!isInside && !isOption) sentences.at(-1)!.push(token);
  }
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
      // "the council reads them, no one else".
      const last = reads.at(-1);
      if (last && isNobodyElse(tokens)) Object.assign(last, { isOnly: true, isStrong: true });
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
  // "who may enter", "server room access:": what is kept, and no right.
  const rights = found.filter((one) => !/^(?:and )?(?:who|which)\b/i.test(one.text) && !isTitle(text, one));
  for (const one of rights)
    one.isStrong ||= isBeside(one, rights) || rights.some((other) => isApart(one, other) || isApart(other, one));
  return rights.some(({ isStrong }) => isStrong) ? rights : [];
}

const isTitle = (text: string, { end, text: said }: Statement): boolean =>
  /\baccess$/i.test(said) && /^\s*:/.test(text.slice(end));

/** "the pastor writes announcements, the congregation reads them": of two that do not do the same with the same rows. */
const isApart = (writer: Statement, reader: Statement): boolean =>
  // Beside each other, and not somewhere in a brief.
  Math.abs(writer.start - reader.start) < 120 &&
  writer.may.some((one) => one !== "read") &&
  reader.may.join() === "read" &&
  !reader.isOnly &&
  reader.limit === null &&
  writer.limit === null &&
  !writer.isNot &&
  !reader.isNot &&
  writer.who.some(({ is }) => is === "people") &&
  reader.who.every(({ is }) => is === "people" || is === "signed") &&
  JSON.stringify(writer.who) !== JSON.stringify(reader.who) &&
  JSON.stringify(writer.rows) === JSON.stringify(reader.rows);

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

const isNobodyElse = (tokens: readonly Token[]) =>
  hasNobody(tokens) && tokens.every(({ tag }) => tag === "nobody" || tag === "filler");
const hasNobody = (tokens: readonly Token[]) => tokens.some(({ tag }) => tag === "nobody");

/**
 * A description without what says nothing but who may do what, whose words would become tables and fields. What rows are
 * called that are named nowhere else stays.
 */
export function withoutAccess(text: string): { rest: string; said: Statement[]; unread: string[] } {
  const said = readAccess(text);
  return { rest: withoutLogin(cutOut(text, said), said), said, unread: unreadIn(text, said) };
}

/** "anyone can report a bug without signing in": how people get in is nothing that is kept. */
function withoutLogin(rest: string, said: readonly Statement[]): string {
  if (!said.some(({ who }) => who.some(({ is }) => is === "strangers"))) return rest;
  const ways = [...accessWords().noLogin].filter((way) => /^(?:without|ohne) /.test(way));
  return ways.reduce((text, way) => text.replaceAll(new RegExp(`,? ${way}\\b`, "gi"), ""), rest);
}

function cutOut(text: string, said: readonly Statement[]): string {
  // What a sentence says beside a right is one, too, where it says nothing else.
  const sentences = new Map(said.map((one) => [one, sentenceAt(text, one.start)]));
  const isOfRights = (statement: Statement) => {
    const { start, isStrong } = statement;
    if (isStrong) return true;
    const beside = said.filter((one) => sentences.get(one) === sentences.get(statement));
    return beside.some((one) => one.isStrong && !one.isTold) && isAllRead(text, start, beside);
  };
  // "Users should be able to browse dishes by course with description, reserve a table": what a brief asks for.
  const isOfBrief = ({ text: piece, isOnly, isNot, limit }: Statement) =>
    !isOnly && !isNot && limit === null && /\busers? should be able to\b/i.test(piece);
  const whole = said.filter((one) => !one.isTold && isOfRights(one) && !isOfBrief(one));
  // "reviewers see all applications and write reviews": what goes on with the same people keeps them.
  const goesOn = ({ end }: Statement) => {
    const joins = /^,? (?:and|or|und) /.exec(text.slice(end))?.[0];
    return joins !== undefined && !whole.some(({ start }) => start === end + joins.length);
  };
  const cut = whole.filter((one) => !goesOn(one));
  if (cut.length === 0) return text;
  let rest = "";
  let from = 0;
  for (const { start, end } of cut) {
    if (start < from) continue;
    rest = joined(rest, text.slice(from, start)).replace(joint, "");
    from = end;
  }
  rest = joined(rest, text.slice(from)).trim();
  if (rest.replaceAll(/\W/g, "") === "") return text;
  const lost = lostNouns(cut, rest);
  const end = /[.!?\n]$/.test(rest) ? "" : ".";
  return lost.length > 0 ? `${rest}${end} ${lost.map((noun) => `Keep ${noun}.`).join(" ")}` : rest;
}

const sentenceAt = (text: string, at: number): number => text.slice(0, at).split(/[.!?;:\n]/).length;

/** Whether all pieces of a sentence from the first right on are rights: "teachers can enter grades, parents can only view them". */
function isAllRead(text: string, at: number, beside: readonly Statement[]): boolean {
  const end = text.slice(at).search(/[.!?;:\n]|$/) + at;
  const first = Math.min(...beside.map(({ start }) => start));
  const left = beside.reduce((rest, one) => rest.replace(one.text, " "), text.slice(first, end));
  return beside.every(({ isTold }) => !isTold) && !/\p{L}{4}/u.test(left.replaceAll(/\b(?:while|whereas)\b/gi, ""));
}

/** What stands before and behind a piece that was cut out, with one mark between. */
function joined(before: string, behind: string): string {
  const isEnded = before === "" || /[.!?:]\s*$/.test(before);
  const next = isEnded ? behind.replace(/^\s*[.,;:]\s*/, " ") : behind;
  return (/^\s*(?:[.!?\n]|$)/.test(next) ? before.replace(/[:,]\s*$/, "") : before) + next;
}

/** Pieces that tell of rights by their words and that nobody understood: "only my brother and I have the code to look". */
function unreadIn(text: string, said: readonly Statement[]): string[] {
  return sentencesOf(tokensOf(text))
    .flatMap(piecesOf)
    .filter((tokens) => {
      const [start, end] = [tokens[0]!.start, tokens.at(-1)!.end];
      return !said.some((one) => one.start < end && start < one.end) && tellsOfRights(tokens);
    })
    .map((tokens) => text.slice(tokens[0]!.start, tokens.at(-1)!.end));
}

/** Who is kept from what: "only", "nobody" or "cannot", with somebody and something that is done to rows. */
function tellsOfRights(tokens: readonly Token[]): boolean {
  const isKept = tokens.some(
    ({ tag }) => tag === "only" || tag === "nobody" || tag === "mayNot" || tag === "accessible",
  );
  const isDone = tokens.some((token) => isVerb(token) || isPassive(token));
  const doer = tokens.some((token) => isWho(token) && token.tag !== "admins");
  return (
    isKept && isDone && (doer || (doersIn(tokens) ?? []).some((who) => who.is === "people" && who.rank !== "unknown"))
  );
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
  const nouns = cut.flatMap(({ rows }) => (typeof rows === "object" ? rows.nouns : []));
  return [...new Set(nouns)].filter((noun) => {
    const last = noun.split(" ").at(-1)!;
    return !isLeft(last) && !anyRows.has(last) && !sent.has(last) && isPlural(last);
  });
}
