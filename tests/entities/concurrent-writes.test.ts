import { eq, sql } from "drizzle-orm";
import type postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor } from "@/api/actor";
import { asCaller } from "@/db/caller";
import { newId } from "@/db/id";
import { rowsOf } from "@/db/open";
import { app } from "@/db/schema";
import { inTransaction, mintOwnedApp, mintVisitedApp } from "@/db/scope";
import { createRow } from "@/features/rows/create-row";
import { entitiesIn, findEntity } from "@/features/rows/entity";
import { updateRow } from "@/features/rows/update-row";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const file = {
  path: "entities/Task.json",
  content: JSON.stringify({
    properties: { title: { type: "string" }, amount: { type: "number" } },
    required: ["title"],
    "x-accessControl": { permissions: { read: "creator", write: "creator" } },
  }),
};
const task = () => findEntity(entitiesIn([file]), "Task");
const names = ["ann", "bob", "cyd", "dee"] as const;

/** A published app whose members see their own tasks, each as a caller of the running app. */
async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [file]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const as = (id: string) =>
    world.as({
      kind: "visitor",
      appId,
      visitor: { id, role: "user", email: `${id}@example.com` },
      token: "t",
    } satisfies Actor);
  const members = names.map((name) => ({ name, api: as(name) }));
  const memberAt = (index: number) => members[index % members.length]!;
  return { owner, appId, at: { appId, entity: "Task" }, memberAt };
}

type Started = Awaited<ReturnType<typeof start>>;

/** As requests to one app: with its lane and a visitor's deadline. */
const visiting = <T>({ appId }: Started, work: () => T): T => asCaller({ lane: appId, deadlineMs: 3_000 }, work);

const createMany = (started: Started, count: number) =>
  visiting(started, () =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        started.memberAt(index).api.entities.create({ ...started.at, data: { title: `task ${index}`, amount: index } }),
      ),
    ),
  );

/** Rows that one statement wrote bear its transaction's number. */
const statementsOf = async (): Promise<number> =>
  (await rowsOf<{ count: number }>(world.db, sql`select count(distinct xmin::text)::int as count from entity_row`))[0]!
    .count;

const history = () =>
  rowsOf<{ rowId: string; changeId: string; actorId: string; title: string; amount: number }>(
    world.db,
    sql`select row_id as "rowId", change_id as "changeId", actor_id as "actorId", before -> 'data' ->> 'title' as title, (before -> 'data' ->> 'amount')::int as amount from entity_row_history order by number`,
  );

/** Has the database itself refuse rows of this title, which no check before it knows of. */
async function refusing<T>(title: string, work: () => Promise<T>): Promise<T> {
  await world.db.execute(
    sql`alter table entity_row add constraint refused_title check (data ->> 'title' <> ${sql.raw(`'${title}'`)}) not valid`,
  );
  try {
    return await work();
  } finally {
    await world.db.execute(sql`alter table entity_row drop constraint refused_title`);
  }
}

describe("Many creates at once", () => {
  it("share statements, and each caller gets the own row or the own refusal", async () => {
    const started = await start();
    const ended = await visiting(started, () =>
      Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          (index % 10 === 3 ? world.anonymous : started.memberAt(index).api).entities.create({
            ...started.at,
            data: { title: `task ${index}`, amount: index % 10 === 7 ? "many" : index },
          }),
        ),
      ),
    );
    for (const [index, one] of ended.entries()) {
      const isBad = index % 10 === 3 || index % 10 === 7;
      if (isBad) expect(one).toMatchObject({ status: "rejected" });
      else
        expect(one).toMatchObject({
          value: { title: `task ${index}`, amount: index, creatorId: started.memberAt(index).name },
        });
    }
    const { items } = await started.owner.api.entities.list({ ...started.at, limit: 100 });
    expect(items.map(({ amount }) => amount as number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 10 !== 3 && index % 10 !== 7),
    );
    expect(await statementsOf()).toBeLessThan(items.length);
  });

  it("fail only where the database refuses one", async () => {
    const started = await start();
    const ended = await refusing("task 5", () =>
      visiting(started, () =>
        Promise.allSettled(
          Array.from({ length: 12 }, (_, index) =>
            started.memberAt(index).api.entities.create({ ...started.at, data: { title: `task ${index}` } }),
          ),
        ),
      ),
    );
    expect(ended.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([5]);
    const { items } = await started.owner.api.entities.list({ ...started.at, limit: 100 });
    expect(new Set(items.map(({ title }) => title)).size).toBe(11);
    expect(items).toHaveLength(11);
  });
});

describe("Many updates at once", () => {
  it("share statements; each keeps to its actor's rows, and is in the history and undone by itself", async () => {
    const started = await start();
    const rows = await createMany(started, 32);
    const ended = await visiting(started, () =>
      Promise.allSettled(
        rows.map(({ id }, index) =>
          // Every fourth row is another one's, every eighth does not exist, and one value is wrong.
          started.memberAt(index % 4 === 1 ? index + 1 : index).api.entities.update({
            ...started.at,
            id: index % 8 === 2 ? "nobodys" : id,
            data: { title: index === 4 ? 4 : `new ${index}` },
          }),
        ),
      ),
    );
    const isBad = (index: number) => index % 4 === 1 || index % 8 === 2 || index === 4;
    for (const [index, one] of ended.entries())
      if (isBad(index))
        expect(one).toMatchObject({ reason: { reason: index === 4 ? "invalid-row" : "row-not-found" } });
      else
        expect(one).toMatchObject({
          value: { id: rows[index]!.id, title: `new ${index}`, amount: index, creatorId: names[index % 4] },
        });
    const changed = rows.flatMap(({ id }, index) => (isBad(index) ? [] : [{ id, index }]));
    const entries = await history();
    expect(entries.map(({ rowId }) => rowId).toSorted()).toEqual(changed.map(({ id }) => id).toSorted());
    for (const { rowId, actorId, title } of entries) {
      const { index } = changed.find(({ id }) => id === rowId)!;
      expect([actorId, title]).toEqual([names[index % 4], `task ${index}`]);
    }
    expect(new Set(entries.map(({ changeId }) => changeId)).size).toBe(changed.length);

    const undone = await started.owner.api.entities.undo({ appId: started.appId, changeId: entries[0]!.changeId });
    expect(undone).toMatchObject({ restored: 1, skipped: 0 });
    const { items } = await started.owner.api.entities.list({ ...started.at, limit: 100 });
    for (const { id, index } of changed)
      expect(items.find((item) => item.id === id)).toMatchObject({
        title: id === entries[0]!.rowId ? `task ${index}` : `new ${index}`,
      });
  });

  it("of the same row all take effect, in order, each upon the one before", async () => {
    const started = await start();
    const [row, other] = await createMany(started, 8);
    // Past the door, whose queries end in any order.
    const rows = {
      scope: mintVisitedApp(world.db, started.appId, null),
      entity: task(),
      actor: { id: "ann", role: "user" },
    };
    const update = (id: string, fields: Record<string, unknown>) =>
      updateRow(rows, "every", { id, fields }, newId("c"));
    const texts = await visiting(started, () =>
      Promise.all([
        update(row!.id, { title: "first" }),
        update(row!.id, { amount: 20 }),
        update(other!.id, { title: "beside" }),
        update(row!.id, { title: "last" }),
      ]),
    );
    const answers = texts.map((text) => text!.read());
    expect(answers.map(({ title, amount }) => [title, amount])).toEqual([
      ["first", 0],
      ["first", 20],
      ["beside", 1],
      ["last", 20],
    ]);
    const entries = (await history()).filter(({ rowId }) => rowId === row!.id);
    expect(entries.map(({ title, amount }) => [title, amount])).toEqual([
      ["task 0", 0],
      ["first", 0],
      ["first", 20],
    ]);
  });

  it("fail only where the database refuses one", async () => {
    const started = await start();
    const rows = await createMany(started, 12);
    const ended = await refusing("new 5", () =>
      visiting(started, () =>
        Promise.allSettled(
          rows.map(({ id }, index) =>
            started.memberAt(index).api.entities.update({ ...started.at, id, data: { title: `new ${index}` } }),
          ),
        ),
      ),
    );
    expect(ended.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([5]);
    expect(await history()).toHaveLength(11);
    const { items } = await started.owner.api.entities.list({ ...started.at, limit: 100 });
    expect(items.map(({ title }) => String(title)).toSorted()).toEqual(
      rows.map((_, index) => (index === 5 ? "task 5" : `new ${index}`)).toSorted(),
    );
  });

  // The embedded engine has one connection: whoever holds a lock holds all others up.
  it.skipIf(!process.env.TEST_DATABASE_URL)("do not wait for one whose row is locked", async () => {
    const started = await start();
    const rows = await createMany(started, 8);
    const client = world.platform.database.driver as postgres.Sql;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holding = client.begin(async (inner) => {
      await inner`select from entity_row where id = ${rows[3]!.id} for update`;
      locked();
      await held;
    });
    await isLocked;
    const ended: number[] = [];
    const updates = visiting(started, () =>
      rows.map(async ({ id }, index) => {
        const { api } = started.memberAt(index);
        const row = await api.entities.update({ ...started.at, id, data: { title: `new ${index}` } });
        ended.push(index);
        return row;
      }),
    );
    await expect.poll(() => ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 4, 5, 6, 7]);
    release();
    await holding;
    expect((await Promise.all(updates)).map(({ title }) => title)).toEqual(rows.map((_, index) => `new ${index}`));
    expect(await history()).toHaveLength(8);
  });
});

describe("Many updates at once, in an app that is younger than the database's statistics,", () => {
  // A world of its own: the engine keeps the plans of the statements that the tests before have prepared, made for a
  // table of eight rows, until its autovacuum looks at the table, which it does at any time.
  beforeAll(async () => {
    await world.close();
    world = await World.open();
  });

  it("read only the rows that they change", async () => {
    const { appId } = await start();
    await world.db.execute(sql`analyze entity_row`);
    await world.db.execute(
      sql`insert into entity_row (app_id, entity, id, data) select ${appId}, 'Task', 'r' || n, '{"title":"old"}' from generate_series(1, 3000) n`,
    );
    const scope = mintVisitedApp(world.db, appId, { id: "ann", role: "builder", email: "" });
    await inTransaction(scope, async (inside) => {
      const rows = { scope: inside, entity: task(), actor: { id: "ann", role: "builder" } };
      const read = async () =>
        (
          await rowsOf<{ count: number }>(
            inside.db,
            sql`select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as count from pg_stat_xact_user_tables where relname = 'entity_row'`,
          )
        )[0]!.count;
      const before = await read();
      const changed = await asCaller({ lane: appId, deadlineMs: 3_000 }, () =>
        Promise.all(
          Array.from({ length: 16 }, (_, n) =>
            updateRow(rows, "every", { id: `r${n * 100 + 1}`, fields: { title: "new" } }, newId("c")),
          ),
        ),
      );
      expect(changed.map((row) => row!.read().title)).toEqual(Array.from({ length: 16 }, () => "new"));
      expect((await read()) - before).toBeLessThan(100);
      expect((await createRow(rows, "every", { title: "more" })).read()).toMatchObject({ title: "more" });
    });
  });
});
