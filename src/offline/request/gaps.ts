import "server-only";
import type { AppModel } from "../model/app-model";
import { has, isFiller, type Mark, marksOf } from "./meaning/marks";

const verb =
  /^(?:rename|relabel|remove|delete|drop|add|make|hide|call|change|set|turn|sort|filter|mark|colou?r|show|move|require|use|let|allow|track|store|keep track of)\b/i;
const predicate =
  /\b(?:should start (?:as|at|with)|starts? (?:as|at|with)|defaults? to|must not be empty|cannot be empty|can't be empty|must be filled in|should (?:also )?(?:have|be)|must (?:also )?(?:have|be)|needs? to be|has to be|have to be|(?:also )?needs?|(?:also )?gets?|belongs? to|(?:also )?has|(?:also )?have|is|are)\b/i;
const ofPredicate =
  /^(?:be|must|should|can|may|has to|have to|needs? to|is|are|defaults?|by default|the default|required|mandatory|compulsory|obligatory|optional|starts?|cannot|can't|not|never|unique)\b|\bby default$|\bas (?:the )?default$/i;

const names = (mark: Mark) => mark.fields.length + mark.entities.length + mark.states.length > 0;

/** What a clause begins with, where that names a part of the app: "weight in kg" → "weight". */
function subjectOf(text: string, model: AppModel): { text: string; end: number } | undefined {
  const marks = marksOf(text, model);
  const at = marks.findIndex((mark) => !/^(?:the|an?|all|each|every|new|our|my)$/.test(mark.words[0]!));
  const mark = marks[at];
  return mark && names(mark) ? { text: text.slice(marks[0]!.at, mark.end), end: mark.end } : undefined;
}

/** "get rid of", "we don't need": what a request begins with that takes something away. */
function takingIn(text: string, model: AppModel): string | undefined {
  const first = marksOf(text, model).find((mark) => has(mark, "remove", "hide") || !isFiller(mark));
  return first && has(first, "remove", "hide") ? text.slice(0, first.end) : undefined;
}
export const isTaking = (text: string, model: AppModel): boolean => takingIn(text, model) !== undefined;

/** Whether a part of a list names something and asks for nothing by itself. */
export const isBare = (part: string, model: AppModel, known = ofNames): boolean =>
  !verb.test(part) &&
  !predicate.test(part) &&
  !/\b(?:new|another|need|want|like)\b/i.test(part) &&
  marksOf(part, model).every(({ asks }) => asks.every((ask) => known.includes(ask)));
const ofNames = ["field", "table", "option", "also"];
const ofViews = ["page", "board", "calendar", "gallery", "chart", "pie", "line", "dashboard"];

/** "…, and the sales calendar" behind "remove the board": one more of what is taken away. */
export const isBareView = (part: string, model: AppModel): boolean => isBare(part, model, [...ofNames, ...ofViews]);

/** "phone and fax from contacts", behind "remove company": words that take away, and nothing to add. */
export const isOnlyTaken = (part: string, model: AppModel): boolean =>
  isBare(part, model) &&
  /\bfrom (?:the |all |our )?[\p{L}-]+$/iu.test(part) &&
  (marksOf(part, model).at(-1)?.entities.length ?? 0) > 0;

/** "delete phone from customers", "products": from these, too. */
const from = /^(.+ (?:from|of|in|out of) (?:(?:the|all|our) )?)[\p{L}-]+$/iu;

/**
 * What an incomplete part of a list of wishes may mean, by the whole wish before it: "rename matches to games, payments
 * to fees", "agents need an email, properties a year built", "weight is required, 20 by default".
 */
export function completions(before: string, part: string, model: AppModel): string[] {
  const found: string[] = [];
  const taking = takingIn(before, model);
  const said = taking ?? verb.exec(before)?.[0];
  const owner = subjectOf(said ? before.slice(said.length).trim() : before, model);
  if (owner && ofPredicate.test(part)) found.push(`${owner.text} ${part}`);
  const marks = marksOf(part, model).filter((mark) => !isFiller(mark));
  const place = taking && marks.every(({ entities }) => entities.length > 0) && from.exec(before)?.[1];
  if (place) found.push(`${place}${part}`);
  else if (said && !verb.test(part)) found.push(`${said} ${part}`);
  const held = predicate.exec(before);
  const subject = subjectOf(part, model);
  if (held && subject && !predicate.test(part)) {
    const rest = part
      .slice(subject.end)
      .trim()
      .replace(/^(?:to|as|at|be)\s+/i, "")
      .replace(/^(?:neither|either|too|also|as well)$/i, "");
    const object = before.slice(held.index + held[0].length).trim();
    found.push(`${subject.text} ${held[0]} ${rest === "" ? object : rest}`.trim());
  }
  return found;
}
