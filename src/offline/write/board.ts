import "server-only";
import type { AppModel, Entity, View } from "../app-model";
import { cell, relatedRows } from "./cells";
import { block, createImports } from "./imports";
import { editing } from "./list";
import { access, columnsOf, entityImport, jsxAttribute, list, namingOf, relatedOf, titleExpression } from "./naming";

/** A page with a column per option; cards are dragged between them, or moved by their menu. */
export function boardSource(model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, rows, row, local, icon } = namingOf(entity);
  const columns = columnsOf(entity);
  const by = columns.find(({ name }) => name === view.field)!;
  const edit = editing(imports, entity);
  const facts = columns
    .filter(({ kind }) => ["money", "date", "datetime", "reference"].includes(kind))
    .slice(0, 3)
    .map((column) => `<span>${cell(imports, model, column, row)}</span>`);
  const badge = columns.find(({ kind, name }) => kind === "enum" && name !== by.name);
  const badgeCell = badge && cell(imports, model, badge, row);
  imports.named("lucide-react", "Plus", icon);
  imports.named("@/api/entities", entityImport(entity));
  imports.named("@/components/ui/button", "Button");
  for (const part of ["EmptyState", "LoadError", "LoadingRows", "OptionBadge", "PageHeader", "RowMenu", "SelectField"])
    imports.whole(`@/components/${part}`, part);
  imports.named("@/services/format", "label");
  imports.named("@/services/use-rows", "useRows");
  const related = relatedOf(model, entity).length > 0 ? relatedRows(imports, model, entity, { names: true }) : [];
  return `${imports.text()}

const columns = ${list(by.property.enum ?? [])};
const moves = columns.map((value) => ({ value, label: label(value) }));

export default function ${view.page}Page() {
  ${block(2, [`const ${rows} = useRows(${local});`, ...related, "const [dragged, setDragged] = useState(null);", ...edit.state])}

  ${block(2, [edit.functions])}

  async function move(${row}, value) {
    if (${access(row, by.name)} === value) return;
    try {
      await ${rows}.save(${row}.id, { ${by.name}: value });
    } catch (error) {
      toast.error("The ${one} could not be moved", { description: error.message });
    }
  }

  function card(${row}) {
    return (
      <li
        key={${row}.id}
        draggable={${rows}.canChange(${row})}
        onDragStart={() => setDragged(${row})}
        onDragEnd={() => setDragged(null)}
        className="space-y-2 rounded-lg border bg-card p-3 shadow-xs transition-shadow hover:shadow-md [&[draggable=true]]:cursor-grab [&[draggable=true]]:active:cursor-grabbing"
      >
        <div className="flex items-start justify-between gap-2">
          <button type="button" className="min-w-0 truncate text-left text-sm font-medium hover:underline" onClick={() => setEditing(${row})}>{${titleExpression(entity, row)}}</button>
          {${rows}.canChange(${row}) && <div className="-mr-1.5 -mt-1.5"><RowMenu name={${titleExpression(entity, row)}} onEdit={() => setEditing(${row})} onDelete={() => setDeleting(${row})} /></div>}
        </div>
        ${block(8, [badgeCell, facts.length > 0 && `<div className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted-foreground">\n  ${block(2, facts)}\n</div>`])}
        {${rows}.canChange(${row}) && (
          <div className="md:hidden">
            <SelectField id={${row}.id} value={${access(row, by.name)}} options={moves} placeholder="Move to" onChange={(value) => move(${row}, value)} />
          </div>
        )}
      </li>
    );
  }

  function column(value) {
    const cards = ${rows}.rows.filter((${row}) => (${access(row, by.name)} ?? columns[0]) === value);
    return (
      <section
        key={value}
        aria-label={label(value)}
        className="flex w-72 shrink-0 flex-col rounded-xl bg-muted/60 p-3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={() => dragged && move(dragged, value)}
      >
        <header className="mb-3 flex items-center justify-between">
          <OptionBadge value={value} />
          <span className="text-xs tabular-nums text-muted-foreground">{cards.length}</span>
        </header>
        <ul className="min-h-16 flex-1 space-y-2">{cards.map(card)}</ul>
        {${rows}.canAdd && (
          <Button variant="ghost" size="sm" className="mt-2 justify-start text-muted-foreground" onClick={() => setEditing({ ${by.name}: value })}>
            <Plus className="size-4" /> Add
          </Button>
        )}
      </section>
    );
  }

  function content() {
    if (${rows}.isLoading) return <LoadingRows />;
    if (${rows}.error) return <LoadError error={${rows}.error} onRetry={${rows}.reload} />;
    if (${rows}.rows.length === 0) {
      return (
        <EmptyState icon={${icon}} title="The board is empty" description={${rows}.canAdd ? "Add the first ${one} to get started." : "Come back later."}>
          {${rows}.canAdd && <Button onClick={() => setEditing({})}><Plus className="size-4" /> New ${one}</Button>}
        </EmptyState>
      );
    }
    return <div className="-mx-4 flex gap-4 overflow-x-auto px-4 pb-4">{columns.map(column)}</div>;
  }

  return (
    <div className="space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} description={${rows}.canAdd ? <><span className="max-md:hidden">Drag a card to another column to move it</span><span className="md:hidden">Choose another column on a card to move it</span></> : undefined}>
        {${rows}.canAdd && <Button onClick={() => setEditing({})}><Plus className="size-4" /> New ${one}</Button>}
      </PageHeader>
      {content()}
      ${block(6, [edit.dialogs])}
    </div>
  );
}
`;
}
