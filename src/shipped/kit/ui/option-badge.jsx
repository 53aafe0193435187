import { isEmpty, optionLabel } from "@/lib/fields";
import { toneOf, toneStyle } from "@/lib/tones";
import { cn } from "@/lib/utils";

/** @import { Value } from "@/sdk/types" */

/**
 * An option in its own colour, the same as in charts and boards.
 * @param {{ value: Value, options?: Value[], className?: string }} props
 */
export function OptionBadge({ value, options, className }) {
  if (isEmpty(value)) return <span className="text-muted-foreground">–</span>;
  return (
    <span
      className={cn(
        "inline-flex items-center whitespace-nowrap rounded-full px-2.5 py-0.5 text-xs font-medium",
        className,
      )}
      style={toneStyle(toneOf(value, options))}
    >
      {optionLabel(value)}
    </span>
  );
}
