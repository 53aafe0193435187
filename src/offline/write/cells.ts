import "server-only";
import type { AppModel, Entity } from "../app-model";
import { titleField } from "../fields";
import type { Imports } from "./imports";
import { access, type Column, columnsOf, entityImport, namingOf, relatedOf, titleExpression } from "./naming";

/** The JSX that shows one field of a row. */
export function cell(imports: Imports, model: AppModel, { name, property, kind }: Column, row: string): string {
  const value = access(row, name);
  const formatter = {
    money: "formatMoney",
    percent: "formatPercent",
    number: "formatNumber",
    date: "formatDate",
    datetime: "formatDateTime",
  }[kind as string];
  if (formatter) return `{${imports.named("@/services/format", formatter)}(${value})}`;
  if (kind === "enum") return `<${imports.whole("@/components/OptionBadge", "OptionBadge")} value={${value}} />`;
  if (kind === "rating") return `<${imports.whole("@/components/Stars", "Stars")} value={${value}} />`;
  if (kind === "boolean")
    return `{${value} ? <${imports.named("lucide-react", "Check")} className="size-4 text-emerald-600 dark:text-emerald-400" aria-label="Yes" /> : <span className="text-muted-foreground">–</span>}`;
  if (kind === "email")
    return `{${value} ? <a href={"mailto:" + ${value}} className="hover:underline" onClick={(event) => event.stopPropagation()}>{${value}}</a> : "–"}`;
  if (kind === "phone")
    return `{${value} ? <a href={"tel:" + ${value}} className="hover:underline" onClick={(event) => event.stopPropagation()}>{${value}}</a> : "–"}`;
  if (kind === "url" || kind === "file")
    return `{${value} ? <a href={${value}} target="_blank" rel="noreferrer" className="text-primary hover:underline" onClick={(event) => event.stopPropagation()}>Open</a> : "–"}`;
  if (kind === "image")
    return `{${value} ? <img src={${value}} alt="" className="size-9 rounded-md object-cover" loading="lazy" /> : "–"}`;
  if (kind === "tags" || kind === "multi") {
    imports.named("@/services/format", "label");
    return `{${value}?.length ? ${value}.map(label).join(", ") : "–"}`;
  }
  const related = model.entities.find((entity) => entity.name === property["x-reference"]);
  if (related) return `{${namesVariable(related)}.get(${value}) ?? "–"}`;
  if (kind === "json") return `{${value} ? JSON.stringify(${value}) : "–"}`;
  return `{${value} || "–"}`;
}

const namesVariable = (entity: Entity) => `${namingOf(entity).row}Names`;

/** `const contacts = useRows(Contact); const contactNames = …` for each entity that the shown fields point to. */
export function relatedRows(imports: Imports, model: AppModel, entity: Entity, wants: { names: boolean }): string[] {
  return relatedOf(model, entity).flatMap((related) => {
    const { rows, row, local } = namingOf(related);
    const isSelf = related.name === entity.name;
    if (!isSelf) imports.named("@/api/entities", entityImport(related));
    return [
      isSelf ? "" : `const ${rows} = useRows(${local});`,
      wants.names
        ? `const ${namesVariable(related)} = new Map(${rows}.rows.map((${row}) => [${row}.id, ${titleExpression(related, row)}]));`
        : "",
    ].filter(Boolean);
  });
}

export const isRight = ({ kind }: Column) => ["money", "number", "percent"].includes(kind);

/** The columns of a table: the naming field first; long texts and pictures stay in the form. */
export function tableColumns(entity: Entity, hidden: string[] = []): Column[] {
  const title = titleField(entity);
  const shown = columnsOf(entity)
    .filter(({ name }) => !hidden.includes(name))
    .filter(
      ({ name, kind }) =>
        name === title || !["longtext", "json", ...(isPerson(entity) ? ["image"] : [])].includes(kind),
    );
  return [...shown.filter(({ name }) => name === title), ...shown.filter(({ name }) => name !== title)].slice(0, 9);
}

export const isPerson = (entity: Entity) => columnsOf(entity).some(({ kind }) => kind === "email" || kind === "phone");
/** Things that are known by their picture; a person's portrait goes beside the name instead, a screenshot nowhere. */
export const isVisual = (entity: Entity) =>
  !isPerson(entity) &&
  !/task|ticket|expense|order|invoice|deal|appointment|request|entry|report|issue/i.test(entity.name) &&
  columnsOf(entity).some(
    ({ kind, name }) => kind === "image" && !/screenshot|receipt|avatar|logo|attachment|scan/.test(name),
  );

/** The value that a column sorts by, where it is not the stored one. */
export function sortValue(model: AppModel, entity: Entity): string {
  const references = columnsOf(entity).filter(({ property }) =>
    model.entities.some((other) => other.name === property["x-reference"]),
  );
  return references
    .map(
      ({ name, property }) =>
        `sort.field === "${name}" ? ${namesVariable(model.entities.find((other) => other.name === property["x-reference"])!)}.get(${access("row", name)}) : `,
    )
    .join("");
}
