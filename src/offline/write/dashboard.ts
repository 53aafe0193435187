import "server-only";
import type { AppModel, Chart, Entity, View } from "../app-model";
import { entityOf } from "../app-model";
import { labelFor } from "../fields";
import { cell } from "./cells";
import { block, createImports, type Imports } from "./imports";
import { sentence } from "../inflect";
import {
  access,
  type Column,
  columnsOf,
  entityImport,
  jsxAttribute,
  key,
  list,
  namingOf,
  titleExpression,
} from "./naming";

/** "Deals by stage", "Amount by month": what a chart is called. */
export function chartTitle(model: AppModel, { entity: name, by, sum }: Chart): string {
  const entity = entityOf(model, name)!;
  const column = columnsOf(entity).find((candidate) => candidate.name === by);
  const over =
    !column || column.kind === "date" || column.kind === "datetime"
      ? "month"
      : labelFor(by, column.property).toLowerCase();
  const what = sum
    ? `${namingOf(entity).title}: ${labelFor(sum, entity.properties[sum] ?? {}).toLowerCase()}`
    : namingOf(entity).title;
  return `${what} by ${over}`;
}

/** The hooks that a page's cards need, each once, by the variable that holds its answer. */
type Asked = { lines: Map<string, string>; answers: Set<string> };

function ask(imports: Imports, asked: Asked, variable: string, hook: string, entity: Entity, settings: string): string {
  imports.named("@/services/figures", hook);
  imports.named("@/api/entities", entityImport(entity));
  asked.lines.set(
    variable,
    `const ${variable} = ${hook}(${namingOf(entity).local}, ${settings ? `{ ${settings} }` : "{}"});`,
  );
  asked.answers.add(variable);
  return variable;
}

const pascal = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function chartCard(imports: Imports, asked: Asked, model: AppModel, chart: Chart): string {
  const entity = entityOf(model, chart.entity)!;
  const { rows } = namingOf(entity);
  const column = columnsOf(entity).find((candidate) => candidate.name === chart.by);
  const sum = chart.sum && entity.properties[chart.sum] ? chart.sum : undefined;
  const isMoney = sum !== undefined && columnsOf(entity).find(({ name }) => name === sum)?.kind === "money";
  const format = imports.named("@/services/format", isMoney ? "formatMoney" : "formatNumber");
  const isByMonth = !column || column.kind === "date" || column.kind === "datetime";
  const by = column ? chart.by : "createdAt";
  const metric = JSON.stringify(sum ? `sum:${sum}` : "count");
  const group = `group: ${JSON.stringify(isByMonth ? `${by}:month` : by)}`;
  const figures = ask(
    imports,
    asked,
    `${rows}By${pascal(by)}${sum ? pascal(sum) : ""}`,
    "useFigures",
    entity,
    sum ? `${group}, metrics: [${metric}]` : group,
  );
  const data = isByMonth
    ? `${imports.named("@/services/figures", "monthsOf")}(${figures}.groups, ${metric})`
    : points(imports, asked, model, column, `${figures}.groups, ${metric}`);
  imports.whole("@/components/ChartCard", "ChartCard");
  return `<ChartCard title=${jsxAttribute(chartTitle(model, chart))} shape="${chart.shape}" data={${data}} format={${format}} isLoading={${figures}.isLoading} />`;
}

/** A chart's points by a field's values: options in their order, yes and no, or the names of the rows that it refers to. */
function points(imports: Imports, asked: Asked, model: AppModel, column: Column, groups: string): string {
  imports.named("@/services/figures", "pointsOf");
  if (column.property.enum) return `pointsOf(${groups}, { keys: ${list(column.property.enum)} })`;
  if (column.kind === "boolean")
    return `pointsOf(${groups}, { keys: [true, false], nameOf: (isTrue) => (isTrue ? "Yes" : "No") })`;
  const related = entityOf(model, column.property["x-reference"]);
  if (!related) return `pointsOf(${groups})`;
  const { row, local } = namingOf(related);
  const names = `${groups.slice(0, groups.indexOf("."))}Names`;
  imports.named("@/services/figures", "shownKeys", "useNames");
  imports.named("@/api/entities", entityImport(related));
  asked.lines.set(
    names,
    `const ${names} = useNames(${local}, shownKeys(${groups}), (${row}) => ${titleExpression(related, row)});`,
  );
  return `pointsOf(${groups}, { nameOf: (id) => ${names}.get(id) ?? "–" })`;
}

const statsMax = 8;

/** A figure for each table; where there is room, the money of the first ones beside it. */
function statsOf(imports: Imports, asked: Asked, entities: Entity[]): string[] {
  const shown = entities.slice(0, statsMax);
  let room = statsMax - shown.length;
  return shown.flatMap((entity) => {
    const cards = statCards(imports, asked, entity, room > 0);
    room -= cards.length - 1;
    return cards;
  });
}

const moneyOf = (entity: Entity) =>
  columnsOf(entity).find(({ kind, name }) => kind === "money" && !/price|rate|fee/.test(name));

function statCards(imports: Imports, asked: Asked, entity: Entity, hasRoom: boolean): string[] {
  const { rows, title, icon, one, many } = namingOf(entity);
  imports.whole("@/components/StatCard", "StatCard");
  imports.named("lucide-react", icon);
  imports.named("@/services/format", "formatNumber");
  const money = hasRoom ? moneyOf(entity) : undefined;
  const sum = money && JSON.stringify(`sum:${money.name}`);
  const figures = ask(imports, asked, `${rows}Total`, "useFigures", entity, sum ? `metrics: [${sum}]` : "");
  const count = `<StatCard icon={${icon}} name="${title}" value={formatNumber(${figures}.total("count"))} isLoading={${figures}.isLoading} />`;
  if (!money || !sum) return [count];
  imports.named("lucide-react", "Coins");
  imports.named("@/services/format", "formatMoney");
  return [
    count,
    `<StatCard icon={Coins} name="${sentence(one)} ${labelFor(money.name, money.property).toLowerCase()}" value={formatMoney(${figures}.total(${sum}))} hint="All ${many} together" isLoading={${figures}.isLoading} />`,
  ];
}

/** Dates of what has happened: nothing of them comes next. */
const past =
  /birth|dob|joined|published|created|enrolled|issue|order_date|payment|purchase|received|expense|workout|graded|donation|watered|loan_date|work_date|review_date/;

function listCard(imports: Imports, asked: Asked, model: AppModel, entity: Entity, page: string | undefined): string {
  const { rows, row, title, many } = namingOf(entity);
  const columns = columnsOf(entity);
  const date = columns.find(({ kind, name }) => (kind === "date" || kind === "datetime") && !past.test(name));
  const side = columns.find(({ kind }) => kind === "enum") ?? columns.find(({ kind }) => kind === "money");
  imports.named("@/components/ui/card", "Card", "CardContent", "CardHeader", "CardTitle");
  if (page) {
    imports.named("react-router-dom", "Link");
    imports.named("@/utils", "createPageUrl");
  }
  const from = date && imports.named("@/services/figures", date.kind === "date" ? "today" : "todaysStart");
  const settings = date
    ? `query: { ${key(date.name)}: { $gte: ${from}() } }, sort: ${JSON.stringify(date.name)}, limit: 5`
    : 'sort: "-createdAt", limit: 5';
  const first = ask(imports, asked, `${date ? "next" : "latest"}${pascal(rows)}`, "useFirst", entity, settings);
  const nothing = `${first}.rows.length === 0 && <p className="py-8 text-center text-sm text-muted-foreground">${date ? `No ${many} ahead.` : `${title} will show up here.`}</p>`;
  return `<Card className="gap-0 py-0">
  <CardHeader className="flex flex-row items-center justify-between p-5 pb-0">
    <CardTitle className="text-base font-medium">${date ? `Next ${many}` : `Latest ${many}`}</CardTitle>
    ${page ? `<Link to={createPageUrl("${page}")} className="text-sm text-primary hover:underline" aria-label="All ${many}">View all</Link>` : ""}
  </CardHeader>
  <CardContent className="p-5 pt-3">
    <ul className="divide-y">
      {${first}.rows.map((${row}) => (
        <li key={${row}.id} className="flex items-center justify-between gap-4 py-2.5 text-sm">
          <span className="min-w-0 truncate font-medium">{${titleExpression(entity, row)}}</span>
          <span className="flex shrink-0 items-center gap-3 text-muted-foreground">
            ${block(12, [side && (side.kind === "enum" ? `{${access(row, side.name)} && ${cell(imports, model, side, row)}}` : cell(imports, model, side, row)), date && `<span className="tabular-nums">${cell(imports, model, date, row)}</span>`])}
          </span>
        </li>
      ))}
    </ul>
    {!${first}.isLoading && !${first}.error && ${nothing}}
  </CardContent>
</Card>`;
}

const statColumns = (count: number) =>
  count % 4 === 0 || count > 6
    ? "lg:grid-cols-4"
    : count % 3 === 0 || count === 5
      ? "lg:grid-cols-3"
      : "lg:grid-cols-2";

/** pages/Dashboard.jsx or pages/Home.jsx: figures, charts and what comes next, worked out by the server over all rows. */
export function dashboardSource(model: AppModel, view: View): string {
  const imports = createImports();
  const asked: Asked = { lines: new Map(), answers: new Set() };
  const shown = model.entities.filter((entity) => model.pages.some((page) => page.entity === entity.name));
  const entities = shown.length > 0 ? shown : model.entities;
  const stats = statsOf(imports, asked, entities);
  const charts = (view.charts ?? []).map((chart) => chartCard(imports, asked, model, chart));
  const last = stats.length - 1;
  if (stats.length % 2 === 1)
    stats[last] = stats[last]!.replace("<StatCard ", '<StatCard className="max-lg:col-span-2" ');
  if (charts.length > 1 && charts.length % 2 === 1)
    charts[charts.length - 1] = charts.at(-1)!.replace("<ChartCard ", '<ChartCard className="lg:col-span-2" ');
  const lists = entities
    .slice(0, 4)
    .map((entity) =>
      listCard(
        imports,
        asked,
        model,
        entity,
        model.pages.find((page) => page.kind === "list" && page.entity === entity.name)?.page,
      ),
    );
  imports.whole("@/components/PageHeader", "PageHeader");
  const body = block(6, [
    stats.length > 0 &&
      `<div className="grid grid-cols-2 gap-3 sm:gap-4 ${statColumns(stats.length)}">\n  ${block(2, stats)}\n</div>`,
    charts.length > 0 &&
      `<div className="grid gap-4${charts.length > 1 ? " lg:grid-cols-2" : ""}">\n  ${block(2, charts)}\n</div>`,
    lists.length > 0 &&
      `<div className="grid gap-4${lists.length > 1 ? " lg:grid-cols-2" : ""}">\n  ${block(2, lists)}\n</div>`,
  ]);
  const answers = [...asked.answers];
  if (answers.length > 0) imports.whole("@/components/LoadError", "LoadError");
  return `${imports.text()}

export default function ${view.page}Page() {
  ${block(2, [...asked.lines.values(), answers.length > 0 && `const answers = [${answers.join(", ")}];\nconst error = answers.find((answer) => answer.error)?.error;`])}

  return (
    <div className="space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} description="The most important figures at a glance" />
      ${answers.length > 0 ? `{error && <LoadError error={error} onRetry={() => answers.forEach((answer) => answer.reload())} />}` : ""}
      ${body}
    </div>
  );
}
`;
}
