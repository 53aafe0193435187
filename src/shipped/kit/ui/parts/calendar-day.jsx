import { useState } from "react";
import { Plus } from "lucide-react";
import { dayKey } from "@/lib/format";
import { cn } from "@/lib/utils";

/**
 * A day of the month, with its first entries, or of a week, with all. On a phone a dot stands for them.
 * @param {{ date: Date, isOutside: boolean, isWeek: boolean, entries: React.ReactNode[], isPhone: boolean, onAdd: (() => void) | undefined, onDrop: (() => void) | undefined }} props
 */
export function Day({ date, isOutside, isWeek, entries, isPhone, onAdd, onDrop }) {
  const [isWhole, setIsWhole] = useState(false);
  const most = isWeek ? entries.length : 3;
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
        isWeek && "sm:min-h-96",
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
          {isWhole ? entries : entries.slice(0, most)}
          {entries.length > most && (
            <button
              type="button"
              className="px-1 text-xs text-muted-foreground hover:underline"
              aria-expanded={isWhole}
              onClick={() => setIsWhole(!isWhole)}
            >
              {isWhole ? "Show fewer" : `${entries.length - most} more`}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** @param {{ title: string, time: string | undefined, style: React.CSSProperties, isWhole: boolean, onOpen: () => void, onDrag: ((isHeld: boolean) => void) | undefined }} props */
export function Entry({ title, time, style, isWhole, onOpen, onDrag }) {
  return (
    <button
      type="button"
      draggable={Boolean(onDrag)}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer?.setData("text/plain", title);
        onDrag?.(true);
      }}
      onDragEnd={() => onDrag?.(false)}
      className={cn(
        "block w-full rounded-md px-1.5 py-0.5 text-left text-xs font-medium hover:opacity-80",
        isWhole ? "break-words" : "truncate",
      )}
      style={style}
      onClick={onOpen}
    >
      {time !== undefined && <span className={cn("mr-1 tabular-nums", isWhole && "block font-normal")}>{time}</span>}
      {title}
    </button>
  );
}
