import "server-only";
import { type Draft, manyOf, oneOf } from "../../draft/draft";
import { wordsOf } from "../../language/inflect";
import { label } from "../../learned/requests/carry/carry";
import { labelFor } from "../../model/field-kinds";
import { isNumber, kindOfRef, refsOf } from "../../request/meaning/clause";
import type { FieldRef } from "../../request/meaning/marks";
import { isUnit } from "../../words/units";
import { loadWords } from "../../words/load";
import { tableIn } from "./told-of-tables";

const perTable =
  /^(?:please )?(?:show )?(?:the )?(?:(?:total|sum of|all)(?: the)? )?([\p{L}]+)(?: (?:driven|sailed|done|run|walked|ridden|flown|travelled|sold|used|collected|picked))? (?:per|for each|by) (?:the )?([\p{L} ]+?)((?: and (?:per )?(?:month|year|week|day))?(?: as an? [\p{L} ]+)?)$/iu;

/** Other words for a unit: a field of kilometres is measured in km. */
const isMeasuredIn = (ref: FieldRef, unit: string): boolean => {
  const said = labelFor(ref.name, ref.entity.properties[ref.name]!).toLowerCase();
  const alike = [...loadWords().alike.values()].find((names) => names.includes(unit)) ?? [];
  return [unit, ...alike].some((one) => wordsOf(said).includes(one));
};

/** "km per member", where outings of a member have a distance in km: these are added up. */
export function unitPer(text: string, { model }: Draft): string {
  const [, unit = "", table = "", rest = ""] = perTable.exec(text) ?? [];
  const to = unit !== "" && isUnit(unit.toLowerCase()) ? tableIn(table, model) : undefined;
  if (!to) return text;
  const linked = model.entities.filter(({ properties }) =>
    Object.values(properties).some((value) => value["x-reference"] === to.name),
  );
  const [ref, ...more] = linked.flatMap(refsOf).filter((one) => isNumber(one) && isMeasuredIn(one, unit.toLowerCase()));
  return ref && more.length === 0
    ? `total ${ref.name.replaceAll("_", " ")} of ${manyOf(ref.entity)} per ${oneOf(to)}${rest.replace(/^ and (?:per )?\w+/, "")}`
    : text;
}

/** "show the sum per sponsor": of the one amount that rows of a sponsor have. */
export function sumPer(text: string, { model }: Draft): string {
  const [, table = "", rest = ""] =
    /^(?:please )?(?:show |give me |add |i need |we need )?(?:me )?(?:the |a )?(?:sum|total|totals|sums|total sum|total amount) (?:per|for each|by) ([\p{L} ]+?)((?: as an? [\p{L} ]+)?)$/iu.exec(
      text,
    ) ?? [];
  const to = table === "" ? undefined : tableIn(table, model);
  if (!to) return text;
  const [money, ...more] = model.entities
    .filter(({ properties }) => Object.values(properties).some((value) => value["x-reference"] === to.name))
    .flatMap(refsOf)
    .filter((ref) => kindOfRef(ref) === "money");
  return money && more.length === 0 ? `total ${label(money)} of ${manyOf(money.entity)} per ${oneOf(to)}${rest}` : text;
}
