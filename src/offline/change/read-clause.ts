import "server-only";
import { splitOutside } from "../language/normalize";
import { stripPoliteness } from "../language/politeness";
import { pairSaid } from "../lexicon/unique-words";
import { loadWords } from "../words/load";
import { type Draft, notDone } from "../draft/draft";
import type { AppModel } from "../model/app-model";
import { differencesBetween } from "../request/differences/between";
import { tellOf } from "../request/differences/difference";
import { completions, isBareView, isTaking } from "../request/gaps";
import { unansweredWords } from "../request/gate";
import { isUnchanged, withoutAside } from "./plain/asides";
import { plainly } from "./plain/in-plain";
import { isFiller, isUnknown, marksOf } from "../request/meaning/marks";
import { isDuty, noteField, pointed } from "./plain/pointed";
import { withoutTypos } from "./plain/wordings/typos";
import { readOfPart } from "./read-part";
import { readAdded, readChange, readRest, readSomePage, readWorded } from "./read-change";
import { readNamedRow } from "../tables/named-rows";
import { joinedReasons } from "../request/meaning/reasons";
import { isRoomAgain } from "../values/room";
import { hintFor, isBeyond, nameMissed, isUnsupported, reasonAgainst, sayUnclear } from "../answers/unsupported";

/** Beyond this a sentence is no request of a person. */
export const clauseMax = 1000;

/** "add a proof pdf to orders": a word for what nobody builds here may be a field of a table. */
const mayAdd = (clause: string, draft: Draft): boolean =>
  !isUnsupported(clause.replaceAll(/\(unique\)/gi, "")) ||
  (/^(?:add|include|give|put|i need|we need)\b/i.test(clause) &&
    (marksOf(clause, draft.model).at(-1)?.entities.length ?? 0) === 1);

/** What a clause adds to the draft besides the model. */
const others = (draft: Draft) => JSON.stringify([draft.seeds, draft.replaced, draft.answers, draft.already]);

const restore = (draft: Draft, kept: Draft) => void Object.assign(draft, kept);

/**
 * Works one clause into the draft, or tells why not. A clause counts only when the app's difference answers to each of its words:
 * what only half fits is taken back as a whole, and the words that nothing answers to are named.
 */
export function readClause(said: string, draft: Draft): void {
  if (draft.model.pages.length > 0 && isUnchanged(said)) {
    draft.assumed.push(`I took “${said}” for a remark.`);
    return;
  }
  const model = structuredClone(draft.model);
  const whole = pointed(draft.model.pages.length > 0 ? withoutTypos(said) : said, draft);
  const lost = notDone(draft);
  const same = sameSaid.exec(whole)?.[1];
  if (same === undefined) readSaid(whole, draft);
  else if (!readContinued(same, draft) && !readSame(same, draft)) sayUnclear(whole, draft);
  draft.previous = notDone(draft) === lost ? whole : undefined;
  noteField(whole, model, draft);
}

/** "same for the driver's phone": what was said before holds for it, too. */
const sameSaid = /^(?:(?:and|also) )?(?:the )?same (?:goes |thing |rule |is true )*(?:for|with) (.+)$/i;

/** "length must be filled in. and title as well": a sentence that goes on with the one before, of which all was understood. */
function readContinued(clause: string, draft: Draft): boolean {
  const part = clause
    .replace(/^(?:(?:and|also|plus|then) )*(?:(?:of|from|for|on|in) (?=their |its |the ))?/i, "")
    .replace(/(?:,? (?:too|also|as well))+$/i, "");
  // "Guess why :(" is no other part of the app.
  const isNamed = marksOf(part, draft.model).every((mark) => isFiller(mark) || !isUnknown(mark));
  if (draft.previous === undefined || !isNamed || !isBareView(part, draft.model)) return false;
  return completions(draft.previous, part, draft.model).some((whole) => readWhole(whole, draft));
}

/** What a sentence says of its subject, said of another one. */
function readSame(subject: string, draft: Draft): boolean {
  const said =
    draft.previous && /\b(?:must|should|has to|have to|cannot|can't|can|may|is|are)\b.*$/i.exec(draft.previous);
  return said ? readWhole(`${subject} ${said[0]}`, draft) : false;
}

function readSaid(said: string, draft: Draft): void {
  const clause = draft.model.pages.length > 0 ? withoutAside(said, draft) || said : said;
  if (clause.length > clauseMax) {
    draft.skipped.push(
      `“${clause.slice(0, 60)}…” is one sentence of ${clause.length} characters, which is too long for me: please say it in shorter ones.`,
    );
    return;
  }
  if (isRoomAgain(clause, draft) || isSaidAgain(clause, draft) || readNamedRow(clause, draft)) return;
  if (pairSaid.test(said)) return refuse(said, draft, []);
  if (draft.model.pages.length > 0 && readOfPart(clause, draft, readSaid)) return;
  if (pairSaid.test(clause)) return refuse(clause, draft, []);
  if (draft.model.pages.length > 0 && readSomePage(clause, draft)) return;
  const kept = structuredClone(draft);
  if (
    draft.model.entities.length > 0 &&
    !isBeyond(clause) &&
    (readChange(clause, draft) || (mayAdd(clause, draft) && readAdded(clause, draft)))
  )
    return readApart(clause, draft, kept);
  if (!isBeyond(clause) && readWorded(clause, draft)) {
    const differences = differencesBetween(kept.model, draft.model, clause);
    const left = differences.length > 0 ? unansweredWords(clause, differences, [kept.model, draft.model]) : [];
    if (left.length > 0) {
      restore(draft, kept);
      if (!readLater(clause, draft)) refuse(clause, draft, left);
    } else if (differences.length > 0 && others(draft) === others(kept) && notDone(draft) === notDone(kept))
      tellOf(draft, kept.done, differences);
    else readApart(clause, draft, kept);
    return;
  }
  if (notDone(draft) > notDone(kept)) return;
  restore(draft, kept);
  if (!readLater(clause, draft)) refuse(clause, draft, []);
}

/** "a repair can also be lost, please add that": the request before, once more. */
const isSaidAgain = (clause: string, { done }: Draft): boolean =>
  done.length > 0 &&
  (loadWords().said.get("what was said") ?? []).includes(clause.toLowerCase().replaceAll(/['’]/g, ""));

/** "only admins can delete them, and plots on a board by status": what is refused as one request may be two. */
function readApart(clause: string, draft: Draft, kept: Draft): void {
  const isRefused = notDone(draft) > notDone(kept) && differencesBetween(kept.model, draft.model).length === 0;
  if (!isRefused || draft.seeds.length > kept.seeds.length) return;
  const refused = structuredClone(draft);
  restore(draft, kept);
  const parts = partsOf(clause, draft.model);
  const isRead =
    draft.model.pages.length > 0 && parts.length > 1 && (readParts(clause, draft) || readEach(parts, draft));
  if (!isRead) restore(draft, refused);
}

/** Works in parts of which some are done, and the others refused with a reason. */
function readEach(parts: string[], draft: Draft): boolean {
  let count = 0;
  for (const [at, one] of parts.entries()) {
    const kept = structuredClone(draft);
    const part = (at > 0 && isTaking(parts[0]!, draft.model) && completions(parts[0]!, one, draft.model)[0]) || one;
    if (readWhole(part, draft)) count += 1;
    else if (!readChange(part, draft) || draft.skipped.length === kept.skipped.length) return false;
  }
  return count > 0;
}

/** What no narrow reader knows: something to add, or several wishes in a row. */
const readLater = (clause: string, draft: Draft): boolean =>
  draft.model.pages.length > 0 &&
  (readRest(clause, draft) || readParts(clause, draft) || (isTaking(clause, draft.model) && readTaken(clause, draft)));

/** "delete topic of the rehearsals and the venue of concerts": what is not there is named, and the rest deleted. */
function readTaken(clause: string, draft: Draft): boolean {
  const kept = structuredClone(draft);
  const parts = partsOf(clause, draft.model);
  if (parts.length > 1 && readEach(parts, draft)) return true;
  restore(draft, kept);
  return false;
}

/** "call it Dealio, background honeydew": several wishes in a row, each of which is understood on its own. */
function readParts(clause: string, draft: Draft): boolean {
  if (clause.length > partsMax || joinedReasons.test(clause)) return false;
  const parts = partsOf(clause, draft.model);
  if (parts.length < 2 || parts.length > 6) return false;
  // "colour: black, white, mixed": a list behind its name is one thing.
  if (parts[0]!.includes(":") && parts.slice(1).every((part) => /^[\w -]+$/.test(part) && part.split(" ").length < 5))
    return false;
  return readRow(parts, 1, draft) || readRow(parts, -1, draft);
}
const partsMax = 300;
function partsOf(clause: string, model: AppModel): string[] {
  const parts = splitOutside(clause, /^(?:\s*[,;]\s*(?:and\s+|also\s+)?|\s+(?:and|plus)\s+(?:also\s+)?)/i)
    .map(stripPoliteness)
    .filter(Boolean);
  // "drop phone and email from guests": the place behind the last holds for all.
  const last = parts.at(-1)?.split(" ").length === 1 ? undefined : parts.at(-1);
  const place = last && /^[\w-]+(?: [\w-]+)? (from (?:the |all |our )?[\w-]+)$/i.exec(last)?.[1];
  const isPlace = place !== undefined && marksOf(place, model).some(({ entities }) => entities.length > 0);
  const isOpen = (part: string) => marksOf(part, model).every(({ entities }) => entities.length === 0);
  return isPlace && parts.slice(0, -1).every(isOpen)
    ? parts.map((part, at) => (at === parts.length - 1 ? part : `${part} ${place}`))
    : parts;
}

/** A comma, or a verb behind "and": "horse and bird" are no two wishes. */
const betweenWishes =
  /^(?:\s*[,;]\s*(?:(?:and|but|also)\s+)*|\s+(?:and|but)\s+(?:also\s+)?(?=(?:add|make|put|show|hide|move|set|remove|delete|rename|sort|filter|mark|send|mail|print|freeze|pin|let|use|give|colou?r)\b))/i;

const namesPart = (part: string, model: AppModel) =>
  marksOf(part, model).some(({ entities, fields, states }) => entities.length + fields.length + states.length > 0);

/** Works in the parts of a clause that are understood, and names the others. */
export function readSome(clause: string, draft: Draft): boolean {
  if (clause.length > partsMax || /[:(]/.test(clause)) return false;
  const parts = splitOutside(clause, betweenWishes).map(stripPoliteness).filter(Boolean);
  // A word alone is a member of a list.
  if (parts.length < 2 || parts.length > 6 || parts.some((part) => !part.includes(" "))) return false;
  // "a function that sends an sms, with a secret": what belongs to the part before is no wish.
  if (parts.some((part) => /^with\b/i.test(part))) return false;
  const kept = structuredClone(draft);
  let before = "";
  let isMissed = false;
  const left = parts.filter((part) => {
    const said = [part, ...(before ? completions(before, part, draft.model) : [])];
    // "a deposit for tools, 50 as standard": what is said of something that was not understood is of nothing else.
    if (isMissed && isDuty(part, draft.model) && !namesPart(part, draft.model)) return true;
    const whole = said.find((one) => readWhole(one, draft));
    before = whole ?? before;
    isMissed = whole === undefined;
    // "the phone is what we call them on, it must be filled in": what was not understood may name what "it" is.
    if (whole === undefined && !/\b(?:should|must|can|may|has to|have to|needs?)\b/i.test(part))
      noteField(part, draft.model, draft);
    return whole === undefined;
  });
  if (left.length === parts.length) {
    restore(draft, kept);
    return false;
  }
  for (const part of left) nameMissed(part, draft);
  return true;
}

/** Takes the shortest pieces that are understood (step 1), or the longest (step -1). */
function readRow(parts: string[], step: 1 | -1, draft: Draft): boolean {
  const kept = structuredClone(draft);
  let before = "";
  for (let from = 0; from < parts.length;) {
    const most = parts.length - from - (from === 0 ? 1 : 0);
    const sizes = Array.from({ length: most }, (_, at) => (step === 1 ? at + 1 : most - at));
    const wish = sizes
      .flatMap((size) => {
        const text = parts.slice(from, from + size).join(", ");
        const more = before ? completions(before, text, draft.model) : [];
        // "remove notes from orders and allergens from products" adds nothing.
        const isTaken = before !== "" && isTaking(before, draft.model);
        const said = isTaken && isBareView(text, draft.model) ? more : isTaken ? [...more, text] : [text, ...more];
        return said.map((whole) => ({ size, whole }));
      })
      .find(({ whole }) => readWhole(whole, draft));
    if (!wish) {
      restore(draft, kept);
      return false;
    }
    before = wish.whole;
    from += wish.size;
  }
  return true;
}

/** Works a wish in where all of it is understood; the draft is as before where it is not. */
export function readWhole(said: string, draft: Draft): boolean {
  const model = structuredClone(draft.model);
  const clause = pointed(draft.model.pages.length > 0 ? plainly(said, draft) : said, draft);
  const isRead = readNamedRow(clause, draft) || readSomePage(clause, draft);
  if (!isRead && (isBeyond(clause) || !readAll(clause, draft))) return false;
  draft.previous = clause;
  noteField(clause, model, draft);
  return true;
}

function readAll(clause: string, draft: Draft): boolean {
  const kept = structuredClone(draft);
  // What is so already was understood, too.
  const isNews = () =>
    differencesBetween(kept.model, draft.model).length > 0 ||
    draft.seeds.length > kept.seeds.length ||
    draft.already.length > kept.already.length;
  if ((readChange(clause, draft) || (mayAdd(clause, draft) && readAdded(clause, draft))) && isNews()) return true;
  restore(draft, structuredClone(kept));
  if (readWorded(clause, draft) && notDone(draft) === notDone(kept)) {
    const differences = differencesBetween(kept.model, draft.model, clause);
    const left = unansweredWords(clause, differences, [kept.model, draft.model]);
    if (left.length === 0 && isNews()) {
      if (differences.length > 0 && others(draft) === others(kept)) tellOf(draft, kept.done, differences);
      return true;
    }
  }
  restore(draft, kept);
  return readRest(clause, draft);
}

function refuse(clause: string, draft: Draft, words: string[]): void {
  if (readContinued(clause, draft)) return;
  // "shops …, add an email": the next clause is about the same table, understood or not.
  const named = [...new Set(marksOf(clause, draft.model).flatMap(({ entities }) => entities))];
  // "volunteers should see all shifts, but change only their own": of the rows, not of who may see them.
  const isRight = /\b(?:can|may|should|must) (?:only )?(?:see|view|read|edit|change|add|delete)\b/i.test(clause);
  if (named.length === 1 || (isRight && named.length > 1)) draft.touched = named.at(-1)!.name;
  // "rent is due on the 3rd, remind the tenants": the reason may be against one part of it.
  const reason =
    reasonAgainst(clause, draft) ??
    splitOutside(clause, betweenWishes)
      .slice(1)
      .map((part) => reasonAgainst(part, draft))
      .find(Boolean);
  const hint = hintFor(clause);
  // The reason may be against one part of it.
  if (reason && !pairSaid.test(clause) && draft.model.pages.length > 0 && readSome(clause, draft)) return;
  if (reason) draft.skipped.push(`“${clause}”: ${reason}`);
  else if (hint) draft.unclear.push(`“${clause}”: ${hint}`);
  else sayUnclear(clause, draft, words);
}
