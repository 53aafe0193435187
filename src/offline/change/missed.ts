import "server-only";
import { singular } from "../language/inflect";
import type { AppModel } from "../model/app-model";
import type { Draft } from "../draft/draft";
import { has, isUnknown, ofRights } from "../request/meaning/marks";
import { differencesBetween } from "../request/differences/between";
import { certainty } from "../learned/requests/checks/certainty";
import type { Request } from "../learned/requests/reading/read-requests";
import type { Scene } from "../learned/requests/reading/scene";
import { sortOf } from "../learned/requests/reading/sorts";
import { type Reading, saidIn } from "./read-learned";

/**
 * The requests of a message to which nothing answers in the app's difference, of those that are hardly anything else:
 * rules that took a message for understood have left them out.
 */
export function missedIn({ scene, requests }: Reading, before: AppModel, after: Draft): string[] {
  const lines = [
    ...differencesBetween(before, after.model).map(({ line }) => line),
    ...after.seeds.map(({ entity }) => `rows ${entity}`),
  ];
  const least = requests.length > lines.length ? certainty.missed : certainty.alone;
  // What was made of a request goes by its words: a field that it names, or rows of a table that it counts.
  const made = lines.flatMap((line) => /^\+(?:field \S+\.|table )(\S+)/.exec(line)?.[1] ?? []).map(lineKey);
  const rows = after.seeds.map(({ entity }) => lineKey(entity));
  const isMade = (request: Request) => {
    const said = lineKey(saidIn(scene, request));
    const names = /\d/.test(said) ? [...made, ...rows] : made;
    return sortOf(request.sort).traits.includes("adds") && names.some((name) => said.includes(name));
  };
  // "km per car and month": one chart was asked for, and one was made, whatever table its numbers are of.
  const charts = requests.filter(({ sort }) => sort === "chart").length;
  const isDrawn = charts === 1 && lines.filter((line) => line.startsWith("+chart")).length === 1;
  return requests
    .filter((request) => !(isDrawn && request.sort === "chart"))
    .filter((request) => request.margin >= least && isMissed(request, scene, lines) && !isMade(request))
    .map((request) => saidIn(scene, request));
}

/** Whether no line is of a request's sort, and about something that it names: a link about both of its tables. */
function isMissed({ sort, from, to, names }: Request, { words, text }: Scene, lines: string[]): boolean {
  const { near } = sortOf(sort);
  if (!near) return false;
  const said = words.slice(from, to).flatMap(({ mark }) => mark ?? []);
  // "only court and day in the list": nobody's right.
  if (sort === "access" && said.every((mark) => !has(mark, ...ofRights) || mark.words[0] === "only")) return false;
  // "hide phone numbers from normal members" is answered by a right.
  if (sort === "hide" && lines.some((line) => /^~field \S+ read=/.test(line))) return false;
  // "stock under 10 yellow, under 3 red": the second colour is no field.
  if (sort === "+field" && said.some(({ color }) => color) && lines.some((line) => line.startsWith("look condition")))
    return false;
  // "over 3 red, over 10 dark red": a reason that goes by the same amount.
  const amounts = said.flatMap(({ number }) => (number === undefined ? [] : [`${number}`]));
  const isColored = (line: string) => line.startsWith("look condition") && amounts.every((one) => line.includes(one));
  if (sort === "condition" && amounts.length > 0 && lines.some(isColored)) return false;
  // "which member borrowed how many tools": what is between them is counted.
  if (sort === "chart" && lines.some((line) => line.startsWith("+chart")) && /\bhow many\b/i.test(text)) return false;
  const tables = said.flatMap(({ entities }) => entities.flatMap(({ name, title }) => [title ?? name, name]));
  const others = [
    ...said.flatMap(({ fields, states }) => [...fields.map(({ name }) => name), ...states.map(({ is }) => is)]),
    ...names.map((name) => text.slice(words[name.from]!.from, words[name.to - 1]!.to)),
  ];
  const isIn = (line: string) => (key: string) => lineKey(line).includes(lineKey(key));
  return !lines.some((line) => {
    // Nothing is learned of the order of fields and pages.
    if (/^~(?:pages|table \S+) order/.test(line) && said.every((mark) => !isUnknown(mark))) return true;
    if (!near.test(line)) return false;
    if (sort === "link") return tables.every(isIn(line));
    // The table that is named may be whose right it is: "students can only look at them".
    if (sort === "access") return true;
    return tables.length + others.length === 0 || [...tables, ...others].some(isIn(line));
  });
}
const lineKey = (text: string) => singular(text.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, "");
