import "server-only";
import type { View } from "../../model/app-model";
import { listed } from "../../language/inflect";
import { listPage } from "../draft/compose";
import { asks, type Clause, isAll, type Rule } from "./clause";
import { has, type Mark } from "./marks";

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
  const { draft } = clause;
  const isOfMenu = /\bfrom the (?:menu|navigation|sidebar)$/i.test(clause.text);
  if (!asks(clause, "remove", "hide") || asks(clause, "filter", "field") || !(asks(clause, "page") || isOfMenu))
    return false;
  const knows = (mark: Mark) =>
    isNamed(mark) ||
    mark.role !== undefined ||
    has(mark, "remove", "hide", "page", "dashboard", "calendar", "board", "also");
  const page = isAll(clause, knows) ? pageIn(clause) : undefined;
  if (!page) return false;
  draft.model.pages = draft.model.pages.filter((other) => other !== page);
  return true;
};

/** "i don't need the calendar any more", "remove the board of bugs". */
export const readNoViews: Rule = (clause) => {
  const { draft } = clause;
  const kinds = (["calendar", "board", "dashboard"] as const).filter((kind) => asks(clause, kind));
  if (!asks(clause, "remove", "hide") || kinds.length !== 1) return false;
  if (
    !isAll(
      clause,
      (mark) => isNamed(mark) || has(mark, "calendar", "board", "dashboard", "remove", "hide", "page", "have", "show"),
    )
  )
    return false;
  const named = clause.marks.flatMap(({ entities }) => entities);
  const found = draft.model.pages.filter(
    (page) => page.kind === kinds[0] && (named.length === 0 || named.some(({ name }) => name === page.entity)),
  );
  if (found.length !== 1) {
    if (found.length > 1)
      draft.skipped.push(
        `“${clause.text}” could mean ${listed(
          found.map(({ title }) => `“${title}”`),
          "or",
        )}: please say which one.`,
      );
    return found.length > 1;
  }
  draft.model.pages = draft.model.pages.filter((page) => page !== found[0]);
  return true;
};
