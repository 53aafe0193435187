import "server-only";
import { plural } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import type { Plan, PlannedTable } from "./plan";
import { anything, hasOne } from "./said-things";

/** Nouns for one and the same doing. */
const families = [
  /\b(?:booking|reservation|rental|hire|appointment|stay)$/,
  /\b(?:request|report|complaint|ticket|issue|fault|damage|incident|violation|inquiry|absence)$/,
  /\b(?:application|registration|sign ?up|enrolment|enrollment|rsvp)$/,
  /\b(?:order|preorder|purchase)$/,
  /\b(?:rating|review|score|vote)$/,
  /\b(?:loan|checkout|check out|sign out|handover)$/,
  /\b(?:repair|maintenance)$/,
];
export const familyOf = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">): RegExp | undefined =>
  families.find((family) => family.test(noun) || family.test(wordKey(thing?.name ?? "")));

/** Takes a table and the links to it out of a plan; those lead to another then, if one takes its place. */
export function removeTable(plan: Plan, gone: PlannedTable, into?: PlannedTable): void {
  plan.tables = plan.tables.filter((table) => table !== gone);
  for (const table of plan.tables) {
    const isLinked = table.links.some(({ to }) => to === gone);
    table.links = table.links.filter(({ to }) => to !== gone);
    if (isLinked && into && into !== table && !table.links.some(({ to }) => to === into))
      table.links.push({ to: into });
  }
}

/** "appointments: patients book one", "repair requests: students report": what a verb makes is what stands there by a noun. */
export function mergeKindred(plan: Plan): void {
  const isNamed = (table: PlannedTable) => {
    // "appointment booking": the deed by two of its names, and no second table.
    const kin = plan.tables.filter((other) => other !== table && familyOf(other) === familyOf(table));
    const text = kin.reduce((rest, { noun }) => rest.replaceAll(` ${noun} ${table.noun} `, ` ${noun} `), plan.text);
    return text.includes(` ${table.noun} `) || text.includes(` ${plural(table.noun)} `);
  };
  for (const made of plan.tables.slice()) {
    // "track vacations. Vacation requests have …".
    const request = plan.tables.find(({ noun }) => new RegExp(`^${made.noun} (?:request|entry|record)$`).test(noun));
    if (request && made.said.length === 0 && !made.isExact) {
      mergeInto(plan, made, request);
      continue;
    }
    // "Lost and found: items": lost ones, which such an app keeps.
    const central = plan.tables.find(({ thing }) => isCentral(plan, thing));
    const isAnyOfThem = central?.noun.endsWith(` ${made.noun}`) && anything.test(made.noun);
    if (central && (isAnyOfThem || hasOne[central.thing!.name]?.includes(made.thing?.name ?? ""))) {
      central.said.push(...made.said);
      mergeInto(plan, made, central);
      continue;
    }
    const family = familyOf(made);
    if (!family || isNamed(made) || made.said.length > 0 || made.isExact) continue;
    const same = plan.tables.find(
      (other) => other !== made && familyOf(other) === family && (isNamed(other) || isCentral(plan, other.thing)),
    );
    if (same) mergeInto(plan, made, same);
  }
}

const vehicle = /(?:^| )(?:car|bike|bicycle|e-bike|boat|van|scooter|motorcycle|kayak|canoe|truck|trailer)$/;

/** "car rental": cars are what is rented, and no vehicles of every kind beside them. */
export function mergeRented(plan: Plan): void {
  const general = plan.tables.find(
    ({ noun, thing, said }) => thing?.name === "Rental vehicle" && noun === "rental vehicle" && said.length === 0,
  );
  const own = general && plan.tables.find(({ noun, thing }) => vehicle.test(noun) && thing !== general.thing);
  if (!general || !own) return;
  removeTable(plan, general, own);
  own.takesPartOf = "Rental vehicle";
  if (!own.isExact) own.said.push("price per day");
}

const isCentral = ({ kind }: Plan, thing: PlannedTable["thing"]): boolean =>
  thing !== undefined && thing.name === kind?.central;

function mergeInto(plan: Plan, made: PlannedTable, same: PlannedTable): void {
  removeTable(plan, made, same);
  for (const link of made.links)
    if (link.to !== same && !same.links.some(({ to }) => to === link.to)) same.links.push(link);
}
