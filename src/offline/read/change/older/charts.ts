import "server-only";
import type { Chart } from "../../../model/app-model";
import { addView, chartsOf, freePage, usualCharts } from "../../draft/compose";
import { type Draft, manyOf, pickEntity, type Reader } from "../../draft/draft";
import { kindOf, labelFor } from "../../../model/field-kinds";
import { findField } from "../../draft/resolve";
import { listed, wordsOf } from "../../../language/inflect";

export const same = (left: Chart, right: Chart) => left.entity === right.entity && left.by === right.by;

/** The usual charts of the tables that words name, else of all. */
export function chartsFor(draft: Draft, about: string): Chart[] {
  const named = draft.model.entities.filter(
    (entity) =>
      about !== "" && new RegExp(`\\b(?:${manyOf(entity)}|${wordsOf(entity.name).join(" ")})\\b`, "i").test(about),
  );
  return usualCharts(named.length > 0 ? named : draft.model.entities);
}

export const shapeOf = (text: string): Chart["shape"] | null =>
  /\b(?:pie|donut|doughnut|ring)\b/i.test(text)
    ? "pie"
    : /\b(?:line|area|trend|over time|per month|by month|monthly)\b/i.test(text)
      ? "line"
      : /\bbar|column chart|histogram\b/i.test(text)
        ? "bar"
        : null;

/** "show a pie chart of deals by stage", "chart expenses per month". */
export const readChart: Reader = (clause, draft) => {
  const match =
    /^(?:.*?\b)?(?:(?:pie|bar|line|area|donut|doughnut|column|trend|revenue|sales)\s+)*(?:charts?|graphs?|diagrams?|plots?|histograms?|visuali[sz]ations?)\b\s*(?:that shows?|which shows?|showing|of|for|with|about|on|displaying)?\s*(.*)$/i.exec(
      clause,
    );
  const verb = /^(?:chart|plot|graph|visuali[sz]e)\s+(.+?)(?:\s+(?:as|in|with)\s+an?\s+[\w ]*(?:chart|graph))?$/i.exec(
    clause,
  );
  const figure =
    /^(?:show|see|display|give me)\s+(?:me\s+)?(?:the\s+)?((?:total|sum of|number of|count of).+\s(?:by|per|over)\s.+|.+?\s(?:grouped by|broken down by|split by)\s.+)$/i.exec(
      clause,
    );
  if (!match && !verb && !figure) return false;
  // Only readFigures knows averages; a chart of counts would be another one.
  if (/\b(?:average|avg|mean)\b/i.test(clause)) return false;
  if (
    /^(?:remove|delete|drop|get rid|hide|how|what|why|can|does|do|is|are|rename)\b/i.test(clause) ||
    /\b(?:dashboard|overview|page)\s+(?:with|showing|that|full)\b/i.test(clause)
  )
    return false;
  const asChart = /\s+as\s+an?\s+(?:\w+\s+)?(?:chart|graph|diagram)\b.*$/i;
  const about = figure && asChart.test(figure[1]!) ? figure[1]!.replace(asChart, "") : verb?.[1];
  const said = (about ?? match?.[1] ?? figure?.[1] ?? "").replace(
    /\s+(?:to|on|in|onto)\s+(?:the\s+)?(?:dashboard|home ?page|overview)$/i,
    "",
  );
  const parts = /^(.*?)(?:\s*\b(?:by|per|grouped by|over|for each|split by|broken down by|in each)\s+(.+))?$/i.exec(
    said,
  )!;
  const chart = chartSaid(
    draft,
    parts[1]!.replace(/^(?:the )?(?:number|count|amount|total|sum|distribution|breakdown)s? of\s+/i, ""),
    parts[2],
    parts[1]!,
  );
  const home = draft.model.pages.find((page) => page.kind === "dashboard");
  const shape = shapeOf(clause);
  const charts = chart
    ? [chart]
    : said.trim() === "" || /^(?:dashboard|overview|it|the data|everything)$/i.test(said.trim())
      ? usualCharts(draft.model.entities)
      : [];
  if (charts.length === 0) {
    draft.skipped.push(
      `I could not tell which field “${clause}” is about: name a table and a dropdown or a date of it, as in “a bar chart of deals by stage”.`,
    );
    return true;
  }
  const wanted = charts.map((one) => (shape && (shape !== "line" || one.shape === "line") ? { ...one, shape } : one));
  const page =
    home ?? addView(draft, { title: "Dashboard", kind: "dashboard", charts: [] }, freePage(draft.model, "Dashboard"));
  const kept = (page.charts ?? []).filter((other) => !wanted.some((one) => same(one, other)));
  page.charts = [...kept, ...wanted];
  draft.done.push(
    `${listed(wanted.map((one, at) => chartWords(draft, one).replace(/^A/, at === 0 ? "A" : "a")))} ${wanted.length === 1 ? "is" : "are"} on “${page.title}” now.`,
  );
  return true;
};

const shapeWords = { bar: "A bar chart", pie: "A pie chart", line: "A chart over time" };
const chartWords = (draft: Draft, chart: Chart) => {
  const entity = draft.model.entities.find((candidate) => candidate.name === chart.entity)!;
  return `${shapeWords[chart.shape]} of ${manyOf(entity)} by ${chart.by === "createdAt" ? "month" : labelFor(chart.by, entity.properties[chart.by]!).toLowerCase()}`;
};

export function chartSaid(draft: Draft, thing: string, by: string | undefined, whole: string): Chart | null {
  const said = thing.replace(/^(?:the|all|my|our|total)\s+/gi, "").trim();
  const words = said.split(/\s+/);
  let entity = said === "" ? undefined : pickEntity(draft, said);
  let field: string | undefined;
  for (let at = 1; !entity && at < words.length; at++) {
    entity = pickEntity(draft, words.slice(0, at).join(" ")) ?? pickEntity(draft, words.slice(at).join(" "));
    const found =
      entity &&
      findField(
        entity,
        words
          .slice(at)
          .join(" ")
          .replace(/^(?:of|in)\s+/, "")
          .replace(/\s+of$/, ""),
      );
    if (found?.kind === "one") field = found.value;
  }
  if (!entity) {
    for (const candidate of draft.model.entities) {
      const found = said === "" ? null : findField(candidate, said);
      if (!entity && found?.kind === "one") [entity, field] = [candidate, found.value];
    }
  }
  if (!entity && by) entity = draft.model.entities.find((candidate) => findField(candidate, by).kind === "one");
  if (!entity) return null;
  const money =
    field && ["money", "number"].includes(kindOf(field, entity.properties[field]!))
      ? field
      : /\b(?:total|sum|amount|revenue|value)\b/i.test(whole)
        ? chartsOf(entity).find((chart) => chart.sum)?.sum
        : undefined;
  const group = by ?? (field && !money ? field : undefined);
  const isTime = group !== undefined && /^(?:the )?(?:months?|time|weeks?|days?|years?|dates?)$/i.test(group);
  const usual = chartsOf(entity);
  if (group && !isTime) {
    const found = findField(entity, group);
    if (found.kind !== "one") return null;
    const kind = kindOf(found.value, entity.properties[found.value]!);
    return {
      entity: entity.name,
      by: found.value,
      ...(money ? { sum: money } : {}),
      shape: kind === "date" || kind === "datetime" ? "line" : "bar",
    };
  }
  const chosen = isTime ? usual.find((chart) => chart.shape === "line") : usual[0];
  return {
    ...(chosen ?? { entity: entity.name, by: "createdAt", shape: "line" as const }),
    ...(money ? { sum: money } : {}),
  };
}
