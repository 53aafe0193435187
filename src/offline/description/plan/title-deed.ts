import "server-only";
import { knownAs } from "../../lexicon/known";
import { familyOf } from "./kindred";
import { isPerson } from "./happenings";
import { type Plan, planTable, type PlannedTable } from "./plan";

/** What an app is called by the deed that it is for, and the noun of its rows. */
const deeds: Record<string, string> = {
  booking: "booking",
  reservation: "reservation",
  registration: "registration",
  enrolment: "enrolment",
  enrollment: "enrolment",
  application: "application",
  donation: "donation",
  order: "order",
  ordering: "order",
  rental: "rental",
  lending: "loan",
  loan: "loan",
  voting: "vote",
  complaint: "complaint",
  adoption: "application",
  submission: "submission",
};
const named = new RegExp(
  `\\b(${Object.keys(deeds).join("|")})s? (?:web ?site|web ?app|site|app|portal|platform|system|page|form|service|tool)\\b`,
);

/** Of several things that are not people: the one that most is said of. */
const mostSaid = (tables: readonly PlannedTable[]): PlannedTable | undefined =>
  tables.toSorted((one, other) => other.said.length - one.said.length)[0];

/** "a donation website for a charity", "reservation site of five huts": the rows that such an app takes in, where no sentence named them. */
export function addTitleDeed(plan: Plan, first: string): void {
  const head = /^[^.,:;(\n]*/
    .exec(first.toLowerCase())![0]
    .replace(/\s(?:for|of|that|where|with|in|at|which|to)\s.*/, "");
  const noun = deeds[named.exec(head)?.[1] ?? ""];
  if (noun === undefined || plan.tables.length === 0) return;
  const family = familyOf({ noun });
  const isThere = ({ noun: one, thing }: PlannedTable) =>
    one.endsWith(noun) ||
    thing?.name === knownAs(noun)?.name ||
    (family !== undefined && familyOf({ noun: one, thing }) === family);
  if (plan.tables.some(isThere)) return;
  const things = plan.tables.filter((table) => !isPerson(table) && !table.act);
  const about = mostSaid(things);
  const made = planTable(plan, noun, knownAs(noun, plan.among) ?? undefined);
  for (const to of [about, plan.tables.find((table) => isPerson(table))])
    if (to && to !== made) made.links.push({ to });
}
