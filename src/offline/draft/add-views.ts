import "server-only";
import { accessOf, type Chart, dashboardOf, type Entity, type View } from "../model/app-model";
import { enumProperty, kindOf, labelFor } from "../model/field-kinds";
import { usualOptions } from "../words/load";
import { formOf, freePage, slotsOf } from "../model/visitor-pages";
import { addListPage, addView, listPage, setField } from "./compose";
import { type Draft, manyOf, titleOf } from "./draft";
import { findField } from "./resolve";

/** Adds a board of a table, by the field that is said, else by its stage or status. A table without a dropdown gets a status. */
export function addBoard(draft: Draft, entity: Entity, said?: string): true {
  const found = said ? findField(entity, said) : null;
  let field = found?.kind === "one" ? found.value : fieldOf(entity, "enum", /^(stage|status|state|phase)$/);
  if (!field) {
    setField(entity, { name: "status", label: "Status", property: enumProperty(usualOptions("status")!) });
    field = "status";
    draft.assumed.push(
      `${titleOf(entity)} had no dropdown to make columns of, so I added a status (${usualOptions("status")!.join(", ")}).`,
    );
  }
  return addOnce(draft, entity, "board", field, `${titleOf(entity)} board`);
}

/** Adds a calendar of a table, by the date that is said, else by the likeliest one. A table without a date gets one. */
export function addCalendar(draft: Draft, entity: Entity, said?: string): true {
  const found = said ? findField(entity, said) : null;
  let field =
    found?.kind === "one"
      ? found.value
      : (fieldOf(entity, "datetime", /^(starts_at|start)/) ?? fieldOf(entity, "date", /due|start|date/));
  if (!field) {
    setField(entity, { name: "date", label: "Date", property: { type: "string", format: "date" } });
    field = "date";
    draft.assumed.push(`${titleOf(entity)} had no date, so I added one.`);
  }
  return addOnce(draft, entity, "calendar", field, `${titleOf(entity)} calendar`);
}

function addOnce(draft: Draft, entity: Entity, kind: View["kind"], field: string, title: string): true {
  const existing = draft.model.pages.find((page) => page.kind === kind && page.entity === entity.name);
  const label = labelFor(field, entity.properties[field]!).toLowerCase();
  draft.touched = entity.name;
  if (existing) {
    if (existing.field === field) draft.already.push(`The page “${existing.title}” already shows that.`);
    else draft.done.push(`“${existing.title}” now goes by ${label}.`);
    existing.field = field;
    return true;
  }
  addListPage(draft, entity);
  addView(draft, { title, kind, entity: entity.name, field });
  draft.done.push(
    kind === "board"
      ? `Added “${title}”: a column for each ${label}, and cards to drag between them.`
      : `Added “${title}”: a month at a time, by ${label}.`,
  );
  return true;
}

const fieldOf = (entity: Entity, kind: string, first: RegExp): string | undefined => {
  const names = Object.keys(entity.properties).filter((name) => kindOf(name, entity.properties[name]!) === kind);
  return names.find((name) => first.test(name)) ?? names[0];
};

/**
 * Puts a chart on the dashboard; the app's first one makes it. A chart of the same figures in another shape takes its place.
 * @param isAnyShape whether one that stands there in another shape will do
 * @returns false where it stands there already
 */
export function putChart(draft: Draft, chart: Chart, isAnyShape: boolean): boolean {
  draft.touched = chart.entity;
  const home = dashboardOf(draft.model);
  const isSame = (one: Chart) =>
    one.entity === chart.entity &&
    one.by === chart.by &&
    one.sum === chart.sum &&
    one.average === chart.average &&
    JSON.stringify(one.where) === JSON.stringify(chart.where);
  if (home?.charts?.some((one) => isSame(one) && (isAnyShape || one.shape === chart.shape))) return false;
  if (home) home.charts = [...(home.charts ?? []).filter((one) => !isSame(one)), chart];
  else {
    const title = "Dashboard";
    addView(draft, { title, kind: "dashboard", charts: [chart] }, freePage(draft.model, title));
  }
  return true;
}

/** The table a view suits, when none is named: the one spoken of last, else the first with such a field. */
export function tableFor(draft: Draft, view: "board" | "calendar"): Entity | undefined {
  const suits = (entity: Entity) =>
    (view === "board"
      ? fieldOf(entity, "enum", /stage|status/)
      : (fieldOf(entity, "datetime", /start/) ?? fieldOf(entity, "date", /due/))) !== undefined;
  const { entities } = draft.model;
  const fitting = entities.filter(suits);
  const likely = /deal|task|ticket|candidate|order|job|project|appointment|event/i;
  return (
    fitting.find((entity) => entity.name === draft.touched) ??
    fitting.find((entity) => likely.test(entity.name)) ??
    fitting[0] ??
    entities.find((entity) => entity.name === draft.touched) ??
    entities[0]
  );
}

/** Orders a list by when its rows were entered, which is its usual order. False: it has no list. */
export function sortByEntry(draft: Draft, entity: Entity, isDescending: boolean): boolean {
  const page = listPage(draft.model, entity);
  if (!page) return false;
  draft.touched = entity.name;
  const was = page.sort ?? { field: "createdAt", isDescending: true };
  if (was.field === "createdAt" && was.isDescending === isDescending)
    draft.already.push(
      `“${page.title}” opens with what was entered ${isDescending ? "last" : "first"} at the top already; ${manyOf(entity)} have no date of their own to go by.`,
    );
  else page.sort = { field: "createdAt", isDescending };
  return true;
}

/** Those who may only send something in need a page for it: the list would show them nothing. */
export function addForm(draft: Draft, entity: Entity): void {
  if (draft.model.pages.some((page) => page.kind === "form" && page.entity === entity.name)) return;
  tellOfDoor(draft, entity, formOf(draft.model, entity).title);
}

/** The page of free times on which strangers book one, where its rows have a time. */
export function addSlots(draft: Draft, entity: Entity): void {
  const page = slotsOf(draft.model, entity);
  if (page) tellOfDoor(draft, entity, page.title);
}

function tellOfDoor(draft: Draft, entity: Entity, title: string): void {
  const list = listPage(draft.model, entity);
  const seenBy = accessOf(entity).read === "all" ? "those who are signed in" : "admins";
  draft.done.push(
    `Added the page “${title}” for visitors${list ? `; “${list.title}” shows what came in to ${seenBy}` : ""}.`,
  );
}
