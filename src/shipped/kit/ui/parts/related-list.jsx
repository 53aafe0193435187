import { useState } from "react";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FieldValue } from "@/components/ui/field-value";
import { RecordForm } from "@/components/ui/record-form";
import { fieldOf, fieldsOf, manyIn, manyOf, oneIn, titleFieldOf, titleOf } from "@/lib/fields";
import { formatMoney } from "@/lib/format";
import { useGroups, useNames, useRows } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Belonging } from "@/lib/rows"
 * @import { Row } from "@/sdk/types"
 */

/** @typedef {Belonging & { page?: string, columns?: string[] }} Related */

const whole = /^(?:total|grand_total|amount|value)$/;
/** Money per piece, hour or person: a sum of it means nothing. */
const perUnit = /price|rate|fee|salary|wage|unit_cost|cost_per|per_|minimum|maximum|limit|deposit/;

/** What the rows come to: their total if they have one, never a price. @param {Entity} entity */
function summed(entity) {
  const amounts = fieldsOf(entity).filter(({ kind, name }) => kind === "money" && !perUnit.test(name));
  return amounts.find(({ name }) => whole.test(name)) ?? amounts[0];
}

/** Names of the fields that tell rows apart in little room; how people are reached comes where there is room left. @param {Entity} entity */
function tellingIn(entity) {
  const fields = fieldsOf(entity).filter(({ name }) => !/birth|(?:^|_)dob$/.test(name));
  /** @param {Field["kind"][]} kinds */
  const named = (...kinds) => fields.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  return [
    ...named("enum", "date", "datetime", "money", "rating", "number"),
    ...named("phone", "email"),
    ...named("reference"),
  ];
}

const figures = ["money", "number", "percent"];
/** @param {Field} field */
const isFigure = ({ kind }) => figures.includes(kind);

/**
 * The rows of another table that point to this one; new ones are created from here.
 * @param {Related & { row: Row, isPaper?: boolean | undefined }} props `isPaper`: they are the lines of a document, all of them in their order
 */
export function RelatedList({ entity, by, row, page, columns, isPaper }) {
  const list = useRows(entity, {
    query: { [by]: row.id },
    ...(isPaper ? { sort: "createdAt", limit: 200 } : { limit: 10 }),
  });
  const names = useNames(entity, list.rows);
  const [isAdding, setIsAdding] = useState(false);
  const money = summed(entity);
  const total = useGroups(entity, { query: { [by]: row.id }, metrics: money ? [`sum:${money.name}`] : [] });
  const found = total.value?.[0];
  const title = titleFieldOf(entity);
  const shown = (columns ?? tellingIn(entity))
    .filter((name) => name !== by && name !== title)
    .slice(0, 3)
    .flatMap((name) => fieldOf(entity, name) ?? []);
  return (
    <section className="rounded-xl border bg-card" aria-label={manyOf(entity)}>
      <header className="flex items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base">
          {manyOf(entity)}{" "}
          <span className="ml-1 text-sm font-normal tabular-nums text-muted-foreground">{found?.count ?? ""}</span>
        </h2>
        {list.canAdd && (
          <Button variant="ghost" size="sm" className="print:hidden" onClick={() => setIsAdding(true)}>
            <Plus /> Add {oneIn(entity)}
          </Button>
        )}
      </header>
      {list.rows.length === 0 && !list.isLoading && (
        <p className="px-5 py-8 text-center text-sm text-muted-foreground">No {manyIn(entity)} yet.</p>
      )}
      {list.rows.length > 0 && (
        <ul
          className="grid gap-x-4 divide-y"
          style={{ gridTemplateColumns: ["minmax(0,1fr)", ...shown.map(() => "auto")].join(" ") }}
        >
          {shown.length > 0 && (
            <li
              className="col-span-full grid grid-cols-subgrid px-5 py-2 text-xs text-muted-foreground max-sm:hidden"
              aria-hidden="true"
            >
              <span />
              {shown.map((field) => (
                <span key={field.name} className={cn(isFigure(field) && "text-right")}>
                  {field.label}
                </span>
              ))}
            </li>
          )}
          {list.rows.map((other) => (
            <li
              key={other.id}
              className="relative col-span-full grid grid-cols-subgrid items-center px-5 py-2.5 text-sm hover:bg-muted/50"
            >
              {page ? (
                <a
                  href={`/${page}?id=${other.id}`}
                  className="min-w-0 truncate font-medium after:absolute after:inset-0"
                >
                  {titleOf(entity, other)}
                </a>
              ) : (
                <span className="min-w-0 truncate font-medium">{titleOf(entity, other)}</span>
              )}
              {shown.map((field) => (
                <span
                  key={field.name}
                  className={cn(
                    "text-muted-foreground",
                    isFigure(field) && "text-right",
                    field !== money && "max-sm:hidden",
                  )}
                >
                  <FieldValue field={field} row={other} names={names} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div className="border-t p-2 text-center print:hidden">
          <Button variant="ghost" size="sm" onClick={list.more}>
            Show more
          </Button>
        </div>
      )}
      {money && Boolean(found?.[`sum:${money.name}`]) && (
        <footer
          className={cn("flex justify-between border-t px-5 py-3 text-sm font-medium", isPaper && "print:hidden")}
        >
          <span>Total</span>
          <span className="tabular-nums">{formatMoney(found?.[`sum:${money.name}`] ?? 0)}</span>
        </footer>
      )}
      {isAdding && (
        <RecordForm
          entity={entity}
          row={{ [by]: row.id }}
          isOwn={list.isOwn}
          onSave={list.save}
          onClose={() => setIsAdding(false)}
        />
      )}
    </section>
  );
}
