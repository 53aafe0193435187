import { expect, it } from "vitest";
import { sceneOf } from "@/offline/learned/descriptions/tagging/features";
import { choicesSaid } from "@/offline/learned/descriptions/names/said-choices";
import { endRuns } from "@/offline/learned/descriptions/names/runs";
import { statesSaid } from "@/offline/learned/descriptions/names/states";
import { standingsOf } from "@/offline/learned/descriptions/owners/standing";
import type { Span } from "@/offline/learned/descriptions/tagging/tags";
import { tokensOf } from "@/offline/lexicon/message-tokens";

/** The fields with options that are read from words alone: "status(open|done)". */
function choicesIn(message: string, tagged: readonly Span[] = []): string[] {
  const tokens = tokensOf(message);
  const spans = choicesSaid(sceneOf(tokens), tagged);
  const textOf = ({ from, to }: Span) => message.slice(tokens[from]!.from, tokens[to - 1]!.to);
  return spans.flatMap((span, at) => {
    if (span.role !== "field") return [];
    const next = spans.findIndex(({ role }, index) => index > at && role !== "option");
    return `${textOf(span)}(${spans
      .slice(at + 1, next < 0 ? undefined : next)
      .map(textOf)
      .join("|")})`;
  });
}

it.each([
  ["pots with maker, glaze and result ok/cracked/stuck", ["result(ok|cracked|stuck)"]],
  ["donations: amount, purpose zakat / building / food, receipt number", ["purpose(zakat|building|food)"]],
  ["games with date, result white wins/black wins/draw", ["result(white wins|black wins|draw)"]],
  ["dogs with breed, height class S/M/L", ["height class(S|M|L)"]],
  ["guests, rsvp yes/no/maybe, table", ["rsvp(yes|no|maybe)"]],
  ["claims: amount, receipt, status submitted approved paid", ["status(submitted|approved|paid)"]],
  ["lots: species, quality A B C D, price per m3", ["quality(A|B|C|D)"]],
  ["prints: material pla petg abs, grams", ["material(pla|petg|abs)"]],
  ["members belts white yellow orange, phone", ["belts(white|yellow|orange)"]],
  ["orders: total, status open closed", ["status(open|closed)"]],
  ["bugs with severity (cosmetic, annoying, blocker), steps", ["severity(cosmetic|annoying|blocker)"], "severity"],
  ["exit interviews: last day, reason for leaving (pay, career, other)", ["reason for leaving(pay|career|other)"]],
  ["jobs, stage: model, wax, finishing, shipped", ["stage(model|wax|finishing|shipped)"], "stage"],
])("options are read from %s", (message, expected, field?: string) => {
  const tokens = tokensOf(message);
  const at = tokens.findIndex(({ word }) => word === field);
  expect(choicesIn(message, at < 0 ? [] : [{ role: "field", from: at, to: at + 1 }])).toEqual(expected);
});

it.each([
  "loans from/to, insurance value",
  "requests with kind and must answer within 30 days",
  "orders with status report date",
  "machines of type and material",
  "open 24/7, phone",
])("no options are read from %s", (message) => {
  expect(choicesIn(message)).toEqual([]);
});

it.each([
  ["sites, traps at each site, checks of a trap", "site traps site checks trap", "head head of head of"],
  ["insights taken from interviews with tags", "insights interviews", "head of"],
  ["climbers rate routes with stars", "climbers rate routes", "head head object"],
  ["flights: pilot, drone, location", "flights pilot drone", "head item item"],
  ["which exercise for which patient", "exercise patient", "which which"],
])("in “%s” the tables %s stand as %s", (message, names, standings) => {
  const tokens = tokensOf(message);
  let from = -1;
  const spans = names.split(" ").map((name): Span => {
    from = tokens.findIndex(({ word }, at) => at > from && (word === name || word === `${name}s`));
    return { role: "table", from, to: from + 1 };
  });
  const found = standingsOf(sceneOf(tokens), spans);
  expect(spans.map((span) => found.get(span)!.standing).join(" ")).toBe(standings);
});

/** What the readers of choices make of what was tagged: "field half board, option yes, option no, field dogs". */
function mended(message: string, rule: typeof endRuns, tagged: [Span["role"], string][]): string[] {
  const tokens = tokensOf(message);
  const spans = tagged.map(([role, text]): Span => {
    const start = message.indexOf(text);
    return {
      role,
      from: tokens.findIndex(({ from }) => from === start),
      to: tokens.findIndex(({ to }) => to === start + text.length) + 1,
    };
  });
  return rule(sceneOf(tokens), spans).map(
    ({ role, from, to }) => `${role} ${message.slice(tokens[from]!.from, tokens[to - 1]!.to)}`,
  );
}

it("a comma ends the options that slashes began, and makes a field of what follows", () =>
  expect(
    mended("half board yes/no, dogs", endRuns, [
      ["field", "half board"],
      ["option", "yes"],
      ["option", "no"],
      ["option", "dogs"],
    ]),
  ).toEqual(["field half board", "option yes", "option no", "field dogs"]));

it("a bracket that closes ends its options", () =>
  expect(
    mended("day (Tuesday/Friday) order small, large", endRuns, [
      ["field", "day"],
      ["option", "Tuesday"],
      ["option", "Friday"],
      ["option", "small"],
      ["option", "large"],
    ]),
  ).toEqual(["field day", "option Tuesday", "option Friday"]));

it.each([
  [
    "A batch is either fermenting, conditioning, packaged or dumped",
    ["choice fermenting", "option conditioning", "option packaged", "option dumped"],
  ],
  [
    "tasks with a state which is not begun, under way or finished",
    ["field state", "option not begun", "option under way", "option finished"],
  ],
  ["an oven that is running, free or out of order", ["choice running", "option free", "option out of order"]],
  ["charts that can be printed, shared or mailed", []],
])("states are told by a sentence: %s", (message, expected) => {
  expect(mended(message, statesSaid, [])).toEqual(expected);
});
