import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { isAttribute } from "../../lexicon/lexicon";
import { choiceAt } from "../choices/choices";
import { chunksOf } from "../../lexicon/phrases";
import { readList } from "../lists/lists";
import { lead } from "../lists/member";
import { meanOf } from "../lists/list-weights";
import { membersOf, screen } from "../lists/members";
import { period } from "../../lexicon/nouns";
import { isClause } from "./is-clause";
import { isAnyOne } from "../../description/statements/acts";
import { isQuestion } from "../../description/statements/questions";
import { type Mark, type Piece, piecesIn } from "../../description/text/pieces";
import { typedPhrase } from "../../description/plan/field-words";
import type { Plan, PlannedTable } from "../../description/plan/plan";
import { standingAs, tableFrom } from "../../description/plan/standing";
import { weigh } from "../../description/plan/weigh";

/** Rows whose fields stand in brackets behind them: "pitches (number, type tent/caravan)". */
export type Spelled = { noun: string; fields: Piece[]; to: string[]; isWhole: boolean };

/** "events where we park", "visits by a vet": the noun is what stands before. */
const behind = /\s+(?:where|which|that|who|when|for|of|in|at|by|from|to|per|with|as)\s.*$/i;
/** "i need", "we log": nothing of the noun. */
const before =
  /^.*?\b(?:need|needs|want|keep|track|store|manage|log|record|have|has|are|is|contains?|includes?|for (?:each|every)|each|every)\s+(?:(?:track of|also|the|our|my|all|an?)\s+)*/i;

/** "inventory of tools": tools. */
const shelfOf =
  /^(?:inventory|list|register|log|collection|catalog(?:ue)?|directory|database|overview|records?|archive) (?:of|for) (?:(?:the|my|our|all) )*(?=[a-z' -]+s$)/i;

/** "brides try dresses at an appointment": of a sentence the last noun, where it is rows; undefined where there is no verb. */
function objectAt(text: string, among: readonly string[]): string | null | undefined {
  const chunks = chunksOf(text, among);
  const at = chunks.findIndex((chunk) => chunk.kind === "verb" && chunk.word !== "with");
  const verb = chunks[at];
  const subject = chunks[0];
  if (at !== 1 || subject?.kind !== "noun" || !subject.isPlural || verb?.kind !== "verb") return undefined;
  if (verb.isPassive || /(?:ed|en)$|^(?:has|have|with|are|is|belong)/.test(verb.word)) return undefined;
  const last = chunks.at(-1)!;
  // "visitors book a tour with name and email": it is the booking that has them.
  if (last.kind === "noun" && isAnyOne(last) && verb.entry?.sort === "record") return null;
  if (last.kind !== "noun" || last.isAttribute || (!last.isPlural && !last.thing)) return null;
  return last.text;
}

/** The rows that a piece names before its bracket; null where it names a field, or says a sentence. */
function rowsBefore(text: string, fields: Piece[], among: readonly string[]): string | null {
  const behindVerb = objectAt(text, among);
  if (behindVerb !== undefined) return behindVerb;
  const noun = text.replace(lead, "").replace(shelfOf, "").replace(behind, "").replace(before, "").trim();
  if (noun === "" || noun.split(" ").length > 3 || !/^[\p{L}\d' -]+$/u.test(noun)) return null;
  const { weight, isMany } = weigh(noun, among);
  const known = fields.filter((piece) => isAttribute(piece.text.split(/[ :]/)[0]!) || isAttribute(piece.text)).length;
  return isMany && (weight >= 0.5 || known * 2 >= fields.length) ? noun : null;
}

/** "donkeys with name, born": in a list, whose fields go on over the next pieces; null where what follows is rows of their own. */
function withFields(plan: Plan, pieces: Piece[], at: number): (Spelled & { said: string; used: number }) | null {
  const piece = pieces[at]!;
  const match = /^(.+?)\s+(?:with|w\/)\s+(.+)$/i.exec(piece.text);
  const given = match ? null : relative(plan, piece);
  if (given) return given;
  if (!match || isQuestion(piece.text) || isClause(plan, piece)) return null;
  const fields: Piece[] = [{ ...piece, text: match[2]!, mark: "start" }];
  let used = 1;
  for (let isClosed = false; at + used < pieces.length; used += 1) {
    const next = pieces[at + used]!;
    // Who does what is told of the rows, too, in a way that only the readers of clauses know.
    if (isClosed && isQuestion(next.text)) break;
    if (isQuestion(next.text) || isClause(plan, next)) return null;
    const shown = next.text.replace(lead, "");
    if (screen.test(shown) && !isAttribute(shown)) break;
    // "lessons with date and teacher, rooms": the list ends at its "and", unless nothing but fields follows.
    if (
      isOwn(plan, pieces, at + used) ||
      (isClosed && pieces.slice(at + used).some((_, later) => isOwn(plan, pieces, at + used + later, true)))
    )
      break;
    isClosed ||= next.mark === "and";
    fields.push(next);
  }
  if (at === 0 && used === pieces.length) return null;
  const noun = rowsBefore(match[1]!, fields, plan.among);
  if (noun === null || meanOf(membersOf(fields, plan.among)) > 0.4) return null;
  return { noun, fields, to: ownersOf(match[1]!), isWhole: false, said: match[2]!, used };
}

/** "sponsors who give a monthly amount for one donkey": what each of them has, and whose they are. */
const giving =
  /^((?:[a-z'-]+ ){0,2}[a-z'-]+s) ((?:who|that|which) (?:[a-z]+) (?:an?|the|their|its) ((?:[a-z-]+ )?[a-z-]+)(?: (?:for|of|to|on) (?:an?|one|each|the) ([a-z]+))?)$/i;
function relative(plan: Plan, piece: Piece): (Spelled & { said: string; used: number }) | null {
  const match = giving.exec(piece.text);
  if (!match || piece.inner !== undefined || !isAttribute(match[3]!.split(" ").at(-1)!)) return null;
  const fields: Piece[] = [{ text: match[3]!, mark: "start" }];
  const noun = rowsBefore(match[1]!, fields, plan.among);
  return noun === null
    ? null
    : { noun, fields, to: match[4] ? [match[4]] : [], isWhole: false, said: match[2]!, used: 1 };
}

/** Whether a piece begins something else than one more field. */
function isOwn(plan: Plan, pieces: Piece[], at: number, isClosed = false): boolean {
  const { text, inner } = pieces[at]!;
  if (pieces[at]!.mark === "colon") return true;
  if (choiceAt(pieces, at) !== null || isAttribute(text)) return false;
  if (inner !== undefined || /\s(?:with|w\/|per|for each)\s/i.test(text)) return isPlural(text.split(" ")[0]!);
  const { weight, isMany, thing } = weigh(text.replace(lead, ""), plan.among);
  // "loads with from, to, pallets and weight": before the list's "and", what nobody knows is one more field.
  if (!isClosed && thing === undefined && pieces[at]!.mark === "comma" && pieces[at + 1]?.mark === "and") return false;
  return (isMany && weight >= 0.7) || (isClosed && weight >= 0.4);
}

/** "elevators per building": whose they are. */
const ownersOf = (text: string): string[] => {
  const owner = /\s(?:per|for each|of each|for every)\s+([a-z]+)\b/i.exec(text)?.[1];
  return owner === undefined || period.test(owner) ? [] : [owner];
};

/** Takes the fields in brackets and behind "with" out of a sentence; the nouns stay, so that the rest reads as a plain list. */
export function takeSpelled(plan: Plan, sentence: string): { rest: string; spelled: Spelled[] } {
  const spelled: Spelled[] = [];
  const pieces = piecesIn(sentence);
  let rest = "";
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at]!;
    const open = piece.inner === undefined || choiceAt(pieces, at) ? withFields(plan, pieces, at) : null;
    if (open) {
      spelled.push(open);
      rest += joined(
        piece,
        piece.text.slice(0, piece.text.length - open.said.length).replace(/\s+(?:with|w\/)\s+$/i, ""),
      );
      at += open.used;
      continue;
    }
    const fields = piece.inner === undefined || choiceAt(pieces, at) ? [] : piecesIn(piece.inner);
    const noun = fields.length > 1 ? rowsBefore(piece.text, fields, plan.among) : null;
    if (noun !== null) spelled.push({ noun, fields, to: ownersOf(piece.text), isWhole: true });
    rest += joined(piece, noun !== null || piece.inner === undefined ? piece.text : `${piece.text} (${piece.inner})`);
    at += 1;
  }
  return spelled.length === 0 ? { rest: sentence, spelled } : { rest, spelled };
}

const marks: Record<Mark, string> = { start: "", comma: ", ", and: " and ", colon: ": " };
const joined = ({ mark }: Piece, text: string): string => `${marks[mark]}${text}`;

/** Whether a field that was spelled out has come to stand in its table, under whichever name. */
function isKept({ said, asked = [], links }: PlannedTable, text: string): boolean {
  if (isQuestion(text) || text.split(" ").length > 4) return true;
  const key = wordKey(text.replace(lead, ""));
  const names = [
    ...said,
    ...asked.map(({ label }) => label),
    ...links.flatMap(({ to }) => [to.noun, ...(to.called ?? [])]),
  ];
  return names.some((name) =>
    wordKey(name)
      .split(" ")
      .some((word) => ` ${key} ${singular(key)} `.includes(` ${word} `) || singular(word) === singular(key)),
  );
}

/** Gives the tables exactly the fields that were spelled out, however the rest of the description was read. */
export function placeSpelled(plan: Plan, all: Spelled[]): void {
  const owners = all.map(({ noun, fields, to, isWhole }) => {
    const key = singular(wordKey(noun));
    const before = plan.tables.slice();
    const own = plan.tables.find((one) => one.noun === key);
    const table = own ?? standingAs(plan, noun) ?? tableFrom(plan, noun);
    // "every shoe has one brand": what was read as a field of others before its own fields came.
    for (const other of before) {
      const fieldsBefore = other.said.filter((one) => singular(wordKey(one)) === key);
      other.said = other.said.filter((one) => !fieldsBefore.includes(one));
      if (other !== table && fieldsBefore.some((one) => !isPlural(one))) other.links.push({ to: table });
    }
    return { table, fields, to, isWhole };
  });
  for (const { table, fields, to, isWhole } of owners) {
    readList(plan, fields, { owner: table, isBracket: true });
    for (const { text, inner } of fields)
      if (inner === undefined && !isKept(table, text)) table.said.push(typedPhrase(text));
    if (isWhole || fields.length > 2) table.isExact = true;
    for (const owner of to) {
      const other = standingAs(plan, owner) ?? tableFrom(plan, plural(owner));
      if (other !== table && !table.links.some((link) => link.to === other)) table.links.push({ to: other });
    }
  }
}
