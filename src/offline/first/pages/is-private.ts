import "server-only";
import type { AppModel, Entity } from "../../model/app-model";
import { columnsOf, isDealing } from "../../model/columns";
import { isPersonTable } from "../../lexicon/known";
import { endsInField, endsInTable, hasTableWord, isField, isTable, tellsField } from "../../words/privacy";

const served = ["served", "received"] as const;
const reached = [...served, "enrolled", "belonging"] as const;

/** People of whom nothing is shown to strangers, not even that they are there: a table, or a field that names one. */
export const isServed = (name: string): boolean =>
  served.some((sort) => endsInTable(sort, name.includes("_") ? name : name.toLowerCase()));
/** "customer_email": whoever is served is named in a row, or how to reach them. */
function namesServed(name: string): boolean {
  const [, who = ""] = /^(.+?)s?_[a-z]+(?:_mail)?$/.exec(name) ?? [];
  return isField("served", name) || (endsInField("reach", name) && reached.some((sort) => isTable(sort, who)));
}
export const isOfLife = (name: string): boolean => tellsField("lives", name);

/** Whether rows tell who people are or how to reach them, which is nobody else's business. */
export function isPrivate({ entities }: AppModel, entity: Entity): boolean {
  const about = columnsOf(entity).map(({ property }) => entities.find(({ name }) => name === property["x-reference"]));
  return tellsOfPeople(entity) || about.some((other) => other && isGuest(other) && tellsOfPeople(other));
}
const guests = ["served", "enrolled", "joined"] as const;
const isGuest = ({ name }: Entity) => guests.some((sort) => hasTableWord(sort, name));

function tellsOfPeople(entity: Entity): boolean {
  const columns = columnsOf(entity);
  const isHow = columns.some(({ name, kind }) => kind === "email" || kind === "phone" || isOfLife(name));
  return columns.some(({ name }) => namesServed(name)) || isServed(entity.name) || (isPersonTable(entity) && isHow);
}

export const isOfTeam = ({ name }: Entity): boolean => hasTableWord("team", name);

/** People whom what can be booked names: trainers, stylists, and not those who are served. */
export const isProvider = ({ entities }: AppModel, entity: Entity): boolean =>
  entities.some(isDealing) &&
  isPersonTable(entity) &&
  !isDealing(entity) &&
  !isServed(entity.name) &&
  !isOfTeam(entity) &&
  entities.some(
    (other) =>
      !isPersonTable(other) &&
      Object.values(other.properties).some((property) => property["x-reference"] === entity.name),
  );

/** What those who run a place note for themselves. */
export const isOfTheHouse = ({ name }: Entity): boolean => endsInTable("house", name);
/** Whether a row cannot be written without choosing one of the house's own: nobody signs up for shifts that they do not see. */
export const needsTheHouse = ({ entities }: AppModel, entity: Entity): boolean =>
  columnsOf(entity).some(
    ({ name, property }) =>
      entity.required?.includes(name) &&
      entities.some((other) => other.name === property["x-reference"] && isOfTheHouse(other)),
  );

/** What each member of a community brings in, and nobody else rewrites. */
export const isBrought = ({ name }: Entity): boolean => endsInTable("brought", name);
