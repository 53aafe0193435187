import "server-only";
import { and, asc, eq, gt } from "drizzle-orm";
import { csvImportFault } from "@/db/schema/entity";
import type { OwnedApp } from "@/db/scope";
import type { Blobs } from "@/engines/blobs";
import type { ImportRow, RowFault } from "./store";
import { readCsv } from "./read-csv";
import { writeCsvLine } from "@/engines/csv-line";

/** Faults of an import in file order, in batches. */
async function* faultsOf({ db, appId }: OwnedApp, importId: string): AsyncGenerator<RowFault> {
  for (let last = 0; ;) {
    const [next] = await db
      .select()
      .from(csvImportFault)
      .where(
        and(eq(csvImportFault.appId, appId), eq(csvImportFault.importId, importId), gt(csvImportFault.number, last)),
      )
      .orderBy(asc(csvImportFault.number))
      .limit(1);
    if (!next) return;
    yield* next.faults;
    last = next.number;
  }
}

/** Limits of what is shown on screen; the file has all. */
const reasonsMax = 20;
const examplesMax = 5;

export type FaultGroup = { reason: string; count: number; rows: number[] };

/** Groups faults by reason, commonest first. Values quoted in a reason do not split groups. */
export async function groupFaults(scope: OwnedApp, importId: string): Promise<FaultGroup[]> {
  const groups = new Map<string, FaultGroup>();
  for await (const { number, reason } of faultsOf(scope, importId)) {
    const kind = reason.replaceAll(/"[^"]*"/g, '"…"');
    const group = groups.get(kind) ?? { reason, count: 0, rows: [] };
    if (group.count > 0 && group.reason !== reason) group.reason = kind;
    group.count += 1;
    if (group.rows.length < examplesMax) group.rows.push(number);
    groups.set(kind, group);
  }
  return [...groups.values()].toSorted((left, right) => right.count - left.count).slice(0, reasonsMax);
}

/** Streams every failed row with its reason, as a file to fix and import again. */
export async function* listFailedRows(
  blobs: Blobs,
  scope: OwnedApp,
  { id, fileKey }: ImportRow,
): AsyncGenerator<string> {
  const file = fileKey && (await blobs.read(fileKey));
  if (!file) return;
  const faults = faultsOf(scope, id);
  let fault = await faults.next();
  let headers: string[] | undefined;
  let text = "";
  for await (const { number, cells } of readCsv(file)) {
    if (!headers) {
      headers = cells;
      text = `\uFEFF${writeCsvLine([...headers, "reason"])}`;
      continue;
    }
    if (fault.done) break;
    if (number !== fault.value.number) continue;
    text += writeCsvLine([...headers.map((_, index) => cells[index] ?? ""), `Row ${number}: ${fault.value.reason}`]);
    fault = await faults.next();
    if (text.length < 64_000) continue;
    yield text;
    text = "";
  }
  yield text;
}
