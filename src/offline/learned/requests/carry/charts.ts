import "server-only";
import type { Chart, Entity } from "../../../model/app-model";
import { chartsOf } from "../../../draft/compose";
import { isPlural } from "../../../language/inflect";
import { manyOf } from "../../../draft/draft";
import { putChart } from "../../../draft/add-views";
import { isDate, isNumber, kindOfRef, refsOf } from "../../../request/meaning/clause";
import { type FieldRef, has, isCounting, isUnknown } from "../../../request/meaning/marks";
import { statedOf, statesOf } from "../../../request/meaning/stated";
import { already, type Carry, label } from "./carry";
import { asked, type Meaning } from "../grounds/meaning";

/** The fields of a table that words of a request name, or the table that they link to: "per customer". */
const namedIn = ({ table, marks }: Meaning): string[] =>
  Object.entries(table?.properties ?? {}).flatMap(([name, value]) =>
    marks.some(
      (mark) =>
        (!isCounting(mark, marks) && mark.fields.some((ref) => ref.entity === table && ref.name === name)) ||
        (value["x-reference"] !== undefined && mark.entities.some((one) => one.name === value["x-reference"])),
    )
      ? [name]
      : [],
  );

const isText = (ref: FieldRef) => ["text", "longtext"].includes(kindOfRef(ref));

/** What a chart counts or adds up; nothing where no number of the table is it. */
function measureOf(meaning: Meaning, last?: string): Pick<Chart, "sum" | "average"> | undefined {
  const { table, by, detail } = meaning;
  if (!table) return undefined;
  // "add a rating, and the average per helper": of the field that was just spoken of.
  const isLast = last !== undefined && table.properties[last] && isNumber({ entity: table, name: last });
  const amount =
    isLast && !meaning.marks.some(({ fields }) => fields.some((ref) => isNumber(ref))) ? last : meaning.amount;
  const measure = detail("measure");
  // "how many kilos come from each donor": what is counted is a number that the rows have, and the words name it.
  const named = namedIn(meaning).filter((name) => name !== by && isNumber({ entity: table, name }));
  // "the average words per language", where words are kept as a text: no other number is meant.
  const isOther = namedIn(meaning).some((one) => one !== by && one !== amount && isText({ entity: table, name: one }));
  if (named.length === 0 && isOther && measure !== "count") return undefined;
  const name = named.length === 1 ? named[0] : amount;
  if (measure === "count" && named.length === 0 && ofMoney.test(meaning.said)) {
    const [money, ...others] = refsOf(table).filter((ref) => kindOfRef(ref) === "money");
    return money && others.length === 0 ? { sum: money.name } : undefined;
  }
  if (measure === "count") return named.length === 1 ? { sum: named[0]! } : {};
  if (!name || !isNumber({ entity: table, name })) return undefined;
  // "the sum per sponsor" of rows that have a number and a length: which of them, nobody said.
  if (named.length === 0 && !isLast && kindOfRef({ entity: table, name }) === "number" && isOpen(meaning, name))
    return undefined;
  return measure === "average" ? { average: name } : { sum: name };
}

/** Whether nothing says which number is added up, and it may be one that only tells rows apart. */
const isOpen = ({ said }: Meaning, name: string): boolean =>
  /\b(?:sum|total|totals)\b/i.test(said) && /(?:^|_)(?:number|no|nr|position|year|order|rank)$/.test(name);

/** "spending per account" is no number of rows. */
const ofMoney = /\b(?:spend|spending|spent|revenue|income|earnings?|turnover|takings|costs?|money)\b/i;

/** Why nothing is added up: "passengers" may be kept as a text. */
function noNumber({ table, amount, marks }: Meaning): string | false {
  const isNamed = marks.some(({ fields }) => fields.some((ref) => ref.entity === table && ref.name === amount));
  if (!table || !amount || !isNamed || isNumber({ entity: table, name: amount })) return false;
  const said = label({ entity: table, name: amount });
  return `${said} is no number here, so nothing can be added up; “make ${said} of ${manyOf(table)} a number” changes that.`;
}

/** The fields of the table that are named behind "per". */
function behindPer({ marks, table }: Meaning): string[] {
  const per = marks.findIndex((mark) => has(mark, "per"));
  const named = per < 0 ? [] : marks.slice(per + 1);
  const found = named.flatMap(({ fields }) => fields.flatMap((ref) => (ref.entity === table ? ref.name : [])));
  // "per year", where rows have a year.
  const time = marks.find((mark) => has(mark, "time") && mark.words.length > 1)?.words.at(-1);
  return found.length === 0 && time && table?.properties[time] ? [time] : found;
}

/** By what a chart groups rows: a field, the time, or what is usual where nothing is said. */
function groupOf(meaning: Meaning): string | undefined {
  const { table, by, detail } = meaning;
  if (!table) return undefined;
  const behind = behindPer(meaning);
  // "how much was paid per year": what stands behind "per" is what it goes by.
  if (by && behind.length === 1 && !behind.includes(by)) return behind[0];
  const ofTime = detail("by-time") === "yes";
  if (by && !(ofTime && isNumber({ entity: table, name: by }))) {
    const named = namedIn(meaning).filter((name) => !isNumber({ entity: table, name }));
    if (named.includes(by) || namedIn(meaning).includes(by)) return by;
    // "tickets per continent", of which nothing is known: what stands there must be named.
    return named.length === 1 ? named[0] : named.length === 0 && !asked(meaning, "per") ? by : undefined;
  }
  const time = refsOf(table).find((ref) => isDate(ref) && !/birth|born/.test(ref.name))?.name ?? "createdAt";
  // "per colour", of which nothing is known.
  if (asked(meaning, "per") && !ofTime && !asked(meaning, "time")) return undefined;
  return ofTime || asked(meaning, "time") ? time : chartsOf(table)[0]?.by;
}

/** "orders by the product's category": a chart groups rows by their own fields. */
const isOfOther = ({ table, marks }: Meaning) =>
  marks.some(
    ({ fields, entities, asks }) =>
      fields.length > 0 && entities.length + asks.length === 0 && !fields.some(({ entity }) => entity === table),
  );

/** The table behind "per", where the counted rows have no field of that name. */
function tableBehindPer({ marks, table }: Meaning): Entity | undefined {
  const at = marks.findIndex((mark) => has(mark, "per"));
  const next = at < 0 ? undefined : marks[at + 1];
  const [entity] = next?.entities ?? [];
  const isField = next?.fields.some((ref) => ref.entity === table) ?? false;
  return entity && entity !== table && !isField ? entity : undefined;
}

export const addChart: Carry = (meaning, draft) => {
  const { table, detail } = meaning;
  const by = groupOf(meaning);
  // "only the top 5" would be left out.
  if (/\b(?:top|first|best|last|biggest|largest) \d+\b/i.test(meaning.said))
    return "a chart shows every group that there is, and not only the first of them.";
  const measured = measureOf(meaning, draft.field?.entity === table?.name ? draft.field?.name : undefined);
  if (!table || !by || isOfOther(meaning)) return false;
  const isWhoDid = /\b(?:which|what|who)\b.*\bhow many\b/i.test(meaning.said);
  // "members per team", where only matches have a team: those of another table are not counted.
  const counted = meaning.marks.find(({ entities, text }) => entities.length === 1 && isPlural(text))?.entities[0];
  if (counted && !isWhoDid && counted !== table && table.properties[by]?.["x-reference"] !== counted.name) return false;
  // "which person borrowed how many tools": by whom, and not by what is usual.
  if (isWhoDid && !namedIn(meaning).includes(by)) return false;
  if (!measured) return noNumber(meaning);
  // "total value per country", where no stamp says of which country it is.
  const other = tableBehindPer(meaning);
  if (other && table.properties[by]?.["x-reference"] !== other.name)
    return `${manyOf(table)} do not say to which of the ${manyOf(other)} they belong; “link ${manyOf(table)} to ${manyOf(other)}” lets them.`;
  // "points per kid", where nothing is a kid: points per points tell nothing.
  if ([measured.sum, measured.average].includes(by)) return false;
  // "what unpaid invoices come to per customer": of these alone.
  const stated = statesOf(meaning.marks, table, [by]);
  const where = stated[0] && statedOf(meaning.marks, stated[0], table);
  // "unpaid loans", which have nothing that says so.
  const rows = meaning.marks.findIndex(({ entities }) => entities.includes(table));
  const before = meaning.marks[rows - 1];
  if (stated.length > 1 || (before && isUnknown(before) && /^un|ed$/.test(before.words[0]!))) return false;
  const isTime = by === "createdAt" || isDate({ entity: table, name: by });
  const said = detail("shape");
  const shape = said === "pie" && !isTime ? "pie" : isTime ? "line" : "bar";
  const isNew = putChart(draft, { entity: table.name, by, ...measured, ...(where && { where }), shape }, said === "-");
  return isNew || already(draft, `There is a chart of ${manyOf(table)} by ${by.replaceAll("_", " ")}`);
};
