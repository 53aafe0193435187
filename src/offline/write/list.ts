import "server-only";
import type { AppModel, Entity, View } from "../app-model";
import { labelFor, titleField } from "../fields";
import { cell, isPerson, isRight, isVisual, relatedRows, sortValue, tableColumns } from "./cells";
import { block, createImports, type Imports } from "./imports";
import {
  access,
  columnsOf,
  entityImport,
  jsxAttribute,
  jsxText,
  list,
  namingOf,
  relatedOf,
  titleExpression,
} from "./naming";

/** The dropdowns above a list: those the person asked for, else its first two. */
export const filtersOf = (entity: Entity, view?: View): string[] =>
  (
    view?.filters ??
    columnsOf(entity)
      .filter(({ kind }) => kind === "enum")
      .slice(0, 2)
      .map(({ name }) => name)
  ).filter((name) => {
    const kind = columnsOf(entity).find((column) => column.name === name)?.kind;
    return kind === "enum" || kind === "boolean" || kind === "reference";
  });

/** What the search box looks through. */
const searchable = (entity: Entity) =>
  columnsOf(entity)
    .filter(({ kind }) => ["text", "longtext", "email", "phone", "tags"].includes(kind))
    .map(({ name }) => name);

/** Lines that every page with an edit dialog has: state, save, remove. */
export function editing(imports: Imports, entity: Entity): { state: string[]; functions: string; dialogs: string } {
  const { one, rows } = namingOf(entity);
  imports.named("react", "useState");
  imports.named("sonner", "toast");
  imports.whole(`@/components/${entity.name}Form`, `${entity.name}Form`);
  imports.whole("@/components/DeleteDialog", "DeleteDialog");
  return {
    state: ["const [editing, setEditing] = useState(null);", "const [deleting, setDeleting] = useState(null);"],
    functions: `async function save(id, values) {
  try {
    await ${rows}.save(id, values);
    toast.success(id ? "Changes saved" : "${one.charAt(0).toUpperCase()}${one.slice(1)} added");
    setEditing(null);
  } catch (error) {
    toast.error("The ${one} could not be saved", { description: error.message });
  }
}

function askToDelete() {
  setDeleting(editing);
  setEditing(null);
}

async function remove() {
  try {
    await ${rows}.remove(deleting.id);
    toast.success("${one.charAt(0).toUpperCase()}${one.slice(1)} deleted");
    setDeleting(null);
  } catch (error) {
    toast.error("The ${one} could not be deleted", { description: error.message });
  }
}`,
    dialogs: `{editing && <${entity.name}Form key={editing.id ?? "new"} row={editing} isReadOnly={editing.id !== undefined && !${rows}.canChange(editing)} onClose={() => setEditing(null)} onSave={save} onDelete={askToDelete} />}
{deleting && <DeleteDialog name={${titleExpression(entity, "deleting").startsWith('"') ? titleExpression(entity, "deleting") : `${titleExpression(entity, "deleting")} || "this ${one}"`}} onCancel={() => setDeleting(null)} onConfirm={remove} />}`,
  };
}

function toolbar(imports: Imports, model: AppModel, entity: Entity, filters: string[]): string {
  const { many } = namingOf(entity);
  imports.named("lucide-react", "Search");
  imports.named("@/components/ui/input", "Input");
  const selects = filters.map((name) => {
    const column = columnsOf(entity).find((candidate) => candidate.name === name)!;
    const label = labelFor(name, column.property).toLowerCase();
    const choose = `onChange={(next) => setFilters({ ...filters, ${name}: next })}`;
    imports.whole("@/components/FilterSelect", "FilterSelect");
    if (column.kind === "enum")
      return `<FilterSelect name="${label}" value={filters.${name}} options={${list(column.property.enum ?? [])}} ${choose} />`;
    if (column.kind === "boolean")
      return `<FilterSelect name="${label}" value={filters.${name}} options={["yes", "no"]} ${choose} />`;
    const related = model.entities.find((other) => other.name === column.property["x-reference"])!;
    const naming = namingOf(related);
    return `<FilterSelect name="${label}" value={filters.${name}} options={${naming.rows}.rows.map((${naming.row}) => ${naming.row}.id)} labelOf={(id) => ${naming.row}Names.get(id) ?? "–"} ${choose} />`;
  });
  return `<div className="flex flex-col gap-2 sm:flex-row sm:items-center">
  <div className="relative flex-1 sm:max-w-xs">
    <Search className="pointer-events-none absolute left-3 top-1/2 size-4 -translate-y-1/2 text-muted-foreground" aria-hidden="true" />
    <Input type="search" className="pl-9" placeholder="Search ${many}" aria-label="Search ${many}" value={search} onChange={(event) => setSearch(event.target.value)} />
  </div>
  ${block(2, selects)}
</div>`;
}

function table(imports: Imports, model: AppModel, entity: Entity, hidden?: string[]): string {
  imports.named("@/components/ui/table", "Table", "TableBody", "TableCell", "TableHead", "TableHeader", "TableRow");
  imports.whole("@/components/SortHead", "SortHead");
  imports.whole("@/components/RowMenu", "RowMenu");
  const { row, rows } = namingOf(entity);
  const columns = tableColumns(entity, hidden);
  const title = titleField(entity);
  const portrait = columnsOf(entity).find(({ kind }) => kind === "image");
  const heads = columns.map(
    (column) =>
      `<SortHead field="${column.name}" sort={sort} onSort={setSort}${isRight(column) ? " isRight" : ""}>${jsxText(labelFor(column.name, column.property))}</SortHead>`,
  );
  const cells = columns.map((column) => {
    const shown = cell(imports, model, column, row);
    if (column.name === title) {
      const avatar = isPerson(entity)
        ? `<${imports.whole("@/components/Initials", "Initials")} name={${access(row, title)}}${portrait ? ` image={${access(row, portrait.name)}}` : ""} />`
        : "";
      return avatar
        ? `<TableCell className="font-medium">\n  <div className="flex items-center gap-3">\n    ${avatar}\n    <span className="truncate">${shown}</span>\n  </div>\n</TableCell>`
        : `<TableCell className="max-w-72 truncate font-medium">${shown}</TableCell>`;
    }
    return `<TableCell className="${isRight(column) ? "whitespace-nowrap text-right tabular-nums" : "max-w-56 truncate"}">${shown}</TableCell>`;
  });
  return `<div className="hidden overflow-x-auto rounded-xl border bg-card md:block [&_td]:px-4 [&_th]:px-4">
  <Table>
    <TableHeader>
      <TableRow>
        ${block(8, heads)}
        <TableHead className="sticky right-0 w-12 bg-card"><span className="sr-only">Actions</span></TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {visible.map((${row}) => (
        <TableRow key={${row}.id} className="cursor-pointer" onClick={() => setEditing(${row})}>
          ${block(10, cells)}
          <TableCell className="sticky right-0 bg-card text-right">{${rows}.canChange(${row}) && <RowMenu name={${titleExpression(entity, row)}} onEdit={() => setEditing(${row})} onDelete={() => setDeleting(${row})} />}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
</div>`;
}

/** A row as a card: for phones, and at every width for things with a picture. */
function cards(imports: Imports, model: AppModel, entity: Entity, hidden: string[] = []): string {
  imports.whole("@/components/RowMenu", "RowMenu");
  const { row, rows, icon } = namingOf(entity);
  const columns = columnsOf(entity).filter(({ name }) => !hidden.includes(name));
  const title = titleField(entity);
  const visual = isVisual(entity);
  const picture = visual ? columns.find(({ kind }) => kind === "image") : undefined;
  const badges = columns
    .filter(({ kind }) => kind === "enum" || kind === "rating")
    .slice(0, 2)
    .map((column) => cell(imports, model, column, row));
  const facts = columns
    .filter(
      ({ name, kind }) =>
        name !== title && !["image", "longtext", "enum", "rating", "json", "boolean", "url", "file"].includes(kind),
    )
    .slice(0, visual ? 3 : 4);
  const lines = facts.map(
    (column) =>
      `<div className="flex justify-between gap-4"><dt className="text-muted-foreground">${jsxText(labelFor(column.name, column.property))}</dt><dd className="truncate tabular-nums">${cell(imports, model, column, row)}</dd></div>`,
  );
  const long = columns.find(({ name, kind }) => kind === "longtext" && name !== title);
  const image =
    picture &&
    `<div className="flex aspect-[16/10] items-center justify-center overflow-hidden bg-linear-to-br from-primary/15 to-primary/5 text-primary">
  {${access(row, picture.name)} ? <img src={${access(row, picture.name)}} alt="" className="size-full object-cover transition-transform duration-300 group-hover:scale-105" loading="lazy" /> : <${imports.named("lucide-react", icon)} className="size-10 opacity-50" aria-hidden="true" />}
</div>`;
  return `<ul className="grid gap-3 ${visual ? "sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4" : "md:hidden"}">
  {visible.map((${row}) => (
    <li key={${row}.id} className="group relative overflow-hidden rounded-xl border bg-card transition-shadow hover:shadow-md">
      ${block(6, [image])}
      <div className="space-y-3 p-4">
        <div className="flex items-start justify-between gap-2">
          <button type="button" className="min-w-0 truncate text-left font-medium after:absolute after:inset-0" onClick={() => setEditing(${row})}>{${titleExpression(entity, row)}}</button>
          {${rows}.canChange(${row}) && <div className="relative z-10 -mr-2 -mt-1.5"><RowMenu name={${titleExpression(entity, row)}} onEdit={() => setEditing(${row})} onDelete={() => setDeleting(${row})} /></div>}
        </div>
        ${block(8, [
          visual &&
            long &&
            `{${access(row, long.name)} && <p className="line-clamp-2 text-sm text-muted-foreground">{${access(row, long.name)}}</p>}`,
          badges.length > 0 && `<div className="flex flex-wrap items-center gap-2">\n  ${block(2, badges)}\n</div>`,
          lines.length > 0 && `<dl className="space-y-1 text-sm">\n  ${block(2, lines)}\n</dl>`,
        ])}
      </div>
    </li>
  ))}
</ul>`;
}

function visibleRows(model: AppModel, entity: Entity, filters: string[]): string {
  const { row, rows } = namingOf(entity);
  const fields = searchable(entity);
  const found =
    fields.length > 0 ? `[${fields.map((name) => access(row, name)).join(", ")}]` : `[${titleExpression(entity, row)}]`;
  const conditions = filters.map((name) => {
    const kind = columnsOf(entity).find((column) => column.name === name)?.kind;
    const value = kind === "boolean" ? `(${access(row, name)} ? "yes" : "no")` : access(row, name);
    return `(filters.${name} === "all" || ${value} === filters.${name})`;
  });
  const tests = [`${found}.join(" ").toLowerCase().includes(search.trim().toLowerCase())`, ...conditions];
  const value = sortValue(model, entity);
  const by = value ? `, (row) => ${value}row[sort.field]` : "";
  return `const matching = ${rows}.rows.filter(
  (${row}) =>
    ${tests.join(" &&\n    ")},
);
const visible = sortRows(matching, sort${by});`;
}

/** pages/<Page>.jsx of an entity: search, filters, table or cards, and the dialogs. */
export function listSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, many, rows, local, icon } = namingOf(entity);
  const filters = filtersOf(entity, view);
  const edit = editing(imports, entity);
  imports.named("lucide-react", "Plus", icon);
  imports.named("@/api/entities", entityImport(entity));
  imports.named("@/components/ui/button", "Button");
  for (const part of ["EmptyState", "LoadError", "LoadingRows", "PageHeader"])
    imports.whole(`@/components/${part}`, part);
  imports.named("@/services/use-rows", "sortRows", "useRows");
  const body = isVisual(entity)
    ? cards(imports, model, entity, view.hidden)
    : `${table(imports, model, entity, view.hidden)}\n${cards(imports, model, entity, view.hidden)}`;
  const related = relatedOf(model, entity).length > 0 ? relatedRows(imports, model, entity, { names: true }) : [];
  const bar = toolbar(imports, model, entity, filters);
  const order =
    view.sort && entity.properties[view.sort.field]
      ? `{ field: "${view.sort.field}", isDescending: ${view.sort.isDescending} }`
      : null;
  const sorted = isVisual(entity)
    ? `const sort = ${order ?? "{ field: null }"};`
    : `const [sort, setSort] = useState(${order ?? "{ field: null, isDescending: false }"});`;
  return `${imports.text()}

export default function ${view.page}Page() {
  ${block(2, [
    `const ${rows} = useRows(${local});`,
    ...related,
    'const [search, setSearch] = useState("");',
    filters.length > 0 &&
      `const [filters, setFilters] = useState({ ${filters.map((name) => `${name}: "all"`).join(", ")} });`,
    sorted,
    ...edit.state,
  ])}

  ${block(2, [visibleRows(model, entity, filters)])}

  ${block(2, [edit.functions])}

  function content() {
    if (${rows}.isLoading) return <LoadingRows />;
    if (${rows}.error) return <LoadError error={${rows}.error} onRetry={${rows}.reload} />;
    if (${rows}.rows.length === 0) {
      return (
        <EmptyState icon={${icon}} title="No ${many} yet" description={${rows}.canAdd ? "Add the first ${one} to get started." : "Come back later."}>
          {${rows}.canAdd && <Button onClick={() => setEditing({})}><Plus className="size-4" /> New ${one}</Button>}
        </EmptyState>
      );
    }
    if (visible.length === 0) return <EmptyState icon={Search} title="Nothing found" description="Try another search or filter." />;
    return (
      <>
        ${block(8, [body])}
      </>
    );
  }

  return (
    <div className="space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} description={${rows}.isLoading ? "Loading…" : ${rows}.rows.length === 1 ? "1 ${one}" : ${rows}.rows.length + " ${many}"}>
        {${rows}.canAdd && <Button onClick={() => setEditing({})}><Plus className="size-4" /> New ${one}</Button>}
      </PageHeader>
      ${block(6, [bar])}
      {content()}
      ${block(6, [edit.dialogs])}
    </div>
  );
}
`;
}
