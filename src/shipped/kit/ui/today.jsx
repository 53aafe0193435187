import { useCallback, useEffect, useState } from "react";
import { Check, Flame, Plus } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { LoadingLines } from "@/components/ui/empty-state";
import { FieldValue } from "@/components/ui/field-value";
import { Input } from "@/components/ui/input";
import { DoneRing } from "@/components/ui/parts/done-ring";
import { RecordForm } from "@/components/ui/record-form";
import {
  fieldOf,
  fieldOfKind,
  fieldsOf,
  isEmpty,
  isSettled,
  manyIn,
  manyOf,
  oneIn,
  titleFieldOf,
  titleOf,
} from "@/lib/fields";
import { dayKey, daysUntil, formatDate } from "@/lib/format";
import { useRows } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Row, Values } from "@/sdk/types"
 */

/** @typedef {{ entity: Entity, page: string, by?: string }} DayTable A table with its page, and the field of its day. */

const todayText = () => new Date().toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });

function greeting() {
  const hour = new Date().getHours();
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

/** @typedef {{ isDone: (row: Row) => boolean, values: (row: Row) => Values }} Tick whether a row is done, and what it becomes */

/**
 * How a row is ticked off: a yes/no field, the settled option of its status, or the day on which it was last done.
 * @param {Entity} entity
 * @returns {Tick | undefined}
 */
function tickOf(entity) {
  const fields = fieldsOf(entity);
  const flag = fields.find(
    ({ kind, name }) =>
      kind === "boolean" && /(done|completed?|checked|bought|watered|taken|read|paid|finished)/.test(name),
  );
  if (flag) return { isDone: (row) => row[flag.name] === true, values: (row) => ({ [flag.name]: !row[flag.name] }) };
  const stage = fields.find(({ kind, options }) => kind === "enum" && options.some(isSettled));
  const done = stage?.options.find(isSettled);
  if (stage)
    return {
      isDone: (row) => isSettled(row[stage.name]),
      values: (row) => ({
        [stage.name]: isSettled(row[stage.name]) ? (stage.options.find((option) => !isSettled(option)) ?? done) : done,
      }),
    };
  const last = fields.find(({ kind, name }) => kind === "date" && /last|done|completed|checked|watered/.test(name));
  const streak = fields.find(({ kind, name }) => kind === "number" && /streak/.test(name));
  if (!last) return undefined;
  /** @param {Row} row */
  const isDoneToday = (row) => String(row[last.name] ?? "").slice(0, 10) === dayKey();
  return {
    isDone: isDoneToday,
    values: (row) => {
      const isDone = isDoneToday(row);
      const wasYesterday = row[last.name] && daysUntil(row[last.name]) === -1;
      const count = streak ? row[streak.name] : undefined;
      return {
        [last.name]: isDone ? null : dayKey(),
        ...(streak && {
          [streak.name]: isDone ? Math.max(0, Number(count ?? 1) - 1) : wasYesterday ? Number(count ?? 0) + 1 : 1,
        }),
      };
    },
  };
}

/**
 * A row on the day's page: its tick, its name, and the one thing that matters most about it.
 * @param {object} props
 * @param {Entity} props.entity
 * @param {string} props.page
 * @param {string} [props.by]
 * @param {Row} props.row
 * @param {Tick} [props.tick]
 * @param {(values: Values) => void} [props.onTick] none where the row may not be changed
 */
function SectionRow({ entity, page, by, row, tick, onTick }) {
  const title = titleFieldOf(entity);
  const isDone = tick?.isDone(row) ?? false;
  const side = fieldsOf(entity)
    .filter(({ kind, name }) => name !== by && name !== title && ["money", "enum", "rating", "percent"].includes(kind))
    .slice(0, 1);
  const streak = fieldsOf(entity).find(({ name }) => /streak/.test(name));
  return (
    <li className="flex items-center gap-3 rounded-lg px-3 py-2 hover:bg-muted">
      {tick && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isDone}
          aria-label={`Done: ${titleOf(entity, row)}`}
          disabled={!onTick}
          onClick={() => onTick?.(tick.values(row))}
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
        {titleOf(entity, row)}
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
 * @param {DayTable & { onLoaded: (page: string) => void }} props
 */
function Section({ entity, page, by, onLoaded }) {
  const list = useRows(entity, { limit: 30, ...(by && { sort: by }) });
  useEffect(() => {
    if (!list.isLoading) onLoaded(page);
  }, [list.isLoading, onLoaded, page]);
  const [text, setText] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const tick = tickOf(entity);
  const title = titleFieldOf(entity);
  const needsMore = fieldsOf(entity).some(({ name, isRequired }) => isRequired && name !== title);
  const rows = [...list.rows]
    .sort((left, right) => Number(tick?.isDone(left) ?? 0) - Number(tick?.isDone(right) ?? 0))
    .slice(0, 8);
  /** @param {React.SubmitEvent} event */
  async function add(event) {
    event.preventDefault();
    if (!text.trim() || !title) return;
    if (needsMore) return setIsAdding(true);
    await list.save(undefined, { [title]: text.trim() }).then(
      () => setText(""),
      () => undefined,
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
          Nothing here yet.{list.canAdd && title ? " Add the first one below." : ""}
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
            tick={tick}
            onTick={list.canChange(row) ? (values) => list.save(row.id, values).catch(() => undefined) : undefined}
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
      {isAdding && title && (
        <RecordForm
          entity={entity}
          row={{ [title]: text }}
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
 * The first page of a personal tool: the day, what is left of it, and one's tables. `tables`: `[{ entity: Habit, page: "Habits", by: "due_date" }]`.
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
  const first = tables.find(({ entity }) => tickOf(entity));
  return (
    <div className="mx-auto max-w-4xl space-y-6">
      <header className="flex items-center justify-between gap-6">
        <div className="min-w-0">
          <p className="text-sm text-muted-foreground">{todayText()}</p>
          <h1 className="text-3xl leading-tight">{greeting()}</h1>
        </div>
        {first && <DayRing entity={first.entity} />}
      </header>
      {children}
      <div className={cn("grid grid-cols-1 items-start gap-5", tables.length > 1 && "md:grid-cols-2")}>
        {tables.map((table) => (
          <Section key={table.page} {...table} onLoaded={onLoaded} />
        ))}
      </div>
      {below && loaded.length === tables.length && (
        <div className="grid gap-5 md:grid-cols-2 md:only:*:col-span-2">{below}</div>
      )}
    </div>
  );
}

/** @param {{ entity: Entity }} props */
function DayRing({ entity }) {
  const list = useRows(entity, { limit: 100 });
  const tick = tickOf(entity);
  if (!tick || list.rows.length === 0 || fieldOf(entity, "amount") || fieldOfKind(entity, "money")) return null;
  return <DoneRing done={list.rows.filter((row) => tick.isDone(row)).length} total={list.rows.length} />;
}
