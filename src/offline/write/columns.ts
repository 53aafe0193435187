import "server-only";
import type { AppModel, Entity, View } from "../app-model";
import { titleField } from "../fields";
import { columnsOf } from "./naming";

/** The dropdowns above a list: those the person asked for, else its first two. */
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

/** The columns of a table: the naming field first; long texts and pictures stay on the row's own page. */
export function tableColumns(entity: Entity, hidden: string[] = []): string[] {
  const title = titleField(entity);
  const shown = columnsOf(entity)
    .filter(({ name }) => !hidden.includes(name))
    .filter(({ name, kind }) => name === title || !["longtext", "json", "image"].includes(kind))
    .map(({ name }) => name);
  return [...shown.filter((name) => name === title), ...shown.filter((name) => name !== title)].slice(0, 8);
}

/** Tables with a field that points to this one, with the page that lists them. */
export function relatedTo(model: AppModel, entity: Entity): { entity: Entity; by: string; page?: string }[] {
  return model.entities.flatMap((other) =>
    columnsOf(other)
      .filter(({ property }) => property["x-reference"] === entity.name)
      .map(({ name }) => ({ entity: other, by: name, page: pageOf(model, other) })),
  );
}

/** The page on which an entity's rows open. */
export const pageOf = (model: AppModel, entity: Entity): string | undefined =>
  (
    model.pages.find((page) => page.kind === "list" && page.entity === entity.name) ??
    model.pages.find((page) => (page.kind === "board" || page.kind === "calendar") && page.entity === entity.name)
  )?.page;

/** What people say of a thing: rows with stars or words that point to it. */
export const isVoice = (entity: Entity) =>
  /^(?:\w*Review|\w*Comment|\w*Rating|Testimonial|Reply|Feedback)$/.test(entity.name);
export const isLike = (entity: Entity) => /^(?:\w*Like|Vote|Upvote|Favou?rite|Reaction)$/.test(entity.name);
