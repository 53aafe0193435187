import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/db/open";

const folder = mkdtempSync(join(tmpdir(), "joinery-history-"));
const fresh = join(folder, "fresh");
beforeAll(async () => (await openDatabase({ DATA_DIR: fresh })).close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder of this version, whose list of migrations was changed since. */
async function folderAfter(name: string, change?: ReturnType<typeof sql>): Promise<string> {
  const dataDir = join(folder, name);
  cpSync(fresh, dataDir, { recursive: true });
  if (change) {
    const database = await openDatabase({ DATA_DIR: dataDir });
    await database.db.execute(change);
    await database.close();
  }
  return dataDir;
}
const open = async (dataDir: string) => (await openDatabase({ DATA_DIR: dataDir })).close();

describe("A start on a database of another version", () => {
  it("opens its own again", async () => {
    const dataDir = await folderAfter("own");
    await expect(open(dataDir)).resolves.toBeUndefined();
  });

  it.each([
    ["whose migrations were squashed since", sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`],
    ["that has one which is gone", sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('gone', 7)`],
    [
      "that left one out",
      sql`update drizzle.__drizzle_migrations set created_at = 4102444800000 where created_at = (select min(created_at) from drizzle.__drizzle_migrations)`,
    ],
  ])("refuses one %s, and says what to do", async (name, change) => {
    const dataDir = await folderAfter(name.replaceAll(" ", "-"), change);
    await expect(open(dataDir)).rejects.toThrow(
      /^The database in .+ was made by an earlier version of Joinery \(\d{4}-\d\d-\d\d\).+Nothing was changed\..+download your apps.+set DATA_DIR to an empty folder\.$/,
    );
    // The folder is free again: the version that made it can start.
    await expect(open(dataDir)).rejects.toThrow("earlier version");
  });

  it("tells a newer one apart", async () => {
    const newer = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`;
    await expect(open(await folderAfter("newer", newer))).rejects.toThrow(
      /made by a newer version of Joinery.+Start that version again/,
    );
  });
});
