import "server-only";
import { loadWords } from "../../words/load";
import { isServedPerson, isServingPerson, isSomebodyInData } from "../../lexicon/nouns";
import type { PlannedTable } from "./plan";

/** What takes place with many people. */
const held =
  /\b(?:match|game|concert|gig|rehearsal|tournament|meeting|party|camp|festival|performance|show|race|training)$/;
/** What is done for somebody, about something. */
export const dealt =
  /\b(?:appointment|booking|reservation|lesson|job|task|order|delivery|repair|shoot|talk|visit|shift|translation|invoice|quote|session|treatment|consultation|rental|loan|viewing|inspection|stay|donation|payment|sale|shipment|ticket|lecture|course|class|tour|ride|cleaning|fitting|assignment|complaint|project|harvest|checkout|fault|damage|accident|breakdown|pickup|collection|filing|call ?out)$/;

const maker = /\b(?:artist|author|painter|composer|sculptor|writer|manufacturer|publisher|maker|brand)$/;
const changesHands = /\b(?:loan|rental|hire|checkout|check out|order|sale|purchase|invoice)$/;

/** Whoever made what is lent or sold is no party to it: a loan is of an object, and the object is of its artist. */
export const isMakerOf = (other: PlannedTable, { noun }: PlannedTable): boolean =>
  maker.test(other.noun) && changesHands.test(noun);

/** What is always of something else: bookings are of a lesson, and no lesson is of a booking. */
export const follows =
  /\b(?:booking|reservation|registration|sign up|signup|enrolment|enrollment|order|payment|vote|review|rating|attendance|ticket|invoice|application|renewal|update)$/;

/** A noun of what is done, by its end: "firing", "inspection". */
export const isDeed = (noun: string): boolean =>
  /(?:[^aeiou]ing|[a-z]{3}tion|[a-z]{2}sion|[a-z]{3}ment)s?$/.test(noun) &&
  !/(?:(?:^| )(?:thing|ring|king|wing|spring|string)|building|clothing|painting|drawing|earring|ceiling|station|apartment|department|equipment|document|instrument|garment|monument|ornament|medication|publication|location|organi[sz]ation|association|supplement|ingredient|sibling|listing|section|edition|collection|question)s?$/.test(
    noun,
  );

/** What is written down again and again: each row is of some day. */
export const isLogged = (noun: string): boolean =>
  /(?:^| )(?:entry|log|diary|journal|record|reading|measurement|check|test|observation|sighting|feeding|tasting|watering)$/.test(
    noun,
  );

export const isEvent = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">) =>
  dealt.test(noun) || (held.test(noun) && thing?.kind !== "item") || /^(?:event|record)$/.test(thing?.kind ?? "");
export const isPerson = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">) =>
  isSomebodyInData(noun, thing ?? null);

/** Rows that are each of some day: a match, a water test, who was there. */
export const isHappening = ({ noun, thing }: Pick<PlannedTable, "noun" | "thing">): boolean =>
  isLogged(noun) ||
  /(?:^| )(?:attendance|visit|lesson|rental|loan)$/.test(noun) ||
  (held.test(noun) && thing?.kind !== "item") ||
  thing?.kind === "event";

/** What the house offers or does by itself: who takes part is said by the bookings of it. */
const offered = /\b(?:class|course|lecture|tour|talk|project|task|shift)$/;
const takesPart =
  /\b(?:booking|registration|sign up|signup|enrolment|enrollment|attendance|membership|application|donation|ticket)$/;
const paper = /\b(?:invoice|quote|payment|donation)$/;
const work = /\b(?:task|project|ticket|shift)$/;
/** What is kept for work and sold with it, but is not what the work is about. */
const stocked = /^(?:Product|Stock item|Spare part|Menu item|Ingredient|Photo|Album|Dining table)$/;

/** What people come to see, and neither take nor book. */
const lookedAt = /^(?:Exhibit|Song|Music piece|Photo|Recipe|Story|Zoo animal)$/;
export const isLookedAt = ({ thing }: Pick<PlannedTable, "thing">): boolean => lookedAt.test(thing?.name ?? "");

/** What hands out several kinds of things, as a library its laptops beside its books. */
export const isLentOut = /\b(?:loan|rental|hire|checkout|check out)$/;

/** Whether a thing has a table here that its rows are always of, which is not this one: a reservation is of a table, and of no dish. */
function isOfAnother(
  { thing: main, noun }: PlannedTable,
  { thing: other }: PlannedTable,
  all: readonly PlannedTable[],
): boolean {
  const targets = (main?.fields ?? []).flatMap(({ relates }) => relates ?? []);
  if (!main || !other || other.kind !== "item" || isLentOut.test(noun) || targets.includes(other.name)) return false;
  if (loadWords().belongs.get(main.name)?.includes(other.name)) return false;
  return all.some((table) => !isPerson(table) && targets.includes(table.thing?.name ?? ""));
}

/**
 * Whether what happens may be with somebody, or of something, where nobody said so: a booking of a class is no teacher's,
 * an invoice is for no spare part, and a task of a project is no task of a product.
 */
export function isParty(main: PlannedTable, other: PlannedTable, all: readonly PlannedTable[]): boolean {
  if (isMakerOf(other, main) || isPublished(other)) return false;
  const thing = other.thing?.name ?? "";
  // Nobody books a jug in a case, though it stands on the way of a tour.
  if (isLookedAt(other) && (takesPart.test(main.noun) || offered.test(main.noun))) return false;
  if ((work.test(main.noun) && stocked.test(thing)) || isOfAnother(main, other, all)) return false;
  if (offered.test(main.noun) && isServedPerson(other.noun)) return !all.some(({ noun }) => takesPart.test(noun));
  if (paper.test(main.noun)) return !isServingPerson(other.noun) && !(stocked.test(thing) && thing !== "Product");
  return true;
}

/** What happens is with somebody, at a place and about a thing: a task in a room by a contractor. */
export function linkMain(main: PlannedTable, other: PlannedTable, all: readonly PlannedTable[]): void {
  if (main === other || isEvent(other) || follows.test(other.noun) || !isEvent(main) || !isParty(main, other, all))
    return;
  if ([main, other].some((table) => table.links.some(({ to }) => to === main || to === other))) return;
  const parents = loadWords().belongs.get(other.thing?.name ?? "") ?? [];
  if (parents.includes(main.thing?.name ?? "")) return;
  if (!other.thing && /(?:^| )(?:line|item|position|step|entry|photo|note|document|file)$/.test(other.noun)) {
    other.links.push({ to: main });
    return;
  }
  const isPlace = other.thing?.kind === "place";
  if (isPlace || (dealt.test(main.noun) && (isPerson(other) || other.thing?.kind === "item" || !other.thing)))
    main.links.push({ to: other });
}

const published = /(?:^| )(?:update|news|news item|post|article|announcement|faq|subscriber)$/;

/** What a site publishes beside what it is about, and who has its newsletter. */
export const isPublished = ({ noun, thing }: PlannedTable): boolean =>
  published.test(noun) || published.test(thing?.name.toLowerCase() ?? "");
