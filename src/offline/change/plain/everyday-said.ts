import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { type Draft, manyOf, oneOf } from "../../draft/draft";
import { findEntity } from "../../draft/resolve";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonTable, knownAs, namesThing } from "../../lexicon/known";
import { label } from "../../learned/requests/carry/carry";
import { entityOf } from "../../model/app-model";
import { optionsOf } from "../../model/field-kinds";
import { refsOf } from "../../request/meaning/clause";
import { marksOf } from "../../request/meaning/marks";
import { tableIn } from "./told-of-tables";

/** "add a funnel chart": of the rows that have stages, or else a status. */
function funnelSaid(text: string, { model }: Draft): string {
  if (
    !/^(?:(?:please )?(?:add|show|make|put|create) )?(?:an? |the )?(?:sales )?funnel(?: chart| graph| diagram)?(?: (?:on|to|in) (?:the|my|our) [\w -]+)?$/i.test(
      text,
    )
  )
    return text;
  const staged = model.entities
    .flatMap(refsOf)
    .filter(({ entity, name }) => optionsOf(entity.properties[name]!).length > 2);
  const ref = ["stage", "phase", "status"].flatMap((name) => staged.find((one) => one.name === name) ?? [])[0];
  return ref ? `add a bar chart of ${manyOf(ref.entity)} by ${label(ref)}` : text;
}

/** "add recurring tasks", where there are tasks: how often one repeats. */
function recurringSaid(text: string, { model }: Draft): string {
  const [, rows = ""] =
    /^(?:please )?(?:add|support|allow|we need|i need|i want|we want) (?:recurring|repeating|repeated) ([\w-]+)$/i.exec(
      text,
    ) ?? [];
  const entity = rows === "" ? undefined : tableIn(rows, model);
  return entity ? `add a "repeats" dropdown (never/daily/weekly/monthly) to ${manyOf(entity)}` : text;
}

const chosen =
  /(?:needs?|preferences?|requirements?|levels?|types?|kinds?|categor(?:y|ies)|priorit(?:y|ies)|sizes?|diets?|seasons?|moods?|difficult(?:y|ies)|extras?|add-?ons?)$/i;
/** A whole message: "add dietary needs with vegan, vegetarian and none" asks for a field to choose from, and for no table of these. */
export function choiceSaid(text: string, { model, touched }: Draft): string {
  const [, start = "", name = "", list = ""] =
    /^((?:please )?add) (?:an? |the )?([\w -]{3,30}?) (?:with|like|such as) (?!options?\b)((?:[\w-]+(?: [\w-]+)?(?:, ?(?:and |or )?| and | or ))+[\w-]+(?: [\w-]+)?)$/i.exec(
      text,
    ) ?? [];
  const options = splitList(list);
  const isChoice =
    chosen.test(name) &&
    options.length > 1 &&
    tableIn(name, model) === undefined &&
    options.some((one) => !isAttribute(one)) &&
    options.every((one) => knownAs(one) === null && marksOf(one, model).every(({ fields }) => fields.length === 0));
  const whose = /diet|allerg|shirt|language/i.test(name)
    ? model.entities.find((entity) => isPersonTable(entity))
    : undefined;
  const taken = /extras?$|add-?ons?$/i.test(name)
    ? model.entities.find((entity) => /(?:Rental|Booking|Order|Reservation|Stay)$/.test(entity.name))
    : undefined;
  const owner = whose ?? taken ?? entityOf(model, touched) ?? model.entities[0];
  return isChoice && owner ? `${start} "${singular(name)}" to ${manyOf(owner)}: ${options.join(", ")}` : text;
}

/** "tasks can have a parent task": a link to another one of them, by the name that was said. */
function parentSaid(text: string, { model }: Draft): string {
  const [, rows = "", name = "", other = ""] =
    /^(?:each |every |an? |the )?([\w-]+) (?:can|may|should|could) have (?:an? |one )?((?:parent|previous|next|follow-up|main|related|master) ([\w-]+))$/i.exec(
      text,
    ) ?? [];
  const entity = rows === "" ? undefined : tableIn(rows, model);
  return entity && tableIn(other, model) === entity ? `add "${name.toLowerCase()}" to ${manyOf(entity)}` : text;
}

/** "class level beginner, medium, pro", where classes have a level: its options. */
function optionsBehind(text: string, { model }: Draft): string {
  for (const entity of model.entities)
    for (const ref of refsOf(entity)) {
      if (optionsOf(entity.properties[ref.name]!).length === 0) continue;
      const said = `${oneOf(entity)} ${label(ref)} `.toLowerCase();
      const list = text.toLowerCase().startsWith(said) ? text.slice(said.length) : "";
      if (/^[\w-]+(?:, [\w-]+)+(?:,? (?:and|or) [\w-]+)?$/.test(list))
        return `change ${label(ref).toLowerCase()} of ${manyOf(entity)} to ${list}`;
    }
  return text;
}

/** "we also have trainers", "we need invoices, too": rows that the app has no table for. */
function alsoHas(text: string, { model }: Draft): string {
  const [, rows = ""] =
    /^(?:we|i) (?:also |now )*(?:have|need|want|offer|keep|use|employ) (?:also |some |our own |a few )?([a-z]+(?:[ -][a-z]+){0,2}?),?(?: too| as well)?$/i.exec(
      text,
    ) ?? [];
  const isNew =
    isPlural(rows) &&
    !isAttribute(rows) &&
    !isAttribute(singular(rows)) &&
    namesThing(rows) &&
    findEntity(model, rows).kind === "none" &&
    marksOf(rows, model).every(({ fields, asks }) => fields.length + asks.length === 0);
  return isNew ? `add a table for ${rows}` : text;
}

/** What people say of rows that the app has, in passing. */
export const everydaySaid = [alsoHas, funnelSaid, recurringSaid, parentSaid, optionsBehind];
