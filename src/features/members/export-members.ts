import "server-only";
import type { OwnedApp } from "@/db/scope";
import { guarded, writeCsvLine } from "@/engines/csv-line";
import { pageMembers } from "./store";

const pageRows = 500;

/** All members as CSV, a page at a time. Texts are written so that no spreadsheet runs them. */
export async function* exportMembers(scope: OwnedApp): AsyncGenerator<string> {
  let head = `\uFEFF${writeCsvLine(["email", "role", "state", "joined", "id"])}`;
  for (let cursor: string | undefined; ;) {
    const { rows, nextCursor } = await pageMembers(scope, { cursor }, pageRows);
    const lines = rows.map(({ id, email, role, disabledAt, createdAt }) =>
      writeCsvLine([guarded(email), role, disabledAt ? "disabled" : "active", createdAt.toISOString(), id]),
    );
    yield head + lines.join("");
    head = "";
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
