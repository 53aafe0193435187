import "server-only";
import type { AppModel, Entity } from "../model/app-model";
import { isAddedByStrangers, isReadByAll, isReadByStrangers, testsOf } from "../draft/rights";
import { columnsOf, isLike, isVoice } from "../model/columns";
import { isOfTeam, isServed } from "../first/pages/is-private";
import { wordsOf } from "../language/inflect";
import { isPersonTable } from "../lexicon/known";
import { loadWords } from "../words/load";
import { isStaffField } from "../words/staff-fields";

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

const isStaff = /employee|staff|worker/i;
/** Whether others than the team come to an app: strangers, or customers as its members. */
export const isVisited = ({ purpose, members }: AppModel): boolean => purpose === "site" || members === "customers";
/** What one party uses at a time, of which an app has several. */
const isUsedAlone = ({ name }: Entity) => loadWords().usedAlone.has(wordsOf(name).at(-1)!);

/**
 * The field of what is booked by the time that says with whom or which: each of a staff, a court or a desk has times of
 * its own. None where whoever books does not see them, and so cannot choose.
 */
export function apartBy(model: AppModel, dealing: Entity): string | undefined {
  const isForStrangers = isAddedByStrangers(dealing);
  const seen = columnsOf(dealing).flatMap(({ name, property }) => {
    const other = model.entities.find((one) => one.name === property["x-reference"]);
    const isChosen = other && !property["x-accessControl"];
    return isChosen && (!isForStrangers || isReadByStrangers(testsOf(other).read)) ? [{ name, other }] : [];
  });
  const person = seen.find(({ other }) => {
    if (!isPersonTable(other) || isServed(other.name)) return false;
    return !isOfTeam(other) || isStaff.test(other.name);
  });
  return (person ?? seen.find(({ other }) => isUsedAlone(other)))?.name;
}

/** Whether those who add rows see the rows of another table, and so can choose one. */
function isChosenFrom({ members }: AppModel, entity: Entity, related: Entity): boolean {
  const { read } = testsOf(related);
  return isReadByStrangers(read) || (members === "customers" && !isAddedByStrangers(entity) && isReadByAll(read));
}

/** What visitors enter when they send something in. */
export function askedOf(model: AppModel, entity: Entity): string[] {
  const hasSlots = model.pages.some((page) => page.form === "slots" && page.entity === entity.name);
  return columnsOf(entity)
    .filter(({ kind, name, property }) => {
      if (property["x-accessControl"]) return false;
      if (entity.required?.includes(name)) return true;
      if (hasSlots && apartBy(model, entity) === name) return true;
      const related = model.entities.find((other) => other.name === property["x-reference"]);
      // When it came is known.
      const isKnown =
        (kind === "date" || kind === "datetime") &&
        (isStaffField("came", name) || (name === "date" && entity.name === "Donation"));
      // What people said of a thing is nothing to choose.
      if (related && (isVoice(related) || isLike(related))) return false;
      // The class says who teaches it.
      if (isVisited(model) && related && !isAbout(model, entity, related)) return false;
      return !isKnown && (related === undefined || isChosenFrom(model, entity, related));
    })
    .map(({ name }) => name);
}
