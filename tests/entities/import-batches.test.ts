import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { csvImport } from "@/db/schema";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { recoverImports, runImport } from "@/features/imports/run-import";
import { readBatches } from "@/features/imports/ui/read-batches";
import { writeVersion } from "@/features/versions/store";
import { withImports } from "../support/with-imports";
import type { World } from "../support/world";

let world: World;
withImports((opened) => (world = opened));

const properties = { title: { type: "string" as const }, amount: { type: "number" as const } };
type Plan = { matchField?: string };

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
    { path: "entities/Task.json", content: JSON.stringify({ properties, required: ["title"] }) },
  ]);
  const { entities } = owner.api;
  const view = (importId: string) => entities.getImport({ appId, importId });
  const settled = (importId: string) =>
    expect.poll(async () => (await view(importId)).state, { interval: 20 }).not.toMatch(/ing$/);
  const upload = async (text: string, plan: Plan = {}) => {
    const { importId } = (
      await world.rest(`POST /api/apps/${appId}/entities/Task/imports`, {
        token: owner.token,
        body: text,
        headers: { "content-type": "text/csv" },
      })
    ).body as { importId: string };
    await entities.checkImport({ appId, importId, plan });
    await settled(importId);
    return importId;
  };
  /** A file that was checked, with its batches as a browser cuts them. */
  const begin = async (text: string, plan: Plan = {}) => {
    const importId = await upload(text, plan);
    const { batches } = await readBatches(new Blob([text]), {
      mapping: [],
      matchField: null,
      schema: { name: "Task", type: "object", properties },
    });
    await entities.startBatches({ appId, importId });
    const send = (batch: number) => entities.importBatch({ appId, importId, batch, records: batches[batch]! });
    return { importId, batches, send };
  };
  const rows = () =>
    rowsOf<{ title: string; amount: number }>(
      world.db,
      sql`select data ->> 'title' as title, (data ->> 'amount')::int as amount from entity_row where app_id = ${appId} order by (data ->> 'amount')::int`,
    );
  return { ...owner, entities, appId, upload, begin, view, settled, rows };
}

const file = (count: number, title: (row: number) => string = (row) => `Row ${row}`) =>
  `title,amount\n${Array.from({ length: count }, (_, row) => `${title(row)},${row}\n`).join("")}`;
const amounts = (count: number) => Array.from({ length: count }, (_, row) => row);

/** As a browser that crashed would be found. */
const age = (importId: string) =>
  world.db
    .update(csvImport)
    .set({ heartbeatAt: new Date(Date.now() - 60_000) })
    .where(eq(csvImport.id, importId));

describe("A small file", () => {
  it("comes in batches of 10 rows, in any order and three at once, and is done with the last", async () => {
    const { begin, rows, view } = await start();
    const { importId, batches, send } = await begin(file(45));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 10, 10, 5]);
    await Promise.all([send(4), send(1), send(0)]);
    expect(await view(importId)).toMatchObject({ state: "importing", total: 25, created: 25 });
    expect(await send(3)).toMatchObject({ state: "importing", total: 35 });
    expect(await send(2)).toMatchObject({
      state: "done",
      total: 45,
      created: 45,
      fraction: 1,
      message: "Successfully imported all 45 rows",
    });
    expect((await rows()).map(({ amount }) => amount)).toEqual(amounts(45));
  });

  it("does not notice that a batch is sent twice, even when it was the last or both are under way", async () => {
    const { begin, rows } = await start();
    const { send } = await begin(file(12));
    await Promise.all([send(0), send(0), send(0)]);
    await send(1);
    expect(await send(1)).toMatchObject({ state: "done", total: 12, created: 12 });
    expect((await rows()).length).toBe(12);
  });

  it("leaves out what does not fit, and gives it back with reasons", async () => {
    const { begin, appId, token } = await start();
    const { importId, send } = await begin(
      "title,amount\n\nA,1\n,2\n\nB,many\n" +
        amounts(8)
          .map((row) => `C,${row}\n`)
          .join("") +
        ",9\n",
    );
    await send(1);
    expect(await send(0)).toMatchObject({
      state: "done",
      created: 9,
      failed: 3,
      message: "Import completed with 3 failed rows out of 12 total",
    });
    const { body } = await world.rest(`GET /api/apps/${appId}/imports/${importId}/failed`, { token });
    const lines = String(body).trim().split("\r\n");
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 2).join())).toEqual([",2", "B,many", ",9"]);
    expect(lines.slice(1).map((line) => /Row \d+: /.exec(line)?.[0])).toEqual(["Row 4: ", "Row 6: ", "Row 15: "]);
  });

  it("makes one row of one key, whichever batches hold it, and takes everything back with one undo", async () => {
    const { begin, rows, entities, appId } = await start();
    await entities.create({ appId, entity: "Task", data: { title: "Key 1", amount: 1_000 } });
    const { importId, send } = await begin(
      file(30, (row) => `Key ${row % 10}`),
      { matchField: "title" },
    );
    await Promise.all([send(0), send(1), send(2)]);
    const done = await entities.getImport({ appId, importId });
    expect(done).toMatchObject({ state: "done", total: 30, created: 9, updated: 21, failed: 0 });
    expect((await rows()).map(({ title }) => title).sort()).toEqual(amounts(10).map((row) => `Key ${row}`));
    expect(await entities.undoImport({ appId, importId })).toMatchObject({ restored: 10, skipped: 0 });
    expect(await rows()).toEqual([{ title: "Key 1", amount: 1_000 }]);
  });

  it("is refused where it is not as it was checked: more rows than 10, fewer than the file has, a batch that it has not", async () => {
    const { begin, entities, appId, rows, view } = await start();
    const { importId, batches, send } = await begin(file(25));
    const all = batches.flat();
    await expect(entities.importBatch({ appId, importId, batch: 0, records: all.slice(0, 11) })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(entities.importBatch({ appId, importId, batch: 0, records: all.slice(0, 9) })).rejects.toThrow(
      "This batch is not as the file was checked",
    );
    await expect(entities.importBatch({ appId, importId, batch: 3, records: all.slice(0, 5) })).rejects.toThrow(
      "This batch is not as the file was checked",
    );
    expect(await rows()).toEqual([]);
    await send(0);
    expect(await view(importId)).toMatchObject({ state: "importing", total: 10 });
  });

  it("is its app's own: another owner sends no batch of it", async () => {
    const { begin, rows } = await start();
    const { importId, batches } = await begin(file(10));
    const other = await start();
    for (const call of [other.entities.startBatches, other.entities.releaseBatches])
      await call({ appId: other.appId, importId }).catch((error: unknown) =>
        expect(String(error)).toContain("does not exist"),
      );
    await expect(
      other.entities.importBatch({ appId: other.appId, importId, batch: 0, records: batches[0]! }),
    ).rejects.toThrow("This import does not exist");
    expect(await rows()).toEqual([]);
  });

  it("is begun after its check, once", async () => {
    const { upload, entities, appId } = await start();
    const importId = await upload(file(10));
    await entities.startBatches({ appId, importId });
    await expect(entities.startBatches({ appId, importId })).rejects.toThrow("another step");
    await expect(entities.startImport({ appId, importId })).rejects.toThrow("another step");
  });

  it("is imported by the server when it is not small", async () => {
    const { upload, entities, appId, settled, view } = await start();
    const importId = await upload(file(1_001));
    await expect(entities.startBatches({ appId, importId })).rejects.toThrow("too large");
    await entities.startImport({ appId, importId });
    await settled(importId);
    expect(await view(importId)).toMatchObject({ state: "done", created: 1_001 });
  });

  it("takes no batch once it was cancelled, and what was imported can be undone", async () => {
    const { begin, entities, appId, rows } = await start();
    const { importId, send } = await begin(file(30));
    await send(1);
    expect(await entities.cancelImport({ appId, importId })).toMatchObject({ state: "cancelled", created: 10 });
    await expect(send(0)).rejects.toThrow("another step");
    expect((await rows()).length).toBe(10);
    await entities.undoImport({ appId, importId });
    expect(await rows()).toEqual([]);
  });

  it("is left to its browser while that sends, and finished by the server when it is gone", async () => {
    const { begin, appId, rows, settled, view } = await start();
    const { importId, send } = await begin(file(45, (row) => (row % 20 === 19 ? "" : `Row ${row}`)));
    await Promise.all([send(1), send(4)]);
    await recoverImports(world.platform);
    await runImport(world.platform, appId, importId);
    expect(await view(importId)).toMatchObject({ state: "importing", total: 15 });
    await age(importId);
    await recoverImports(world.platform);
    await settled(importId);
    expect(await view(importId)).toMatchObject({ state: "done", total: 45, created: 43, failed: 2 });
    expect((await rows()).map(({ amount }) => amount)).toEqual(amounts(45).filter((row) => row % 20 !== 19));
    // A browser that wakes up again learns that there is nothing left to send.
    await expect(send(0)).rejects.toThrow("another step");
    expect(await send(1)).toMatchObject({ state: "done", total: 45 });
  });

  it("is finished at once when its browser says that it leaves, wherever the server itself is interrupted then", async () => {
    const { begin, entities, appId, rows, settled, view } = await start();
    const { importId, send } = await begin(file(45));
    await Promise.all([send(1), send(3)]);
    await world.db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
    );
    await world.db.execute(
      sql`create trigger refuse before insert on entity_row for each row when ((new.data ->> 'amount')::int = 42) execute function refuse()`,
    );
    await entities.releaseBatches({ appId, importId });
    // The runner counts its try when it claims the import; it has failed once it has released it.
    await expect
      .poll(() =>
        world.db
          .select({ attempts: csvImport.attempts, runner: csvImport.runner })
          .from(csvImport)
          .where(eq(csvImport.id, importId)),
      )
      .toEqual([{ attempts: 1, runner: null }]);
    await expect(send(0)).rejects.toThrow("another step");
    await world.db.execute(sql`drop function refuse cascade`);
    expect((await rows()).map(({ amount }) => amount)).toEqual([...amounts(20).slice(10), ...amounts(40).slice(30)]);
    await age(importId);
    await recoverImports(world.platform);
    await settled(importId);
    expect(await view(importId)).toMatchObject({ state: "done", total: 45, created: 45 });
    expect((await rows()).map(({ amount }) => amount)).toEqual(amounts(45));
    expect(await entities.undoImport({ appId, importId })).toMatchObject({ restored: 45, skipped: 0 });
  });
});
