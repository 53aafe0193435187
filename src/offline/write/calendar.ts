import "server-only";
import type { AppModel, Entity, View } from "../app-model";
import { block, createImports } from "./imports";
import { editing } from "./list";
import { access, columnsOf, entityImport, jsxAttribute, namingOf, titleExpression } from "./naming";

/** A page with a month at a time; a day can be pressed to add, an entry to open it. */
export function calendarSource(_model: AppModel, view: View, entity: Entity): string {
  const imports = createImports();
  const { one, many, rows, row, local } = namingOf(entity);
  const by = columnsOf(entity).find(({ name }) => name === view.field)!;
  const day = by.kind === "datetime";
  const edit = editing(imports, entity);
  imports.named(
    "date-fns",
    "addMonths",
    "eachDayOfInterval",
    "endOfMonth",
    "endOfWeek",
    "format",
    "isSameDay",
    "isSameMonth",
    "isToday",
    "parseISO",
    "startOfMonth",
    "startOfWeek",
  );
  imports.named("lucide-react", "ChevronLeft", "ChevronRight", "Plus");
  imports.named("@/api/entities", entityImport(entity));
  imports.named("@/components/ui/button", "Button");
  for (const part of ["LoadError", "LoadingRows", "PageHeader"]) imports.whole(`@/components/${part}`, part);
  imports.named("@/lib/utils", "cn");
  imports.named("@/services/use-rows", "useRows");
  const at = (name: string) => access("", name);
  const start = day ? `date.toISOString()` : `format(date, "yyyy-MM-dd")`;
  return `${imports.text()}

const week = { weekStartsOn: 1 };
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export default function ${view.page}Page() {
  ${block(2, [`const ${rows} = useRows(${local});`, "const [month, setMonth] = useState(startOfMonth(new Date()));", ...edit.state])}
  const days = eachDayOfInterval({ start: startOfWeek(month, week), end: endOfWeek(endOfMonth(month), week) });

  ${block(2, [edit.functions])}

  function entry(${row}) {
    return (
      <button
        key={${row}.id}
        type="button"
        className="block w-full truncate rounded-md bg-primary/10 px-1.5 py-0.5 text-left text-xs font-medium text-primary hover:bg-primary/20"
        onClick={() => setEditing(${row})}
      >
        ${day ? `<span className="mr-1 tabular-nums opacity-70">{format(parseISO(${access(row, by.name)}), "HH:mm")}</span>` : ""}
        {${titleExpression(entity, row)}}
      </button>
    );
  }

  function day(date) {
    const entries = ${rows}.rows.filter((${row}) => ${access(row, by.name)} && isSameDay(parseISO(${access(row, by.name)}), date));
    return (
      <div
        key={date.toISOString()}
        role="group"
        aria-label={format(date, "d MMMM")}
        className={cn("group min-h-14 space-y-1 border-b border-r p-1 sm:min-h-28 sm:p-2", !isSameMonth(date, month) && "bg-muted/40 text-muted-foreground")}
      >
        <div className="flex items-center justify-between">
          <span className={cn("flex size-6 items-center justify-center rounded-full text-xs tabular-nums", isToday(date) && "bg-primary font-semibold text-primary-foreground")}>{format(date, "d")}</span>
          {${rows}.canAdd && (
            <button
              type="button"
              className="rounded p-0.5 text-muted-foreground opacity-0 hover:bg-muted focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
              aria-label={"Add on " + format(date, "d MMMM")}
              onClick={() => setEditing({ ${by.name}: ${start} })}
            >
              <Plus className="size-3.5" />
            </button>
          )}
        </div>
        <div className="space-y-1 max-sm:hidden">{entries.slice(0, 3).map(entry)}</div>
        {entries.length > 3 && <p className="text-xs text-muted-foreground max-sm:hidden">{entries.length - 3} more</p>}
        {entries.length > 0 && <p className="mx-auto flex size-5 items-center justify-center rounded-full bg-primary/10 text-xs font-medium tabular-nums text-primary sm:hidden">{entries.length}<span className="sr-only"> here</span></p>}
      </div>
    );
  }

  /** On a phone a day has room for a number only; what it counts stands below. */
  function agenda() {
    const inMonth = ${rows}.rows.filter((${row}) => ${access(row, by.name)} && isSameMonth(parseISO(${access(row, by.name)}), month));
    const sorted = inMonth.sort((left, right) => left${at(by.name)}.localeCompare(right${at(by.name)}));
    return (
      <ul className="mt-4 divide-y rounded-xl border bg-card sm:hidden">
        {sorted.length === 0 && <li className="px-4 py-6 text-center text-sm text-muted-foreground">No ${many} this month.</li>}
        {sorted.map((${row}) => (
          <li key={${row}.id}>
            <button type="button" className="flex w-full items-center gap-4 px-4 py-3 text-left text-sm" onClick={() => setEditing(${row})}>
              <span className="w-14 shrink-0 tabular-nums text-muted-foreground">{format(parseISO(${access(row, by.name)}), "EEE d")}</span>
              <span className="min-w-0 flex-1 truncate font-medium">{${titleExpression(entity, row)}}</span>
              ${day ? `<span className="tabular-nums text-muted-foreground">{format(parseISO(${access(row, by.name)}), "HH:mm")}</span>` : ""}
            </button>
          </li>
        ))}
      </ul>
    );
  }

  function content() {
    if (${rows}.isLoading) return <LoadingRows />;
    if (${rows}.error) return <LoadError error={${rows}.error} onRetry={${rows}.reload} />;
    return (
      <>
        <div className="overflow-hidden rounded-xl border bg-card">
          <div className="grid grid-cols-7 border-b text-center text-xs font-medium text-muted-foreground">
            {weekdays.map((name) => <div key={name} className="py-2">{name}</div>)}
          </div>
          <div className="-mb-px -mr-px grid grid-cols-7">{days.map(day)}</div>
        </div>
        {agenda()}
      </>
    );
  }

  return (
    <div className="space-y-6">
      <PageHeader title=${jsxAttribute(view.title)} description={format(month, "MMMM yyyy")}>
        <Button variant="outline" size="icon" aria-label="Previous month" onClick={() => setMonth(addMonths(month, -1))}><ChevronLeft className="size-4" /></Button>
        <Button variant="outline" onClick={() => setMonth(startOfMonth(new Date()))}>Today</Button>
        <Button variant="outline" size="icon" aria-label="Next month" onClick={() => setMonth(addMonths(month, 1))}><ChevronRight className="size-4" /></Button>
        {${rows}.canAdd && <Button onClick={() => setEditing({ ${by.name}: ${day ? "new Date().toISOString()" : 'format(new Date(), "yyyy-MM-dd")'} })}><Plus className="size-4" /> New ${one}</Button>}
      </PageHeader>
      {content()}
      ${block(6, [edit.dialogs])}
    </div>
  );
}
`;
}
