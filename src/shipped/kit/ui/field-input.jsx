import { useEffect, useRef, useState } from "react";
import { FileUp, ImagePlus, X } from "lucide-react";
import { UploadFile } from "@/api/integrations";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Stars } from "@/components/ui/stars";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { isEmpty, optionLabel, optionOf, titleOf } from "@/lib/fields";
import { toDate } from "@/lib/format";
import { toastFailure } from "@/lib/rows";
import { cn } from "@/lib/utils";

/** @import { Entity, Field, Row, Value } from "@/lib/types" */

const none = "__none__";

/**
 * A dropdown over { value, label }; with `canClear` it offers to choose nothing.
 * @param {{ id?: string, value: string | undefined, options: { value: string, label: string }[], placeholder?: string, canClear?: boolean, onChange: (value: string) => void, className?: string, label?: string }} props
 */
export function SelectField({ id, value, options, placeholder, canClear, onChange, className, label }) {
  return (
    <Select
      value={value || (canClear ? none : undefined)}
      onValueChange={(next) => onChange(next === none ? "" : next)}
    >
      <SelectTrigger id={id} aria-label={label} className={cn("w-full", !value && "text-muted-foreground", className)}>
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

/** @param {Value} value of an input that holds a text */
const textOf = (value) => (isEmpty(value) ? "" : String(value));
/** @param {Value} value of an input that holds several */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** A dropdown over the rows of another table. @param {InputProps & { other: Entity }} props */
function ReferenceInput({ id, field, other, value, onChange }) {
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
      placeholder={`Choose ${field.label.toLowerCase()}`}
      canClear={!field.isRequired}
      onChange={onChange}
    />
  );
}

/** @param {InputProps} props */
function UploadInput({ id, field, value, onChange }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [isUploading, setIsUploading] = useState(false);
  const isImage = field.kind === "image";
  /** @param {File | undefined} file */
  async function upload(file) {
    if (!file) return;
    setIsUploading(true);
    try {
      onChange((await UploadFile({ file })).file_url);
    } catch (error) {
      toastFailure("The file could not be uploaded", error);
    } finally {
      setIsUploading(false);
    }
  }
  const Icon = isImage ? ImagePlus : FileUp;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {value && isImage && <img src={String(value)} alt="" className="size-16 rounded-lg border object-cover" />}
      <input
        ref={input}
        id={id}
        type="file"
        accept={isImage ? "image/*" : undefined}
        className="sr-only"
        onChange={(event) => upload(event.target.files?.[0])}
      />
      <Button variant="outline" disabled={isUploading} onClick={() => input.current?.click()}>
        <Icon /> {isUploading ? "Uploading…" : value ? "Replace" : "Upload"}
      </Button>
      {value && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove the ${isImage ? "picture" : "file"}`}
          onClick={() => onChange("")}
        >
          <X />
        </Button>
      )}
    </div>
  );
}

/**
 * Free words: Enter or a comma adds one, Backspace takes the last one away.
 * @param {{ id?: string, value: Value[], onChange: (value: Value[]) => void }} props
 */
function TagsInput({ id, value, onChange }) {
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

/** @param {{ id?: string, field: Field, value: Value[], onChange: (value: Value[]) => void }} props */
function ChoicesInput({ id, field, value, onChange }) {
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

/** @param {number} number */
const pad = (number) => String(number).padStart(2, "0");
/** @param {Value} value */
function localTime(value) {
  const date = toDate(value);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/**
 * A stored value as its input holds it.
 * @param {Field} field
 * @param {Value} value
 * @returns {Value}
 */
export function toInput({ kind, property }, value) {
  if (kind === "boolean") return value ?? property.default === true;
  if (kind === "tags" || kind === "multi") return value ?? [];
  if (kind === "rating") return value ?? null;
  if (kind === "datetime") return isEmpty(value) ? "" : localTime(value);
  if (kind === "date") return textOf(value).slice(0, 10);
  if (kind === "json") return value ? JSON.stringify(value, null, 2) : "";
  return value ?? property.default ?? "";
}

/**
 * What an input holds as it is stored: nothing is null, numbers are numbers, times carry their zone.
 * @param {Field} field
 * @param {Value} value
 * @returns {Value}
 * @throws {SyntaxError} for a text that is no JSON where the field holds some
 */
export function fromInput(field, value) {
  const { kind } = field;
  if (["boolean", "rating", "tags", "multi"].includes(kind)) return value;
  if (kind === "json") return value ? JSON.parse(String(value)) : null;
  if (["number", "money", "percent"].includes(kind)) return value === "" ? null : Number(value);
  const text = String(value).trim();
  if (text === "") return null;
  if (kind === "enum") return optionOf(field, text);
  if (kind === "datetime") return new Date(text).toISOString();
  if (kind === "url" && !/^[a-z]+:/i.test(text)) return `https://${text}`;
  return text;
}

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
        onChange={onChange}
      />
    );
  if (kind === "multi") return <ChoicesInput id={id} field={field} value={listOf(value)} onChange={onChange} />;
  if (kind === "tags") return <TagsInput id={id} value={listOf(value)} onChange={onChange} />;
  if (kind === "rating") return <Stars id={id} value={value} onChange={onChange} />;
  if (kind === "image" || kind === "file")
    return <UploadInput id={id} field={field} value={value} onChange={onChange} />;
  if (other) return <ReferenceInput id={id} field={field} other={other} value={value} onChange={onChange} />;
  return (
    <Input
      id={id}
      {...types[kind]}
      value={textOf(value)}
      aria-invalid={isWrong}
      onChange={(event) => onChange(event.target.value)}
      {...props}
    />
  );
}
