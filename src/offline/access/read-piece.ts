import "server-only";
import { type RowOperation, rowOperations } from "@/shipped/contract";
import { baseForm } from "../language/participle";
import { customerWords } from "../words/customers";
import { peopleIn } from "./people-said";
import { isWho } from "./pieces";
import type { Limit, Rows, Statement, Who } from "./statement";
import { rowsIn } from "./rows-said";
import { has, isPassive, isVerb, type Tag, type Token } from "./tokens";

/** What one piece says; `who` is empty and `rows` undefined where the pieces beside it have to tell. */
export type Said = Omit<Statement, "rows" | "start" | "end" | "text"> & { rows: Rows | undefined };

const deeds: Partial<Record<Tag, RowOperation[]>> = {
  read: ["read"],
  create: ["create"],
  createAs: ["create"],
  update: ["update"],
  updateAs: ["update"],
  delete: ["delete"],
  write: ["create", "update", "delete"],
  everyDeed: ["read"],
  doAll: [...rowOperations],
  open: ["read"],
  editable: ["update", "delete"],
  everything: [...rowOperations],
  added: ["create"],
  removed: ["delete"],
  managed: ["create", "update", "delete"],
  accessible: ["read"],
};

/** Where "only" stands: before those who may, or before what they may do. */
function onlyOf(tokens: readonly Token[], who: readonly Token[]): { isOnly: boolean; isLimit: boolean } {
  let [isOnly, isLimit] = [false, false];
  for (const [at, { tag }] of tokens.entries()) {
    if (tag !== "only") continue;
    const next = tokens
      .slice(at + 1)
      .find((token) => token.tag !== "filler" && token.tag !== "not" && token.tag !== "pronoun");
    const before = tokens[at - 1];
    if (next ? who.includes(next) : before && who.includes(before)) isOnly = true;
    else isLimit = true;
  }
  return { isOnly, isLimit };
}

/** "what they added", "those that she wrote". */
const isMade = (tokens: readonly Token[]) =>
  tokens.some(({ tag }, at) => tag === "made" && /^(?:they|he|she|you|i)$/.test(tokens[at - 1]?.text ?? ""));

function limitOf(tokens: readonly Token[], isLimit: boolean, isNot: boolean): Limit {
  if (has(tokens, "assigned")) return "assigned";
  if (has(tokens, "own") || isMade(tokens) || (has(tokens, "others") && isNot)) return "own";
  return has(tokens, "their") && isLimit ? "own" : null;
}

/** "without an account": whoever it is said of comes from outside. */
const asStrangers = (who: Who[], isOpen: boolean): Who[] =>
  isOpen && who.every(({ is }) => is === "anyone" || is === "everyone" || is === "people" || is === "strangers")
    ? [{ is: "strangers" }]
    : who;

/** "nobody but staff", "everyone except admins". */
function exceptIn(tokens: readonly Token[]): { rest: Token[]; others: Who[] | null } {
  const at = tokens.findIndex(({ tag }) => tag === "except");
  if (at < 0) return { rest: [...tokens], others: null };
  const behind = tokens.slice(at + 1);
  const end = behind.findIndex((token) => isVerb(token) || token.tag === "may" || token.tag === "mayNot");
  const others = peopleIn(end < 0 ? behind : behind.slice(0, end));
  return { rest: [...tokens.slice(0, at), ...(end < 0 ? [] : behind.slice(end))], others: others ?? [] };
}

const everybody = new Set<Who["is"]>(["strangers", "anyone", "everyone"]);

export function readPiece(piece: readonly Token[]): Said[] | null {
  const { rest: tokens, others } = exceptIn(piece);
  if (others?.length === 0) return null;
  const passive = tokens.findIndex(isPassive);
  const read =
    passive >= 0 ? readPassive(tokens, passive) : has(tokens, "readOnly") ? readLookers(tokens) : readActive(tokens);
  if (!read) return null;
  if (!others) return [read];
  // "nobody can delete notes except admins", "everybody but admins cannot".
  if (read.isNot) return [{ ...read, who: others, isOnly: true, isNot: false, isStrong: true }];
  if (!read.isAll) return null;
  return [read, { ...read, who: others, isAll: false, isOnly: true, may: ["create", "update", "delete"] }];
}

const isAdjective = new Set<Tag>(["open", "editable", "accessible"]);
const isBe = /^(?:is|are|be|been)$/;

/** "applications are visible only to admins". */
function readPassive(tokens: readonly Token[], at: number): Said | null {
  const [before, behind] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const { tag } = tokens[at]!;
  const who = peopleIn(behind.filter((token) => token.tag !== "nobody" && token.tag !== "noLogin"));
  const rows = rowsIn(before);
  if (!who || rows === null) return null;
  // "repairs reported by tenants" are rows, and "repairs may be reported by tenants" is a right.
  const isSaid =
    isAdjective.has(tag) || before.some(({ tag: one, text }) => one === "may" || one === "only" || isBe.test(text));
  if (!isSaid) return null;
  const isNot = has(before, "not", "mayNot") || has(behind, "nobody");
  if (who.length === 0 && !isNot) return null;
  // "editable by our support team" leaves out everybody else.
  const isOnly =
    has(tokens, "only") || (!isNot && who.every(({ is }) => is === "people" || is === "admins" || is === "author"));
  return {
    who: asStrangers(who, has(tokens, "noLogin")),
    isOnly,
    isNot,
    may: tag === "accessible" && isOnly ? [...rowOperations] : (deeds[tag] ?? []),
    isAll: false,
    rows,
    limit: null,
    isDeed: false,
    isStrong: isOnly || isNot || who.some(({ is }) => everybody.has(is) || is === "admins"),
  };
}

/** "read only for everyone", "clients get read-only access to projects". */
function readLookers(tokens: readonly Token[]): Said | null {
  if (tokens.some(isVerb)) return null;
  const at = tokens.findIndex(({ tag }) => tag === "readOnly");
  const [before, behind] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const isFor = behind.some(isWho) || behind[0]?.text === "for";
  const who = peopleIn((isFor ? behind : before).filter(({ tag }) => tag !== "may"));
  const rows = rowsIn(isFor ? before : behind);
  if (!who || rows === null) return null;
  return {
    who,
    isOnly: false,
    isNot: false,
    may: ["read"],
    isAll: true,
    rows,
    limit: null,
    isDeed: false,
    isStrong: true,
  };
}

const german = /e[rl]?n$/;

/** The words before the first "may" or verb are who; in German they may stand behind: "lesen dürfen alle". */
function sidesOf(tokens: readonly Token[]): { who: Token[]; object: Token[] } {
  const turn = tokens.findIndex((token) => isVerb(token) || token.tag === "may" || token.tag === "mayNot");
  const before = tokens.slice(0, turn);
  // "und alle Buchungen sehen": the verb of those before stands behind what is done with.
  const isLast = isVerb(tokens[turn]!) && turn === tokens.length - 1 && german.test(tokens[turn]!.text);
  if (isLast && before.length > 0 && !before.some(isWho)) return { who: [], object: before };
  const isEmpty = !before.some((token) => token.tag === "word" || isWho(token) || token.tag === "pronoun");
  const may = tokens.findIndex(({ tag }) => tag === "may");
  const isTurned = isEmpty && isVerb(tokens[turn]!) && (may >= 0 || german.test(tokens[turn]!.text));
  if (!isTurned) return { who: before, object: tokens.slice(turn).filter((token) => !isVerb(token)) };
  // "deleting is something only the fleet manager should do".
  const between = tokens.slice(turn + 1, Math.max(may, turn + 1));
  const alone = between.findIndex(({ tag }) => tag === "only");
  if (alone >= 0) return { who: between.slice(alone + 1), object: between.slice(0, alone) };
  const behind = tokens.slice(Math.max(turn, may) + 1);
  const only = behind.findIndex(({ tag }) => tag === "only");
  const last = behind.slice(only + 1);
  // "stornieren darf man nur die eigenen": no more is said of who.
  if (may < 0 && only < 0) return { who: [], object: behind.filter((token) => !isVerb(token)) };
  const isWhose = last.some(({ tag }) => tag === "own" || tag === "their");
  const all = behind.find(({ tag }) => tag === "all");
  if (may >= 0 && only < 0 && all && !behind.some(isWho))
    return { who: [{ ...all, tag: "everyone" }], object: behind.filter((token) => token !== all) };
  if (isWhose || (only < 0 && !behind.some(isWho))) return { who: [], object: behind };
  return only >= 0
    ? { who: last, object: behind.slice(0, only) }
    : { who: behind.filter(isWho), object: behind.filter((token) => !isWho(token)) };
}

/** "delivered or not at home" denies nobody anything. */
export const isDenial = (tokens: readonly Token[]): boolean =>
  has(tokens, "mayNot") ||
  tokens.some(({ tag }, at) => {
    const next = tokens.slice(at + 1).find((token) => token.tag !== "filler");
    return tag === "not" && ((next !== undefined && isVerb(next)) || tokens[at - 1]?.tag === "may");
  });

/** "everyone can change only their own shifts", "trainers see those of all members". */
function readActive(tokens: readonly Token[]): Said | null {
  // "bosses may everything".
  const verbs = tokens.filter(isVerb);
  const done = verbs.length > 0 || !has(tokens, "may") ? verbs : tokens.filter(({ tag }) => tag === "everything");
  if (done.length === 0) return null;
  const isAlone = !has(tokens, "may", "mayNot");
  const { who: subject, object } = sidesOf(tokens);
  const isNobody = has(subject, "nobody");
  const isOutside = subject.some(({ text }) => text === "outside");
  const isOpen = has(tokens, "noLogin");
  const all = subject.find(({ tag }) => tag === "all");
  const doers = subject.filter(({ tag }) => tag !== "nobody" && tag !== "noLogin");
  const who = peopleIn(isOutside ? [] : doers);
  if (!who) return null;
  if (who.length === 0 && all && !subject.some(({ tag }) => tag === "pronoun")) who.push({ is: "everyone" });
  const named = rowsIn(
    object.filter(({ tag }, at) => tag !== "may" && tag !== "mayNot" && object[at + 1]?.tag !== "made"),
  );
  if (named === null) return null;
  // "only what they added": of every table.
  const rows = isMade(tokens) && named === undefined ? "all" : named;
  const isNot = isNobody || isDenial(tokens);
  const { isOnly, isLimit } = onlyOf(
    tokens,
    subject.filter((token) => token.tag === "word" || isWho(token)),
  );
  // "write their own reviews" are rows that are new.
  const isNew = done.every(
    ({ tag, text }) => tag === "create" || tag === "createAs" || /^(?:write|publish)/.test(text),
  );
  const limit = isNew && !isMade(tokens) ? null : limitOf(tokens, isLimit, isNot);
  const isDeedVerb = ({ tag }: Token) => tag === "createAs" || tag === "updateAs";
  const isDeed = done.some(isDeedVerb) && done.every((token) => token.tag === "read" || isDeedVerb(token));
  const may = [
    ...new Set(done.flatMap(({ tag }) => (tag === "everyDeed" && isOnly ? rowOperations : (deeds[tag] ?? [])))),
  ];
  // "drivers record trips": what people do, and a right only beside others.
  const isDone = isAlone && !isOnly && limit === null && !isNot && !isOpen && may.some((one) => one !== "read");
  if (isDone && who.every((one) => one.is === "admins" || (one.is === "people" && one.rank === "unknown"))) return null;
  const people = asStrangers(isOpen && who.length === 0 ? [{ is: "strangers" }] : who, isOpen);
  const isTaking = done.every(({ text }) => customerWords().takes.has(baseForm(text)));
  const base = {
    may,
    isDeed,
    verbs: done.map(({ text }) => baseForm(text)),
    isTold: done.every(isDeedVerb) || (isDone && typeof rows === "object"),
    rows,
    limit,
    isTaking,
  };
  if (isOutside)
    return { ...base, who: [{ is: "strangers" }], isNot: true, isOnly: false, isAll: false, isStrong: true };
  // "nobody may edit someone else's ad".
  if (limit === "own" && isNot)
    return {
      ...base,
      who: isNobody ? [{ is: "everyone" }] : people,
      isNot: false,
      isOnly: false,
      isAll: false,
      isStrong: true,
    };
  return {
    ...base,
    who: isNobody ? [] : people,
    // "visitors see our courses" tells what a site shows.
    // "customers only see their own orders" names customers, whose orders they are.
    isTold:
      base.isTold ||
      (limit !== null && who.length > 0 && who.every(({ is }) => is === "people")) ||
      (!isOpen &&
        !isNot &&
        !isOnly &&
        !isLimit &&
        typeof rows === "object" &&
        people.some(({ is }) => is === "strangers")),
    isNot,
    isOnly,
    isAll: isLimit && limit === null && !isNot,
    isStrong:
      isOnly ||
      isNot ||
      isOpen ||
      // "members see their own bookings" does not say that they see no others.
      (limit !== null && may.some((one) => one !== "read")) ||
      isLimit ||
      (!isDone && people.some(({ is }) => everybody.has(is))),
  };
}

/** Who does something in a piece that says no right; null where nobody is named. */
export function doersIn(tokens: readonly Token[]): Who[] | null {
  if (!tokens.some(isVerb)) return null;
  const who = peopleIn(sidesOf(tokens).who);
  return who && who.length > 0 ? who : null;
}
