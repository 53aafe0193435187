import "server-only";
import { type AppModel, type Entity, entityOf, isGenericName, isLanding, type View } from "../../model/app-model";
import { arrange } from "./arrange";
import { fitFields, fitOptions } from "./fit-trade";
import { labelFor } from "../../model/field-kinds";
import { isWeekday } from "../../model/columns";
import { headline, listed } from "../../language/inflect";
import { layOut } from "./kind-pages";
import { nameInOwnWords, showInOwnWords } from "../names/own-words";
import { placeSaid } from "../names/name-said";
import type { GermanWord } from "../../lexicon/german-in-english";
import { isServed } from "./is-private";
import type { Customers } from "../../description/wishes/customers";
import { dropThroughDealings } from "../tables/through-dealings";
import type { Statement } from "../../access/statement";
import { openUp } from "./open-up";
import { purposeOf, usualLook } from "./purpose";
import { addBoard, tableFor } from "../../draft/add-views";
import { addListPage, addView, fillEntity, requireTitle, usualCharts } from "../../draft/compose";
import { freePage } from "../../model/visitor-pages";
import { type Draft, manyOf, titleOf } from "../../draft/draft";
import type { Kind } from "../../lexicon/known";
import { isAnonymous, keepAnonymous } from "../../draft/anonymous";
import { currencyIn } from "../../look/look";
import { wantsNoSeeds } from "../../draft/sample-rows";

const isBare = (entity: Entity) =>
  Object.values(entity.properties).every((value) => value["x-reference"] !== undefined);

/** What a first page that nobody asked for shows. */
function homeWords(home: View, { pages }: AppModel): string {
  if (isLanding(home, pages)) return "I added a home page that welcomes visitors and shows what is new.";
  if (home.form === "today") return "I added a home page with what is due first.";
  if (home.title === "Overview") return "I added an overview with the most important figures.";
  return "I added a home page with the most important figures.";
}

/** Fields where none were named, pages, an overview, sample rows; then says what stands. */
export function finishApp(
  draft: Draft,
  entities: Entity[],
  {
    said,
    kind,
    usesMenu = true,
    words = [],
    customers = null,
    access = [],
  }: {
    said: string;
    kind?: Kind;
    usesMenu?: boolean;
    words?: GermanWord[];
    customers?: Customers | null;
    access?: readonly Statement[];
  },
): void {
  const { model } = draft;
  draft.said = said;
  for (const entity of entities.filter(isBare)) fillEntity(draft, entity);
  dropThroughDealings(model, said);
  keepAnonymous(draft, entities);
  fitFields(draft, entities);
  fitOptions(draft, entities);
  for (const entity of entities) if (!isAnonymous(draft, entity)) requireTitle(draft, entity);
  if (words.length > 0) showInOwnWords(words, entities);
  for (const entity of entities) addListPage(draft, entity);
  model.look.currency ??= currencyIn(said);
  if (model.look.currency === undefined) delete model.look.currency;
  if (entities.length === model.entities.length) {
    model.purpose = purposeOf(said, model, kind);
    model.look = { ...model.look, ...usualLook(model.purpose, said, model, kind) };
  }
  // "Clients, projects, invoices": what is done there, and not for whom.
  const named = entities.find(({ name }) => !isServed(name)) ?? entities[0];
  if (isGenericName(model.name) && named) model.name = placeSaid(said) ?? named["x-plural"] ?? headline(manyOf(named));
  if (words.length > 0) model.name = nameInOwnWords(words, model);
  const wantsOverview = /\b(?:dashboard|overview|home ?page|charts?|statistics|stats|analytics|reports?)\b/i.test(said);
  const overview =
    !["community", "booking", "board"].includes(model.purpose) &&
    model.entities.length > 1 &&
    !wantsOverview &&
    !model.pages.some((page) => page.kind === "dashboard") &&
    addView(
      draft,
      { title: "Home", kind: "dashboard", charts: usualCharts(model.entities).slice(0, 2) },
      freePage(model, "Home"),
    );
  const moved = tableFor(draft, "board");
  if (moved && /\bkanban|trello/i.test(said) && !model.pages.some((page) => page.kind === "board"))
    addBoard(draft, moved);
  const wantsNone = wantsNoSeeds(said);
  for (const entity of entities)
    if (!wantsNone && !draft.seeds.some((seed) => seed.entity === entity.name))
      draft.seeds.push({ entity: entity.name, count: 6, isStory: true });
  if (!wantsNone) draft.assumed.push("Each table starts with a few sample rows, which you can delete.");
  if (entities.length === model.entities.length) {
    model.pages = inOrder(model);
    if (kind && usesMenu) layOut(model, kind, draft.things, wantsOverview);
    if (/\btimetables?\b|\b(?:weekly|week) (?:plan|planner|schedule)\b|\brota\b|\bstundenplan\b/i.test(said))
      addWeek(draft, entities);
    arrange(model, usesMenu && kind !== undefined && kind.pages.length > 0);
    if (model.purpose === "site" && !/\b(?:board|kanban|pipeline)\b/i.test(said)) dropBoardsOfShown(model);
    for (const page of model.pages) if (isLanding(page, model.pages)) delete page.charts;
    openUp(draft, said, customers, access);
  }
  if (overview) draft.assumed.push(homeWords(overview, model));
  draft.done = draft.done.filter(
    (line) => !/^(?:Added .+ to [^“”]+\.|Each .+ now belongs to|Added [^“”]+\.$)/.test(line),
  );
  draft.done.unshift(...entities.map((entity) => `${titleOf(entity)}: ${summary(entity, model)}`));
}

/** A plan of the week: what takes place on a weekday has a column for each. */
function addWeek(draft: Draft, entities: Entity[]): void {
  const { model } = draft;
  for (const entity of entities) {
    const field = Object.keys(entity.properties).find((name) => isWeekday(entity.properties[name]));
    const isPlaced = model.pages.some((page) => page.kind === "board" && page.entity === entity.name);
    if (!field || isPlaced) continue;
    const page = freePage(model, "Week");
    addView(draft, { title: "Week", kind: "board", entity: entity.name, field }, page);
    // What such an app is for comes before its lists.
    const week = model.pages.find((one) => one.page === page)!;
    const others = model.pages.filter((one) => one !== week);
    const home = others.filter(({ kind }) => kind === "dashboard");
    model.pages = [...home, week, ...others.filter((one) => !home.includes(one))];
  }
}

/** Visitors look through what a site shows as cards: how far a play has come on a board is the theatre's own. */
function dropBoardsOfShown(model: AppModel): void {
  const isShown = ({ entity }: View) => model.pages.some((page) => page.entity === entity && page.form === "gallery");
  model.pages = model.pages.filter((page) => page.kind !== "board" || !isShown(page));
}

/** A new app's menu: the overview, then the tables in the order in which they were named, each with its views. */
const inOrder = ({ pages, entities }: AppModel) => {
  const rank = (page: AppModel["pages"][number]) =>
    page.kind === "dashboard"
      ? -1
      : page.entity
        ? entities.findIndex((entity) => entity.name === page.entity)
        : entities.length;
  return pages
    .map((page, at) => ({ page, at }))
    .sort(
      (left, right) =>
        rank(left.page) - rank(right.page) ||
        Number(right.page.kind === "list") - Number(left.page.kind === "list") ||
        left.at - right.at,
    )
    .map(({ page }) => page);
};

const summary = (entity: Entity, model: AppModel) =>
  listed(
    Object.entries(entity.properties).map(([name, value]) => {
      const label = labelFor(name, value).toLowerCase();
      if (value.enum) return `${label} (${value.enum.join(", ")})`;
      const other = entityOf(model, value["x-reference"]);
      return other ? `${label} (links to ${manyOf(other)})` : label;
    }),
  );
