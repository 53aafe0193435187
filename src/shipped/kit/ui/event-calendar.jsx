import { useState } from "react";
import { toast } from "sonner";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { RecordForm } from "@/components/ui/record-form";
import { Agenda } from "@/components/ui/parts/agenda";
import { useAddress } from "@/lib/address";
import { fieldOf, fieldsOf, isEnd, oneIn, titleOf } from "@/lib/fields";
import { dayKey, formatDay, formatMonth, formatTime, toDate } from "@/lib/format";
import { useRows } from "@/lib/rows";
import { usePhone } from "@/lib/screen";
import { toneOf, toneStyle } from "@/lib/tones";
import { cn } from "@/lib/utils";

/**
 * @import { Draft } from "@/components/ui/record-form"
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Value } from "@/sdk/types"
 */

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** @param {Date} date @param {number} count */
const addDays = (date, count) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + count);
/** @param {Date} date @param {number} count */
const addMonths = (date, count) => new Date(date.getFullYear(), date.getMonth() + count, 1);
const thisMonth = () => addMonths(new Date(), 0);

/** The whole weeks that a month touches, Monday first. @param {Date} month its first day */
export function weeksOf(month) {
  const start = addDays(month, -((month.getDay() + 6) % 7));
  /** @type {Date[]} */
  const days = [];
  for (let day = start; day < addMonths(month, 1) || days.length % 7 !== 0; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * A month of rows by one of their dates. A day takes a new row, an entry opens its own and can be dragged to another day. On a phone the entries stand below as a list.
 * @param {{ entity: Entity, title?: string, action?: string, by: string, children?: React.ReactNode }} props
 */
export function EventCalendar({ entity, title, action, by, children }) {
  const [address, go] = useAddress();
  const isPhone = usePhone();
  const field = fieldOf(entity, by);
  const month = address.month ? toDate(`${address.month}-01`) : thisMonth();
  const days = weeksOf(month);
  const isTimed = field?.kind === "datetime";
  /** @param {Date} date */
  const bound = (date) => (isTimed ? date.toISOString() : dayKey(date));
  const list = useRows(entity, {
    query: { [by]: { $gte: bound(days[0] ?? month), $lt: bound(addDays(days.at(-1) ?? month, 1)) } },
    sort: by,
    limit: 500,
  });
  const [editing, setEditing] = useState(/** @type {Draft | null} */ (null));
  const option = fieldsOf(entity).find(({ kind }) => kind === "enum");
  const byDay = group(list.rows, (row) => dayKey(toDate(row[by])));
  const one = oneIn(entity);
  /** @param {Date} date */
  const show = (date) => go({ month: dayKey(date).slice(0, 7) }, { replace: true });
  /** @param {Date} date */
  const addOn = (date) =>
    setEditing({
      [by]: isTimed ? new Date(date.getFullYear(), date.getMonth(), date.getDate(), 9).toISOString() : dayKey(date),
    });
  const [dragged, setDragged] = useState(/** @type {Row | null} */ (null));
  /** @param {Date} date */
  const drop = (date) => {
    setDragged(null);
    if (!dragged || dayKey(toDate(dragged[by])) === dayKey(date)) return;
    const { before, after } = movedTo(entity, dragged, by, date);
    list.save(dragged.id, after).then(
      () =>
        toast(`${titleOf(entity, dragged)} is on ${formatDay(date)} now`, {
          action: { label: "Undo", onClick: () => void list.save(dragged.id, before).catch(() => undefined) },
        }),
      () => undefined,
    );
  };
  /** @param {Row} row */
  const style = (row) =>
    option
      ? toneStyle(toneOf(row[option.name], option.options))
      : { background: "var(--tint, var(--muted))", color: "var(--primary)" };

  /** @param {Row} row */
  const entryOf = (row) => (
    <Entry
      key={row.id}
      title={titleOf(entity, row)}
      time={isTimed ? formatTime(row[by]) : undefined}
      style={style(row)}
      onOpen={() => go({ id: row.id })}
      onDrag={list.canChange(row) && list.canSet(by) ? (isHeld) => setDragged(isHeld ? row : null) : undefined}
    />
  );

  return (
    <div className="space-y-5">
      <PageHeader title={title} description={formatMonth(month)}>
        {children}
        <div className="flex items-center gap-1">
          <Button variant="outline" size="icon" aria-label="Previous month" onClick={() => show(addMonths(month, -1))}>
            <ChevronLeft />
          </Button>
          <Button variant="outline" onClick={() => go({ month: undefined }, { replace: true })}>
            Today
          </Button>
          <Button variant="outline" size="icon" aria-label="Next month" onClick={() => show(addMonths(month, 1))}>
            <ChevronRight />
          </Button>
        </div>
        {list.canAdd && (
          <Button onClick={() => addOn(new Date())}>
            <Plus /> {action ?? `New ${one}`}
          </Button>
        )}
      </PageHeader>
      {list.error ? (
        <LoadError error={list.error} onRetry={list.reload} />
      ) : (
        <div className="overflow-hidden rounded-xl border bg-card" aria-busy={list.isLoading}>
          <div className="grid grid-cols-7 border-b text-center text-xs font-medium text-muted-foreground">
            {weekdays.map((name) => (
              <div key={name} className="py-2">
                {name}
              </div>
            ))}
          </div>
          <div className="-mb-px -mr-px grid grid-cols-7">
            {days.map((date) => (
              <Day
                key={dayKey(date)}
                date={date}
                isOutside={date.getMonth() !== month.getMonth()}
                entries={(byDay.get(dayKey(date)) ?? []).map(entryOf)}
                isPhone={isPhone}
                onAdd={list.canAdd ? () => addOn(date) : undefined}
                onDrop={dragged ? () => drop(date) : undefined}
              />
            ))}
          </div>
        </div>
      )}
      {isPhone && list.rows.length > 0 && (
        <Agenda
          entity={entity}
          by={by}
          rows={list.rows.filter((row) => toDate(row[by]).getMonth() === month.getMonth())}
          isTimed={isTimed}
          onOpen={(row) => go({ id: row.id })}
        />
      )}
      {editing && <RecordForm entity={entity} row={editing} onSave={list.save} onClose={() => setEditing(null)} />}
    </div>
  );
}

/**
 * A day of the month, with its first entries. On a phone a dot stands for them.
 * @param {{ date: Date, isOutside: boolean, entries: React.ReactNode[], isPhone: boolean, onAdd: (() => void) | undefined, onDrop: (() => void) | undefined }} props
 */
function Day({ date, isOutside, entries, isPhone, onAdd, onDrop }) {
  const [isWhole, setIsWhole] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const isToday = dayKey(date) === dayKey();
  const label = date.toLocaleDateString(undefined, { day: "numeric", month: "long" });
  return (
    <div
      role="group"
      aria-label={label}
      onDragOver={
        onDrop &&
        ((event) => {
          event.preventDefault();
          setIsOver(true);
        })
      }
      onDragLeave={() => setIsOver(false)}
      onDrop={() => {
        setIsOver(false);
        onDrop?.();
      }}
      className={cn(
        "group min-h-14 space-y-1 border-b border-r p-1 sm:min-h-28 sm:p-1.5",
        isOutside && "bg-muted/50 text-muted-foreground",
        isOver && "ring-2 ring-inset ring-ring",
      )}
    >
      <div className="flex items-center justify-between">
        <span
          className={cn(
            "grid size-6 place-items-center rounded-full text-xs tabular-nums",
            isToday && "bg-primary font-semibold text-primary-foreground",
          )}
        >
          {date.getDate()}
        </span>
        {onAdd && (
          <button
            type="button"
            className="rounded p-0.5 text-muted-foreground opacity-0 hover:bg-muted focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
            aria-label={`Add on ${label}`}
            onClick={onAdd}
          >
            <Plus className="size-3.5" />
          </button>
        )}
      </div>
      {isPhone ? (
        entries.length > 0 && (
          <span className="mx-auto block size-1.5 rounded-full bg-primary">
            <span className="sr-only">{entries.length} here</span>
          </span>
        )
      ) : (
        <>
          {isWhole ? entries : entries.slice(0, 3)}
          {entries.length > 3 && (
            <button
              type="button"
              className="px-1 text-xs text-muted-foreground hover:underline"
              aria-expanded={isWhole}
              onClick={() => setIsWhole(!isWhole)}
            >
              {isWhole ? "Show fewer" : `${entries.length - 3} more`}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** @param {{ title: string, time: string | undefined, style: React.CSSProperties, onOpen: () => void, onDrag: ((isHeld: boolean) => void) | undefined }} props */
function Entry({ title, time, style, onOpen, onDrag }) {
  return (
    <button
      type="button"
      draggable={Boolean(onDrag)}
      onDragStart={() => onDrag?.(true)}
      onDragEnd={() => onDrag?.(false)}
      className="block w-full truncate rounded-md px-1.5 py-0.5 text-left text-xs font-medium hover:opacity-80"
      style={style}
      onClick={onOpen}
    >
      {time !== undefined && <span className="mr-1 tabular-nums">{time}</span>}
      {title}
    </button>
  );
}

/**
 * What a row has when it takes place on another day, at the same time and for as long, and what it had.
 * @param {Entity} entity @param {Row} row @param {string} by @param {Date} date
 */
function movedTo(entity, row, by, date) {
  const from = toDate(row[by]);
  const days = Math.round((date.getTime() - toDate(dayKey(from)).getTime()) / 86_400_000);
  const moved = fieldsOf(entity).filter(
    ({ name, kind }) => (kind === "date" || kind === "datetime") && row[name] && (name === by || isEnd(name)),
  );
  /** @param {Field} field @returns {[string, Value]} */
  const later = ({ name, kind }) => {
    const day = toDate(row[name]);
    day.setDate(day.getDate() + days);
    return [name, kind === "date" ? dayKey(day) : day.toISOString()];
  };
  return {
    before: Object.fromEntries(moved.map(({ name }) => [name, row[name]])),
    after: Object.fromEntries(moved.map(later)),
  };
}

/** Not Map.groupBy, which browsers of 2023 do not have. @param {Row[]} rows @param {(row: Row) => string} keyOf */
function group(rows, keyOf) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    const one = groups.get(keyOf(row)) ?? [];
    one.push(row);
    groups.set(keyOf(row), one);
  }
  return groups;
}
