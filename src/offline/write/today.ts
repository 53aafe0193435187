import "server-only";
import { type AppModel, type Entity, type View } from "../model/app-model";
import { titleField } from "../model/field-kinds";
import { columnsOf, isLike, isVoice, pageOf, relatedTo, shownOf } from "../model/columns";
import { fieldTimeOf, tableTimeOf } from "../words/days";
import { chart, isDate } from "./charts";
import { block, createImports } from "./imports";
import { component, local } from "./row-links";

/** The table in which it is ticked off, day by day, what was done of a table's rows: the checks of habits. */
function checksOf(model: AppModel, entity: Entity): { entity: Entity; by: string; on: string } | undefined {
  for (const { entity: other, by } of relatedTo(model, entity)) {
    const columns = columnsOf(other);
    const on = columns.find(({ kind }) => kind === "date");
    const isTick = columns.some(({ kind, name }) => kind === "boolean" && name === "done");
    const asked = other.required?.filter((name) => ![by, on?.name, titleField(other)].includes(name)) ?? [];
    if (on && isTick && asked.length === 0 && /(?:Check|Log|Entry|Tick|Completion)$/.test(other.name))
      return { entity: other, by, on: on.name };
  }
  return undefined;
}

/** The first page of a personal tool. */
export function todaySource(model: AppModel, view: View): string {
  const imports = createImports();
  const checks = shownOf(model).map((entity) => checksOf(model, entity));
  const tables = shownOf(model)
    .filter((entity) => !isVoice(entity) && !isLike(entity) && pageOf(model, entity))
    .filter((entity) => !checks.some((check) => check?.entity === entity))
    .slice(0, 4)
    .map((entity) => {
      const due = columnsOf(entity).find((column) => isDate(column) && !/birth|start/.test(column.name));
      // Of a log the latest comes first, of what is due the next.
      const isLog = due && tableTimeOf(entity.name) === "past" && fieldTimeOf(due.name) !== "due";
      const by = due && !isLog ? `, by: "${due.name}"` : "";
      const check = checksOf(model, entity);
      const ticks = check
        ? `, checks: { entity: ${local(imports, check.entity).code}, by: "${check.by}", on: "${check.on}" }`
        : "";
      return `  { entity: ${local(imports, entity).code}, page: "${pageOf(model, entity)}"${by}${ticks} },`;
    });
  component(imports, "today", "Today");
  const charts = (view.charts ?? []).map((one) => chart(imports, model, one, false));
  const body =
    charts.length > 0
      ? `<Today
      tables={tables}
      below={
        <>
          ${block(10, charts)}
        </>
      }
    />`
      : "<Today tables={tables} />";
  return `${imports.text()}

const tables = [
${tables.join("\n")}
];

export default function ${view.page}Page() {
  return (
    ${body}
  );
}
`;
}
