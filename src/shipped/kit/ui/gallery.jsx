import { useState } from "react";
import { History, Plus, Search } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { Filters, FlagButtons, flaggedQuery, NearRows, SearchBox } from "@/components/ui/list-tools";
import { EmptyState, LoadError } from "@/components/ui/empty-state";
import { FieldValue } from "@/components/ui/field-value";
import { OptionBadge } from "@/components/ui/option-badge";
import { PageHeader } from "@/components/ui/page-header";
import { RecordForm } from "@/components/ui/record-form";
import { Skeleton } from "@/components/ui/skeleton";
import { CardPicture } from "@/components/ui/parts/card-picture";
import { useAddress } from "@/lib/address";
import {
  fieldOf,
  fieldsOf,
  isEmpty,
  isEnd,
  isKept,
  manyIn,
  oneIn,
  optionOf,
  titleFieldOf,
  titleOf,
} from "@/lib/fields";
import { dayOf } from "@/lib/flags";
import { formatCount } from "@/lib/format";
import { availabilityOf, hasShown, shownFields, standOf } from "@/lib/offered";
import { useCount, useNames, useRows } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Flag } from "@/lib/flags"
 * @import { Query, Row, Value } from "@/sdk/types"
 */

/** @param {Field} field */
const isInternal = ({ name }) => /^(status|state|slug|sort_order)$/.test(name);

/**
 * One thing as a card: picture, name, a line or two, and what decides (price, date, place, stars).
 * @param {{ entity: Entity, row: Row, to: string, names?: Names }} props
 */
export function GalleryCard({ entity, row, to, names }) {
  const fields = shownFields(entity);
  const title = titleFieldOf(entity);
  const text = fields.find(({ kind, name }) => kind === "longtext" && name !== title && !isEmpty(row[name]));
  const option =
    fields.find((field) => field.kind === "enum" && !isInternal(field) && !isEmpty(row[field.name])) ??
    fields.find(({ kind, name }) => kind === "enum" && !isEmpty(row[name]));
  const facts = fields
    .filter(
      (field) =>
        field.name !== title &&
        ["money", "date", "datetime", "rating", "reference", "number", "text"].includes(field.kind) &&
        hasShown(field, row, names) &&
        !/phone|sku|isbn/.test(field.name) &&
        // When it begins decides; its own page says how long it takes.
        !(field.kind === "datetime" && isEnd(field.name)),
    )
    .slice(0, 3);
  const amounts = facts.filter(({ kind }) => kind === "money").length;
  const isSoldOut = availabilityOf(entity, row) === "Sold out";
  const stand = standOf(entity, row);
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-xl border bg-card transition-shadow hover:shadow-lg">
      <div className="aspect-[16/10] overflow-hidden">
        {stand && stand.value !== (option && row[option.name]) && (
          <span className="absolute left-3 top-3 z-10 rounded-full bg-background px-2.5 py-0.5 text-xs font-medium shadow-xs">
            {stand.label}
          </span>
        )}
        <CardPicture entity={entity} row={row} names={names} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-3">
          <h3 className="min-w-0 text-base leading-snug">
            <Link to={to} className="after:absolute after:inset-0 hover:underline">
              {titleOf(entity, row, names)}
            </Link>
          </h3>
          {option && <OptionBadge value={row[option.name]} options={option.options} className="shrink-0" />}
        </div>
        {text && <p className="line-clamp-2 text-sm text-muted-foreground">{row[text.name]}</p>}
        {(facts.length > 0 || isSoldOut) && (
          <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm text-muted-foreground">
            {facts.map((field) => (
              <span key={field.name} className={field.kind === "money" ? "font-semibold text-foreground" : "truncate"}>
                {/* Two amounts are told apart by their names. */}
                {field.kind === "money" && amounts > 1 && (
                  <span className="font-normal text-muted-foreground">{field.label} </span>
                )}
                {field.kind === "number" || (field.kind === "text" && /^\d+$/.test(String(row[field.name]))) ? (
                  countWords(row[field.name], field)
                ) : (
                  <FieldValue field={field} row={row} names={names} />
                )}
              </span>
            ))}
            {isSoldOut && <span>Sold out</span>}
          </div>
        )}
      </div>
    </article>
  );
}

/** @type {Record<string, string>} */
const units = { minutes: "min", minute: "min", hours: "h", hour: "h", kilometers: "km", percent: "%", m2: "m²" };
const measured =
  /(?:\((\w+)\)| in (mm|cm|m|m2|km|metres|miles|g|kg|tonnes|ml|l|litres|minutes|hours|days|weeks|months|years|percent))$/;

/** What is counted; anything else is measured: "Capacity 8", not "8 capacity". */
const counted = /(?:[^s]s|people|children|staff)$/;

/** "30 min" for "Duration (minutes)", "Floor 1", "250 g" for "Size in g", "6 seats" for "Number of seats", else "Capacity 8". @param {Value} count @param {Field} field */
function countWords(count, { name, label: said }) {
  const label = said.toLowerCase().replace(/^(?:number|amount) of /, "");
  const [, inBrackets, behind] = measured.exec(label) ?? [];
  const unit = inBrackets ?? behind;
  if (unit) return `${String(count)} ${units[unit] ?? unit}`;
  if (!counted.test(label)) return `${said} ${formatCount(name, count)}`;
  return `${String(count)} ${Number(count) === 1 ? label.replace(/ies$/, "ys").replace(/([^s])s$/, "$1") : label}`;
}

/** Three cards side by side; four, of which the last one would stand alone below. @param {number} count */
const gridOf = (count) => cn("grid gap-5 sm:grid-cols-2", count === 4 ? "lg:grid-cols-4" : "lg:grid-cols-3");
/** As high as the cards will be, so that nothing below them moves when they come. @param {{ count: number }} props */
const Waiting = ({ count }) => (
  <div className={gridOf(count)} aria-busy="true">
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className="overflow-hidden rounded-xl border bg-card">
        <Skeleton className="aspect-[16/10] rounded-none" />
        <div className="space-y-3 p-4">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      </div>
    ))}
  </div>
);

/**
 * The newest things as cards, for a home page; with the name of a date in `upcoming` those of today and after, the next first.
 * @param {{ entity: Entity, page: string, title: string, query?: Query, upcoming?: string, limit?: number }} props
 */
export function Featured({ entity, page, title, query, upcoming, limit = 6 }) {
  const list = useRows(entity, {
    query: upcoming ? { ...query, [upcoming]: { $gte: dayOf(entity, upcoming, 0) } } : query,
    sort: upcoming,
    limit,
  });
  const names = useNames(entity, list.rows);
  if (list.error || (!list.isLoading && list.rows.length === 0)) return null;
  return (
    <section className="space-y-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="text-2xl">{title}</h2>
        <Link
          to={`/${page}`}
          className="text-sm font-medium text-primary hover:underline"
          aria-label={`View all ${manyIn(entity)}`}
        >
          View all
        </Link>
      </header>
      {list.isLoading ? (
        <Waiting count={limit} />
      ) : (
        <div className={gridOf(list.rows.length)}>
          {list.rows.slice(0, limit).map((row) => (
            <GalleryCard key={row.id} entity={entity} row={row} names={names} to={`/${page}?id=${row.id}`} />
          ))}
        </div>
      )}
    </section>
  );
}

/**
 * Things to look through: search and filters in the address, cards with covers, more at the end. A card opens at `?id=`.
 * With the name of a date in `upcoming` what is still to come stands first, and what is past behind a button.
 * @param {{ entity: Entity, title?: string, action?: string, description?: string, filters?: string[], flags?: Flag[], query?: Query, sort?: string, upcoming?: string }} props
 */
export function Gallery({
  entity,
  title,
  action,
  description,
  filters = [],
  flags = [],
  query: whole,
  sort: usualSort = "-createdAt",
  upcoming,
}) {
  const [address, go] = useAddress();
  const isPast = Boolean(upcoming && address.past);
  const sort = upcoming ? `${isPast ? "-" : ""}${upcoming}` : usualSort;
  const base = upcoming ? { ...whole, [upcoming]: { [isPast ? "$lt" : "$gte"]: dayOf(entity, upcoming, 0) } } : whole;
  const searched = fieldsOf(entity)
    .filter((field) => ["text", "longtext"].includes(field.kind) && !isKept(field))
    .slice(0, 6);
  const text = address.q?.trim();
  const chosen = Object.fromEntries(
    filters.flatMap((name) => {
      const [field, value] = [fieldOf(entity, name), address[name]];
      return field && value ? [[name, optionOf(field, value)]] : [];
    }),
  );
  const query = {
    ...base,
    ...chosen,
    ...flaggedQuery(entity, flags, address),
    ...(text && { $or: searched.map(({ name }) => ({ [name]: { $contains: text } })) }),
  };
  const isFiltered = Object.keys(query).length > Object.keys(base ?? {}).length;
  const list = useRows(entity, { query, sort, limit: 24 });
  const count = useCount(entity, query);
  const names = useNames(entity, list.rows);
  const [isAdding, setIsAdding] = useState(false);
  const [many, one] = [manyIn(entity, title), oneIn(entity)];
  const add = list.canAdd && (
    <Button onClick={() => setIsAdding(true)}>
      <Plus /> {action ?? `New ${one}`}
    </Button>
  );
  return (
    <div className="space-y-6">
      <PageHeader
        title={title}
        description={
          description ??
          (count.value === undefined ? "Loading…" : `${count.value.toLocaleString()} ${count.value === 1 ? one : many}`)
        }
      >
        {add}
      </PageHeader>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          className="w-full sm:max-w-xs"
          label={`Search ${many}`}
          value={address.q}
          onChange={(q) => go({ q }, { replace: true })}
        />
        <Filters entity={entity} filters={filters} address={address} go={go} />
        <FlagButtons entity={entity} flags={flags} query={base} address={address} go={go} />
        {upcoming && (
          <Button
            variant={isPast ? "default" : "outline"}
            size="sm"
            className="h-9"
            aria-pressed={isPast}
            onClick={() => go({ past: isPast ? undefined : "1" })}
          >
            <History /> Past
          </Button>
        )}
      </div>
      {list.error ? (
        <LoadError error={list.error} onRetry={list.reload} />
      ) : list.isLoading ? (
        <Waiting count={6} />
      ) : list.rows.length === 0 ? (
        <EmptyState
          icon={isFiltered ? Search : undefined}
          title={
            isFiltered
              ? "Nothing found"
              : `No ${isPast ? "past " : ""}${many}${upcoming && !isPast ? " ahead" : " yet"}`
          }
          description={isFiltered ? "Try other words or filters." : isPast ? undefined : "Come back soon."}
        >
          {!isFiltered && add}
        </EmptyState>
      ) : (
        <div className="space-y-5">
          <NearRows rows={list.rows} className={gridOf(list.rows.length)}>
            {(row) => <GalleryCard key={row.id} entity={entity} row={row} names={names} to={`?id=${row.id}`} />}
          </NearRows>
        </div>
      )}
      {list.hasMore && (
        <div className="text-center">
          <Button variant="outline" onClick={list.more}>
            Show more
          </Button>
        </div>
      )}
      {isAdding && <RecordForm entity={entity} row={{}} onSave={list.save} onClose={() => setIsAdding(false)} />}
    </div>
  );
}
