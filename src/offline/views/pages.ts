import "server-only";
import type { Entity, View } from "../model/app-model";
import { headline, listed, sentence } from "../language/inflect";
import { unquote } from "../language/normalize";
import { addListPage, addView, listPage } from "../draft/compose";
import { type Draft, manyOf, pickEntity, titleOf } from "../draft/draft";
import { findPage } from "../draft/resolve";
import { asking, some } from "../request/meaning/texts";
import { asks, type Clause, isAll, type Rule } from "../request/meaning/clause";
import { has, type Mark } from "../request/meaning/marks";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length + mark.pages.length > 0;

/** "the contacts page": by its title, or the list of a table. */
export function pageIn({ draft, marks }: Clause): View | undefined {
  const titled = marks.flatMap(({ pages }) => pages);
  const listed = marks.flatMap(({ entities }) => entities).flatMap((entity) => listPage(draft.model, entity) ?? []);
  const found = [...new Set(titled.length > 0 ? titled : listed)];
  return found.length === 1 ? found[0] : undefined;
}

/** "delete the songs page", "hide the dashboard from the menu": the page alone, and not what it shows. */
export const readNoPages: Rule = (clause) => {
  const { draft, marks } = clause;
  const isOfMenu = /\bfrom the (?:menu|navigation|sidebar)$/i.test(clause.text);
  if (!asks(clause, "remove", "hide") || asks(clause, "filter", "field") || !(asks(clause, "page") || isOfMenu))
    return false;
  const knows = (mark: Mark) =>
    isNamed(mark) ||
    mark.role !== undefined ||
    has(mark, "remove", "hide", "page", "dashboard", "calendar", "board", "also");
  if (!isAll(clause, knows)) return false;
  // "remove the wines board and the sales page": each goes by its title or its table.
  const several = marks.flatMap(({ pages, entities }) => [
    ...pages,
    ...(pages.length > 0 ? [] : listPages(draft, entities)),
  ]);
  const isEach =
    marks.some(({ words }) => words[0] === "and") && marks.every((mark) => !isNamed(mark) || isPageMark(mark));
  const page = pageIn(clause);
  const gone = isEach && several.length > 1 ? several : page ? [page] : [];
  draft.model.pages = draft.model.pages.filter((other) => !gone.includes(other));
  return gone.length > 0;
};

const isPageMark = ({ pages, entities }: Mark) => pages.length + entities.length === 1;
const listPages = ({ model }: Draft, entities: Entity[]) => entities.flatMap((entity) => listPage(model, entity) ?? []);

const isOfKind = ({ kind, form }: View, said: "calendar" | "board" | "dashboard"): boolean =>
  kind === said || (said === "dashboard" && (form === "home" || form === "today"));

/** "i don't need the calendar any more", "remove the board of bugs", "remove the board and the sales calendar". */
export const readNoViews: Rule = (clause) => {
  const { draft, marks } = clause;
  const kinds = (["calendar", "board", "dashboard"] as const).filter((kind) => asks(clause, kind));
  const titled = marks.flatMap(({ pages, entities }) => (entities.length > 0 ? [] : pages));
  if (!asks(clause, "remove", "hide") || kinds.length + titled.length === 0) return false;
  if (
    !isAll(
      clause,
      (mark) => isNamed(mark) || has(mark, "calendar", "board", "dashboard", "remove", "hide", "page", "have", "show"),
    )
  )
    return false;
  const named = marks.flatMap(({ entities }) => entities);
  const gone = [...titled];
  for (const kind of kinds) {
    const found = draft.model.pages.filter(
      (page) => isOfKind(page, kind) && (named.length === 0 || named.some(({ name }) => name === page.entity)),
    );
    if (found.length > 1)
      draft.skipped.push(
        `“${clause.text}” could mean ${listed(
          found.map(({ title }) => `“${title}”`),
          "or",
        )}: please say which one.`,
      );
    if (found.length === 0 && titled.length + named.length === 0 && kinds.length === 1)
      draft.already.push(
        `The app has no ${kind === "dashboard" ? "home page" : kind}, so there is nothing to take away.`,
      );
    if (found.length !== 1) return found.length > 1 || draft.already.length > 0;
    gone.push(found[0]!);
  }
  // A table's own word may stand for its page, too: fields and rows of it have rules of their own.
  if (kinds.length === 0 && (gone.some(({ kind }) => !/^(?:board|calendar)$/.test(kind)) || named.length > 0))
    return false;
  draft.model.pages = draft.model.pages.filter((page) => !gone.includes(page));
  return true;
};

/** "show it on the page" names no page, and neither does "an extra page". */
const isNoTitle =
  /\bthe (?:first|last|start|main|front)$|^(?:it|that|this|them|these|those|all|everything)\b|\b(?:the|an?|on|of|in|to|with)$|^(?:extra|separate|own|special|additional|single|second|different|public|private|another|new)$/i;

/** "add a page for suppliers", "add an about page that says …". */
export const readAddPage: Rule = ({ text: clause, draft }) => {
  const match =
    new RegExp(
      `^${asking}\\s+${some}page\\s+(?:for|called|named|titled|about(?! us\\b)|of|listing|to (?:show|list|see|manage)|that (?:shows|lists)|with)\\s+(?:the |all |our |my )?(.+?)(?:\\s*(?:,|:|\\s)\\s*(?:that says|saying|with the text|which says|that reads|with text|:)\\s*(.+))?$`,
      "i",
    ).exec(clause) ??
    new RegExp(
      `^${asking}\\s+${some}(?:"([^"]+)"|'[^']+'|([\\w'& -]+?))\\s+page(?:\\s*(?:that says|saying|with the text|which says|that reads|with text|with|:)\\s*:?\\s*(.+))?$`,
      "i",
    ).exec(clause) ??
    new RegExp(`^${asking}\\s+${some}page\\s+(?:called\\s+|named\\s+)?()()([\\w ]+?)\\s*:\\s*(.+)$`, "i").exec(clause);
  // "… on top of the events page" is about a page that there is.
  if (!match || /\bon (?:the )?(?:top|bottom|side) of (?:the|my|our) [\w ]*page\b/i.test(clause)) return false;
  const said = unquote(match.length > 4 ? (match[3] ?? "") : match.length > 3 ? match[1] || match[2] || "" : match[1]!);
  const text = match.length > 4 ? match[4] : match.length > 3 ? match[3] : match[2];
  // "show a calendar on the home page" names a place on a page, and no page.
  if (isNoTitle.test(said.trim()) || /\bon (?:the|my|our)\b/i.test(said)) return false;
  const entity = pickEntity(draft, said);
  if (entity) {
    if (draft.model.pages.some((page) => page.kind === "list" && page.entity === entity.name))
      draft.already.push(
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
    draft.already.push(`There already is a page “${title}”.`);
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

/** "set the text of the about page to …". */
export const readPageText: Rule = ({ text: clause, draft }) => {
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
