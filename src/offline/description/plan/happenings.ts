import "server-only";
import { endsAs } from "../../words/happenings";
import { loadWords } from "../../words/load";
import { isServedPerson, isServingPerson, isSomebodyInData } from "../../lexicon/nouns";
import type { PlannedTable } from "./plan";

/** Whoever made what is lent or sold is no party to it: a loan is of an object, and the object is of its artist. */
export const isMakerOf = (other: PlannedTable, { noun }: PlannedTable): boolean =>
  endsAs("makers", other.noun) && endsAs("changesHands", noun);

/** A noun of what is done, by its end: "firing", "inspection". */
export const isDeed = (noun: string): boolean =>
  /(?:[^aeiou]ing|[a-z]{3}tion|[a-z]{2}sion|[a-z]{3}ment)s?$/.test(noun) &&
  !/(?:(?:^| )(?:thing|ring|king|wing|spring|string)|building|clothing|painting|drawing|earring|ceiling|station|apartment|department|equipment|document|instrument|garment|monument|ornament|medication|publication|location|organi[sz]ation|association|supplement|ingredient|sibling|listing|section|edition|collection|question)s?$/.test(
    noun,
  );

export const isEvent = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">) =>
  endsAs("dealt", noun) ||
  (endsAs("held", noun) && thing?.kind !== "item") ||
  /^(?:event|record)$/.test(thing?.kind ?? "");
export const isPerson = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">) =>
  isSomebodyInData(noun, thing ?? null);

/** Rows that are each of some day: a match, a water test, who was there. */
export const isHappening = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">): boolean =>
  endsAs("logged", noun) ||
  endsAs("dated", noun) ||
  (endsAs("held", noun) && thing?.kind !== "item") ||
  thing?.kind === "event";

/** What is kept for work and sold with it, but is not what the work is about. */
const stocked = /^(?:Product|Stock item|Spare part|Menu item|Ingredient|Photo|Album|Dining table)$/;

/** What people come to see, and neither take nor book. */
const lookedAt = /^(?:Exhibit|Song|Music piece|Photo|Recipe|Story|Zoo animal)$/;
export const isLookedAt = ({ thing }: Pick<PlannedTable, "thing">): boolean => lookedAt.test(thing?.name ?? "");

/** Whether a thing has a table here that its rows are always of, which is not this one: a reservation is of a table, and of no dish. */
function isOfAnother(
  { thing: main, noun }: PlannedTable,
  { thing: other }: PlannedTable,
  all: readonly PlannedTable[],
): boolean {
  const targets = (main?.fields ?? []).flatMap(({ relates }) => relates ?? []);
  if (!main || !other || other.kind !== "item" || endsAs("lentOut", noun) || targets.includes(other.name)) return false;
  if (loadWords().belongs.get(main.name)?.includes(other.name)) return false;
  return all.some((table) => !isPerson(table) && targets.includes(table.thing?.name ?? ""));
}

/** "courses, dogs, owners": animals are brought to them. */
export const isAnimal = ({ thing }: Pick<PlannedTable, "thing">): boolean =>
  thing?.fields.some(({ spec }) => /^(?:breed|species)$/.test(spec.name)) ?? false;
/** "courses, children": they come to it, and it is of none of them. */
export const comesTo = (who: PlannedTable, { noun }: PlannedTable): boolean =>
  endsAs("attended", noun) && (isServedPerson(who.noun) || isAnimal(who));

/** Tables are reserved, and no dishes. */
export const isDishOf = ({ noun }: PlannedTable, { thing }: PlannedTable): boolean =>
  thing?.name === "Menu item" && endsAs("meetings", noun);

/**
 * Whether what happens may be with somebody, or of something, where nobody said so: a booking of a class is no teacher's,
 * an invoice is for no spare part, and a task of a project is no task of a product.
 */
export function isParty(main: PlannedTable, other: PlannedTable, all: readonly PlannedTable[]): boolean {
  if (isMakerOf(other, main) || isPublished(other)) return false;
  if (comesTo(other, main)) return false;
  // "courses, students, equipment, bookings": a course is of no gear, and who books books the course.
  if (isDishOf(main, other)) return false;
  const isGear = other.thing?.kind === "item" && !isAnimal(other);
  const hasCourse = all.some((one) => endsAs("attended", one.noun) && !isPerson(one));
  if (isGear && hasCourse && (endsAs("attended", main.noun) || endsAs("takesPart", main.noun))) return false;
  const thing = other.thing?.name ?? "";
  // Nobody books a jug in a case, though it stands on the way of a tour.
  if (isLookedAt(other) && (endsAs("takesPart", main.noun) || endsAs("offered", main.noun))) return false;
  if ((endsAs("work", main.noun) && stocked.test(thing)) || isOfAnother(main, other, all)) return false;
  if (endsAs("offered", main.noun) && isServedPerson(other.noun))
    return !all.some(({ noun }) => endsAs("takesPart", noun));
  if (endsAs("papers", main.noun)) return !isServingPerson(other.noun) && !(stocked.test(thing) && thing !== "Product");
  return true;
}

/** What happens is with somebody, at a place and about a thing: a task in a room by a contractor. */
export function linkMain(main: PlannedTable, other: PlannedTable, all: readonly PlannedTable[]): void {
  if (main === other || isEvent(other) || endsAs("follows", other.noun) || !isEvent(main) || !isParty(main, other, all))
    return;
  if ([main, other].some((table) => table.links.some(({ to }) => to === main || to === other))) return;
  const parents = loadWords().belongs.get(other.thing?.name ?? "") ?? [];
  if (parents.includes(main.thing?.name ?? "")) return;
  if (!other.thing && endsAs("belonging", other.noun)) {
    other.links.push({ to: main });
    return;
  }
  const isPlace = other.thing?.kind === "place";
  if (isPlace || (endsAs("dealt", main.noun) && (isPerson(other) || other.thing?.kind === "item" || !other.thing)))
    main.links.push({ to: other });
}

/** What a site publishes beside what it is about, and who has its newsletter. */
export const isPublished = ({ noun, thing }: PlannedTable): boolean =>
  endsAs("published", noun) || endsAs("published", thing?.name.toLowerCase() ?? "");
