import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { splitList } from "../../language/normalize";
import { label } from "../../learned/requests/carry/carry";
import type { AppModel } from "../../model/app-model";
import { kindOfRef, refsOf } from "../../request/meaning/clause";
import { isFiller, marksOf } from "../../request/meaning/marks";
import { typeOf } from "../../words/load";
import { isFieldName, tableIn } from "./told-of-tables";

/** "foreman should be one of the workers": what was typed is picked from another table. */
function oneOfTable(text: string, { model }: Draft): string {
  const [, field = "", table = ""] =
    /^(?:the )?([\w -]+?) (?:should|must|has to|shall|can only) (?:always )?be (?:one )?of (?:the|our|my|all) ([\w-]+)$/i.exec(
      text,
    ) ?? [];
  const to = table === "" ? undefined : tableIn(table, model);
  const marks = marksOf(field, model).filter((mark) => !isFiller(mark));
  const isField = marks.some(({ fields }) => fields.some(({ entity }) => entity !== to));
  return to && isField && marks.every(({ fields, entities }) => fields.length + entities.length > 0)
    ? `${field} should be picked from a list of ${manyOf(to)}`
    : text;
}

/** "every walk should cost 15 unless we say different": what rows cost is the amount of money that they have. */
function costsSaid(text: string, { model }: Draft): string {
  const [, table = "", amount = ""] =
    /^(?:every|each|all|an?|the) ([\w-]+) (?:should |must |normally |usually |always )*costs? (\d+(?:[.,]\d+)?)(?: euros?| dollars?| francs| pounds)?(?:,? (?:unless|if|by default|as a rule|normally|usually|except)\b.*)?$/i.exec(
      text,
    ) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  const money = entity ? refsOf(entity).filter((ref) => kindOfRef(ref) === "money") : [];
  return entity && money.length === 1 ? `the ${label(money[0]!)} of ${manyOf(entity)} is ${amount} by default` : text;
}

/** "publisher and year of publication are missing": new fields, since nothing goes by these names. */
function fieldsMissing(text: string, { model }: Draft): string {
  const [, list = ""] = /^(?:also )?(?:the |an? )?([^:;"]+?) (?:is|are) (?:still |also )*missing$/i.exec(text) ?? [];
  const members = list === "" ? [] : splitList(list);
  return members.length > 0 && members.every((one) => isFieldName(one, model) && !isKnown(one, model))
    ? `add ${members.join(", ")}`
    : text;
}
const isKnown = (said: string, model: AppModel): boolean =>
  marksOf(said, model).every((mark) => isFiller(mark) || mark.fields.length > 0);

/** "list filters on status and agent": of the table that was spoken of, where it has such fields. */
function filtersOfLast(text: string, { model, touched }: Draft): string {
  const [, fields = ""] = /^(?:and |the )?(?:list )?filters? (?:on|by|for) (.+)$/i.exec(text) ?? [];
  const last = fields === "" ? undefined : model.entities.find(({ name }) => name === touched);
  const marks = last ? marksOf(fields, model).filter((mark) => !isFiller(mark)) : [];
  const isOfLast = marks.every((mark) => mark.fields.some(({ entity }) => entity === last));
  return last && marks.length > 0 && isOfLast ? `filter ${manyOf(last)} by ${fields}` : text;
}

/** "price per unit, not price": a longer name in place of the shorter one. */
function namedMore(text: string, { model }: Draft): string {
  const [, name = "", old = ""] =
    /^(?:the )?([\w -]+?),? (?:and )?not (?:just |only )?(?:the )?([\w -]+)$/i.exec(text) ?? [];
  const marks = old === "" ? [] : marksOf(old, model).filter((mark) => !isFiller(mark));
  const isField = marks.length === 1 && marks[0]!.fields.length > 0;
  return isField && name.toLowerCase().startsWith(`${old.toLowerCase()} `) ? `rename ${old} to "${name}"` : text;
}

/** "add a column salary from to": where it begins and where it ends, each of the kind that the noun is. */
function fromTo(text: string): string {
  const [said, start = "", noun = ""] =
    /^((?:please )?(?:add|include|put) (?:an? |the )?(?:new )?(?:(?:fields?|columns?) )?(?:for )?(?:the )?)([\p{L}]{3,}(?: [\p{L}]{3,})?) from(?: ?[-–/] ?| and | )to\b/iu.exec(
      text,
    ) ?? [];
  if (said === undefined) return text;
  const { type } = typeOf(noun);
  const kind = ["money", "number", "date", "datetime"].includes(type) ? ` (${type})` : "";
  return `${start}${noun} from${kind}, ${noun} to${kind}${text.slice(said.length)}`;
}

/** What is told of fields, in the plain words that it means. */
export const fieldsSaid = [fromTo, oneOfTable, costsSaid, fieldsMissing, filtersOfLast, namedMore];
