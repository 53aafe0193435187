import "server-only";
import type { AppModel, Entity, Property, View } from "./app-model";
import { kindOf, titleField } from "./field-kinds";

/** A field of a table with what kind of values it holds. */
export type Column = { name: string; property: Property; kind: ReturnType<typeof kindOf> };

export const columnsOf = (entity: Entity): Column[] =>
  Object.entries(entity.properties).map(([name, property]) => ({ name, property, kind: kindOf(name, property) }));

/** A choice of the days of the week. */
export const isWeekday = (property: Property | undefined): boolean =>
  ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"].every((day) => property?.enum?.includes(day));

/** Filters above a list: those requested, else its first two dropdowns. */
export const filtersOf = (entity: Entity, view?: View): string[] =>
  (
    view?.filters ??
    columnsOf(entity)
      .filter(({ kind }) => kind === "enum")
      .slice(0, 2)
      .map(({ name }) => name)
  ).filter((name) => {
    const kind = columnsOf(entity).find((column) => column.name === name)?.kind;
    return kind === "enum" || kind === "boolean" || kind === "reference";
  });

/** What a row comes to, which its list shows whatever else there is no room for. */
const total = /^(?:total|grand_total|amount_due|balance)$/;
const columnsMax = 8;

/** Columns of a table: the title first; long texts and pictures only on the row's page. */
export function tableColumns(entity: Entity, hidden: string[] = []): string[] {
  const title = titleField(entity);
  const shown = columnsOf(entity)
    .filter(({ name }) => !hidden.includes(name))
    .filter(({ name, kind }) => name === title || !["longtext", "json", "image"].includes(kind))
    .map(({ name }) => name);
  const ordered = [...shown.filter((name) => name === title), ...shown.filter((name) => name !== title)];
  const cut = ordered.slice(columnsMax).find((name) => total.test(name));
  return cut ? [...ordered.slice(0, columnsMax - 1), cut] : ordered.slice(0, columnsMax);
}

/** Tables with a reference to this one, and their pages. */
export function relatedTo(model: AppModel, entity: Entity): { entity: Entity; by: string; page?: string }[] {
  return model.entities.flatMap((other) =>
    columnsOf(other)
      .filter(({ property }) => property["x-reference"] === entity.name)
      .map(({ name }) => ({ entity: other, by: name, page: pageOf(model, other) })),
  );
}

/** Tables that have a page, else all of them. */
export const shownOf = (model: AppModel) => {
  const shown = model.entities.filter((entity) => model.pages.some((page) => page.entity === entity.name));
  return shown.length > 0 ? shown : model.entities;
};

/** The pages of the rows that a table's rows refer to, by field: `{ company: "Companies" }`. */
export function referredPages(model: AppModel, entity: Entity): Record<string, string> {
  const pages = columnsOf(entity).flatMap(({ name, property }): [string, string][] => {
    const target = model.entities.find((other) => other.name === property["x-reference"]);
    const page = target && pageOf(model, target);
    return page ? [[name, page]] : [];
  });
  return Object.fromEntries(pages);
}

/** The page that opens an entity's rows. */
export const pageOf = (model: AppModel, entity: Entity): string | undefined =>
  (
    model.pages.find((page) => page.kind === "list" && page.entity === entity.name) ??
    model.pages.find((page) => (page.kind === "board" || page.kind === "calendar") && page.entity === entity.name)
  )?.page;

/** Reviews and comments: rows with stars or text that refer to another row. */
export const isVoice = (entity: Entity) =>
  /^(?:\w*Review|\w*Comment|\w*Rating|Testimonial|Reply|Feedback)$/.test(entity.name);
/** What visitors leave for all to read, without an account: that is what a guestbook and a memorial page are for. */
export const isLeftForAll = ({ name }: Entity) =>
  /^(?:Guest_?Book(?:_?Entry|_?Message)?|(?:Shared_?)?Memory|Tribute|Condolence)$/i.test(name);
const isRental = ({ name, properties }: Entity) =>
  /(?:Rental|Hire|Enrol?ment)$/.test(name) && Object.values(properties).some((property) => property["x-reference"]);

/** The ticket that somebody buys for a show, and no request for support. */
export const isAdmission = ({ name, properties }: Entity) =>
  name.endsWith("Ticket") && (properties.holder !== undefined || properties.buyer !== undefined);

/** What visitors leave with those who run an app: between these two only. The lines of an order are the team's. */
export const isDealing = (entity: Entity) =>
  !/(?:line|item)$/i.test(entity.name) &&
  (isRental(entity) ||
    isAdmission(entity) ||
    /order|booking|reservation|appointment|message|application|inquiry|enquiry|request|registration|sign_?up|rsvp|loan|subscriber|pledge|stay$/i.test(
      entity.name,
    ));
/** Rows that somebody leaves with those who run an app, by their name or because times of theirs are booked: a lesson. */
export const isLeft = ({ pages }: AppModel, entity: Entity): boolean =>
  isDealing(entity) || pages.some(({ form, entity: name }) => form === "slots" && name === entity.name);
export const isLike = (entity: Entity) => /^(?:\w*Like|Vote|Upvote|Favou?rite|Reaction)$/.test(entity.name);
