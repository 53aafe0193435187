import "server-only";
import type { AppModel } from "../model/app-model";
import { type Mark, marksOf } from "./meaning/marks";

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

/**
 * What an incomplete part of a list of wishes may mean, by the whole wish before it: "rename matches to games, payments
 * to fees", "agents need an email, properties a year built", "weight is required, 20 by default".
 */
export function completions(before: string, part: string, model: AppModel): string[] {
  const found: string[] = [];
  const said = verb.exec(before)?.[0];
  const owner = subjectOf(said ? before.slice(said.length).trim() : before, model);
  if (owner && ofPredicate.test(part)) found.push(`${owner.text} ${part}`);
  if (said && !verb.test(part)) found.push(`${said} ${part}`);
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
