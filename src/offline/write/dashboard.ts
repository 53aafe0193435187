import "server-only";
import type { AppModel, Chart, Entity, View } from "../app-model";
import { entityOf } from "../app-model";
import { labelFor } from "../fields";
import { cell } from "./cells";
import { block, createImports, type Imports } from "./imports";
import { sentence } from "../inflect";
import { access, columnsOf, entityImport, jsxAttribute, list, namingOf, relatedOf, titleExpression } from "./naming";

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

function chartCard(imports: Imports, model: AppModel, chart: Chart): string {
  const entity = entityOf(model, chart.entity)!;
  const { rows, row } = namingOf(entity);
  const column = columnsOf(entity).find((candidate) => candidate.name === chart.by);
  const sum = chart.sum && entity.properties[chart.sum] ? chart.sum : undefined;
  const isMoney = sum !== undefined && columnsOf(entity).find(({ name }) => name === sum)?.kind === "money";
  const format = imports.named("@/services/format", isMoney ? "formatMoney" : "formatNumber");
  let data: string;
  if (!column || column.kind === "date" || column.kind === "datetime") {
    imports.named("@/services/stats", "groupByMonth");
    data = `groupByMonth(${rows}.rows, "${column ? chart.by : "createdAt"}"${sum ? `, "${sum}"` : ""})`;
  } else {
    imports.named("@/services/stats", "groupBy");
    const related = entityOf(model, column.property["x-reference"]);
    const value = related
      ? `${namingOf(related).row}Names.get(${access(row, chart.by)})`
      : column.kind === "boolean"
        ? `(${access(row, chart.by)} ? "yes" : "no")`
        : access(row, chart.by);
    const settings = [column.property.enum ? `names: ${list(column.property.enum)}` : "", sum ? `sum: "${sum}"` : ""]
      .filter(Boolean)
      .join(", ");
    data = `groupBy(${rows}.rows, (${row}) => ${value}${settings ? `, { ${settings} }` : ""})`;
  }
  imports.whole("@/components/ChartCard", "ChartCard");
  return `<ChartCard title=${jsxAttribute(chartTitle(model, chart))} shape="${chart.shape}" data={${data}} format={${format}} isLoading={${rows}.isLoading} />`;
}

const statsMax = 8;

/** A figure for each table; where there is room, the money of the first ones beside it. */
function statsOf(imports: Imports, entities: Entity[]): string[] {
  const shown = entities.slice(0, statsMax);
  let room = statsMax - shown.length;
  return shown.flatMap((entity) => {
    const cards = statCards(imports, entity, room > 0);
    room -= cards.length - 1;
    return cards;
  });
}

function statCards(imports: Imports, entity: Entity, hasRoom: boolean): string[] {
  const { rows, title, icon, one, many } = namingOf(entity);
  imports.whole("@/components/StatCard", "StatCard");
  imports.named("lucide-react", icon);
  const count = `<StatCard icon={${icon}} name="${title}" value={${rows}.rows.length} isLoading={${rows}.isLoading} />`;
  const money = columnsOf(entity).find(({ kind, name }) => kind === "money" && !/price|rate|fee/.test(name));
  if (!money || !hasRoom) return [count];
  imports.named("lucide-react", "Coins");
  imports.named("@/services/format", "formatMoney");
  imports.named("@/services/stats", "total");
  return [
    count,
    `<StatCard icon={Coins} name="${sentence(one)} ${labelFor(money.name, money.property).toLowerCase()}" value={formatMoney(total(${rows}.rows, "${money.name}"))} hint="All ${many} together" isLoading={${rows}.isLoading} />`,
  ];
}

/** Dates of what has happened: nothing of them comes next. */
const past =
  /birth|dob|joined|published|created|enrolled|issue|order_date|payment|purchase|received|expense|workout|graded|donation|watered|loan_date|work_date|review_date/;

function listCard(imports: Imports, model: AppModel, entity: Entity, page: string | undefined): string {
  const { rows, row, title, many } = namingOf(entity);
  const columns = columnsOf(entity);
  const date = columns.find(({ kind, name }) => (kind === "date" || kind === "datetime") && !past.test(name));
  const side = columns.find(({ kind }) => kind === "enum") ?? columns.find(({ kind }) => kind === "money");
  imports.named("@/components/ui/card", "Card", "CardContent", "CardHeader", "CardTitle");
  if (page) {
    imports.named("react-router-dom", "Link");
    imports.named("@/utils", "createPageUrl");
  }
  const list = date
    ? `${imports.named("@/services/stats", "upcoming")}(${rows}.rows, "${date.name}", 5)`
    : `${rows}.rows.slice(0, 5)`;
  const nothing = date
    ? `${list}.length === 0 && <p className="py-8 text-center text-sm text-muted-foreground">{${rows}.rows.length === 0 ? "${title} will show up here." : "No ${many} ahead."}</p>`
    : `${rows}.rows.length === 0 && <p className="py-8 text-center text-sm text-muted-foreground">${title} will show up here.</p>`;
  return `<Card className="gap-0 py-0">
  <CardHeader className="flex flex-row items-center justify-between p-5 pb-0">
    <CardTitle className="text-base font-medium">${date ? `Next ${many}` : `Latest ${many}`}</CardTitle>
    ${page ? `<Link to={createPageUrl("${page}")} className="text-sm text-primary hover:underline" aria-label="All ${many}">View all</Link>` : ""}
  </CardHeader>
  <CardContent className="p-5 pt-3">
    <ul className="divide-y">
      {${list}.map((${row}) => (
        <li key={${row}.id} className="flex items-center justify-between gap-4 py-2.5 text-sm">
          <span className="min-w-0 truncate font-medium">{${titleExpression(entity, row)}}</span>
          <span className="flex shrink-0 items-center gap-3 text-muted-foreground">
            ${block(12, [side && (side.kind === "enum" ? `{${access(row, side.name)} && ${cell(imports, model, side, row)}}` : cell(imports, model, side, row)), date && `<span className="tabular-nums">${cell(imports, model, date, row)}</span>`])}
          </span>
        </li>
      ))}
    </ul>
    {!${rows}.isLoading && ${nothing}}
  </CardContent>
</Card>`;
}

const statColumns = (count: number) =>
  count % 4 === 0 || count > 6
    ? "lg:grid-cols-4"
    : count % 3 === 0 || count === 5
      ? "lg:grid-cols-3"
      : "lg:grid-cols-2";

/** pages/Dashboard.jsx or pages/Home.jsx: figures, charts and what comes next. */
export function dashboardSource(model: AppModel, view: View): string {
  const imports = createImports();
  const shown = model.entities.filter((entity) => model.pages.some((page) => page.entity === entity.name));
  const entities = shown.length > 0 ? shown : model.entities;
  const charts = (view.charts ?? []).map((chart) => chartCard(imports, model, chart));
  const stats = statsOf(imports, entities);
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
        model,
        entity,
        model.pages.find((page) => page.kind === "list" && page.entity === entity.name)?.page,
      ),
    );
  imports.whole("@/components/PageHeader", "PageHeader");
  imports.named("@/services/use-rows", "useRows");
  const loaded = entities.map((entity) => `const ${namingOf(entity).rows} = useRows(${namingOf(entity).local});`);
  for (const entity of entities) imports.named("@/api/entities", entityImport(entity));
  const body = block(6, [
    stats.length > 0 &&
      `<div className="grid grid-cols-2 gap-3 sm:gap-4 ${statColumns(stats.length)}">\n  ${block(2, stats)}\n</div>`,
    charts.length > 0 &&
      `<div className="grid gap-4${charts.length > 1 ? " lg:grid-cols-2" : ""}">\n  ${block(2, charts)}\n</div>`,
    lists.length > 0 &&
      `<div className="grid gap-4${lists.length > 1 ? " lg:grid-cols-2" : ""}">\n  ${block(2, lists)}\n</div>`,
  ]);
  const names = namesUsed(imports, model, entities, body);
  const errors = entities.map((entity) => `${namingOf(entity).rows}.error`);
  if (errors.length > 0) imports.whole("@/components/LoadError", "LoadError");
  const retry = entities.map((entity) => `${namingOf(entity).rows}.reload();`).join(" ");
  return `${imports.text()}

export default function ${view.page}Page() {
  ${block(2, [...loaded, ...names, errors.length > 0 && `const error = ${errors.join(" ?? ")};`])}

  return (
    <div className="space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} description="The most important figures at a glance" />
      ${errors.length > 0 ? `{error && <LoadError error={error} onRetry={() => { ${retry} }} />}` : ""}
      ${body}
    </div>
  );
}
`;
}

/** Related entities need their own rows only where a name is shown and no card loads them already. */
function namesUsed(imports: Imports, model: AppModel, entities: Entity[], body: string): string[] {
  const loaded = new Set(entities.map((entity) => entity.name));
  const done = new Set<string>();
  const lines: string[] = [];
  for (const related of entities.flatMap((entity) => relatedOf(model, entity))) {
    const { row, rows, local } = namingOf(related);
    if (done.has(related.name) || !body.includes(`${row}Names`)) continue;
    done.add(related.name);
    if (!loaded.has(related.name)) {
      imports.named("@/api/entities", entityImport(related));
      lines.push(`const ${rows} = useRows(${local});`);
    }
    lines.push(
      `const ${row}Names = new Map(${rows}.rows.map((${row}) => [${row}.id, ${titleExpression(related, row)}]));`,
    );
  }
  return lines;
}
