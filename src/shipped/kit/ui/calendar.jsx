import { useState } from "react";
import {
  addMonths,
  eachDayOfInterval,
  endOfMonth,
  endOfWeek,
  format,
  isSameDay,
  isSameMonth,
  isToday,
  startOfMonth,
  startOfWeek,
} from "date-fns";
import { ChevronLeftIcon, ChevronRightIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";

const weekdays = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/**
 * @typedef {{ from?: Date | undefined, to?: Date | undefined }} Range
 * @typedef {object} Choice
 * @property {string} [className]
 * @property {Date} [month] the one that is shown; without it the calendar keeps its own
 * @property {Date} [defaultMonth]
 * @property {(month: Date) => void} [onMonthChange]
 * @property {boolean | ((day: Date) => boolean)} [disabled]
 */

/**
 * A month of days; `selected` is a date, or with mode "range" `{ from, to }`.
 * @param {Choice & ({ mode?: "single", selected?: Date | null, onSelect?: (day: Date) => void } | { mode: "range", selected?: Range | null, onSelect?: (range: Range) => void }) & Omit<React.ComponentProps<"div">, "onSelect">} props
 */
function Calendar({ className, month: shown, defaultMonth, onMonthChange, disabled, ...given }) {
  const { mode, selected, onSelect, ...props } = given;
  const first = mode === "range" ? selected?.from : selected;
  const [own, setOwn] = useState(() => startOfMonth(shown ?? defaultMonth ?? first ?? new Date()));
  const month = shown ? startOfMonth(shown) : own;
  /** @param {Date} next */
  const show = (next) => {
    setOwn(next);
    onMonthChange?.(next);
  };
  const days = eachDayOfInterval({ start: startOfWeek(month), end: endOfWeek(endOfMonth(month)) });
  /** @param {Date} day */
  const isSelected = (day) => {
    if (mode !== "range") return Boolean(selected && isSameDay(day, selected));
    const { from, to } = selected ?? {};
    return Boolean(from && (isSameDay(day, from) || (to && day >= from && day <= to)));
  };
  /** @param {Date} day */
  const choose = (day) => {
    if (mode !== "range") return onSelect?.(day);
    const { from, to } = selected ?? {};
    return onSelect?.(!from || to || day < from ? { from: day, to: undefined } : { from, to: day });
  };
  return (
    <div className={cn("w-fit p-3", className)} {...props}>
      <div className="mb-2 flex items-center justify-between">
        <Button
          variant="ghost"
          size="icon"
          className="size-7"
          aria-label="Previous month"
          onClick={() => show(addMonths(month, -1))}
        >
          <ChevronLeftIcon />
        </Button>
        <div className="text-sm font-medium" aria-live="polite">
          {format(month, "MMMM yyyy")}
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="size-7"
          aria-label="Next month"
          onClick={() => show(addMonths(month, 1))}
        >
          <ChevronRightIcon />
        </Button>
      </div>
      <div className="grid grid-cols-7 gap-1 text-center">
        {weekdays.map((name) => (
          <div key={name} className="text-xs text-muted-foreground">
            {name}
          </div>
        ))}
        {days.map((day) => (
          <button
            key={day.toISOString()}
            type="button"
            disabled={typeof disabled === "function" ? disabled(day) : disabled}
            aria-pressed={isSelected(day)}
            aria-label={format(day, "PPPP")}
            onClick={() => choose(day)}
            className={cn(
              "size-8 rounded-md text-sm outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring disabled:opacity-40",
              !isSameMonth(day, month) && "text-muted-foreground opacity-60",
              isToday(day) && "font-semibold text-primary",
              isSelected(day) && "bg-primary text-primary-foreground hover:bg-primary",
            )}
          >
            {format(day, "d")}
          </button>
        ))}
      </div>
    </div>
  );
}

export { Calendar };
