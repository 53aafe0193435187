import "server-only";
import { labelFor } from "../../../model/field-kinds";
import { sentence } from "../../../language/inflect";
import { chartSaid, shapeOf } from "./charts";
import { freePage } from "../../draft/compose";
import { manyOf, type Reader } from "../../draft/draft";

const page =
  /^(?:add|create|make|build|show|(?:i|we) (?:want|need))\s+(?:me\s+)?(?:an?\s+|another\s+)?(?:new\s+|extra\s+|separate\s+)?(?:(?:(?:bar|pie|line)\s+)?(?:charts?|graphs?)\s+)?page\b\s*(.*)$/i;
const opening =
  /^(?:(?:that|which)\s+(?:shows?|displays?|has)|showing|displaying|with|for|of|about|:|-)\s+|^(?:an?|the)\s+(?:(?:bar|pie|line|donut|column)\s+)?(?:charts?|graphs?|diagrams?)\s+(?:of|with|for|showing|that shows)\s+|^(?:the\s+)?(?:number|count|sum|total)\s+of\s+|^(?:the|all|our|my)\s+/i;
const closing = /\s+(?:as|in|on)\s+an?\s+(?:(?:bar|pie|line|donut|column)\s+)?(?:chart|graph|diagram)$/i;

/** "add a page that shows deals per stage as a chart": a page of its own with that chart. */
export const readChartPage: Reader = (clause, draft) => {
  const said = page.exec(clause)?.[1];
  if (said === undefined || !/\b(?:charts?|graphs?|diagrams?|pie|per)\b/i.test(clause)) return false;
  let about = said.replace(closing, "");
  while (opening.test(about)) about = about.replace(opening, "");
  const parts = /^(.+?)\s+(?:by|per|grouped by|for each)\s+(?:the\s+)?(.+)$/i.exec(about);
  if (!parts) return false;
  const chart = chartSaid(draft, parts[1]!, parts[2], said);
  const entity = draft.model.entities.find(({ name }) => name === chart?.entity);
  if (!chart || !entity) {
    draft.skipped.push(`“${clause}”: I could not tell which table and which field of it the chart is about.`);
    return true;
  }
  const label = entity.properties[chart.by] ? labelFor(chart.by, entity.properties[chart.by]!).toLowerCase() : "month";
  const title = sentence(`${manyOf(entity)} by ${label}`);
  const shape = shapeOf(clause) ?? chart.shape;
  draft.model.pages.push({
    page: freePage(draft.model, title),
    title,
    kind: "dashboard",
    charts: [{ ...chart, shape }],
  });
  draft.done.push(`Added the page “${title}” with a chart.`);
  return true;
};
