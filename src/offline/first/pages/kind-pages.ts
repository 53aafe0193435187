import "server-only";
import type { AppModel, Entity, View } from "../../model/app-model";
import { kindOf } from "../../model/field-kinds";
import { formOf, freeName, slotsOf } from "../../model/visitor-pages";
import type { Kind } from "../../lexicon/known";

type Place = { model: AppModel; entity: Entity; list: View };

const fieldOf = (entity: Entity, kinds: string[], first: RegExp): string | undefined => {
  const names = Object.keys(entity.properties).filter((name) => kinds.includes(kindOf(name, entity.properties[name]!)));
  return names.find((name) => first.test(name)) ?? names[0];
};

function added({ model }: Pick<Place, "model">, view: View): View {
  model.pages.push(view);
  return view;
}

/** A second view of the list by a field (board or calendar), or undefined without a suitable field. */
function beside(place: Place, kind: "board" | "calendar"): View | undefined {
  const { model, entity, list } = place;
  const found = model.pages.find((page) => page.kind === kind && page.entity === entity.name);
  if (found) return found;
  const field =
    kind === "board"
      ? fieldOf(entity, ["enum"], /status|stage|state|phase/)
      : (fieldOf(entity, ["datetime"], /start|when|time/) ?? fieldOf(entity, ["date"], /due|date|start/));
  if (!field) return undefined;
  const title = `${list.title} ${kind}`;
  const page = freeName(model, `${list.page}${kind === "board" ? "Board" : "Calendar"}`);
  return added(place, { page, title, kind, entity: entity.name, field });
}

function shaped({ list }: Place, shape: "gallery" | "feed"): View {
  list.form ??= shape;
  return list;
}

const makers: Record<string, (place: Place) => View | undefined> = {
  board: (place) => beside(place, "board"),
  calendar: (place) => beside(place, "calendar"),
  agenda: (place) => beside(place, "calendar"),
  table: ({ model, list }) => {
    if (model.purpose === "site") list.form ??= "table";
    return list;
  },
  gallery: (place) => shaped(place, "gallery"),
  feed: (place) => shaped(place, "feed"),
  slots: ({ model, entity }) => slotsOf(model, entity),
  form: ({ model, entity }) => formOf(model, entity),
};

/** The kind's start page; undefined when there is nothing to show on it. */
function opening(model: AppModel, word: string, tagline: string | undefined): View | undefined {
  if (word === "home" && !model.pages.some((page) => page.form === "gallery")) return undefined;
  if (word === "dashboard" && model.entities.length < 2) return undefined;
  const forms: Record<string, [NonNullable<View["form"]>, string]> = {
    dashboard: ["figures", "Overview"],
    home: ["home", "Home"],
    today: ["today", "Today"],
  };
  const [form, title] = forms[word] ?? [];
  if (!form || !title) return undefined;
  const found = model.pages.find(({ kind }) => kind === "dashboard");
  const page: View = found ?? { page: freeName(model, "Home"), title, kind: "dashboard" };
  if (!found) model.pages.unshift(page);
  Object.assign(page, form === "figures" ? {} : { form, title }, tagline ? { text: tagline } : {});
  return page;
}

/**
 * Lays out a new app by its kind: views of the app's things in the order of the kind's menu, followed by pages that the
 * person asked for.
 * @param hasOwnOverview the person asked for a dashboard of their own
 * @param things the thing of the domain data behind each table
 */
export function layOut(
  model: AppModel,
  kind: Kind,
  things: Readonly<Record<string, string>>,
  hasOwnOverview: boolean,
): void {
  const ordered: View[] = [];
  const menu = kind.pages.filter((words) => words.includes(" "));
  for (const words of menu) {
    const at = words.lastIndexOf(" ");
    const shape = words.slice(at + 1);
    const thing = words.slice(0, at);
    // "doctors directory": what is listed has a name and fields of its own.
    const stands = kind.purpose === "site" && thing === kind.central ? model.entities[0] : undefined;
    const entity = model.entities.find(({ name }) => things[name] === thing) ?? stands;
    const list = model.pages.find(
      (page) => page.kind === "list" && page.entity === entity?.name && page.form !== "slots",
    );
    const page = entity && list ? (makers[shape]?.({ model, entity, list }) ?? list) : undefined;
    if (page && !ordered.includes(page)) ordered.push(page);
  }
  const first = kind.pages.find((words) => !words.includes(" "));
  // "What is on the shelf, what runs out": for those who run it, and not for those who come.
  const isForVisitors = kind.purpose !== "office" && kind.purpose !== "board" && kind.purpose !== "personal";
  const tagline = model.purpose !== "site" || isForVisitors ? kind.tagline : undefined;
  const home = first && !(first === "dashboard" && hasOwnOverview) ? opening(model, first, tagline) : undefined;
  // The app opens with a page called Home: the menu does, too.
  const start = home ?? model.pages.find(({ page }) => page === "Home");
  if (start && ordered[0] !== start)
    ordered.splice(0, ordered.length, start, ...ordered.filter((one) => one !== start));
  model.pages = [...ordered, ...model.pages.filter((page) => !ordered.includes(page))];
}
