import { Check } from "lucide-react";
import { OptionBadge } from "@/components/ui/option-badge";
import { Stars } from "@/components/ui/stars";
import { isDone, isEmpty } from "@/lib/fields";
import { daysUntil, formatDate, formatField } from "@/lib/format";
import { cn } from "@/lib/utils";

/**
 * @import { Field, Names } from "@/lib/fields"
 * @import { Value, Values } from "@/sdk/types"
 */

const quiet = <span className="text-muted-foreground">–</span>;
/** @param {React.MouseEvent} event */
const stop = (event) => event.stopPropagation();

/**
 * A date that has passed while something is still to do is said in red.
 * @param {{ field: Field, row: Values, value: Value }} props
 */
function DueDate({ field, row, value }) {
  const isDue = /due|deadline|expir|return_by|renewal/.test(field.name);
  const isLate = isDue && daysUntil(value) < 0 && !isDone(row);
  return (
    <span className={cn("tabular-nums", isLate && "font-medium text-destructive")}>
      {formatDate(value)}
      {isLate && <span className="sr-only"> (overdue)</span>}
    </span>
  );
}

/**
 * One field of a row as people read it. `names` are the names of rows that references point to (useNames).
 * @param {{ field: Field, row: Values, names?: Names }} props
 */
export function FieldValue({ field, row, names }) {
  const value = row[field.name];
  if (field.kind === "boolean")
    return value ? (
      <Check className="size-4 text-primary" aria-label="Yes" />
    ) : (
      <span className="text-muted-foreground" aria-label="No">
        –
      </span>
    );
  if (isEmpty(value)) return quiet;
  switch (field.kind) {
    case "enum":
      return <OptionBadge value={value} options={field.options} />;
    case "multi":
    case "tags":
      return (
        <span className="flex flex-wrap gap-1">
          {[value].flat().map((one) => (
            <span key={String(one)} className="rounded-full bg-muted px-2 py-0.5 text-xs">
              {one}
            </span>
          ))}
        </span>
      );
    case "rating":
      return <Stars value={value} />;
    case "date":
      return <DueDate field={field} row={row} value={value} />;
    case "email":
      return (
        <a href={`mailto:${String(value)}`} className="hover:underline" onClick={stop}>
          {value}
        </a>
      );
    case "phone":
      return (
        <a href={`tel:${String(value)}`} className="hover:underline" onClick={stop}>
          {value}
        </a>
      );
    case "url":
    case "file":
      return (
        <a
          href={String(value)}
          target="_blank"
          rel="noreferrer"
          className="text-primary hover:underline"
          onClick={stop}
        >
          {field.kind === "file"
            ? "Open file"
            : String(value)
                .replace(/^https?:\/\/(www\.)?/, "")
                .slice(0, 40)}
        </a>
      );
    case "image":
      return <img src={String(value)} alt="" className="size-9 rounded-md object-cover" loading="lazy" />;
    case "reference":
      // As wide as most names, so that columns hardly move when these come.
      return names?.[field.name] ? (
        <span>{names[field.name]?.get(value) ?? "…"}</span>
      ) : (
        <span className="inline-block w-28">…</span>
      );
    case "percent":
      // A bar says how far something is; of a tax rate or a discount it says nothing.
      if (!/progress|complet|done|probab/i.test(field.name))
        return <span className="tabular-nums">{formatField(field, value)}</span>;
      return (
        <span className="inline-flex items-center gap-2 tabular-nums">
          <span className="h-1.5 w-14 overflow-hidden rounded-full bg-muted" aria-hidden="true">
            <span
              className="block h-full rounded-full bg-primary"
              style={{ width: `${Math.min(100, Math.max(0, Number(value)))}%` }}
            />
          </span>
          {formatField(field, value)}
        </span>
      );
    case "money":
    case "number":
    case "datetime":
      return <span className="tabular-nums">{formatField(field, value)}</span>;
    default:
      return formatField(field, value);
  }
}
