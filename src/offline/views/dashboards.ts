import "server-only";
import { type Chart, dashboardOf } from "../model/app-model";
import { wordsOf } from "../language/inflect";
import { addView, usualCharts } from "../draft/compose";
import { freePage } from "../model/visitor-pages";
import { type Draft, manyOf } from "../draft/draft";
import { splitList } from "../language/normalize";
import { asks, clauseOf, type Rule } from "../request/meaning/clause";
import { asking, some } from "../request/meaning/texts";
import { readFigures } from "./figures";

const same = (left: Chart, right: Chart) => left.entity === right.entity && left.by === right.by;

/** The usual charts of the tables that words name, else of all. */
function chartsFor(draft: Draft, about: string): Chart[] {
  const named = draft.model.entities.filter(
    (entity) =>
      about !== "" && new RegExp(`\\b(?:${manyOf(entity)}|${wordsOf(entity.name).join(" ")})\\b`, "i").test(about),
  );
  return usualCharts(named.length > 0 ? named : draft.model.entities);
}

function rest(clause: string, pattern: RegExp): string | null {
  const match = pattern.exec(clause);
  return match ? (match.slice(1).find((part) => part !== undefined) ?? "").trim() : null;
}

/** A view word that stands alone ("a dashboard") or after a verb. */
const viewAsked = (words: string, tail: string) => new RegExp(`^(?:${asking}\\s+)?${some}(?:${words})${tail}$`, "i");

/** "add a dashboard", "an overview page of contacts", "add a home page". */
export const readDashboard: Rule = (whole) => {
  if (asks(whole, "remove", "hide", "rename")) return false;
  const { text: clause, draft } = whole;
  const about = rest(
    clause,
    viewAsked(
      "(?:[\\w-]+\\s+){0,2}?(?:dashboard|overview|home ?page|start page|landing page|summary page|statistics page|stats page|home screen)",
      "(?:\\s+page|\\s+screen|\\s+view)?(?:\\s+(?:with|showing|that shows|which shows|of|for|about)\\s+(.+))?",
    ),
  );
  if (about === null) return false;
  const { model } = draft;
  if (model.entities.length === 0 || /\blanding\b/i.test(clause)) return addHome(draft, clause);
  if (/\b(?:per|by|number of|how many|totals?|average|sum)\b/i.test(about) && readFigureList(draft, about)) return true;
  // "an overview with the visits per species": another figure is not what was asked for.
  if (/\b(?:per|by|for each)\b/i.test(about)) return false;
  const existing = dashboardOf(model);
  const charts = chartsFor(draft, about);
  if (existing) {
    const added = charts.filter((chart) => !existing.charts?.some((other) => same(other, chart)));
    existing.charts = [...(existing.charts ?? []), ...added];
    if (added.length > 0)
      draft.done.push(`Added ${added.length === 1 ? "a chart" : `${added.length} charts`} to ${existing.title}.`);
    else
      draft.already.push(
        `The app already has “${existing.title}” with the figures and charts I can make from its fields.`,
      );
    return true;
  }
  const isHome = /\b(?:home|landing|start)\b/i.test(clause);
  const view = addView(
    draft,
    { title: isHome ? "Home" : "Dashboard", kind: "dashboard", charts },
    freePage(model, isHome ? "Home" : "Dashboard"),
  );
  draft.done.push(
    `Added the page “${view.title}” with a figure for each table${charts.length > 0 ? `, ${charts.length === 1 ? "one chart" : `${charts.length} charts`}` : ""} and what comes next.`,
  );
  return true;
};

/** "a dashboard with bookings per month, and guests per country": a chart each, or none where one is not understood. */
function readFigureList(draft: Draft, about: string): boolean {
  const kept = structuredClone(draft.model);
  const isRead = splitList(about).every((figure) => readFigures(clauseOf(`${figure} as a chart`, draft)));
  if (!isRead) draft.model = kept;
  return isRead;
}

/** Without a table there is nothing to count: a start page of words, or the honest answer. */
function addHome(draft: Draft, clause: string): boolean {
  if (!/\b(?:home|landing|start)\b/i.test(clause)) {
    draft.skipped.push("A dashboard needs a table to count: say first what the app keeps.");
    return true;
  }
  if (draft.model.pages.some((page) => page.page === "Home")) return false;
  const home = addView(draft, { title: "Home", kind: "text", text: `Welcome to ${draft.model.name}.` }, "Home");
  draft.model.pages = [home, ...draft.model.pages.filter((page) => page !== home)];
  draft.done.push("Added the page “Home” with a line to replace: “set the text of the home page to …”.");
  return true;
}
