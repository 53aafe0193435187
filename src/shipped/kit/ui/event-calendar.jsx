import { useState } from "react";
import { toast } from "sonner";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { RecordForm } from "@/components/ui/record-form";
import { Agenda } from "@/components/ui/parts/agenda";
import { Day, Entry } from "@/components/ui/parts/calendar-day";
import { useAddress } from "@/lib/address";
import { fieldOf, fieldsOf, isEnd, oneIn, titleOf } from "@/lib/fields";
import { useCalendarRange, weekdays } from "@/lib/calendar-range";
import { dayKey, formatDay, formatTime, toDate } from "@/lib/format";
import { useNames, useRows } from "@/lib/rows";
import { usePhone } from "@/lib/screen";
import { toneOf, toneStyle } from "@/lib/tones";

/**
 * @import { Draft } from "@/components/ui/record-form"
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Value } from "@/sdk/types"
 */

/**
 * A month or a week of rows by one of their dates. A day takes a new row, an entry opens its own and can be dragged to another day. On a phone the entries stand below as a list.
 * @param {{ entity: Entity, title?: string, action?: string, by: string, range?: "week" | "month", children?: React.ReactNode }} props `range`: what it begins with
 */
export function EventCalendar({ entity, title, action, by, range = "month", children }) {
  const [, go] = useAddress();
  const isPhone = usePhone();
  const field = fieldOf(entity, by);
  const { isWeek, days, start, end, isOutside, name, step, toToday, turn } = useCalendarRange(range);
  const isTimed = field?.kind === "datetime";
  /** @param {Date} date */
  const bound = (date) => (isTimed ? date.toISOString() : dayKey(date));
  const list = useRows(entity, {
    query: { [by]: { $gte: bound(start), $lt: bound(end) } },
    sort: by,
    limit: 500,
  });
  const [editing, setEditing] = useState(/** @type {Draft | null} */ (null));
  const names = useNames(entity, list.rows);
  const option = fieldsOf(entity).find(({ kind }) => kind === "enum");
  const byDay = group(list.rows, (row) => dayKey(toDate(row[by])));
  const one = oneIn(entity);
  const unit = isWeek ? "week" : "month";
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
        toast(`${titleOf(entity, dragged, names)} is on ${formatDay(date)} now`, {
          action: { label: "Undo", onClick: () => void list.save(dragged.id, before).catch(() => undefined) },
        }),
      () => undefined,
    );
  };
  /** @param {Row} row */
  const entryOf = (row) => (
    <Entry
      key={row.id}
      title={titleOf(entity, row, names)}
      time={isTimed ? formatTime(row[by]) : undefined}
      style={styleOf(row, option)}
      isWhole={isWeek}
      onOpen={() => go({ id: row.id })}
      onDrag={list.canChange(row) && list.canSet(by) ? (isHeld) => setDragged(isHeld ? row : null) : undefined}
    />
  );

  return (
    <div className="space-y-5">
      <PageHeader title={title} description={name}>
        {children}
        <Button variant="outline" onClick={turn}>
          {isWeek ? "Month" : "Week"}
        </Button>
        <div className="flex items-center gap-1">
          <Button variant="outline" size="icon" aria-label={`Previous ${unit}`} onClick={() => step(-1)}>
            <ChevronLeft />
          </Button>
          <Button variant="outline" onClick={toToday}>
            Today
          </Button>
          <Button variant="outline" size="icon" aria-label={`Next ${unit}`} onClick={() => step(1)}>
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
                isOutside={isOutside(date)}
                isWeek={isWeek}
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
          rows={list.rows.filter((row) => !isOutside(toDate(row[by])))}
          names={names}
          isTimed={isTimed}
          onOpen={(row) => go({ id: row.id })}
        />
      )}
      {editing && <RecordForm entity={entity} row={editing} onSave={list.save} onClose={() => setEditing(null)} />}
    </div>
  );
}

/** @param {Row} row @param {Field | undefined} option */
const styleOf = (row, option) =>
  option
    ? toneStyle(toneOf(row[option.name], option.options))
    : { background: "var(--tint, var(--muted))", color: "var(--primary)" };

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
