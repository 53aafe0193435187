import "server-only";
import { isNode, parseCode } from "@/engines/syntax";
import { AppError } from "@/errors";
import type { SourceFile } from "@/shipped/contract";
import { findConfig } from "./read-config";
import type { Schedule } from "./schema";

/** The end of the last import, or 0. */
function endOfImports(body: unknown): number {
  const imports = (Array.isArray(body) ? body : []).filter((node) => isNode(node) && node.type === "ImportDeclaration");
  return imports.at(-1)?.end ?? 0;
}

/**
 * Writes a schedule into a function's file, or takes it out. Only `export const config = { … }` changes.
 * @throws schedule-in-code where `config` is no plain object, or declared together with other constants
 */
export function writeConfig({ path, content }: SourceFile, schedule: Schedule | undefined): string {
  const { program, errors } = parseCode(path, content);
  const found = findConfig(program);
  const declared = found && isNode(found.statement.declaration) ? found.statement.declaration.declarations : undefined;
  if (errors.length > 0 || (found && (!found.object || !Array.isArray(declared) || declared.length > 1)))
    throw new AppError("schedule-in-code");
  const value =
    schedule && `{ schedule: ${JSON.stringify(schedule.cron)}, timeZone: ${JSON.stringify(schedule.timeZone)} }`;
  if (found?.object) {
    const { statement, object } = found;
    if (value) return content.slice(0, object.start) + value + content.slice(object.end);
    return content.slice(0, statement.start) + content.slice(statement.end).replace(/^;?\r?\n/, "");
  }
  if (!value) return content;
  const at = endOfImports(program.body);
  const line = `export const config = ${value};\n`;
  if (at === 0) return line + content;
  const rest = content.slice(at).replace(/^;?\r?\n?/, "");
  return `${content.slice(0, at)}${content[at] === ";" ? ";" : ""}\n${line}${rest}`;
}
