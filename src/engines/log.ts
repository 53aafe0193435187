import "server-only";
import { env } from "./env";
import { inSources } from "./source-places";

const levels = ["debug", "info", "warn", "error", "silent"] as const;
type Level = Exclude<(typeof levels)[number], "silent">;

/** The failed statement among an error's causes. Its message and parameters may hold people's data. */
function databaseFailure(error: unknown): { code?: string | undefined; query?: string | undefined } | undefined {
  let found: { code?: string | undefined; query?: string | undefined } | undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, query } = cause as { code?: unknown; query?: unknown };
    if (typeof query === "string") found = { ...found, query };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) found = { ...found, code };
  }
  return found;
}

/** "insert entity_row": what a statement does to which table. */
function statementName(query = ""): string {
  const [, verb = "statement"] = /^\s*(\w+)/.exec(query) ?? [];
  const [, table] = /\b(?:into|from|update|table)\s+"?(\w+)"?/i.exec(query) ?? [];
  return [verb.toLowerCase(), table].filter(Boolean).join(" ");
}

function failureOf(error: unknown): Record<string, unknown> {
  if (error === undefined) return {};
  const failed = databaseFailure(error);
  const stack = error instanceof Error && error.stack !== undefined ? inSources(error.stack) : undefined;
  if (failed)
    return {
      error: `database ${failed.code ?? "error"}`,
      statement: statementName(failed.query),
      // The stack without its message.
      stack: stack
        ?.split("\n")
        .filter((line) => /^ {4}at /.test(line))
        .join("\n"),
    };
  if (error instanceof Error) return { error: error.message, stack };
  return { error: typeof error === "string" ? error : JSON.stringify(error) };
}

/**
 * One JSON line per event on standard error. Never pass request bodies, headers or rows.
 * @param fields `error` is logged with message and stack; a failed statement only with its SQLSTATE and name
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  if (levels.indexOf(level) < levels.indexOf(env().LOG_LEVEL)) return;
  const { error, ...rest } = fields;
  process.stderr.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...rest, ...failureOf(error) })}\n`,
  );
}
