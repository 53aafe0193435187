import "server-only";
import type { OwnedApp } from "@/db/scope";
import { writeCsvLine } from "@/engines/csv-line";
import { daysOf } from "./rules";
import { counters } from "./schema";
import { countDays } from "./store";

/** The counters of the last days as CSV, the oldest day first. */
export async function* exportDays(scope: OwnedApp, span: number): AsyncGenerator<string> {
  const days = daysOf(span, new Date().toISOString().slice(0, 10));
  const rows = await countDays(scope, days[0]!, days.at(-1)!);
  const head = writeCsvLine(["day", ...counters]);
  yield head + rows.map((row) => writeCsvLine([row.day, ...counters.map((name) => String(row[name]))])).join("");
}
