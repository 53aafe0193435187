import { useCallback, useEffect, useState } from "react";
import { Check, Flame, Plus } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { LoadingLines } from "@/components/ui/empty-state";
import { FieldValue } from "@/components/ui/field-value";
import { Input } from "@/components/ui/input";
import { DoneRing } from "@/components/ui/parts/done-ring";
import { RecordForm } from "@/components/ui/record-form";
import { fieldOf, fieldOfKind, fieldsOf, isEmpty, manyIn, manyOf, oneIn, titleFieldOf, titleOf } from "@/lib/fields";
import { daysUntil, formatDate } from "@/lib/format";
import { toastFailure, useNames, useRows } from "@/lib/rows";
import { ownTicks, streakOf, useCheckTicks } from "@/lib/ticks";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Names } from "@/lib/fields"
 * @import { Checks, Ticks } from "@/lib/ticks"
 * @import { Row } from "@/sdk/types"
 */

/**
 * A table with its page, the field of its day, and the table in which each day's ticks of its rows are kept.
 * @typedef {{ entity: Entity, page: string, by?: string, checks?: Checks }} DayTable
 */

const todayText = () => new Date().toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });

function greeting() {
  const hour = new Date().getHours();
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

/**
 * A row on the day's page: its tick, its name, and the one thing that matters most about it.
 * @param {object} props
 * @param {Entity} props.entity
 * @param {string} props.page
 * @param {string} [props.by]
 * @param {Row} props.row
 * @param {Names} props.names
 * @param {boolean} [props.isDone] undefined where rows are not ticked off
 * @param {() => void} [props.onTick] none where the row may not be changed
 */
function SectionRow({ entity, page, by, row, names, isDone, onTick }) {
  const title = titleFieldOf(entity);
  const side = fieldsOf(entity)
    .filter(({ kind, name }) => name !== by && name !== title && ["money", "enum", "rating", "percent"].includes(kind))
    .slice(0, 1);
  const streak = streakOf(entity);
  return (
    <li className="flex items-center gap-3 rounded-lg px-3 py-2 hover:bg-muted">
      {isDone !== undefined && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isDone}
          aria-label={`Done: ${titleOf(entity, row, names)}`}
          disabled={!onTick}
          // The second click of a double click is meant for the same tick.
          onClick={(event) => event.detail < 2 && onTick?.()}
          className={cn(
            "grid size-6 shrink-0 place-items-center rounded-full border-2 transition-colors",
            isDone ? "border-primary bg-primary text-primary-foreground" : "border-input hover:border-primary",
          )}
        >
          {isDone && <Check className="size-4" aria-hidden="true" />}
        </button>
      )}
      <Link
        to={`/${page}?id=${row.id}`}
        className={cn("min-w-0 flex-1 truncate", isDone && "text-muted-foreground line-through")}
      >
        {titleOf(entity, row, names)}
      </Link>
      {streak && Number(row[streak.name]) > 0 && (
        <span className="flex items-center gap-1 text-sm tabular-nums text-muted-foreground">
          <Flame className="size-4 text-primary" aria-hidden="true" />
          {row[streak.name]}
          <span className="sr-only"> in a row</span>
        </span>
      )}
      {!streak &&
        side.map((field) => (
          <span key={field.name} className="shrink-0 text-sm text-muted-foreground">
            <FieldValue field={field} row={row} />
          </span>
        ))}
      {by && !isEmpty(row[by]) && (
        <span
          className={cn(
            "shrink-0 text-sm tabular-nums",
            daysUntil(row[by]) < 0 && !isDone && /due|deadline/.test(by)
              ? "font-medium text-destructive"
              : "text-muted-foreground",
          )}
        >
          {daysUntil(row[by]) === 0 ? "Today" : formatDate(row[by])}
        </span>
      )}
    </li>
  );
}

/**
 * One table on the day's page: to tick off where its rows can be done, else the latest. A line adds a row by its name.
 * @param {DayTable & { ticks: Ticks | undefined, onLoaded: (page: string) => void }} props
 */
function Section({ entity, page, by, ticks, onLoaded }) {
  const list = useRows(entity, { limit: 30, ...(by && { sort: by }) });
  useEffect(() => {
    if (!list.isLoading) onLoaded(page);
  }, [list.isLoading, onLoaded, page]);
  const names = useNames(entity, list.rows);
  const [text, setText] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const title = titleFieldOf(entity);
  const needsMore = fieldsOf(entity).some(({ name, isRequired }) => isRequired && name !== title);
  const rows = [...list.rows]
    .sort((left, right) => Number(ticks?.isDone(left) ?? 0) - Number(ticks?.isDone(right) ?? 0))
    .slice(0, 8);
  /** @param {React.SubmitEvent} event */
  async function add(event) {
    event.preventDefault();
    if (!text.trim() || !title) return;
    if (needsMore) return setIsAdding(true);
    await list.save(undefined, { [title]: text.trim() }).then(
      () => setText(""),
      (error) => void toastFailure("That was not saved", error),
    );
  }
  return (
    <section className="rounded-xl border bg-card" aria-label={manyOf(entity)}>
      <header className="flex items-baseline justify-between gap-3 px-5 pb-1 pt-4">
        <h2 className="text-lg">{manyOf(entity)}</h2>
        <Link
          to={`/${page}`}
          className="text-sm text-primary hover:underline"
          aria-label={`View all ${manyIn(entity)}`}
        >
          View all
        </Link>
      </header>
      {list.isLoading && <LoadingLines count={4} className="px-5 py-2" />}
      {list.error && <p className="px-5 py-6 text-sm text-muted-foreground">{list.error.message}</p>}
      {!list.isLoading && !list.error && rows.length === 0 && (
        <p className="px-5 py-6 text-sm text-muted-foreground">
          Nothing here yet.{list.canAdd ? " Add the first one below." : ""}
        </p>
      )}
      <ul className="px-2 py-1">
        {rows.map((row) => (
          <SectionRow
            key={row.id}
            entity={entity}
            page={page}
            by={by}
            row={row}
            names={names}
            isDone={ticks?.isDone(row)}
            onTick={ticks?.canTick(row, list) ? () => void ticks.toggle(row, list).catch(() => undefined) : undefined}
          />
        ))}
      </ul>
      {list.canAdd && title && (
        <form onSubmit={add} className="flex gap-2 border-t p-3">
          <Input
            className="border-transparent bg-transparent"
            aria-label={`New ${oneIn(entity)}`}
            placeholder={`New ${oneIn(entity)}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" variant="ghost" size="icon" aria-label={`Add the ${oneIn(entity)}`}>
            <Plus />
          </Button>
        </form>
      )}
      {list.canAdd && !title && (
        <div className="border-t p-3">
          <Button variant="ghost" className="text-muted-foreground" onClick={() => setIsAdding(true)}>
            <Plus /> New {oneIn(entity)}
          </Button>
        </div>
      )}
      {isAdding && (
        <RecordForm
          entity={entity}
          row={title ? { [title]: text } : {}}
          onSave={list.save}
          onClose={() => {
            setIsAdding(false);
            setText("");
          }}
        />
      )}
    </section>
  );
}

/**
 * The first page of a personal tool: the day, what is left of it, and one's tables. `tables`: `[{ entity: Task, page: "Tasks", by: "due_date" }]`;
 * with `checks: { entity: HabitCheck, by: "habit", on: "date" }` a tick is a row of that table, anew each day.
 * What stands `below` them is shown once these have the height of their rows, so that it does not move.
 * @param {{ tables: DayTable[], below?: React.ReactNode, children?: React.ReactNode }} props
 */
export function Today({ tables, below, children }) {
  const [loaded, setLoaded] = useState(/** @returns {string[]} */ () => []);
  const onLoaded = useCallback(
    /** @param {string} page */
    (page) => setLoaded((pages) => (pages.includes(page) ? pages : [...pages, page])),
    [],
  );
  const first = tables.find(({ entity, checks }) => checks ?? ownTicks(entity));
  return (
    <div className="mx-auto max-w-4xl space-y-6">
      <header className="flex items-center justify-between gap-6">
        <div className="min-w-0">
          <p className="text-sm text-muted-foreground">{todayText()}</p>
          <h1 className="text-3xl leading-tight">{greeting()}</h1>
        </div>
        {first && <Ticked table={first}>{(ticks) => ticks && <DayRing entity={first.entity} ticks={ticks} />}</Ticked>}
      </header>
      {children}
      <div className={cn("grid grid-cols-1 items-start gap-5", tables.length > 1 && "md:grid-cols-2")}>
        {tables.map((table) => (
          <Ticked key={table.page} table={table}>
            {(ticks) => <Section {...table} ticks={ticks} onLoaded={onLoaded} />}
          </Ticked>
        ))}
      </div>
      {below && loaded.length === tables.length && (
        <div className="grid gap-5 md:grid-cols-2 md:*:only:col-span-2">{below}</div>
      )}
    </div>
  );
}

/** @typedef {(ticks: Ticks | undefined) => React.ReactNode} WithTicks */

/** How the rows of a table are ticked off. @param {{ table: DayTable, children: WithTicks }} props */
function Ticked({ table: { entity, checks }, children }) {
  if (!checks) return children(ownTicks(entity));
  return (
    <TickedDaily entity={entity} checks={checks}>
      {children}
    </TickedDaily>
  );
}

/** @param {{ entity: Entity, checks: Checks, children: WithTicks }} props */
function TickedDaily({ entity, checks, children }) {
  return children(useCheckTicks(entity, checks));
}

/** @param {{ entity: Entity, ticks: Ticks }} props */
function DayRing({ entity, ticks }) {
  const list = useRows(entity, { limit: 100 });
  if (list.rows.length === 0 || fieldOf(entity, "amount") || fieldOfKind(entity, "money")) return null;
  return <DoneRing done={list.rows.filter((row) => ticks.isDone(row)).length} total={list.rows.length} />;
}
