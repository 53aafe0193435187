import "server-only";
import type { Chart } from "../model/app-model";
import { listed } from "../language/inflect";
import { manyOf } from "../draft/draft";
import { entityOf } from "../model/app-model";
import { asks, isAll, type Rule } from "../request/meaning/clause";
import { has } from "../request/meaning/marks";

/** "remove the chart of projects by status", "we don't need the pie any more". */
export const readNoCharts: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const isChart = asks(clause, "chart", "pie", "line");
  if (!isChart || !asks(clause, "remove", "hide") || asks(clause, "add", "field", "option")) return false;
  const isKnown = isAll(
    clause,
    (mark) =>
      mark.entities.length + mark.fields.length + mark.pages.length > 0 ||
      has(
        mark,
        "chart",
        "pie",
        "line",
        "remove",
        "hide",
        "per",
        "time",
        "count",
        "sum",
        "average",
        "dashboard",
        "page",
        "show",
      ),
  );
  if (!isKnown) return false;
  const tables = marks.flatMap(({ entities }) => entities).map(({ name }) => name);
  const fields = marks.filter(({ entities }) => entities.length === 0).flatMap((mark) => mark.fields);
  const isNamed = (chart: Chart) =>
    (tables.length === 0 || tables.includes(chart.entity)) &&
    (fields.length === 0 ||
      fields.some(
        ({ entity, name }) => entity.name === chart.entity && [chart.by, chart.sum, chart.average].includes(name),
      )) &&
    (!asks(clause, "pie") || chart.shape === "pie") &&
    (!asks(clause, "line", "time") || chart.shape === "line");
  const found = draft.model.pages.flatMap((page) =>
    (page.charts ?? []).filter(isNamed).map((chart) => ({ page, chart })),
  );
  const areAll = /\b(?:charts|graphs|diagrams)\b/i.test(text);
  if (found.length === 0) draft.skipped.push(`“${text}”: the app has no such chart; nothing was changed.`);
  else if (found.length > 1 && !areAll) {
    const names = found.map(
      ({ chart }) => `“${manyOf(entityOf(draft.model, chart.entity)!)} by ${chart.by.replaceAll("_", " ")}”`,
    );
    draft.skipped.push(`“${text}” could mean ${listed([...new Set(names)], "or")}: please say which one.`);
  } else for (const { page, chart } of found) page.charts = page.charts!.filter((one) => one !== chart);
  return true;
};
