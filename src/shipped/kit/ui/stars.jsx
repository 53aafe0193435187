import { Star } from "lucide-react";
import { cn } from "@/lib/utils";

/** @import { Value } from "@/sdk/types" */

const steps = [1, 2, 3, 4, 5];
/** @param {boolean} isFull @param {string} size */
const star = (isFull, size) => (
  <Star
    className={cn(size, isFull ? "fill-amber-400 text-amber-500" : "text-muted-foreground/40")}
    aria-hidden="true"
  />
);

/**
 * Shows one to five stars; with `onChange` they can be chosen.
 * @param {{ id?: string, value: Value, onChange?: (value: number | null) => void, size?: string }} props
 */
export function Stars({ id, value, onChange, size = "size-4" }) {
  const count = Number(value ?? 0);
  if (!onChange && !count) return <span className="text-muted-foreground">–</span>;
  if (!onChange)
    return (
      <span className="inline-flex gap-0.5 align-middle" role="img" aria-label={`${count} of 5 stars`}>
        {steps.map((step) => (
          <span key={step}>{star(step <= Math.round(count), size)}</span>
        ))}
      </span>
    );
  return (
    <div id={id} className="flex h-9 items-center gap-1" role="group" aria-label="Rating">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          className="rounded p-1 hover:bg-muted"
          aria-label={`${step} of 5 stars`}
          aria-pressed={count === step}
          onClick={() => onChange(count === step ? null : step)}
        >
          {star(step <= count, "size-5")}
        </button>
      ))}
    </div>
  );
}
