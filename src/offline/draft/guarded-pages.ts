import "server-only";
import type { RowTest } from "@/shipped/contract";
import type { AppModel, Entity } from "../model/app-model";
import { manyOf } from "./draft";
import { isAddedByStrangers, isReadByAll, isReadByStrangers, testsOf } from "./rights";

/** A page of rows that not everybody who comes sees. `own`: what it is called for those who see only their own. */
export type GuardedPage = { entity: Entity; page: string; own?: string };

/** Whether somebody sees rows as they are theirs. */
const hasOwn = (read: RowTest[]) => read.some((test) => test === "creator" || typeof test === "object");

/** Pages which only show rows that strangers may not see, or customers where these are the members of an app. */
export function guardedPages({ purpose, members, pages, entities }: AppModel): GuardedPage[] {
  const isOfCustomers = members === "customers";
  const isVisited = purpose === "site" || purpose === "form" || entities.some(isAddedByStrangers);
  if (!isVisited && !isOfCustomers) return [];
  const closed = entities.filter((entity) => {
    const { read } = testsOf(entity);
    return !isReadByStrangers(read) && !(isOfCustomers && isReadByAll(read));
  });
  return pages.flatMap(({ kind, form, page, entity: name }) => {
    const isFigures = kind === "dashboard" && form !== "home" && form !== "today";
    if (kind === "form" || form === "slots" || (kind === "dashboard" && !isFigures)) return [];
    const entity = isFigures ? closed[0] : closed.find((one) => one.name === name);
    // Calendars and boards of all bookings are the team's: members have a list of theirs.
    return entity
      ? [{ entity, page, ...(kind === "list" && hasOwn(testsOf(entity).read) && { own: `My ${manyOf(entity)}` }) }]
      : [];
  });
}
