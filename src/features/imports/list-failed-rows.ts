import "server-only";
import { and, asc, eq, gt } from "drizzle-orm";
import { csvImportFault } from "@/db/schema/entity";
import type { OwnedApp } from "@/db/scope";
import type { Blobs } from "@/engines/blobs";
import type { ImportRow, RowFault } from "./store";
import { readCsv } from "./read-csv";
import { writeCsvLine } from "@/features/entities/write-csv";

/** The faults of an import in the order of the file, a batch at a time. */
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

/** Every row that did not fit, each with its reason: a file to mend and import again. However many they are, one is held at a time. */
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
