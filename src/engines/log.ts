import "server-only";
import { env } from "./env";

const levels = ["debug", "info", "warn", "error", "silent"] as const;
type Level = Exclude<(typeof levels)[number], "silent">;

/**
 * One JSON line per event on standard error. Fields are chosen by the caller: never pass request bodies, headers or rows.
 * @param fields an `error` is written with its message and stack
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  if (levels.indexOf(level) < levels.indexOf(env().LOG_LEVEL)) return;
  const { error, ...rest } = fields;
  const failure =
    error instanceof Error
      ? { error: error.message, stack: error.stack }
      : error === undefined
        ? {}
        : { error: typeof error === "string" ? error : JSON.stringify(error) };
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...rest, ...failure })}\n`);
}
