import { useState } from "react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { Booked, BookingForm } from "@/components/ui/parts/booking-form";
import { MoveForm } from "@/components/ui/parts/move-form";
import { OwnerChoice, owningIn, useOwners } from "@/components/ui/parts/slot-owner";
import { useAddress } from "@/lib/address";
import { oneIn } from "@/lib/fields";
import { dayKey, formatDay, formatTime } from "@/lib/format";
import { useRows, useTaken } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Owners, Owning } from "@/components/ui/parts/slot-owner"
 * @import { Entity } from "@/lib/fields"
 * @import { Row, Values } from "@/sdk/types"
 */

/** @param {Date} date @param {number} count */
const addDays = (date, count) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + count);
/** @param {Row} row */
const isFree = (row) =>
  Object.entries(row).some(
    ([name, value]) => /status|state/.test(name) && /cancel|declin|no show/i.test(String(value)),
  );

/**
 * A day's times, of which one can be chosen once it is known which are taken.
 * @param {{ day: Date, starts: Date[], isLoading: boolean, isOpen: (start: Date) => boolean, chosen: Date | null, onChoose: (start: Date) => void }} props
 */
function DaySlots({ day, starts, isLoading, isOpen, chosen, onChoose }) {
  return (
    <section
      aria-label={formatDay(day)}
      className={cn("rounded-xl border bg-card p-3", !starts.some(isOpen) && "max-sm:hidden")}
    >
      <h2 className={cn("mb-2 text-center text-sm", dayKey(day) === dayKey() && "text-primary")}>{formatDay(day)}</h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5 sm:grid-cols-1">
        {starts.map((start, place) => {
          const isChosen = chosen?.getTime() === start.getTime();
          return (
            <button
              key={place}
              type="button"
              disabled={isLoading || !isOpen(start)}
              aria-pressed={isChosen}
              onClick={() => onChoose(start)}
              className={cn(
                "h-9 rounded-md border text-sm tabular-nums transition-colors",
                isLoading && "animate-pulse",
                !isOpen(start)
                  ? "border-transparent bg-muted text-muted-foreground line-through"
                  : isChosen
                    ? "border-primary bg-primary text-primary-foreground"
                    : "hover:border-primary hover:text-primary",
              )}
            >
              {formatTime(start)}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** @typedef {{ entity: Entity, title?: string, by: string, from?: number, to?: number, minutes?: number, daysOff?: number[], only?: string[] }} SlotPickerProps */

/**
 * What is taken from one moment to another (useTaken, useRows); `isTaken` asks the server once more.
 * @typedef {{ times: number[], isLoading: boolean, error: Error | null, reload: () => void, isTaken: (slot: Date) => Promise<boolean> }} TakenTimes
 */

/**
 * Times to book, seven days at a glance, from today on: those that are taken cannot be chosen, and a time that somebody took meanwhile is refused with words.
 * `from` and `to` are hours of the day, `minutes` the length of a slot, `daysOff` the weekdays that are closed (0 is Sunday). Of a table whose rows may
 * not overlap (`x-noOverlap`), whoever may book learns what is taken, and nothing of who took it. Where each of a staff has times of their own (its
 * `per`), one of them is chosen first. `?move=` with the id of a booking chooses another time for it.
 * @param {SlotPickerProps} props
 */
export function SlotPicker(props) {
  const [{ week: chosen }] = useAddress();
  const [today] = useState(() => new Date());
  // From today on: nobody books a day that is over.
  const week = chosen ? new Date(`${chosen}T00:00`) : addDays(today, 0);
  const { entity } = props;
  if (!entity.schema()["x-noOverlap"]) return <ReadSlots {...props} week={week} />;
  const owning = owningIn(entity);
  return owning ? <OwnedSlots {...props} week={week} owning={owning} /> : <TakenSlots {...props} week={week} />;
}

/** @param {SlotPickerProps & { week: Date, owning: Owning }} props */
function OwnedSlots({ owning, ...props }) {
  const owners = useOwners(owning);
  if (owners.isLoading) return <Skeleton className="h-96 rounded-xl" />;
  return <TakenSlots {...props} owners={owners} />;
}

/** @param {SlotPickerProps & { week: Date, owners?: Owners }} props */
function TakenSlots(props) {
  const { entity, week, owners } = props;
  const per = owners?.chosen && { [owners.field.name]: owners.chosen.id };
  const answer = useTaken(entity, week.toISOString(), addDays(week, 7).toISOString(), per);
  /** @type {TakenTimes} */
  const taken = {
    times: (answer.value ?? []).map((start) => new Date(start).getTime()),
    isLoading: answer.isLoading,
    error: answer.error,
    reload: answer.reload,
    isTaken: () => Promise.resolve(false),
  };
  return <SlotWeek {...props} taken={taken} />;
}

/** @param {SlotPickerProps & { week: Date }} props */
function ReadSlots(props) {
  const { entity, by, week } = props;
  const list = useRows(entity, {
    query: { [by]: { $gte: week.toISOString(), $lt: addDays(week, 7).toISOString() } },
    sort: by,
    limit: 500,
  });
  /** @type {TakenTimes} */
  const taken = {
    times: list.rows.filter((row) => !isFree(row)).map((row) => new Date(String(row[by])).getTime()),
    isLoading: list.isLoading,
    error: list.error,
    reload: list.reload,
    isTaken: async (slot) => {
      const rows = await entity.filter({ [by]: slot.toISOString() }, "createdAt", 20).catch(() => []);
      return rows.some((row) => !isFree(row));
    },
  };
  return <SlotWeek {...props} taken={taken} />;
}

/** @param {SlotPickerProps & { week: Date, taken: TakenTimes, owners?: Owners | undefined }} props */
function SlotWeek({ entity, title, by, from = 9, to = 17, minutes = 60, daysOff = [0], only, week, taken, owners }) {
  const [{ move }, go] = useAddress();
  const [today] = useState(() => new Date());
  const days = Array.from({ length: 7 }, (_, at) => addDays(week, at)).filter((day) => !daysOff.includes(day.getDay()));
  const [slot, setSlot] = useState(/** @type {Date | null} */ (null));
  const [booked, setBooked] = useState(/** @type {Row | null} */ (null));
  // Whoever chooses another time has not to write everything again.
  const [typed, setTyped] = useState(/** @type {Values} */ ({}));
  // A time that was refused is closed at once, before the list of taken times is there again.
  const [refused, setRefused] = useState(/** @type {string[]} */ ([]));
  /** @param {Date} time */
  const keyOf = (time) => `${owners?.chosen?.id ?? ""} ${time.getTime()}`;
  const one = oneIn(entity);
  const times = Array.from({ length: Math.floor(((to - from) * 60) / minutes) }, (_, at) => from * 60 + at * minutes);
  /** @param {Date} day @param {number} time in minutes */
  const at = (day, time) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate(), Math.floor(time / 60), time % 60);
  /** @param {Date} time */
  const isOpen = (time) =>
    time > today &&
    !refused.includes(keyOf(time)) &&
    !taken.times.some((other) => Math.abs(other - time.getTime()) < minutes * 60_000);
  /** @param {number} count of days */
  const show = (count) => go({ week: dayKey(addDays(week, count)) }, { replace: true });

  const asked = {
    entity,
    by,
    owner: owners?.chosen && {
      field: owners.field.name,
      id: owners.chosen.id,
      title: owners.nameOf(owners.chosen),
    },
    onTaken: () => {
      toast.error(`Somebody has just taken this time. Choose another ${one}.`);
      if (slot) setRefused([...refused, keyOf(slot)]);
      setSlot(null);
      taken.reload();
    },
  };

  if (booked)
    return (
      <Booked
        entity={entity}
        by={by}
        row={booked}
        onAgain={() => {
          go({ move: undefined }, { replace: true });
          setTyped({});
          setBooked(null);
          setSlot(null);
          taken.reload();
        }}
      />
    );
  return (
    <div className="space-y-5">
      <PageHeader
        title={move ? "Choose another time" : title}
        description={days.length > 0 ? `${formatDay(days[0] ?? week)} to ${formatDay(days.at(-1) ?? week)}` : ""}
      >
        <Button
          variant="outline"
          size="icon"
          aria-label="The week before"
          disabled={week <= today}
          onClick={() => show(-7)}
        >
          <ChevronLeft />
        </Button>
        <Button variant="outline" size="icon" aria-label="The week after" onClick={() => show(7)}>
          <ChevronRight />
        </Button>
      </PageHeader>
      {owners && <OwnerChoice owners={owners} onChoose={() => setSlot(null)} />}
      {taken.error && <LoadError error={taken.error} onRetry={taken.reload} />}
      <div className={cn("grid items-start gap-6", slot && "lg:grid-cols-[minmax(0,1fr)_22rem]")}>
        <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-6" aria-busy={taken.isLoading}>
          {days.map((day) => (
            <DaySlots
              key={dayKey(day)}
              day={day}
              starts={times.map((time) => at(day, time))}
              isLoading={taken.isLoading}
              isOpen={isOpen}
              chosen={slot}
              onChoose={setSlot}
            />
          ))}
        </div>
        {slot &&
          (move ? (
            <MoveForm id={move} onMoved={setBooked} {...asked} slot={slot} />
          ) : (
            <BookingForm
              key={slot.getTime()}
              typed={typed}
              onTyped={setTyped}
              only={only}
              isTaken={taken.isTaken}
              onBooked={setBooked}
              {...asked}
              slot={slot}
            />
          ))}
      </div>
    </div>
  );
}
