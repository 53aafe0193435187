import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { csvImport } from "@/db/schema";
import { asCaller } from "@/db/caller";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { pruneImports } from "@/features/imports/prune";
import { beginImport, orphanedImports } from "@/features/imports/store";
import { undoChange } from "@/features/rows/history";
import { compileSort, parseSort } from "@/features/rows/query";
import { recoverImports, runImport } from "@/features/imports/run-import";
import { writeVersion } from "@/features/versions/store";
import { withImports } from "../support/with-imports";
import type { World } from "../support/world";

let world: World;
withImports((opened) => (world = opened));

const properties = { title: { type: "string" }, amount: { type: "number" } };
const rowsWanted = 4_500;
const padding = "x".repeat(100);
/** Every hundredth row does not fit. */
const file = `title,amount\n${Array.from({ length: rowsWanted }, (_, row) => `Row ${row} ${padding},${row % 100 === 99 ? "many" : row}\n`).join("")}`;
const fitting = rowsWanted - rowsWanted / 100;

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  await writeVersion(scope, { kind: "turn" }, () => [
    { path: "entities/Task.json", content: JSON.stringify({ properties, required: ["title"] }) },
  ]);
  const upload = async (text = file): Promise<string> =>
    (
      await world.rest(`POST /api/apps/${appId}/entities/Task/imports`, {
        token: owner.token,
        body: text,
        headers: { "content-type": "text/csv" },
      })
    ).body.importId;
  const view = (importId: string) => owner.api.entities.getImport({ appId, importId });
  const titles = async () =>
    (
      await rowsOf<{ title: string }>(
        world.db,
        sql`select data ->> 'title' as title from entity_row where app_id = ${appId}`,
      )
    ).map(({ title }) => title);
  const settled = async (importId: string) => {
    for (;;) {
      const now = await view(importId);
      if (now.state !== "checking" && now.state !== "importing") return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { ...owner, appId, scope, upload, view, titles, settled };
}

/** The same platform, whose storage gives a file in small pieces and asks before each. */
function reading(beforePiece: (bytes: number) => void | Promise<void>): Platform {
  const { blobs } = world.platform;
  const read: Platform["blobs"]["read"] = async (key) => {
    const pieces = await blobs.read(key);
    return (
      pieces &&
      (async function* () {
        let bytes = 0;
        for await (const piece of pieces) {
          for (let from = 0; from < piece.byteLength; from += 4_096) {
            await beforePiece(bytes);
            bytes += Math.min(4_096, piece.byteLength - from);
            yield piece.subarray(from, from + 4_096);
          }
        }
      })()
    );
  };
  return { ...world.platform, blobs: { ...blobs, read } };
}

/** As a process that is gone would be found at the next start. */
const forgetRunners = () => orphanedImports(world.db, true);

// Thousands of rows, on a machine that may be busy.
describe("An import", () => {
  it("is uploaded, checked without writing, imported and undone", async () => {
    const { api, appId, upload, titles, settled } = await start();
    const importId = await upload();
    expect(await api.entities.openImport({ appId })).toBeNull();
    await api.entities.checkImport({ appId, importId, plan: {} });
    expect(await settled(importId)).toMatchObject({
      state: "checked",
      total: rowsWanted,
      created: fitting,
      failed: rowsWanted / 100,
      fraction: 1,
    });
    expect(await titles()).toEqual([]);
    await api.entities.startImport({ appId, importId });
    const done = await settled(importId);
    expect(done).toMatchObject({
      state: "done",
      created: fitting,
      message: `Import completed with 45 failed rows out of ${rowsWanted} total`,
    });
    expect(await api.entities.openImport({ appId })).toEqual(done);
    expect((await titles()).length).toBe(fitting);
    expect(await api.entities.undoImport({ appId, importId })).toMatchObject({ restored: fitting, skipped: 0 });
    expect(await titles()).toEqual([]);
    await expect(api.entities.undoImport({ appId, importId })).rejects.toThrow("This import is at another step by now");
    await api.entities.closeImport({ appId, importId });
    expect(await api.entities.openImport({ appId })).toBeNull();
  });

  it("is undone by the key of each row, though nobody analyzed the tables: going through all rows for each would take minutes", async () => {
    const { api, appId, upload, settled } = await start();
    const importId = await upload();
    await api.entities.startImport({ appId, importId });
    await settled(importId);
    const indexOf = async (query: SQL) =>
      /using (\w+)/.exec(JSON.stringify(await rowsOf(world.db, sql`explain ${query}`)))?.[1];
    const rows = sql`select data from entity_row where app_id = ${appId} and entity = 'Task'`;
    expect(await indexOf(sql`${rows} and id = 'r1'`)).toBe("entity_row_app_id_entity_id_pk");
    const { order, after } = compileSort(parseSort(undefined), undefined);
    expect(await indexOf(sql`${rows} and ${after} order by ${order} limit 100`)).toBe("entity_row_created");
  });

  it("is undone by hashing in an app that is younger than the statistics: comparing each row with each would take minutes", async () => {
    const list = Array.from({ length: 5_000 }, (_, row) => ({ title: `Row ${row}` }));
    const elder = await start();
    await elder.api.entities.bulkCreate({ appId: elder.appId, entity: "Task", rows: list });
    await world.db.execute(sql`analyze entity_row (app_id, entity, id)`);
    await world.db.execute(sql`analyze entity_row_history (app_id, entity, row_id, change_id)`);
    const { scope, accountId, api, appId, titles } = await start();
    const { changeId } = await api.entities.bulkCreate({ appId, entity: "Task", rows: list });
    await asCaller({ lane: appId, deadlineMs: 5_000 }, () => undoChange(scope, changeId, accountId));
    expect(await titles()).toEqual([]);
  });

  it("goes on exactly where its last batch stands, wherever it is interrupted", async () => {
    const { scope, appId, upload, view, titles } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    let interruptions = 0;
    for (let cut = 60_000; (await view(importId)).state === "importing"; cut += 60_000) {
      const breaking = reading((bytes) => {
        if (bytes > cut) throw new Error("The process is gone");
      });
      await runImport(breaking, appId, importId);
      const { created, failed, total, state } = await view(importId);
      expect(created + failed).toBe(total);
      expect((await titles()).length).toBe(created);
      if (state === "importing") interruptions += 1;
      await forgetRunners();
    }
    expect(interruptions).toBeGreaterThanOrEqual(7);
    expect(await view(importId)).toMatchObject({ state: "done", total: rowsWanted, created: fitting, failed: 45 });
    expect(new Set(await titles()).size).toBe(fitting);
  });

  it("keeps the order of the file, also where a batch of few rows follows a long one", async () => {
    const { scope, appId, upload, view } = await start();
    const importId = await upload(`title\n${Array.from({ length: 4_003 }, (_, row) => `${row}\n`).join("")}`);
    await beginImport(scope, importId, "importing");
    await runImport(world.platform, appId, importId);
    expect(await view(importId)).toMatchObject({ state: "done", created: 4_003 });
    const byTime = await rowsOf<{ title: string }>(
      world.db,
      sql`select data ->> 'title' as title from entity_row where app_id = ${appId} order by created_at`,
    );
    expect(byTime.map(({ title }) => Number(title))).toEqual(Array.from({ length: 4_003 }, (_, row) => row));
  });

  it("loses nothing when the database refuses in the middle of a batch", async () => {
    const { scope, appId, upload, view, titles } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    await world.db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin if new.data ->> 'title' like 'Row 2500 %' then raise exception 'the disk is full'; end if; return new; end $$`,
    );
    await world.db.execute(
      sql`create trigger refuse before insert on entity_row for each row execute function refuse()`,
    );
    await runImport(world.platform, appId, importId);
    await world.db.execute(sql`drop function refuse cascade`);
    expect(await view(importId)).toMatchObject({ state: "importing", total: 2_000 });
    expect((await titles()).length).toBe(1_980);
    await runImport(world.platform, appId, importId);
    expect(await view(importId)).toMatchObject({ state: "done", created: fitting });
    expect(new Set(await titles()).size).toBe(fitting);
  });

  it("is taken up at the next start, and given up when it never gets further", async () => {
    const { scope, appId, upload, view, titles, settled } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    const breaking = reading((bytes) => {
      if (bytes > 250_000) throw new Error("The process is gone");
    });
    await runImport(breaking, appId, importId);
    expect((await view(importId)).total).toBe(2_000);
    await world.db.update(csvImport).set({ heartbeatAt: new Date(Date.now() - 60_000) });
    await recoverImports(world.platform);
    expect(await settled(importId)).toMatchObject({ state: "done", created: fitting });
    expect((await titles()).length).toBe(fitting);

    const second = await upload();
    await beginImport(scope, second, "importing");
    const hopeless = reading(() => {
      throw new Error("The disk is gone");
    });
    for (let run = 0; run < 5; run += 1) {
      await runImport(hopeless, appId, second);
      await forgetRunners();
    }
    expect(await view(second)).toMatchObject({ state: "failed", message: "Failed to import data. Please try again." });
  });

  it("is written by one runner: what a forgotten one still writes is taken back", async () => {
    const { scope, appId, upload, view, titles } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const slow = reading((bytes) => {
      if (bytes < 250_000) return;
      reached();
      return paused;
    });
    const first = runImport(slow, appId, importId);
    await isReached;
    await runImport(world.platform, appId, importId);
    expect((await view(importId)).state).toBe("importing");
    await forgetRunners();
    await runImport(world.platform, appId, importId);
    goOn();
    await first;
    expect(await view(importId)).toMatchObject({ state: "done", total: rowsWanted, created: fitting });
    expect((await titles()).length).toBe(fitting);
  });

  it("is cancelled at the last batch that was written, and can be undone then", async () => {
    const { api, scope, appId, upload, view, titles } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    const cancelling = reading(async (bytes) => {
      if (bytes <= 460_000) return;
      await expect.poll(async () => (await view(importId)).total).toBeGreaterThan(0);
      await api.entities.cancelImport({ appId, importId }).catch(() => undefined);
    });
    await runImport(cancelling, appId, importId);
    const { state, created } = await api.entities.getImport({ appId, importId });
    expect(state).toBe("cancelled");
    expect(created).toBeGreaterThan(0);
    expect((await titles()).length).toBe(created);
    await api.entities.undoImport({ appId, importId });
    expect(await titles()).toEqual([]);
  });

  it("goes back to the mapping when a check is cancelled, and can be checked again", async () => {
    const { api, scope, appId, upload, view, settled } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "checking");
    await api.entities.cancelImport({ appId, importId });
    expect((await view(importId)).state).toBe("uploaded");
    await api.entities.checkImport({
      appId,
      importId,
      plan: { mapping: [{ csvHeader: "title", schemaField: "title", dataType: "text" }] },
    });
    expect(await settled(importId)).toMatchObject({ state: "checked", failed: 0, created: rowsWanted });
  });

  it("gives back every failed row, however many", async () => {
    const { appId, token } = await start();
    const long = "x".repeat(3_000);
    const { body } = await world.rest(`POST /api/apps/${appId}/entities/Task/import`, {
      token,
      headers: { "content-type": "text/csv" },
      body: `title,amount\n${Array.from({ length: 2_500 }, (_, row) => `${long},no ${row}\n`).join("")}`,
    });
    expect(body).toMatchObject({ failed: 2_500, created: 0 });
    const failed = await world.rest(`GET ${body.failedCsvUrl}`, { token });
    expect(failed.headers.get("content-disposition")).toContain("Task_failed_rows.csv");
    const lines = String(failed.body).trim().split("\r\n");
    expect(lines.length).toBe(2_501);
    expect(lines.at(-1)).toMatch(/no 2499,"?Row 2501: /);
  });

  it("keeps a file only as long as somebody may need it", async () => {
    const { api, appId, scope, upload, settled } = await start();
    const folder = join(world.platform.env.DATA_DIR, "blobs/imports", appId);
    const clean = await upload("title\nA\n");
    await beginImport(scope, clean, "importing");
    await runImport(world.platform, appId, clean);
    await api.entities.closeImport({ appId, importId: (await settled(clean)).importId });
    const unused = await upload();
    await api.entities.closeImport({ appId, importId: unused });
    expect(readdirSync(folder)).toEqual([]);
    const kept = await upload();
    expect(existsSync(join(folder, kept))).toBe(true);
    await api.apps.delete({ appId });
    await pruneImports(world.platform.blobs, world.db);
    expect(readdirSync(folder)).toEqual([]);
    expect(await world.db.select().from(csvImport).where(eq(csvImport.appId, appId))).toEqual([]);
  });

  it("is its app's own: another app's owner neither sees nor stops it", async () => {
    const { scope, upload } = await start();
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    const other = await start();
    for (const call of [
      other.api.entities.getImport,
      other.api.entities.startImport,
      other.api.entities.cancelImport,
      other.api.entities.closeImport,
      other.api.entities.undoImport,
    ])
      await expect(call({ appId: other.appId, importId })).rejects.toThrow(/does not exist|another step/);
    expect(await other.api.entities.openImport({ appId: other.appId })).toBeNull();
  });
});
