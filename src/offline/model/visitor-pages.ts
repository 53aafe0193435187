import "server-only";
import { pascal } from "../language/inflect";
import type { AppModel, Entity, View } from "./app-model";
import { type Column, columnsOf } from "./columns";
import { bookTitle, formTitle } from "./form-title";

/** The name of a page as it is, or with the first number that is free. */
export function freeName(model: AppModel, base: string): string {
  let name = base;
  for (let at = 2; model.pages.some((page) => page.page === name); at++) name = `${base}${at}`;
  return name;
}

/** A free name for a page of a title. */
export const freePage = (model: AppModel, title: string): string => freeName(model, pascal(title));

/** When a row begins, by the name of a field: what the times to book go by. */
export const startOf = (entity: Entity): Column | undefined =>
  columnsOf(entity).find(({ kind, name }) => kind === "datetime" && /start|when/.test(name));

/** The page on which visitors send in rows of a table, and where it is missing a new one: "SendIdea" for "Send an idea". */
export function formOf(model: AppModel, entity: Entity): View {
  const found = model.pages.find((page) => page.kind === "form" && page.entity === entity.name);
  if (found) return found;
  const title = formTitle(entity);
  const page = freePage(model, title.replace(/^(Send|Report|Request) an? /, "$1 "));
  const added: View = { page, title, kind: "form", entity: entity.name };
  model.pages.push(added);
  return added;
}

/** A new page on which visitors book a free time of a table. Undefined: its rows have none. */
export function slotsOf(model: AppModel, entity: Entity): View | undefined {
  const field = (startOf(entity) ?? columnsOf(entity).find(({ kind }) => kind === "datetime"))?.name;
  if (!field) return undefined;
  const page = freeName(model, "Book");
  const added: View = { page, title: bookTitle(entity), kind: "list", form: "slots", entity: entity.name, field };
  model.pages.push(added);
  return added;
}
