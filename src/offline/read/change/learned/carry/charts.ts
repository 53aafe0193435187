import "server-only";
import type { Chart } from "../../../../model/app-model";
import { chartsOf } from "../../../draft/compose";
import { manyOf } from "../../../draft/draft";
import { putChart } from "../../../draft/add-views";
import { isDate, isNumber, refsOf } from "../../meaning/clause";
import { already, type Carry } from "./carry";
import { asked, type Meaning } from "../meaning";

/** What a chart counts or adds up; nothing where no number of the table is it. */
function measureOf({ table, amount, by, marks, detail }: Meaning): Pick<Chart, "sum" | "average"> | undefined {
  const measure = detail("measure");
  if (measure === "count") {
    // "how many kilos come from each donor": what is counted is a number that the rows have.
    const counted = marks
      .filter(({ entities }) => entities.length === 0)
      .flatMap(({ fields }) => fields)
      .find((ref) => ref.entity === table && ref.name !== by && isNumber(ref));
    return counted ? { sum: counted.name } : {};
  }
  const name = table && amount && isNumber({ entity: table, name: amount }) ? amount : undefined;
  return name ? (measure === "average" ? { average: name } : { sum: name }) : undefined;
}

/** "tickets per continent", of which nothing is known: a field, or the table that one links to, must stand there. */
function isNamed(by: string, { table, marks }: Meaning): boolean {
  const links = table?.properties[by]?.["x-reference"];
  return marks.some(
    ({ fields, entities }) =>
      fields.some((ref) => ref.entity === table && ref.name === by) || entities.some(({ name }) => name === links),
  );
}

/** By what a chart groups rows: a field, the time, or what is usual where nothing is said. */
function groupOf(meaning: Meaning): string | undefined {
  const { table, by, detail } = meaning;
  if (!table) return undefined;
  if (by) return isNamed(by, meaning) || !asked(meaning, "per") ? by : undefined;
  const time = refsOf(table).find((ref) => isDate(ref) && !/birth|born/.test(ref.name))?.name ?? "createdAt";
  return detail("by-time") === "yes" || asked(meaning, "time") ? time : chartsOf(table)[0]?.by;
}

/** "orders by the product's category": a chart groups rows by their own fields. */
const isOfOther = ({ table, marks }: Meaning) =>
  marks.some(
    ({ fields, entities, asks }) =>
      fields.length > 0 && entities.length + asks.length === 0 && !fields.some(({ entity }) => entity === table),
  );

export const addChart: Carry = (meaning, draft) => {
  const { table, detail } = meaning;
  const by = groupOf(meaning);
  const measured = measureOf(meaning);
  if (!table || !by || !measured || isOfOther(meaning)) return false;
  const isTime = by === "createdAt" || isDate({ entity: table, name: by });
  const said = detail("shape");
  const shape = said === "pie" && !isTime ? "pie" : isTime ? "line" : "bar";
  const isNew = putChart(draft, { entity: table.name, by, ...measured, shape }, said === "-");
  return isNew || already(draft, `There is a chart of ${manyOf(table)} by ${by.replaceAll("_", " ")}`);
};
