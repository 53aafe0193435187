import { Check } from "lucide-react";
import { Link } from "react-router-dom";
import { OptionBadge } from "@/components/ui/option-badge";
import { Stars } from "@/components/ui/stars";
import { isColor, isDone, isEmpty } from "@/lib/fields";
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

/** A colour is shown, and read out as it is written. @param {{ color: string }} props */
const Swatch = ({ color }) => (
  <span className="inline-flex align-middle" title={color}>
    <span className="size-4 rounded-full border" style={{ backgroundColor: color }} aria-hidden="true" />
    <span className="sr-only">{color}</span>
  </span>
);

/**
 * A reference by the name of its row; a link where that has a page that the reader may see.
 * @param {{ id: Value, titles: Map<Value, string> | undefined, page: string | undefined }} props
 */
function Reference({ id, titles, page }) {
  if (!page || !titles?.has(id)) return <span>{titles?.get(id) ?? "…"}</span>;
  return (
    <Link
      to={`/${page}?id=${String(id)}`}
      className="underline decoration-border underline-offset-4 hover:decoration-current print:no-underline"
      onClick={stop}
    >
      {titles.get(id)}
    </Link>
  );
}

/**
 * One field of a row as people read it. `names` are the names of rows that references point to (useNames), `page` is where
 * such a row has its page.
 * @param {{ field: Field, row: Values, names?: Names, page?: string | undefined }} props
 */
export function FieldValue({ field, row, names, page }) {
  const value = row[field.name];
  if (field.kind === "boolean")
    return value ? (
      <Check className="size-4 text-primary" aria-label="Yes" />
    ) : (
      <span className="text-muted-foreground">No</span>
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
        <Reference id={value} titles={names[field.name]} page={page} />
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
      return isColor(value) ? <Swatch color={String(value)} /> : formatField(field, value);
  }
}
