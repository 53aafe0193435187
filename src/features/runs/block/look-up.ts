import "server-only";
import type { VisitedApp } from "@/db/scope";
import { findEntity, type EntitySet } from "@/features/rows/entity";
import { seenBy } from "@/features/rows/field-rights";
import { listRows } from "@/features/rows/read";
import { reachesOf } from "@/features/rows/rules";
import type { EntityRow } from "@/features/rows/schema";
import { AppError } from "@/errors";
import { evaluate, type Scope } from "@/engines/template/evaluate";
import { asText, type Value } from "@/engines/template/values";
import { parseExpression } from "@/engines/template/parse";
import { renderTemplate } from "@/engines/template/render";
import type { BlockType } from "@/features/tools/schema";
import type { BlockSource } from "../schema";

const rowsMax = 100;
const rowsUnasked = 50;

/**
 * A block that shows rows of the app's own tables: read with the visitor's permissions, and written as the Markdown
 * that its type reads.
 */
export async function lookUp(
  scope: VisitedApp,
  entities: EntitySet,
  { source, type }: { source: BlockSource; type: BlockType },
  values: Scope,
): Promise<string> {
  const entity = findEntity(entities, source.entity);
  const reach = reachesOf(entity.access, scope.visitor).read;
  if (reach === "nothing") throw new AppError(scope.visitor ? "not-allowed" : "not-signed-in");
  const rows = { scope, entity, actor: scope.visitor };
  const own = Object.keys(seenBy(rows).schema.properties);
  const columns = (source.columns?.length ? source.columns : own).filter((name) => own.includes(name)).slice(0, 12);
  const page = await listRows(rows, reach, {
    q: fillIn(source.filter ?? {}, values),
    sort: source.sort,
    limit: Math.min(source.limit ?? rowsUnasked, rowsMax),
  });
  const labelOf = (name: string) => entity.schema.properties[name]?.title ?? labelFrom(name);
  return write(
    type,
    columns.map(labelOf),
    page.read().items.map((row) => columns.map((name) => cellOf(row, name))),
  );
}

/** "unitPrice" → "Unit price". */
function labelFrom(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The filter with the visitor's values in it. A text that is one expression keeps its kind, so that a number is compared
 * as one; a condition on a field that was left empty goes, so that it does not hide every row.
 */
function fillIn(filter: unknown, values: Scope): unknown {
  if (typeof filter === "string") {
    const whole = /^\s*\{\{=?\s*([^{}]+?)\s*\}\}\s*$/.exec(filter)?.[1];
    return whole === undefined ? renderTemplate(filter, values) : plain(evaluate(parseExpression(whole), values));
  }
  if (Array.isArray(filter)) return filter.map((one) => fillIn(one, values));
  if (typeof filter !== "object" || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).flatMap(([key, value]) => {
      const filled = fillIn(value, values);
      return isNothing(filled) && !isNothing(value) ? [] : [[key, filled]];
    }),
  );
}

const isNothing = (value: unknown): boolean =>
  value === "" || value === null || (typeof value === "object" && Object.keys(value).length === 0);

const plain = (value: Value): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "metric" in value ? value.metric : value;

function cellOf(row: EntityRow, name: string): string {
  const value = row[name];
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  return asText(value as Value);
}

const inCell = (text: string) => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

function write(type: BlockType, labels: string[], rows: string[][]): string {
  if (rows.length === 0) return "";
  switch (type) {
    case "list":
    case "text":
      return rows.map((cells) => `- ${cells.filter(Boolean).map(inCell).join(", ")}`).join("\n");
    case "checklist":
      return rows.map((cells) => `- [ ] ${cells.filter(Boolean).map(inCell).join(", ")}`).join("\n");
    case "cards":
      return rows.map((cells) => cardOf(labels, cells)).join("\n\n");
    case "image":
      return rows[0]!.find((cell) => /^(?:https?:|\/files\/)/.test(cell)) ?? "";
    case "table":
    case "chart": {
      const line = (cells: string[]) => `| ${cells.map(inCell).join(" | ")} |`;
      return [line(labels), line(labels.map(() => "---")), ...rows.map(line)].join("\n");
    }
  }
}

function cardOf(labels: string[], [title = "", ...cells]: string[]): string {
  const lines = cells.flatMap((cell, index) => {
    if (cell === "") return [];
    const isPicture = /^(?:https?:\/\/\S+\.(?:png|jpe?g|webp|gif|avif)|\/files\/\S+)$/i.test(cell);
    return [isPicture ? `![](${cell})` : `${labels[index + 1]}: ${inCell(cell)}`];
  });
  return [`## ${inCell(title) || "Untitled"}`, ...lines].join("\n");
}
