import "server-only";
import { type AppModel, type Chart, entityOf } from "../model/app-model";
import { kindOf } from "../model/field-kinds";
import type { Draft } from "../draft/draft";
import { listed } from "../language/inflect";
import { differencesBetween } from "./differences/between";
import { same } from "./differences/difference";
import { has, isFiller, isUnknown, type Mark, marksOf } from "./meaning/marks";

const span =
  /\b(?:of |in |for |from )?(?:(?:this|last|the last|the past|past|the current|current|next)(?: \d+| \w+)? (?:year|quarter|month|week|season|day)s?|today|yesterday|(?:19|20)\d\d|since [\w ]{2,20})\b/i;
const ranked = /\b(?:biggest|largest|highest|most|best|smallest|lowest|least|fewest) (?:first|on top|at the top)\b/i;

const byHour = /\b(?:by|per) (?:the )?(?:hour|weekday|week ?day|day of (?:the )?week|time of day)\b/i;
const notByMonth =
  /\b(?:by|per|each|every|a) (?:the )?(?:day|week|quarter|year)\b|\b(?:daily|weekly|quarterly|yearly|annually)\b/i;
const asBars = /\b(?:as )?(?:an? )?(?:bar|column|pie|donut) (?:chart|graph|diagram)s?\b|\bas (?:bars|columns|a pie)\b/i;
const inList = /\bin the [\w ]{2,30} (?:list|table)\b/i;

/** What stands behind "per", up to the end of that phrase: "per beer and month". */
function groupsIn(marks: readonly Mark[]): Mark[][] {
  return marks.flatMap((mark, at) => {
    if (!/^(?:per|by)$/.test(mark.words[0]!)) return [];
    const groups = mark.words.length > 1 ? [mark] : [];
    for (const other of marks.slice(at + 1)) {
      if (/^(?:and|the|,|each|&|per|by)$/.test(other.words[0]!) && groups.length > 0) continue;
      if (/^(?:the|each)$/.test(other.words[0]!)) continue;
      const isGroup = other.fields.length + other.entities.length > 0 || has(other, "time");
      if (!isGroup || has(other, "per", "chart")) break;
      groups.push(other);
    }
    return groups.length > 1 ? [groups] : [];
  });
}

/** "total per month and per person", where rows have no person: what stands behind "per" and is nothing that the app knows. */
const unknownGroups = (text: string, model: AppModel): string[] =>
  [...text.matchAll(/\b(?:per|for each|by each) (?:the )?(\p{L}+)/giu)].flatMap(([said, group]) =>
    marksOf(group!, model).every(isUnknown) ? [said] : [],
  );

/** Names what was said of a new chart that no chart can do: a span of time, an order of its groups, a second grouping. */
export function noteChartLimits(text: string, before: AppModel, draft: Draft): void {
  const charts = differencesBetween(before, draft.model).flatMap(({ chart }) => chart ?? []);
  const isThere = draft.already.some((line) => line.startsWith("There already is that chart"));
  if (charts.length === 0 && !isThere) return;
  const note = (said: string, why: string) => draft.skipped.push(`“${said.trim()}”: ${why}`);
  const of = span.exec(text)?.[0];
  if (of) note(of, "a chart goes over all rows; I cannot limit one to a time.");
  const isTime = ({ entity, by }: Chart) => {
    const value = entityOf(draft.model, entity)?.properties[by];
    return by === "createdAt" || (value !== undefined && ["date", "datetime"].includes(kindOf(by, value)));
  };
  const hour = byHour.exec(text)?.[0] ?? (charts.some(isTime) ? notByMonth.exec(text)?.[0] : undefined);
  if (hour) note(hour, "a chart by time goes by month.");
  const bars = charts.some((one) => isTime(one) && one.shape === "line") ? asBars.exec(text)?.[0] : undefined;
  if (bars) note(bars, "what is counted by month is drawn as a line.");
  const list = inList.exec(text)?.[0];
  if (list) note(list, "figures stand in charts, and in no column of a list.");
  const rank = ranked.exec(text)?.[0];
  const isSorted = draft.model.pages.some(
    ({ page, sort }) => !same(before.pages.find((one) => one.page === page)?.sort, sort),
  );
  if (rank && !isSorted) note(rank, "the groups of a chart stand in an order of their own, which I cannot change.");
  for (const group of unknownGroups(text, draft.model))
    note(group, "a chart groups rows by one thing that they have, and I did not find this one.");
  const isSpan = (mark: Mark) => of?.includes(mark.text) ?? false;
  // "per month and per category", where there is a chart of one of them already.
  const all = isThere ? draft.model.pages.flatMap((page) => page.charts ?? []) : charts;
  const answered = all.flatMap(({ by, sum, average }) => [by, sum, average]);
  for (const groups of groupsIn(
    marksOf(text, draft.model).filter(
      (mark) => !isFiller(mark) || mark.entities.length > 0 || mark.words[0] === "per" || mark.words[0] === "by",
    ),
  )) {
    const isDone = (mark: Mark) =>
      mark.fields.some(({ name }) => answered.includes(name)) ||
      mark.entities.some(({ name }) =>
        all.some(({ entity, by }) => entityOf(draft.model, entity)?.properties[by]?.["x-reference"] === name),
      ) ||
      (has(mark, "time") && all.some(isTime));
    const left = groups.filter((mark) => !isDone(mark) && !isSpan(mark)).map((mark) => `“${mark.text}”`);
    if (left.length > 0 && left.length < groups.length)
      draft.skipped.push(`A chart groups rows by one thing at a time, so I left out ${listed(left)}.`);
  }
}
