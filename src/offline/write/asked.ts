import "server-only";
import { accessOf, type AppModel, type Entity } from "../model/app-model";
import { columnsOf } from "../model/columns";
import { isPersonTable } from "../lexicon/known";

/** A booking of a class with its trainer is about the class: it is not made on the trainer's page. */
export const isAbout = (model: AppModel, dealing: Entity, entity: Entity) =>
  !isPersonTable(entity) ||
  !columnsOf(dealing).some(({ property }) => {
    const other = model.entities.find(({ name }) => name === property["x-reference"]);
    return (
      other &&
      !isPersonTable(other) &&
      columnsOf(other).some((column) => column.property["x-reference"] === entity.name)
    );
  });

/** What visitors enter when they send something in. */
export function askedOf(model: AppModel, entity: Entity): string[] {
  return columnsOf(entity)
    .filter(({ kind, name, property }) => {
      if (property["x-accessControl"]) return false;
      if (entity.required?.includes(name)) return true;
      const related = model.entities.find((other) => other.name === property["x-reference"]);
      // When it came is known.
      const isKnown =
        (kind === "date" || kind === "datetime") &&
        /^(?:applied|registered|received|submitted|sent|created|reported|ordered|booked|requested)_(?:on|at)$/.test(
          name,
        );
      // The class says who teaches it.
      if (model.purpose === "site" && related && !isAbout(model, entity, related)) return false;
      return !isKnown && (related === undefined || accessOf(related).read === "anonymous");
    })
    .map(({ name }) => name);
}
