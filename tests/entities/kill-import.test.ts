import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { recoverImports, runImport } from "@/features/imports/run-import";
import { beginImport, orphanedImports } from "@/features/imports/store";
import { writeVersion } from "@/features/versions/store";
import { mortal } from "../support/mortal";
import { withImports } from "../support/with-imports";
import type { World } from "../support/world";

let world: World;
withImports((opened) => (world = opened));

/** Two batches of the server, of which every hundredth row does not fit. */
const rowsWanted = 2_050;
const numbers = Array.from({ length: rowsWanted }, (_, row) => row);
const file = `title,amount\n${numbers.map((row) => `Row ${row},${row % 100 === 99 ? "many" : row}\n`).join("")}`;
const fitting = numbers.filter((row) => row % 100 !== 99);
const failed = rowsWanted - fitting.length;

it("An import whose process is killed at any step goes on at the next start: no row is lost, none comes twice, and nothing is stuck", async () => {
  const { api, token } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const content = JSON.stringify({ properties: { title: { type: "string" }, amount: { type: "number" } } });
  await writeVersion(scope, { kind: "turn" }, () => [{ path: "entities/Task.json", content }]);
  const upload = async (): Promise<string> =>
    (
      await world.rest(`POST /api/apps/${appId}/entities/Task/imports`, {
        token,
        body: file,
        headers: { "content-type": "text/csv" },
      })
    ).body.importId;
  const amounts = async () =>
    (
      await rowsOf<{ amount: number }>(
        world.db,
        sql`select (data ->> 'amount')::int as amount from entity_row where app_id = ${appId} order by 1`,
      )
    ).map(({ amount }) => amount);

  const found = new Set<string>();
  let points = 0;
  for (let hasDied = true; hasDied; points += 1) {
    const importId = await upload();
    await beginImport(scope, importId, "importing");
    const process = mortal(world.platform, points);
    await runImport(process.platform, appId, importId).catch(() => undefined);
    hasDied = process.isDead();
    const left = await api.entities.getImport({ appId, importId });
    found.add(`${left.state} ${left.total > 0 ? "after a batch" : "before any"}`);
    // What was counted when the process died stands.
    expect([points, (await amounts()).length]).toEqual([points, left.created]);
    await orphanedImports(world.db, true);
    await runImport(world.platform, appId, importId);
    expect(await api.entities.getImport({ appId, importId })).toMatchObject({
      state: "done",
      total: rowsWanted,
      created: fitting.length,
      failed,
    });
    expect([points, await amounts()]).toEqual([points, fitting]);
    await world.db.execute(sql`delete from entity_row where app_id = ${appId}`);
  }
  await recoverImports(world.platform, true);
  expect(await orphanedImports(world.db, true)).toEqual([]);
  expect([...found].sort()).toEqual(["done after a batch", "importing after a batch", "importing before any"]);
  expect(points).toBeGreaterThan(40);
}, 120_000);
