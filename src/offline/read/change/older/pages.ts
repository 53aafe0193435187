import "server-only";

import { addListPage, addView, freePage } from "../../draft/compose";

import { type Draft, manyOf, pickEntity, type Reader, titleOf } from "../../draft/draft";

import { unquote } from "../../../language/normalize";
import { chartsFor, same } from "./charts";
import { findPage } from "../../draft/resolve";
import { headline, sentence } from "../../../language/inflect";

const ask =
  "(?:add|create|make|build|include|show|put|give(?: me| us)?|i (?:want|need|would like)|we (?:want|need)|need|want|display|set up|generate|introduce|have|with|use|let me see|let us see|i'd like|visuali[sz]e)";
const some = "(?:(?:an?|the|some|my|our|another|new|nice|simple|small|beautiful|separate|first)\\s+)*";

function rest(clause: string, pattern: RegExp): string | null {
  const match = pattern.exec(clause);
  return match ? (match.slice(1).find((part) => part !== undefined) ?? "").trim() : null;
}

/** A view word that stands alone ("a dashboard") or after a verb. */
const viewAsked = (words: string, tail: string) => new RegExp(`^(?:${ask}\\s+)?${some}(?:${words})${tail}$`, "i");

export const readDashboard: Reader = (clause, draft) => {
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
  const existing = model.pages.find((page) => page.kind === "dashboard");
  const charts = chartsFor(draft, about);
  if (existing) {
    const added = charts.filter((chart) => !existing.charts?.some((other) => same(other, chart)));
    existing.charts = [...(existing.charts ?? []), ...added];
    if (added.length > 0)
      draft.done.push(`Added ${added.length === 1 ? "a chart" : `${added.length} charts`} to ${existing.title}.`);
    else
      draft.answers.push(
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

/** "add a page for suppliers", "add an about page that says …". */
export const readAddPage: Reader = (clause, draft) => {
  const match =
    new RegExp(
      `^${ask}\\s+${some}page\\s+(?:for|called|named|titled|about|of|listing|to (?:show|list|see|manage)|that (?:shows|lists)|with)\\s+(?:the |all |our |my )?(.+?)(?:\\s*(?:,|:|\\s)\\s*(?:that says|saying|with the text|which says|that reads|with text|:)\\s*(.+))?$`,
      "i",
    ).exec(clause) ??
    new RegExp(
      `^${ask}\\s+${some}(?:"([^"]+)"|'[^']+'|([\\w'& -]+?))\\s+page(?:\\s*(?:that says|saying|with the text|which says|that reads|with text|with|:)\\s*:?\\s*(.+))?$`,
      "i",
    ).exec(clause) ??
    new RegExp(`^${ask}\\s+${some}page\\s+(?:called\\s+|named\\s+)?()()([\\w ]+?)\\s*:\\s*(.+)$`, "i").exec(clause);
  if (!match) return false;
  const said = unquote(match.length > 4 ? (match[3] ?? "") : match.length > 3 ? match[1] || match[2] || "" : match[1]!);
  const text = match.length > 4 ? match[4] : match.length > 3 ? match[3] : match[2];
  const entity = pickEntity(draft, said);
  if (entity) {
    if (draft.model.pages.some((page) => page.kind === "list" && page.entity === entity.name))
      draft.answers.push(
        `${titleOf(entity)} already have a page; the search and the filters above its list narrow it down.`,
      );
    else {
      addListPage(draft, entity);
      draft.done.push(`Added a page for ${manyOf(entity)}.`);
    }
    return true;
  }
  const title = headline(said).split(" ").length > 5 ? "Page" : sentence(said);
  if (findPage(draft.model, title).kind === "one") {
    draft.answers.push(`There already is a page “${title}”.`);
    return true;
  }
  const view = addView(draft, {
    title,
    kind: "text",
    text: text
      ? unquote(text)
      : `This is the page “${title}”. Tell me what it should say: “set the text of the ${title} page to …”.`,
  });
  draft.done.push(`Added the page “${view.title}”${text ? "" : " with a line to replace"}.`);
  if (!text)
    draft.assumed.push(
      `There is no table called ${said}, so I made a page of plain text. For a table with rows say “add a table for ${said}”.`,
    );
  return true;
};

export const readPageText: Reader = (clause, draft) => {
  const match =
    /^(?:set|change|update|replace|make|write)\s+(?:the )?(?:text|content|words?|wording)\s+(?:of|on|for|in)\s+(?:the )?(.+?)(?:\s+page)?\s+(?:to|with|say|:)\s*:?\s*(.+)$/is.exec(
      clause,
    ) ?? /^(?:the )?(.+?)\s+page should (?:say|read)\s*:?\s*(.+)$/is.exec(clause);
  const found = match && findPage(draft.model, match[1]!);
  if (!match || found?.kind !== "one" || found.value.kind !== "text") return false;
  found.value.text = unquote(match[2]!);
  draft.done.push(`“${found.value.title}” has its new text.`);
  return true;
};
