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

/** A month of days; `selected` is a date, or with mode "range" `{ from, to }`. */
function Calendar({
  className,
  mode = "single",
  selected,
  onSelect,
  month: shown,
  defaultMonth,
  onMonthChange,
  disabled,
  ...props
}) {
  const first = mode === "range" ? selected?.from : selected;
  const [own, setOwn] = useState(() => startOfMonth(shown ?? defaultMonth ?? first ?? new Date()));
  const month = shown ? startOfMonth(shown) : own;
  const show = (next) => {
    setOwn(next);
    onMonthChange?.(next);
  };
  const days = eachDayOfInterval({ start: startOfWeek(month), end: endOfWeek(endOfMonth(month)) });
  const isSelected = (day) =>
    mode === "range"
      ? Boolean(
          selected?.from &&
          (isSameDay(day, selected.from) || (selected.to && day >= selected.from && day <= selected.to)),
        )
      : Boolean(selected && isSameDay(day, selected));
  const choose = (day) => {
    if (mode !== "range") return onSelect?.(day);
    if (!selected?.from || selected.to || day < selected.from) return onSelect?.({ from: day, to: undefined });
    return onSelect?.({ from: selected.from, to: day });
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
