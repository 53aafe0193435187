import "server-only";
import { summable } from "../model/amounts";
import { type AppModel, type Entity, entityOf, isLanding, type View } from "../model/app-model";
import { labelFor } from "../model/field-kinds";
import { listed as inWords, sentence } from "../language/inflect";
import { isPersonTable } from "../lexicon/known";
import { columnsOf, isWeekday, pageOf, shownOf } from "../model/columns";
import { fieldTimeOf, mayBeLate, tableTimeOf } from "../words/days";
import { isReadByStrangers, testsOf } from "../draft/rights";
import { chart, isDate, ownDate } from "./charts";
import { flagsOf } from "./flags";
import { block, createImports, type Imports } from "./imports";
import { code, elementOfBlock, literal } from "./jsx";
import { namingOf } from "./naming";
import { component, local } from "./row-links";
import { todaySource } from "./today";

const amountOf = (entity: Entity) => summable(columnsOf(entity));
/** Dates of past events: never upcoming. */
const past =
  /birth|dob|available|joined|published|created|enrolled|issue|order_date|payment|purchase|received|expense|workout|graded|donation|watered|loan_date|work_date|review_date|last_|added|^(?!.*(?:planned|scheduled|expected|needed|wanted|booked|promised|required)_).*(?:ed|bought|sold|sent|taken|made|done|sown|lent|paid)_(?:on|at)$/;
/** When a thing takes place that people come to, such as an event or a class. */
export const startOf = (entity: Entity) =>
  columnsOf(entity).find(
    ({ kind, name }) => kind === "datetime" && /start|begin|when|date|time/.test(name) && !past.test(name),
  );
const isDue = /due|deadline|return|expir|renew|follow/;
/** The date by which rows of a table come up: for people only what is due, as they themselves do not take place. */
const dueOf = (entity: Entity) =>
  columnsOf(entity).find(
    (column) =>
      isDate(column) &&
      !past.test(column.name) &&
      // Whoever has a plot since 2021 is not waited for.
      mayBeLate(column.name) &&
      (!isPersonTable(entity) || isDue.test(column.name)) &&
      // The plain day of what is written down afterwards, such as a log: nothing of it is ahead.
      !(tableTimeOf(entity.name) === "past" && fieldTimeOf(column.name) === undefined),
  );

/** The day by which a table's rows count as new: that on which they happened, where they are recorded and not planned. */
function sinceOf(entity: Entity): string | undefined {
  const column = ownDate(entity);
  const time = column && (fieldTimeOf(column.name) ?? tableTimeOf(entity.name));
  return time === "past" || time === "since" ? column!.name : undefined;
}

/** "Homework" is one thing, and tasks are many. */
const isMass = (entity: Entity) => namingOf(entity).title === sentence(namingOf(entity).one);
const isCash = /(?:Income|Expense|Donation|Transaction|Revenue|Spending)$/;
const isTurnover = /(?:Invoice|Order|Sale|Payment|Deal|Donation|Income|Expense|Transaction|Receipt)$/;

function stats(imports: Imports, entities: Entity[]): string[] {
  const cards = entities.slice(0, 4).map((entity) => {
    const { title, icon } = namingOf(entity);
    imports.named("lucide-react", icon);
    // Of money that came or went its sum says more than how often.
    const sum = isCash.test(entity.name) ? amountOf(entity)?.name : undefined;
    const shown = { entity: local(imports, entity), label: title, sum, since: sinceOf(entity), icon: code(icon) };
    return elementOfBlock("Stat", shown, 8);
  });
  // What comes in and goes out, before what something is worth or may cost.
  const earning = entities.filter(({ name }) => isTurnover.test(name));
  for (const entity of [...earning, ...entities.filter((one) => !earning.includes(one))]) {
    const money = amountOf(entity);
    if (!money || cards.length >= 4 || isCash.test(entity.name)) continue;
    imports.named("lucide-react", "Coins");
    const label = `${sentence(namingOf(entity).one)} ${labelFor(money.name, money.property).toLowerCase()}`;
    const shown = {
      entity: local(imports, entity),
      label,
      sum: money.name,
      since: sinceOf(entity),
      icon: code("Coins"),
    };
    cards.push(elementOfBlock("Stat", shown, 8));
  }
  if (cards.length > 0) for (const name of ["Stat", "StatRow"]) component(imports, "stat", name);
  return cards;
}

/** What hardly ever changes, or comes again each week: nobody asks what of it is new or next. */
const isLasting = (entity: Entity) =>
  /(?:Room|Teacher|Instructor|Trainer|Coach|Location|Department|Category|Team|Venue|Building|Service|Treatment|Supplier|Driver|Employee|Table|Tag)$/.test(
    entity.name,
  ) || columnsOf(entity).some(({ property }) => isWeekday(property));

function lists(imports: Imports, model: AppModel, entities: Entity[]): string[] {
  return entities.slice(0, 4).flatMap((entity) => {
    const { title, many } = namingOf(entity);
    const due = dueOf(entity);
    const page = pageOf(model, entity);
    if (due && isDue.test(due.name) && page)
      return elementOfBlock(
        component(imports, "attention", "Attention"),
        {
          entity: local(imports, entity),
          by: due.name,
          page,
          title: `${title} that ${isMass(entity) ? "needs" : "need"} attention`,
        },
        8,
      );
    const flags = flagsOf(entity);
    // What falls below a row's own bound says more than what is below zero.
    const flag = flags.find(({ when }) => JSON.stringify(when).includes("$field")) ?? flags[0];
    if (flag && page)
      return elementOfBlock(
        component(imports, "attention", "Flagged"),
        {
          entity: local(imports, entity),
          page,
          flag: code(literal(flag)),
          title: `${title}: ${flag.label.toLowerCase()}`,
        },
        8,
      );
    if (isLasting(entity)) return [];
    return elementOfBlock(
      component(imports, "attention", "Latest"),
      { entity: local(imports, entity), page, by: due?.name, title: due ? `Next ${many}` : `Latest ${many}` },
      8,
    );
  });
}

const grid = (parts: string[]) =>
  parts.length > 0 &&
  `<div className="grid items-start gap-4${parts.length > 1 ? " lg:grid-cols-2" : ""}">\n  ${block(2, parts)}\n</div>`;

/** Figures, charts and upcoming rows, computed over all rows. */
function figuresSource(model: AppModel, view: View): string {
  const imports = createImports();
  const entities = shownOf(model);
  const charts = view.charts ?? [];
  const cards = stats(imports, entities);
  const body = [
    elementOfBlock(
      component(imports, "page-header", "PageHeader"),
      { title: view.title, description: view.text ?? "What matters now, at a glance" },
      6,
    ),
    cards.length > 0 && `<StatRow>\n  ${block(2, cards)}\n</StatRow>`,
    grid(
      charts.map((one, at) =>
        chart(imports, model, one, at === charts.length - 1 && charts.length > 1 && charts.length % 2 === 1),
      ),
    ),
    grid(lists(imports, model, entities)),
  ];
  return `${imports.text()}

export default function ${view.page}Page() {
  return (
    <div className="space-y-5">
      ${block(6, body)}
    </div>
  );
}
`;
}

/** What a business always offers: none of it is news. */
const isStanding = /^(?:Service|Treatment|MenuItem|Dish|Room|HotelRoom|HolidayHome|OfferPackage|Package)$/;

/** The landing page of a public site. */
function homeSource(model: AppModel, view: View): string {
  const imports = createImports();
  const galleries = model.pages.filter((page) => page.form === "gallery");
  const isSeen = ({ entity: name }: View) => isReadByStrangers(testsOf(entityOf(model, name)!).read);
  // What visitors come to do, before what they look at.
  const deed = model.pages.find(({ form, kind }) => form === "slots" || kind === "form");
  // A visitor is not asked to sign in by the first page; where all rows are for members, it is theirs.
  const isOpen = deed && testsOf(entityOf(model, deed.entity)!).create.includes("anonymous");
  const listed = galleries.some(isSeen) || isOpen ? galleries.filter(isSeen) : galleries;
  const first = listed[0];
  const others = listed.slice(1, 2)[0] ?? model.pages.find(({ kind }) => kind === "form" || kind === "text");
  // Nouns of another language keep their capitals.
  const within = ({ title, entity }: View) => (entityOf(model, entity)?.["x-plural"] ? title : title.toLowerCase());
  const about = listed.map(within);
  const text =
    view.text ??
    (about.length > 0
      ? `${inWords(about.slice(0, 3)).replace(/^./, (letter) => letter.toUpperCase())}, all in one place.`
      : deed?.form === "slots"
        ? `${deed.title} at a time that suits you.`
        : undefined);
  const link = (page: View, label: string) => code(`{ label: ${JSON.stringify(label)}, page: "${page.page}" }`);
  const hero = elementOfBlock(
    component(imports, "hero", "Hero"),
    {
      title: model.name,
      text,
      action: deed ? link(deed, deed.title) : first && link(first, `See all ${within(first)}`),
      second: deed ? first && link(first, `See all ${within(first)}`) : others && link(others, others.title),
    },
    6,
  );
  const featured = listed.slice(0, 3).map((page) => {
    const entity = entityOf(model, page.entity)!;
    const upcoming = startOf(entity)?.name;
    return elementOfBlock(
      component(imports, "gallery", "Featured"),
      {
        entity: local(imports, entity),
        page: page.page,
        title: `${upcoming ? "Upcoming" : isPersonTable(entity) || isStanding.test(entity.name) ? "Our" : "New"} ${within(page)}`,
        upcoming,
        limit: page === first ? 6 : 3,
      },
      6,
    );
  });
  return `${imports.text()}

export default function ${view.page}Page() {
  return (
    <div className="space-y-12">
      ${block(6, [hero, ...featured])}
    </div>
  );
}
`;
}

export function dashboardSource(model: AppModel, view: View): string {
  if (isLanding(view, model.pages)) return homeSource(model, view);
  if (view.form === "today" && shownOf(model).some((entity) => pageOf(model, entity))) return todaySource(model, view);
  return figuresSource(model, view);
}
