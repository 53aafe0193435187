import { useEffect, useRef, useState } from "react";
import { FileUp, ImagePlus, X } from "lucide-react";
import { toast } from "sonner";
import { UploadFile } from "@/api/integrations";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Stars } from "@/components/ui/stars";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { isEmpty, optionLabel, titleOf } from "@/lib/fields";
import { toDate } from "@/lib/format";
import { cn } from "@/lib/utils";

const none = "__none__";

/** A dropdown over { value, label }; with `canClear` it offers to choose nothing. */
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

/** A dropdown over the rows of another table. */
function ReferenceInput({ id, field, entity, value, onChange }) {
  const other = entity.related(field.reference);
  const [rows, setRows] = useState([]);
  const [first] = useState(value);
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
      value={rows.length > 0 ? value : undefined}
      options={options}
      placeholder={`Choose ${field.label.toLowerCase()}`}
      canClear={!field.isRequired}
      onChange={onChange}
    />
  );
}

function UploadInput({ id, field, value, onChange }) {
  const input = useRef(null);
  const [isUploading, setIsUploading] = useState(false);
  const isImage = field.kind === "image";
  async function upload(file) {
    if (!file) return;
    setIsUploading(true);
    try {
      onChange((await UploadFile({ file })).file_url);
    } catch (error) {
      toast.error("The file could not be uploaded", { description: error.message });
    } finally {
      setIsUploading(false);
    }
  }
  const Icon = isImage ? ImagePlus : FileUp;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {value && isImage && <img src={value} alt="" className="size-16 rounded-lg border object-cover" />}
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

/** Free words: Enter or a comma adds one, Backspace takes the last one away. */
function TagsInput({ id, value, onChange }) {
  const [text, setText] = useState("");
  const add = () => {
    const tag = text.trim().replace(/,$/, "");
    if (tag && !value.includes(tag)) onChange([...value, tag]);
    setText("");
  };
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
              key={tag}
              className="inline-flex items-center gap-1 rounded-full bg-muted py-0.5 pl-2.5 pr-1 text-xs font-medium"
            >
              {tag}
              <button
                type="button"
                className="rounded-full p-0.5 hover:bg-foreground/10"
                aria-label={`Remove ${tag}`}
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

function ChoicesInput({ id, field, value, onChange }) {
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

const pad = (number) => String(number).padStart(2, "0");
function localTime(value) {
  const date = toDate(value);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** A stored value as its input holds it. */
export function toInput({ kind, property }, value) {
  if (kind === "boolean") return value ?? property.default === true;
  if (kind === "tags" || kind === "multi") return value ?? [];
  if (kind === "rating") return value ?? null;
  if (kind === "datetime") return isEmpty(value) ? "" : localTime(value);
  if (kind === "date") return value?.slice(0, 10) ?? "";
  if (kind === "json") return value ? JSON.stringify(value, null, 2) : "";
  return value ?? property.default ?? "";
}

/** What an input holds as it is stored: nothing is null, numbers are numbers, times carry their zone. */
export function fromInput({ kind }, value) {
  if (["boolean", "rating", "tags", "multi"].includes(kind)) return value;
  if (kind === "json") return value ? JSON.parse(value) : null;
  if (["number", "money", "percent"].includes(kind)) return value === "" ? null : Number(value);
  const text = String(value).trim();
  if (text === "") return null;
  if (kind === "datetime") return new Date(text).toISOString();
  if (kind === "url" && !/^[a-z]+:/i.test(text)) return `https://${text}`;
  return text;
}

/** The input that suits a field. `value` is what `toInput` made of the stored one. */
export function FieldInput({ id, field, entity, value, onChange, isWrong, ...props }) {
  const { kind, label, options, isRequired } = field;
  if (kind === "longtext" || kind === "json")
    return (
      <Textarea
        id={id}
        rows={4}
        className={kind === "json" ? "font-mono text-xs" : undefined}
        value={value}
        aria-invalid={isWrong}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
    );
  if (kind === "boolean")
    return (
      <div className="flex h-9 items-center">
        <Switch id={id} checked={value} onCheckedChange={onChange} aria-label={label} />
      </div>
    );
  if (kind === "enum")
    return (
      <SelectField
        id={id}
        value={value}
        options={options.map((option) => ({ value: String(option), label: optionLabel(option) }))}
        placeholder={`Choose ${label.toLowerCase()}`}
        canClear={!isRequired}
        onChange={onChange}
      />
    );
  if (kind === "multi") return <ChoicesInput id={id} field={field} value={value} onChange={onChange} />;
  if (kind === "tags") return <TagsInput id={id} value={value} onChange={onChange} />;
  if (kind === "rating") return <Stars id={id} value={value} onChange={onChange} />;
  if (kind === "image" || kind === "file")
    return <UploadInput id={id} field={field} value={value} onChange={onChange} />;
  if (kind === "reference" && entity.related(field.reference))
    return <ReferenceInput id={id} field={field} entity={entity} value={value} onChange={onChange} />;
  return (
    <Input
      id={id}
      {...types[kind]}
      value={value}
      aria-invalid={isWrong}
      onChange={(event) => onChange(event.target.value)}
      {...props}
    />
  );
}
