import { optionLabel } from "@/lib/fields";
import { cn } from "@/lib/utils";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value } from "@/sdk/types"
 */

/**
 * Options of which any number is chosen.
 * @param {{ id?: string, field: Field, value: Value[], onChange: (value: Value[]) => void }} props
 */
export function ChoicesInput({ id, field, value, onChange }) {
  /** @param {Value} option */
  const toggle = (option) =>
    onChange(value.includes(option) ? value.filter((other) => other !== option) : [...value, option]);
  return (
    <div id={id} role="group" aria-label={field.label} className="flex flex-wrap gap-2">
      {field.options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={value.includes(option)}
          onClick={() => toggle(option)}
          className={cn(
            "rounded-full border px-3 py-1 text-sm transition-colors",
            value.includes(option)
              ? "border-primary bg-primary/10 text-primary"
              : "text-muted-foreground hover:text-foreground",
          )}
        >
          {optionLabel(option)}
        </button>
      ))}
    </div>
  );
}
