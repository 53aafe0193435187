import "server-only";
import { type AppModel, type Entity, usualOpening, type View } from "../model/app-model";
import { summable } from "../model/amounts";
import { narrowFirst } from "../model/look";
import { sentence } from "../language/inflect";
import { columnsOf, filtersOf, isLike, isVoice, isWeekday, relatedTo, tableColumns } from "../model/columns";
import { tableTimeOf } from "../words/days";
import { askedOf, isVisited } from "./asked";
import { startOf } from "./dashboard";
import { queryOf } from "./query";
import { createImports, type Imports } from "./imports";
import { flagsOf, saysMore } from "./flags";
import { code, element, literal } from "./jsx";
import { jsxAttribute, jsxText, namingOf } from "./naming";
import { bookingOf, component, local, offersIn, pagesIn, references } from "./row-links";

/** A list page with the page of one row at `?id=`. */
function withRecord(imports: Imports, view: View, about: string, one: string, many: string): string {
  imports.named("@/lib/rows", "useAddress");
  return `${imports.text()}

/** ${about} */
export default function ${view.page}Page() {
  const [{ id }] = useAddress();
  if (id) return ${one};
  return ${many};
}
`;
}

const sortText = (entity: Entity, view: View) =>
  view.sort && (view.sort.field === "createdAt" || entity.properties[view.sort.field])
    ? `${view.sort.isDescending ? "-" : ""}${view.sort.field}`
    : undefined;

/** Printed documents. */
const isPaper = (entity: Entity) => /invoice|quote|receipt|order|bill|contract|certificate/i.test(entity.name);

const recordPage = (imports: Imports, model: AppModel, view: View, entity: Entity) =>
  element(
    component(imports, "record-page", "RecordPage"),
    {
      entity: local(imports, entity),
      id: code("id"),
      title: view.title,
      related: references(imports, relatedTo(model, entity)),
      pages: pagesIn(model, entity),
      booking: bookingOf(model, entity),
      canPrint: isPaper(entity),
    },
    4,
  );

const flagsShown = 3;
/** What the list of a table marks and filters by, as code. */
function flagsIn(entity: Entity) {
  const flags = flagsOf(entity).filter(saysMore).slice(0, flagsShown);
  return flags.length > 0 ? code(literal(flags)) : undefined;
}

/** Which rows a page lists, as code. */
const queryIn = (entity: Entity, { where }: View) => (where ? code(literal(queryOf(entity, where))) : undefined);

export function listSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, title } = namingOf(entity);
  const marks = narrowFirst(model.look.conditions ?? []).filter((condition) => condition.entity === entity.name);
  const many = element(
    component(imports, "data-table", "DataTable"),
    {
      entity: local(imports, entity),
      title: view.title,
      action: `New ${one}`,
      columns: tableColumns(entity, view.hidden),
      filters: filtersOf(entity, view),
      sort: sortText(entity, view),
      query: queryIn(entity, view),
      flags: flagsIn(entity),
      booking: bookingOf(model, entity),
      marks:
        marks.length > 0
          ? code(
              literal(
                marks.map(({ field, is, isNot, and, color }) => ({
                  field,
                  is,
                  ...(isNot && { isNot }),
                  ...(and && { and }),
                  color,
                })),
              ),
            )
          : undefined,
    },
    2,
  );
  return withRecord(
    imports,
    view,
    `${title}: a list with search and filters; a row opens on a page of its own.`,
    recordPage(imports, model, view, entity),
    many,
  );
}

/** A week's plan has its rows by the time of the day. */
const timeOfDay = ({ properties }: Entity, by: string): string | undefined =>
  isWeekday(properties[by])
    ? Object.keys(properties).find((name) => /^(?:time|starts?|from|start_time)$/.test(name))
    : undefined;

export function boardSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, title } = namingOf(entity);
  const money = summable(columnsOf(entity));
  const many = element(
    component(imports, "board", "Board"),
    {
      entity: local(imports, entity),
      title: view.title,
      action: `New ${one}`,
      by: view.field,
      sum: money?.name,
      sort: timeOfDay(entity, view.field!),
    },
    2,
  );
  return withRecord(
    imports,
    view,
    `${title} as cards in a column for each ${sentence(view.field!).toLowerCase()}.`,
    recordPage(imports, model, view, entity),
    many,
  );
}

/** What people look up by the week. */
const isOfWeeks = /(?:Lesson|Class|Shift|Period|Timetable_?(?:Entry|Slot))$/;

export function calendarSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, title } = namingOf(entity);
  const many = element(
    component(imports, "event-calendar", "EventCalendar"),
    {
      entity: local(imports, entity),
      title: view.title,
      action: `New ${one}`,
      by: view.field,
      range: isOfWeeks.test(entity.name) ? "week" : undefined,
    },
    2,
  );
  return withRecord(
    imports,
    view,
    `${title} in a ${isOfWeeks.test(entity.name) ? "week" : "month"}, by ${sentence(view.field!).toLowerCase()}.`,
    recordPage(imports, model, view, entity),
    many,
  );
}

/** Whether visitors see rows in some states only, which then is nothing to filter by. */
const isStateSeen = (entity: Entity, name: string) =>
  entity["x-accessControl"]?.rules?.read?.some(
    (test) => typeof test === "object" && "field" in test && test.field === name,
  ) ?? false;

/** The day by which a gallery shows first what is still to come: one that each of its rows has. */
function comesUpOn(entity: Entity): string | undefined {
  const day =
    startOf(entity) ?? columnsOf(entity).find(({ kind }) => kind === "date" && tableTimeOf(entity.name) === "planned");
  return day && entity.required?.includes(day.name) ? day.name : undefined;
}

export function gallerySource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, title } = namingOf(entity);
  const voice = relatedTo(model, entity).find(({ entity: other }) => isVoice(other));
  const many = element(
    component(imports, "gallery", "Gallery"),
    {
      entity: local(imports, entity),
      title: view.title,
      action: `New ${one}`,
      filters: filtersOf(entity, view).filter((name) => !isStateSeen(entity, name)),
      // What runs low is no news for visitors.
      flags: isVisited(model) ? undefined : flagsIn(entity),
      query: queryIn(entity, view),
      sort: sortText(entity, view),
      upcoming: view.sort ? undefined : comesUpOn(entity),
    },
    2,
  );
  const single = element(
    component(imports, "detail-page", "DetailPage"),
    {
      entity: local(imports, entity),
      id: code("id"),
      title: view.title,
      offers: offersIn(imports, model, entity),
      pages: pagesIn(model, entity),
      reviews: voice && code(`{ entity: ${local(imports, voice.entity).code}, by: ${JSON.stringify(voice.by)} }`),
    },
    4,
  );
  return withRecord(imports, view, `${title} as cards to look through; each has a page of its own.`, single, many);
}

export function feedSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, title } = namingOf(entity);
  const related = relatedTo(model, entity);
  const child = (wanted: (entity: Entity) => boolean) => {
    const found = related.find(({ entity: other }) => wanted(other));
    return found && code(`{ entity: ${local(imports, found.entity).code}, by: ${JSON.stringify(found.by)} }`);
  };
  const body = element(
    component(imports, "feed", "Feed"),
    {
      entity: local(imports, entity),
      title: view.title,
      action: `New ${one}`,
      comments: child(isVoice),
      likes: child(isLike),
    },
    4,
  );
  return page(imports, view, `${title}, the newest first, with what people say to them.`, body);
}

export function slotsSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const by = columnsOf(entity).find(({ kind, name }) => kind === "datetime" && (!view.field || name === view.field));
  const opening = view.opening ?? usualOpening;
  const body = element(
    component(imports, "slot-picker", "SlotPicker"),
    {
      entity: local(imports, entity),
      title: view.title,
      by: by!.name,
      from: opening.from,
      to: opening.to,
      minutes: opening.minutes,
      daysOff: view.opening && code(JSON.stringify(view.opening.daysOff)),
      only: isVisited(model) ? askedOf(model, entity).filter((name) => name !== by!.name) : undefined,
    },
    4,
  );
  return page(imports, view, "Times to book; a time that is taken cannot be chosen.", body);
}

/** A public form for people who may not see the list. */
export function publicFormSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const fields = askedOf(model, entity);
  const body = element(
    component(imports, "public-form", "PublicForm"),
    { entity: local(imports, entity), title: view.title, text: view.text, fields },
    4,
  );
  return page(imports, view, `Where anybody can send in ${namingOf(entity).many}.`, body);
}

function page(imports: Imports, view: View, about: string, body: string): string {
  return `${imports.text()}

/** ${about} */
export default function ${view.page}Page() {
  return (
    ${body}
  );
}
`;
}

/** A page of words: about, help, contact details. */
export function textSource(view: View): string {
  const paragraphs = (view.text ?? "").split(/\n+/).filter(Boolean);
  return `import { PageHeader } from "@/components/ui/page-header";

export default function ${view.page}Page() {
  return (
    <div className="max-w-2xl space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} />
${paragraphs.map((text) => `      <p className="text-lg leading-relaxed text-muted-foreground">${jsxText(text)}</p>`).join("\n")}
    </div>
  );
}
`;
}
