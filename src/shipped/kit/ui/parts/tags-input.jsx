import { useState } from "react";
import { X } from "lucide-react";
import { Input } from "@/components/ui/input";

/** @import { Value } from "@/sdk/types" */

/**
 * Free words: Enter or a comma adds one, Backspace takes the last one away.
 * @param {{ id?: string, value: Value[], onChange: (value: Value[]) => void }} props
 */
export function TagsInput({ id, value, onChange }) {
  const [text, setText] = useState("");
  const add = () => {
    const tag = text.trim().replace(/,$/, "");
    if (tag && !value.includes(tag)) onChange([...value, tag]);
    setText("");
  };
  /** @param {React.KeyboardEvent} event */
  const press = (event) => {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    }
    if (event.key === "Backspace" && text === "") onChange(value.slice(0, -1));
  };
  return (
    <div className="space-y-2">
      <Input
        id={id}
        value={text}
        placeholder="Type and press Enter"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onBlur={add}
      />
      {value.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <span
              key={String(tag)}
              className="inline-flex items-center gap-1 rounded-full bg-muted py-0.5 pl-2.5 pr-1 text-xs font-medium"
            >
              {tag}
              <button
                type="button"
                className="rounded-full p-0.5 hover:bg-foreground/10"
                aria-label={`Remove ${String(tag)}`}
                onClick={() => onChange(value.filter((other) => other !== tag))}
              >
                <X className="size-3" />
              </button>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
