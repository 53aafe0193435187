import { CircleCheck } from "lucide-react";
import { Link } from "react-router-dom";
import { LoadingLines } from "@/components/ui/empty-state";
import { FieldValue } from "@/components/ui/field-value";
import { fieldOf, fieldOfKind, fieldsOf, manyIn, manyOf, openQuery, titleOf } from "@/lib/fields";
import { dayOf, filterOf, measuredBy } from "@/lib/flags";
import { daysUntil, formatDate } from "@/lib/format";
import { useCount, useNames, useRows } from "@/lib/rows";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Flag } from "@/lib/flags"
 * @import { Query, Row, Value } from "@/sdk/types"
 * @import { ReactNode } from "react"
 */

/** @param {Value} value */
const dueText = (value) => {
  const days = daysUntil(value);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  return days < 0 ? `${-days} days late` : days < 8 ? `In ${days} days` : formatDate(value);
};

/**
 * Some rows of a list in a card: loading, failed, none, or each with its name and what stands beside it.
 * @param {{ title: string, entity: Entity, list: ReturnType<typeof useRows>, names: ReturnType<typeof useNames>, page?: string, all?: ReactNode, none: ReactNode, renderBeside: (row: Row) => ReactNode }} props
 */
function Rows({ title, entity, list, names, page, all, none, renderBeside }) {
  return (
    <section className="min-w-0 rounded-xl border bg-card p-5" aria-label={title}>
      <header className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-base">{title}</h2>
        {all}
      </header>
      {list.isLoading && <LoadingLines />}
      {list.error && <p className="py-6 text-sm text-muted-foreground">{list.error.message}</p>}
      {list.rows.length === 0 && !list.isLoading && !list.error && none}
      <ul className="divide-y">
        {list.rows.map((row) => (
          <li key={row.id} className="flex items-center gap-3 py-2.5 text-sm">
            {page ? (
              <Link to={`/${page}?id=${row.id}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
                {titleOf(entity, row, names)}
              </Link>
            ) : (
              <span className="min-w-0 flex-1 truncate font-medium">{titleOf(entity, row, names)}</span>
            )}
            {renderBeside(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a list of rows in need says where it has none. @param {{ children: ReactNode }} props */
const Calm = ({ children }) => (
  <p className="flex items-center gap-2 py-6 text-sm text-muted-foreground">
    <CircleCheck className="size-4 text-primary" aria-hidden="true" /> {children}
  </p>
);

/**
 * What is late or due within a week and still open, the most urgent first; says over how many rows.
 * @param {{ entity: Entity, by: string, page: string, title?: string }} props
 */
export function Attention({ entity, by, page, title = `${manyOf(entity)} that need attention` }) {
  const query = { ...openQuery(entity), [by]: { $lt: dayOf(entity, by, 8) } };
  const list = useRows(entity, { query, sort: by, limit: 6 });
  const count = useCount(entity, query);
  const names = useNames(entity, list.rows);
  const option = fieldOfKind(entity, "enum");
  return (
    <Rows
      {...{ title, entity, list, names, page }}
      all={
        count.value !== undefined &&
        count.value > 6 && (
          <Link to={`/${page}`} className="text-sm text-primary hover:underline">
            All {count.value}
          </Link>
        )
      }
      none={<Calm>Nothing is late or due this week.</Calm>}
      renderBeside={(row) => (
        <>
          {option && <FieldValue field={option} row={row} />}
          <span
            className={
              daysUntil(row[by]) < 0
                ? "w-24 shrink-0 text-right font-medium text-destructive"
                : "w-24 shrink-0 text-right text-muted-foreground"
            }
          >
            {dueText(row[by])}
          </span>
        </>
      )}
    />
  );
}

/**
 * Rows that a flag names ("Low stock"), the worst first, with what it measures; says over how many rows.
 * @param {{ entity: Entity, flag: Flag, page: string, title?: string }} props
 */
export function Flagged({ entity, flag, page, title = `${manyOf(entity)}: ${flag.label.toLowerCase()}` }) {
  const [measure] = measuredBy(entity, flag);
  const query = filterOf(entity, flag);
  const isHigh = measure && Object.keys(flag.when[measure.name] ?? {}).every((test) => test.startsWith("$g"));
  const list = useRows(entity, {
    query,
    sort: measure ? `${isHigh ? "-" : ""}${measure.name}` : "-createdAt",
    limit: 6,
  });
  const count = useCount(entity, query);
  const names = useNames(entity, list.rows);
  return (
    <Rows
      {...{ title, entity, list, names, page }}
      all={
        count.value !== undefined &&
        count.value > 0 && (
          <Link to={`/${page}?flag=${encodeURIComponent(flag.label)}`} className="text-sm text-primary hover:underline">
            All {count.value.toLocaleString()}
          </Link>
        )
      }
      none={<Calm>Nothing needs attention here.</Calm>}
      renderBeside={(row) =>
        measure && (
          <span className="shrink-0 text-muted-foreground">
            {measure.label} <FieldValue field={measure} row={row} names={names} />
          </span>
        )
      }
    />
  );
}

/** Amounts that say nothing without their names. */
const besides = /rate|wage|salary|per_|minimum|maximum|limit|deposit/;
/** What a row comes to, or what it costs. @param {Entity} entity */
function amountIn(entity) {
  const amounts = fieldsOf(entity).filter(({ kind, name }) => kind === "money" && !besides.test(name));
  return amounts.find(({ name }) => /total|^amount$|^value$/.test(name)) ?? amounts[0];
}

/**
 * The newest rows of a table, or the next ones by a date.
 * @param {{ entity: Entity, page?: string, by?: string, title: string }} props
 */
export function Latest({ entity, page, by, title }) {
  const list = useRows(
    entity,
    by ? { query: { [by]: { $gte: dayOf(entity, by, 0) } }, sort: by, limit: 6 } : { limit: 6 },
  );
  const names = useNames(entity, list.rows);
  const sides = [fieldOfKind(entity, "enum", "rating"), amountIn(entity), by ? fieldOf(entity, by) : undefined]
    .filter((field) => field !== undefined)
    .slice(-2);
  return (
    <Rows
      {...{ title, entity, list, names, ...(page && { page }) }}
      all={
        page && (
          <Link
            to={`/${page}`}
            className="text-sm text-primary hover:underline"
            aria-label={`View all ${manyIn(entity)}`}
          >
            View all
          </Link>
        )
      }
      none={
        <p className="py-6 text-sm text-muted-foreground">
          {by ? `No ${manyIn(entity)} ahead.` : `${manyOf(entity)} will show up here.`}
        </p>
      }
      renderBeside={(row) =>
        sides.map((field) => (
          <span key={field.name} className="shrink-0 text-muted-foreground">
            <FieldValue field={field} row={row} names={names} />
          </span>
        ))
      }
    />
  );
}
