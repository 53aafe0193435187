import "server-only";
import { endsAs } from "../../words/happenings";
import { snake } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { isAdmission } from "../../model/columns";
import { kindOf } from "../../model/field-kinds";
import { relate } from "../../draft/compose";
import { goesAs, parentsOf } from "./parents";
import { hasObject, isLinked, linkDealings, linkRest, reachedFrom, standsAlone, targetsOf } from "./link-rest";
import { isAnimal, isEvent, isParty, isPerson, isPublished } from "../../description/plan/happenings";
import { isServedPerson, isServingPerson } from "../../lexicon/nouns";
import type { Made } from "../../description/plan/plan";

/** Links the tables that no words linked: by their fields' names, by what usually happens with whom, by what belongs to what. */
export function linkTables(all: Made[]): void {
  linkCategories(all);
  for (const one of all) linkByName(one, all);
  // Who spells out every table, and links among the fields, has said them all but for who it is about.
  const isLinkedOnce = all.some(({ entity }) => targetsOf(entity).size > 0);
  if (isLinkedOnce && all.length > 1 && all.every(({ table }) => table.isExact)) return linkRest(all, isPerson);
  for (const one of all) linkLines(one, all);
  for (const one of all) linkUsual(one, all);
  for (const one of all) linkAdmission(one, all);
  linkParties(all);
  linkVoices(all);
  linkAttending(all);
  linkDealings(all);
  linkRest(all);
}

/** "pages and categories": rows that usually choose one of a few have one of these. */
function linkCategories(all: Made[]): void {
  const sorts = all.find(({ table }) => table.noun === "category");
  const sorted = all.find((made) => made !== sorts && made.entity.properties.category?.enum);
  if (!sorts || !sorted) return;
  delete sorted.entity.properties.category;
  relate(sorted.entity, sorts.entity);
}

/** Whether a field goes by a table: the donor of a donation, the agent of a viewing among estate agents. */
function isNamedBy(name: string, { table }: Made): boolean {
  const names = [table.noun, table.thing?.name ?? table.noun].map(snake);
  return names.includes(name) || (isPerson(table) && names.some((known) => known.endsWith(`_${name}`)));
}

/** A plain field with the name of another table is a link to it: the donor of a donation. */
function linkByName({ entity, table }: Made, all: Made[]): void {
  for (const [name, value] of Object.entries(entity.properties)) {
    const other = all.find((made) => made.entity !== entity && isNamedBy(name, made));
    if (
      !other ||
      value.type !== "string" ||
      value.enum ||
      value.format ||
      value["x-reference"] ||
      // The photo of a dish is its own, and no row of the photos; so is what somebody says in a rating.
      /^(?:image|file)$/.test(kindOf(name, value)) ||
      other.table.thing?.kind === "message" ||
      endsAs("voices", other.table.noun)
    )
      continue;
    if (Object.values(entity.properties).some((one) => one["x-reference"] === other.entity.name)) {
      // The same once more, in words.
      if (isPerson(other.table) && !table.said.some((phrase) => snake(phrase) === name)) delete entity.properties[name];
      continue;
    }
    entity.properties[name] = {
      type: "string",
      "x-reference": other.entity.name,
      ...(value.title ? { title: value.title } : {}),
    };
  }
}

/** "order lines", "recipe photos": the first word says whose they are. */
function linkLines({ table: { noun, thing }, entity }: Made, all: Made[]): void {
  const names = [noun, wordKey(thing?.name ?? "")].filter((name) => endsAs("lines", name));
  const whole = all.find(
    (other) => other.entity !== entity && names.some((name) => name.startsWith(`${other.table.noun} `)),
  );
  if (!whole) return;
  for (const [name, value] of Object.entries(whole.entity.properties))
    if (value["x-reference"] === entity.name) delete whole.entity.properties[name];
  if (!isLinked(entity, whole.entity)) relate(entity, whole.entity);
}

const partOf = ({ table }: Made): "person" | "object" | null =>
  isPerson(table) ? "person" : /^(?:item|place)$/.test(table.thing?.kind ?? "") ? "object" : null;

/** Who comes for themselves, and not for their dog or child. */
const isServedItself = ({ table: { noun } }: Made): boolean => isServedPerson(noun) && !/owner|parent/.test(noun);

/** What the house rents out or sells is not its customers': the rental says who has it. */
const isLent = (one: Made, other: Made, all: Made[]): boolean =>
  partOf(one) === "object" && isServedItself(other) && all.some(({ table }) => endsAs("handedOut", table.noun));

/** Links that nobody spelled out: what such things usually belong to, who meets, and what a lonely message is about. */
function linkUsual(one: Made, all: Made[]): void {
  const { table, entity } = one;
  const others = all.filter((other) => other !== one && !isLinked(entity, other.entity));
  const tables = all.map((made) => made.table);
  const isOwned = Object.values(entity.properties).some((value) => value["x-reference"] !== undefined);
  // A comment is on a photo, and not on its album as well.
  const isSaid = table.thing?.kind === "message";
  const isSaidOf =
    isSaid && all.some((other) => other !== one && !isPerson(other.table) && isLinked(entity, other.entity));
  for (const parent of (table.isExact && isOwned) || isSaidOf ? [] : parentsOf(one)) {
    const other = others.find((to) => goesAs(parent, to));
    if (other && isLent(one, other, all)) continue;
    if (other && !isLinked(entity, other.entity)) relate(entity, other.entity);
    if (other && (table.isExact || isSaid)) break;
  }
  // Fields that were spelled out are all that there are, but for what is booked.
  if (table.isExact && (isOwned || !/\b(?:booking|reservation)$/.test(table.noun))) return;
  if (/\b(?:booking|reservation|registration|sign up|signup|enrolment|enrollment|attendance)$/.test(table.noun)) {
    const held = others.filter(
      (other) => isEvent(other.table) && !isPerson(other.table) && !endsAs("follows", other.table.noun),
    );
    // "plays, performances": places are booked in the performance.
    const last = held.find((other) => held.some((to) => targetsOf(other.entity).has(to.entity.name)));
    for (const other of last ? [last, ...held] : held)
      if (
        ![...targetsOf(entity)].some((name) => all.some((to) => to.entity.name === name && !isPerson(to.table))) &&
        !isLinked(entity, other.entity)
      )
        relate(entity, other.entity);
  }
  const isMeeting = endsAs("meetings", table.noun) || endsAs("meetings", (table.thing?.name ?? "").toLowerCase());
  if (isMeeting)
    for (const other of others)
      if (
        partOf(other) !== null &&
        !endsAs("follows", other.table.noun) &&
        !(other.table.thing?.kind === "item" && !endsAs("lentOut", table.noun) && hasObject(one, all)) &&
        !(isServingPerson(other.table.noun) && reachedFrom(one, all).has(other.entity.name)) &&
        isParty(table, other.table, tables) &&
        !isLinked(entity, other.entity)
      )
        relate(entity, other.entity);
  const isAlone = !all.some((other) => other !== one && isLinked(entity, other.entity));
  const someone = others.find(
    (other) => (partOf(other) === "person" && !isPublished(other.table)) || other.table.thing?.kind === "place",
  );
  // "forest cabins where guests request a stay": the stay is in a cabin, and no cabin is a guest's.
  const taken = others.find((other) => endsAs("meetings", other.table.noun) && !other.table.isExact);
  if (!table.thing && isAlone && partOf(one) === null)
    if (taken && !endsAs("follows", table.noun)) relate(taken.entity, entity);
    else if (someone && parentsOf(someone).some((parent) => goesAs(parent, one))) relate(someone.entity, entity);
    else if (someone) relate(entity, someone.entity);
  const about = all.find(({ table: to }) => to === all[0]?.table);
  const isLonely = !all.some((other) => other !== one && isLinked(entity, other.entity));
  if (
    isLonely &&
    !standsAlone(one) &&
    table.thing?.kind === "message" &&
    about &&
    about !== one &&
    about.table.thing?.kind !== "person"
  )
    relate(entity, about.entity);
}

/** "courses, children, parents": each child is in a course, where no list of its own says who comes. */
function linkAttending(all: Made[]): void {
  const course = all.find(({ table }) => endsAs("attended", table.noun) && !isPerson(table));
  if (!course || all.some(({ table }) => endsAs("takesPart", table.noun))) return;
  const who = all.find(({ table }) => isAnimal(table)) ?? all.find(isServedItself);
  if (who && !isLinked(who.entity, course.entity)) relate(who.entity, course.entity);
}

/** A ticket is for a show; where that takes place is said by the show. */
function linkAdmission({ entity }: Made, all: Made[]): void {
  if (!isAdmission(entity)) return;
  const shows = all.filter(
    ({ table, entity: other }) =>
      other !== entity && isEvent(table) && !isPerson(table) && !endsAs("follows", table.noun),
  );
  const show = shows.find(({ entity: other }) => isLinked(entity, other)) ?? shows[0];
  if (!show) return;
  if (!isLinked(entity, show.entity)) relate(entity, show.entity);
  for (const [name, value] of Object.entries(entity.properties))
    if (value["x-reference"] !== show.entity.name && targetsOf(show.entity).has(value["x-reference"] ?? ""))
      delete entity.properties[name];
}

/** What happens is with all of whom it usually is: a lease is of a flat and of its tenant. */
function linkParties(all: Made[]): void {
  const lone = all.filter((one) => !all.some((other) => other !== one && isLinked(one.entity, other.entity)));
  for (const one of all.filter(
    ({ table }) =>
      !lone.some((other) => other.table === table) && /^(?:record|money|event|document)$/.test(table.thing?.kind ?? ""),
  )) {
    const parents = parentsOf(one);
    const people = all.filter(
      (other) => other !== one && isPerson(other.table) && parents.includes(other.table.thing?.name ?? ""),
    );
    const hasPerson = all.some((other) => other !== one && isPerson(other.table) && isLinked(one.entity, other.entity));
    if (people.length === 1 && !hasPerson) relate(one.entity, people[0]!.entity);
  }
}

/** What is said, done or measured is so of something: a table of that sort that nothing ties belongs to what the app is about. */
function linkVoices(all: Made[]): void {
  const isTied = (one: Made) => all.some((other) => other !== one && isLinked(one.entity, other.entity));
  const isOf = ({ table }: Made) => table.thing?.kind === "message" || endsAs("voices", table.noun);
  // "suppliers with ratings and contracts": whom the app is about is rated, and no contract; of those whom a house serves nobody says so.
  const isAbout = (one: Made) => !isPerson(one.table) || (one === all[0] && !isServedPerson(one.table.noun));
  const about = all.find((one) => !isOf(one) && one.table.thing?.kind !== "place" && isAbout(one)) ?? all[0];
  for (const one of all) {
    if (isTied(one) || one === about || !about || !isOf(one) || standsAlone(one)) continue;
    const someone = all.find((other) => other !== one && isPerson(other.table) && !isOf(other));
    relate(one.entity, isOf(about) && someone ? someone.entity : about.entity);
  }
}
