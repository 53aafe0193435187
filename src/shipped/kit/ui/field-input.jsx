import { useEffect, useState } from "react";
import { Input } from "@/components/ui/input";
import { ChoicesInput } from "@/components/ui/parts/choices-input";
import { TagsInput } from "@/components/ui/parts/tags-input";
import { UploadInput } from "@/components/ui/parts/upload-input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Stars } from "@/components/ui/stars";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { isColor, oneIn, optionLabel, titleOf } from "@/lib/fields";
import { textOf } from "@/lib/inputs";
import { cn } from "@/lib/utils";

export { fromInput, toInput } from "@/lib/inputs";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Value } from "@/sdk/types"
 */

const none = "__none__";

/**
 * A dropdown over { value, label }; with `canClear` it offers to choose nothing.
 * @param {{ id?: string, value: string | undefined, options: { value: string, label: string }[], placeholder?: string, canClear?: boolean, onChange: (value: string) => void, className?: string, label?: string, isWrong?: boolean | undefined }} props
 */
export function SelectField({ id, value, options, placeholder, canClear, onChange, className, label, isWrong }) {
  return (
    <Select
      value={value || (canClear ? none : undefined)}
      onValueChange={(next) => onChange(next === none ? "" : next)}
    >
      <SelectTrigger
        id={id}
        aria-label={label}
        aria-invalid={isWrong}
        className={cn("w-full", !value && "text-muted-foreground", className)}
      >
        <SelectValue placeholder={placeholder} />
      </SelectTrigger>
      <SelectContent>
        {canClear && <SelectItem value={none}>{placeholder}</SelectItem>}
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

/**
 * What an input of a field takes.
 * @typedef {{ id?: string, field: Field, value: Value, onChange: (value: Value) => void }} InputProps
 */

/** @param {Value} value of an input that holds several */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** A dropdown over the rows of another table. @param {InputProps & { other: Entity, isWrong?: boolean | undefined }} props */
function ReferenceInput({ id, field, other, value, onChange, isWrong }) {
  const [rows, setRows] = useState(/** @type {Row[]} */ ([]));
  const [first] = useState(() => textOf(value));
  useEffect(() => {
    let isCurrent = true;
    other.page({ limit: 200 }).then(
      async ({ items }) => {
        // The row that the form begins with may be older than the page of choices.
        const chosen =
          first && !items.some((row) => row.id === first) ? await other.get(first).catch(() => null) : null;
        if (isCurrent) setRows(chosen ? [chosen, ...items] : items);
      },
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [other, first]);
  const options = rows.map((row) => ({ value: row.id, label: titleOf(other, row) }));
  return (
    <SelectField
      id={id}
      value={rows.length > 0 ? textOf(value) : undefined}
      options={options}
      placeholder={`Choose ${oneIn(other)}`}
      canClear={!field.isRequired}
      isWrong={isWrong}
      onChange={onChange}
    />
  );
}

/** @type {Partial<Record<Field["kind"], React.ComponentProps<"input">>>} */
const types = {
  email: { type: "email" },
  phone: { type: "tel" },
  url: { type: "url", placeholder: "https://" },
  date: { type: "date" },
  datetime: { type: "datetime-local" },
  number: { type: "number", step: "any" },
  money: { type: "number", step: "0.01" },
  percent: { type: "number", min: 0, max: 100 },
};

/**
 * The input that suits a field. `value` is what `toInput` made of the stored one; other props go to inputs of text.
 * @param {InputProps & { entity: Entity, isWrong?: boolean | undefined } & Pick<React.ComponentProps<"input">, "autoFocus" | "aria-labelledby"> & { onBlur?: () => void, onKeyDown?: (event: React.KeyboardEvent) => void }} props
 */
export function FieldInput({ id, field, entity, value, onChange, isWrong, ...props }) {
  const { kind, label, options, isRequired, reference } = field;
  const other = kind === "reference" && reference ? entity.related(reference) : undefined;
  if (kind === "longtext" || kind === "json")
    return (
      <Textarea
        id={id}
        rows={4}
        className={kind === "json" ? "font-mono text-xs" : undefined}
        value={textOf(value)}
        aria-invalid={isWrong}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
    );
  if (kind === "boolean")
    return (
      <div className="flex h-9 items-center">
        <Switch id={id} checked={value === true} onCheckedChange={onChange} aria-label={label} />
      </div>
    );
  if (kind === "enum")
    return (
      <SelectField
        id={id}
        value={textOf(value)}
        options={options.map((option) => ({ value: String(option), label: optionLabel(option) }))}
        placeholder={`Choose ${label.toLowerCase()}`}
        canClear={!isRequired}
        isWrong={isWrong}
        onChange={onChange}
      />
    );
  if (kind === "multi") return <ChoicesInput id={id} field={field} value={listOf(value)} onChange={onChange} />;
  if (kind === "tags") return <TagsInput id={id} value={listOf(value)} onChange={onChange} />;
  if (kind === "rating") return <Stars id={id} value={value} onChange={onChange} />;
  if (kind === "image" || kind === "file")
    return <UploadInput id={id} isImage={kind === "image"} value={value} onChange={onChange} />;
  if (other) return <ReferenceInput {...{ id, field, other, value, onChange, isWrong }} />;
  return (
    <Input
      id={id}
      {...(isColor(value) ? { type: "color", className: "w-16 cursor-pointer p-1" } : types[kind])}
      value={textOf(value)}
      aria-invalid={isWrong}
      onChange={(event) => onChange(event.target.value)}
      {...props}
    />
  );
}
