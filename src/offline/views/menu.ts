import "server-only";
import { dashboardOf, type View } from "../model/app-model";
import { listPage } from "../draft/compose";
import { asks, type Clause, isAll, type Rule } from "../request/meaning/clause";
import { has, type Mark } from "../request/meaning/marks";

const orderWord =
  /^(?:move|put|place|shift|arrange|order|sort|start|begin|open|opens|list|first|then|next|after|that|before|behind|above|below|under|front|last|order|rest|others|end|top|bottom|remaining|landing|menu|navigation|nav|sidebar|tabs?|following)$/;

/** The page that a mark means: one by its title, the list of a table, or the dashboard. */
function pageOf({ draft: { model } }: Clause, mark: Mark): View | undefined {
  const [titled] = mark.pages;
  if (titled) return model.pages.find(({ page }) => page === titled.page);
  // "the calendar", where there is one.
  const kind = /^(?:calendar|board|gallery)$/.exec(mark.words.join(" "))?.[0];
  const views = model.pages.filter((page) => (kind === "gallery" ? page.form : page.kind) === kind);
  if (kind !== undefined && views.length === 1) return views[0];
  const [entity] = mark.entities;
  if (mark.entities.length === 1 && entity) return listPage(model, entity);
  return has(mark, "dashboard") && !/page|screen/.test(mark.words.at(-1)!) ? dashboardOf(model) : undefined;
}

/** "the orders board": of the orders' pages, their board. */
function viewOf({ draft: { model } }: Clause, mark: Mark, next: Mark | undefined): View | undefined {
  const kind = next && /^(?:calendar|board)$/.exec(next.words.join(" "))?.[0];
  const [entity] = mark.entities;
  return kind ? model.pages.find((page) => page.kind === kind && page.entity === entity?.name) : undefined;
}

/** "put the visits page first in the menu", "the start page should be visits", "visits page before owners": the order of the menu. */
export const readMenuOrder: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const isOfMenu =
    /\b(?:menu|navigation|nav|sidebar|tabs?|pages?)\b/i.test(text) || /^(?:start|begin|open) with\b/i.test(text);
  const items = marks.flatMap((mark, at) => {
    const page = viewOf(clause, mark, marks[at + 1]) ?? pageOf(clause, mark);
    return page ? [{ page, at }] : [];
  });
  const viewWords = new Set(marks.filter((mark, at) => at > 0 && viewOf(clause, marks[at - 1]!, mark)));
  const isView = items.some(
    ({ page }) => page.kind === "calendar" || page.kind === "board" || page.kind === "dashboard",
  );
  const places = marks.map((mark) =>
    has(mark, "end") ? "end" : has(mark, "start", "first") ? "start" : placeSaid(mark),
  );
  const isPlaced = places.some((place) => place !== undefined);
  // "put jobs first, then cars": of several tables, it is their pages.
  const isOfTables = /^(?:put|move|place|list)\b/i.test(text) && new Set(items.map(({ page }) => page)).size > 1;
  if (
    !(isOfMenu || isOfTables || (isView && /^(?:put|move|place|make)\b/i.test(text))) ||
    items.length === 0 ||
    !isPlaced ||
    asks(clause, "remove", "rename", "hide", "desc", "asc")
  )
    return false;
  if (marks.some((mark) => has(mark, "add") && mark.words[0] !== "put")) return false;
  const knows = (mark: Mark) =>
    items.some(({ at }) => marks[at] === mark) ||
    mark.role !== undefined ||
    viewWords.has(mark) ||
    mark.words.every((word) => orderWord.test(word) || word === "with") ||
    has(mark, "page", "table", "start", "end", "first", "order", "sort", "become", "show", "dashboard", "top", "side");
  if (!isAll(clause, knows)) return false;
  const named = [...new Set(items.map(({ page }) => page))];
  const beside = places.findIndex((place) => place === "before" || place === "behind");
  const { pages } = draft.model;
  if (beside > 0 && named.length > 1) {
    const anchor = named.at(-1)!;
    const others = pages.filter((page) => page === anchor || !named.includes(page));
    const at = others.indexOf(anchor) + (places[beside] === "before" ? 0 : 1);
    draft.model.pages = [...others.slice(0, at), ...named.slice(0, -1), ...others.slice(at)];
    return true;
  }
  // "… and donations last": of what stands before the word.
  const last = places.indexOf("end");
  const isEnd = (at: number) => last >= 0 && (places.indexOf("start") < 0 || at === lastBefore(items, last));
  const end = named.filter((page) => items.some((item) => item.page === page && isEnd(item.at)));
  const start = named.filter((page) => !end.includes(page));
  draft.model.pages = [...start, ...pages.filter((page) => !named.includes(page)), ...end];
  return true;
};

const lastBefore = (items: { at: number }[], place: number): number | undefined =>
  (items.findLast(({ at }) => at < place) ?? items[0])?.at;

function placeSaid({ words }: Mark): "before" | "behind" | "start" | undefined {
  if (/^(?:before|above)$/.test(words[0]!)) return "before";
  if (/^(?:after|behind|below|under)$/.test(words[0]!)) return "behind";
  return /^(?:front|then|start|begin|open|opens|first|landing|order)$/.test(words[0]!) ? "start" : undefined;
}
