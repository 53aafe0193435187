import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { historyFault } from "@/db/migration-history";
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

  it("opens one that came to the same tables before migrations were squashed into the first", async () => {
    const before = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('squashed', 7), ('squashed too', 8)`;
    await expect(open(await folderAfter("squashed", before))).resolves.toBeUndefined();
  });

  it("refuses one that lacks what was squashed since, and says what to do", async () => {
    const older = sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`;
    const dataDir = await folderAfter("older", older);
    await expect(open(dataDir)).rejects.toThrow(
      /^The database in .+ was made by an earlier version of Joinery \(\d{4}-\d\d-\d\d\).+Nothing was changed\..+start the version of \d{4}-\d\d-\d\d on it once.+download your apps.+set DATA_DIR to an empty folder\.$/,
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

describe("A database's migrations", () => {
  it.each([
    ["are this version's", [10, 20, 30], undefined],
    ["are its first ones", [10], undefined],
    ["are its own after those that the first one replaced", [3, 7, 10, 20], undefined],
    ["are only some that the first one replaced", [3, 7], "older"],
    ["have one between that is gone", [10, 15, 20], "older"],
    ["left one out", [10, 30], "older"],
    ["left the first one out", [3, 20, 30], "older"],
    ["go on after this version's", [10, 20, 30, 40], "newer"],
    ["go on elsewhere", [10, 40], "older"],
  ])("%s: %j", (_, applied, fault) => {
    expect(historyFault(applied, [10, 20, 30])).toBe(fault);
  });
});
