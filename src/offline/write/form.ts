import "server-only";
import type { AppModel, Entity } from "../app-model";
import { labelFor, requiredText, titleField } from "../fields";
import { sentence } from "../inflect";
import { relatedRows } from "./cells";
import { createImports, type Imports, block } from "./imports";
import {
  access,
  type Column,
  columnsOf,
  entityImport,
  jsxAttribute,
  key,
  list,
  namingOf,
  relatedOf,
  titleExpression,
} from "./naming";

const isRequired = (entity: Entity, name: string) => entity.required?.includes(name) ?? false;
const isList = (kind: Column["kind"]) => kind === "tags" || kind === "multi";

function startValue({ name, property, kind }: Column): string {
  const row = access("row", name);
  if (kind === "boolean") return `${row} ?? ${property.default === true}`;
  if (isList(kind)) return `${row} ?? []`;
  if (kind === "rating") return `${row} ?? null`;
  if (kind === "datetime") return `toInputTime(${row})`;
  if (kind === "date") return `${row}?.slice(0, 10) ?? ""`;
  if (kind === "json") return `${row} ? JSON.stringify(${row}, null, 2) : ""`;
  return `${row} ?? ${JSON.stringify(property.default ?? "")}`;
}

/** What is sent for a field: empty inputs are saved as null, numbers as numbers, times with their zone. */
function sentValue({ name, kind }: Column): string | null {
  const value = access("values", name);
  if (["number", "money", "percent"].includes(kind)) return `${key(name)}: ${value} === "" ? null : Number(${value}),`;
  if (kind === "datetime") return `${key(name)}: ${value} ? new Date(${value}).toISOString() : null,`;
  if (kind === "json") return `${key(name)}: ${value} ? JSON.parse(${value}) : null,`;
  if (kind === "url") return `${key(name)}: toAddress(${value}),`;
  if (kind === "boolean" || kind === "rating" || isList(kind)) return null;
  return `${key(name)}: ${value}${["enum", "reference", "date", "image", "file"].includes(kind) ? "" : ".trim()"} || null,`;
}

function input(imports: Imports, model: AppModel, entity: Entity, column: Column): string {
  const { name, property, kind } = column;
  const value = access("values", name);
  const set = `onChange={(event) => set(${JSON.stringify(name)}, event.target.value)}`;
  const choose = `onChange={(next) => set(${JSON.stringify(name)}, next)}`;
  const ui = (file: string, part: string) => imports.named(`@/components/ui/${file}`, part);
  const component = (part: string) => imports.whole(`@/components/${part}`, part);
  const clear = isRequired(entity, name) ? "" : " canClear";
  const wrong = isRequired(entity, name) ? ` aria-invalid={Boolean(${access("errors", name)})}` : "";
  if (kind === "longtext")
    return `<${ui("textarea", "Textarea")} id="${name}" rows={4} value={${value}} ${set}${wrong} />`;
  if (kind === "boolean")
    return `<div className="flex h-9 items-center"><${ui("switch", "Switch")} id="${name}" checked={${value}} onCheckedChange={(next) => set(${JSON.stringify(name)}, next)} /></div>`;
  if (kind === "enum")
    return `<${component("SelectField")} id="${name}" value={${value}} options={${optionsName(name)}} placeholder=${jsxAttribute(`Choose ${labelFor(name, property).toLowerCase()}`)}${clear} ${choose} />`;
  if (kind === "multi")
    return `<${component("ChoicesField")} id="${name}" value={${value}} options={${list(property.items?.enum ?? [])}} ${choose} />`;
  if (kind === "tags") return `<${component("TagsField")} id="${name}" value={${value}} ${choose} />`;
  if (kind === "rating") return `<${component("Stars")} id="${name}" value={${value}} ${choose} />`;
  if (kind === "image") return `<${component("ImageField")} id="${name}" value={${value}} ${choose} />`;
  if (kind === "file") return `<${component("FileField")} id="${name}" value={${value}} ${choose} />`;
  if (kind === "json")
    return `<${ui("textarea", "Textarea")} id="${name}" rows={4} className="font-mono text-xs" value={${value}} ${set} />`;
  const related = model.entities.find((other) => other.name === property["x-reference"]);
  if (related) {
    const { rows, row, one } = namingOf(related);
    const options = `${rows}.rows.map((${row}) => ({ value: ${row}.id, label: ${titleExpression(related, row)} }))`;
    return `<${component("SelectField")} id="${name}" value={${value}} options={${options}} placeholder="Choose ${one}"${clear} ${choose} />`;
  }
  const types: Partial<Record<Column["kind"], string>> = {
    email: ' type="email"',
    phone: ' type="tel"',
    url: ' type="url" placeholder="https://"',
    date: ' type="date"',
    datetime: ' type="datetime-local"',
    number: ' type="number" step="any"',
    money: ' type="number" step="0.01" min="0"',
    percent: ' type="number" min="0" max="100"',
  };
  return `<${ui("input", "Input")} id="${name}"${types[kind] ?? ""} value={${value}} ${set}${wrong} />`;
}

const optionsName = (name: string) =>
  `${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, "")}Options`;

function field(imports: Imports, model: AppModel, entity: Entity, column: Column): string {
  const { name, property, kind } = column;
  imports.whole("@/components/Field", "Field");
  const required = isRequired(entity, name);
  const wide =
    ["longtext", "tags", "multi", "json"].includes(kind) ||
    name === titleField(entity) ||
    Object.keys(entity.properties).length < 3;
  const attributes = [
    `id="${name}"`,
    `label=${jsxAttribute(labelFor(name, property))}`,
    required ? `error={${access("errors", name)}} isRequired` : "",
    wide ? "isWide" : "",
  ]
    .filter(Boolean)
    .join(" ");
  return `<Field ${attributes}>\n  ${input(imports, model, entity, column)}\n</Field>`;
}

function check(column: Column): string {
  const { name, property, kind } = column;
  const value = access("values", name);
  const isMissing = isList(kind)
    ? `${value}.length === 0`
    : kind === "rating" || kind === "boolean"
      ? `!${value}`
      : `!String(${value}).trim()`;
  return `if (${isMissing}) missing${access("", name)} = ${JSON.stringify(requiredText(name, property))};`;
}

/** Changes a value; what was wrong with it is no longer said. */
export const setter = (hasChecks: boolean) =>
  hasChecks
    ? `function set(field, value) {\n  setValues((current) => ({ ...current, [field]: value }));\n  setErrors((current) => ({ ...current, [field]: undefined }));\n}`
    : "const set = (field, value) => setValues((current) => ({ ...current, [field]: value }));";

/** The parts that the dialog and the public form share. */
export function formParts(imports: Imports, model: AppModel, entity: Entity, columns: Column[]) {
  imports.named("react", "useState");
  if (columns.some(({ kind }) => kind === "datetime")) imports.named("@/services/format", "toInputTime");
  if (columns.some(({ kind }) => kind === "url")) imports.named("@/services/format", "toAddress");
  const enums = columns.filter(({ kind }) => kind === "enum");
  if (enums.length > 0) imports.named("@/services/format", "label");
  const related = relatedRows(imports, model, entity, { names: false });
  if (related.length > 0) imports.named("@/services/use-rows", "useRows");
  const isSelf = relatedOf(model, entity).some((other) => other.name === entity.name);
  if (isSelf) {
    imports.named("@/services/use-rows", "useRows");
    imports.named("@/api/entities", entityImport(entity));
  }
  return {
    options: enums.map(
      ({ name, property }) =>
        `const ${optionsName(name)} = ${list(property.enum ?? [])}.map((value) => ({ value, label: label(value) }));`,
    ),
    related: isSelf ? [`const ${namingOf(entity).rows} = useRows(${namingOf(entity).local});`, ...related] : related,
    start: columns.map((column) => `${key(column.name)}: ${startValue(column)},`),
    checks: columns.filter(({ name }) => isRequired(entity, name)).map(check),
    sent: columns.map(sentValue).filter((line) => line !== null),
    fields: columns.map((column) => field(imports, model, entity, column)),
  };
}

/** components/<Entity>Form.jsx: the dialog that creates and edits a row. */
export function formSource(model: AppModel, entity: Entity): string {
  const imports = createImports();
  const { one } = namingOf(entity);
  const parts = formParts(imports, model, entity, columnsOf(entity));
  imports.named("@/components/ui/button", "Button");
  imports.named(
    "@/components/ui/dialog",
    "Dialog",
    "DialogContent",
    "DialogDescription",
    "DialogFooter",
    "DialogHeader",
    "DialogTitle",
  );
  const head = [imports.text(), parts.options.join("\n")].filter(Boolean).join("\n\n");
  return `${head}

/** Creates a ${one}, edits it when the row has an id, or only shows it. */
export default function ${entity.name}Form({ row, isReadOnly, onClose, onSave, onDelete }) {
  ${block(2, [
    ...parts.related,
    `const [values, setValues] = useState({\n  ${block(2, parts.start)}\n});`,
    parts.checks.length > 0 && "const [errors, setErrors] = useState({});",
    "const [isSaving, setIsSaving] = useState(false);",
    setter(parts.checks.length > 0),
  ])}

  async function submit(event) {
    event.preventDefault();
    ${block(4, [parts.checks.length > 0 && block(0, ["const missing = {};", ...parts.checks, "setErrors(missing);", "if (Object.keys(missing).length > 0) return;"]), "setIsSaving(true);"])}
    await onSave(row.id, {
      ${block(6, ["...values,", ...parts.sent])}
    });
    setIsSaving(false);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <form onSubmit={submit} noValidate className="space-y-6">
          <DialogHeader>
            <DialogTitle>{isReadOnly ? "${sentence(one)}" : row.id ? "Edit ${one}" : "New ${one}"}</DialogTitle>
            <DialogDescription>{row.id && !isReadOnly ? "Change the details and save." : "${sentence(one)} details"}</DialogDescription>
          </DialogHeader>
          <fieldset disabled={isReadOnly} className="grid min-w-0 gap-4 sm:grid-cols-2">
            ${block(12, parts.fields)}
          </fieldset>
          <DialogFooter>
            {row.id && !isReadOnly && <Button type="button" variant="ghost" className="text-destructive sm:mr-auto" onClick={onDelete}>Delete</Button>}
            <Button type="button" variant="outline" onClick={onClose}>{isReadOnly ? "Close" : "Cancel"}</Button>
            {!isReadOnly && <Button type="submit" disabled={isSaving}>{isSaving ? "Saving…" : "Save"}</Button>}
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
`;
}
