import "server-only";
import { endsAs } from "../../words/happenings";
import type { Entity } from "../../model/app-model";
import { relate } from "../../draft/compose";
import { goesAs, parentsOf } from "./parents";
import { loadWords } from "../../words/load";
import { isServedPerson } from "../../lexicon/nouns";
import {
  isDeed,
  isDishOf,
  isEvent,
  isLookedAt,
  isMakerOf,
  isParty,
  isPerson,
  isPublished,
} from "../../description/plan/happenings";
import type { Made, PlannedTable } from "../../description/plan/plan";

export const isLinked = (one: Entity, other: Entity) =>
  [
    [one, other],
    [other, one],
  ].some(([from, to]) => Object.values(from!.properties).some((value) => value["x-reference"] === to!.name));

/** Whether rows of a table belong to no others, by the domain data. */
export const standsAlone = ({ table }: Made): boolean =>
  loadWords()
    .belongs.get(table.thing?.name ?? "")
    ?.includes("nothing") ?? false;
const isPlace = ({ table }: Made) => table.thing?.kind === "place";
export const targetsOf = ({ properties }: Entity) =>
  new Set(Object.values(properties).flatMap((value) => value["x-reference"] ?? []));

/** The tables that rows of one lead to in one step or two: an appointment's dog, and the dog's owner. */
export function reachedFrom(one: Made, all: Made[]): Set<string> {
  const near = targetsOf(one.entity);
  const far = all.filter(({ entity }) => near.has(entity.name)).flatMap(({ entity }) => [...targetsOf(entity)]);
  return new Set([...near, ...far]);
}

/** What is done for somebody with something leads to both: a rental to the boat and to the customer. */
export function linkDealings(all: Made[]): void {
  if (all.length > 7) return;
  const tables = all.map(({ table }) => table);
  for (const one of all) {
    if (
      isPerson(one.table) ||
      standsAlone(one) ||
      isDue(one) ||
      !endsAs("dealt", one.table.noun) ||
      one.table.thing?.kind === "message"
    )
      continue;
    for (const other of all) {
      const isDealtWith = isPerson(other.table) || /^(?:item|place)$/.test(other.table.thing?.kind ?? "");
      if (
        other === one ||
        !isDealtWith ||
        isEvent(other.table) ||
        endsAs("follows", other.table.noun) ||
        targetsOf(other.entity).has(one.entity.name) ||
        (other.table.thing?.kind === "item" && !endsAs("lentOut", one.table.noun) && hasObject(one, all)) ||
        !isParty(one.table, other.table, tables)
      )
        continue;
      if (!reachedFrom(one, all).has(other.entity.name)) relate(one.entity, other.entity);
    }
    linkObject(one, all);
  }
  for (const one of all)
    if (
      isDeed(one.table.noun) &&
      !isDue(one) &&
      !one.table.isExact &&
      !isPerson(one.table) &&
      !standsAlone(one) &&
      !hasObject(one, all)
    )
      linkObject(one, all);
}

/** Whether rows of a table lead to what they are about, which is neither somebody nor a place. */
export const hasObject = (one: Made, all: Made[]): boolean =>
  all.some(
    (other) =>
      other !== one && targetsOf(one.entity).has(other.entity.name) && !isPerson(other.table) && !isPlace(other),
  );

/** "rentals" of "wheels", "tunings" of "pianos": what is dealt with where nothing else is, whatever it is called. */
function linkObject(one: Made, all: Made[]): void {
  if (!endsAs("taking", one.table.noun) && !isDeed(one.table.noun)) return;
  const objects = all.filter(
    (other) =>
      other !== one &&
      !isPerson(other.table) &&
      !isEvent(other.table) &&
      !isPublished(other.table) &&
      !isLookedAt(other.table) &&
      !isDishOf(one.table, other.table) &&
      (endsAs("taking", one.table.noun) || /^(?:item|place)$/.test(other.table.thing?.kind ?? "item")) &&
      // "ripening": what is done there, and nothing that is sold.
      !(other.table.thing === undefined && isDeed(other.table.noun)) &&
      !endsAs("follows", other.table.noun),
  );
  // Elevators of a building: the inspection is of one of those.
  const parts = objects.filter(({ entity }) => objects.some((other) => targetsOf(entity).has(other.entity.name)));
  const [object] = objects.length === 1 ? objects : parts.length === 1 ? parts : [];
  if (object && !targetsOf(one.entity).has(object.entity.name) && !targetsOf(object.entity).has(one.entity.name))
    relate(one.entity, object.entity);
}

/** What somebody owes: boats and events are not of it. */
const isDue = ({ table }: Made) => endsAs("owed", table.noun);

/** Tables that links tie together, in groups. */
function groupsOf(all: Made[]): Made[][] {
  const groups: Made[][] = [];
  for (const one of all) {
    const tied = groups.filter((group) => group.some((other) => isLinked(one.entity, other.entity)));
    for (const group of tied) groups.splice(groups.indexOf(group), 1);
    groups.push([one, ...tied.flat()]);
  }
  return groups;
}

/** Few tables stand for themselves: what nothing ties is somebody's, at some place, or kept of what the app is about. */
export function linkRest(all: Made[], isToLink: (table: PlannedTable) => boolean = () => true): void {
  const isAbout = (one: Made) => !isPerson(one.table) && !isPlace(one) && !isPublished(one.table);
  const about = all.find((one) => isAbout(one) && !isDue(one)) ?? all.find(isAbout) ?? all[0];
  if (!about) return;
  for (const group of groupsOf(all)) {
    if (group.includes(about) || group.every(({ table }) => isPublished(table))) continue;
    const ones = all.filter((one) => group.includes(one));
    const one =
      ones.find(({ table }) => isEvent(table) && !isPerson(table)) ??
      ones.find(({ table }) => !isPerson(table)) ??
      ones[0]!;
    if (isToLink(one.table)) tie(one, about, all, group);
  }
}

const isKept = ({ thing }: PlannedTable) => thing?.kind === "item" || thing?.kind === "money";

function tie(one: Made, about: Made, all: Made[], group: Made[]): void {
  // What members pay is of no boat.
  const tables = all.map(({ table }) => table);
  if (isDue(one) || !isParty(one.table, about.table, tables) || !isParty(about.table, one.table, tables)) return;
  // Known things have their own links: no shift is a dish's, no photo a material's, and no department a record's.
  const isOwnSort = all.length > 4 ? () => true : isKept;
  if (all.length > 3 && one.table.thing && about.table.thing && [one, about].some(({ table }) => isOwnSort(table)))
    return;
  if ([one, about].some(standsAlone)) return;
  // Bookings are of something, and nothing is of a booking.
  if (endsAs("follows", about.table.noun) && !endsAs("follows", one.table.noun)) {
    if (!one.table.thing || !hasObject(about, all)) relate(about.entity, one.entity);
    return;
  }
  // An interview is with a candidate and a leave request an employee's: neither is of the other.
  const isOfOwn = (party: Made) =>
    isEvent(party.table) &&
    all.some((other) => isPerson(other.table) && targetsOf(party.entity).has(other.entity.name));
  if (isOfOwn(one) && isOfOwn(about)) return;
  // "clients, tanks, trips": the tanks are the clients'.
  const owned = all.find((other) => !group.includes(other) && parentsOf(other).some((name) => goesAs(name, one)));
  if (owned && (isPerson(one.table) || isPlace(one))) {
    relate(owned.entity, one.entity);
    return;
  }
  const happens = all.find((other) => !group.includes(other) && isEvent(other.table) && !isPerson(other.table));
  // Whoever signs up for a workshop is in the sign-ups: no workshop is theirs.
  const signsUp = isServedPerson(one.table.noun)
    ? all.find((other) => !group.includes(other) && endsAs("follows", other.table.noun) && !isPerson(other.table))
    : undefined;
  // An event for many is no member's.
  if (happens?.entity.properties.capacity && isServedPerson(one.table.noun) && !signsUp) return;
  const isOfThing = happens && isMakerOf(one.table, happens.table);
  if (isPerson(one.table) || isPlace(one))
    relate((isOfThing ? about : (signsUp ?? happens ?? about)).entity, one.entity);
  // Two collections of things that both are known have nothing to do with each other: books and games.
  else if (one.table.thing && one.table.thing.kind === about.table.thing?.kind) return;
  else if (isEvent(about.table) && !isEvent(one.table) && !endsAs("follows", one.table.noun))
    relate(about.entity, one.entity);
  else relate(one.entity, about.entity);
}
