import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor } from "@/api/actor";
import { asCaller } from "@/db/caller";
import { rowsOf } from "@/db/open";
import { app } from "@/db/schema";
import { inTransaction, mintOwnedApp, mintVisitedApp } from "@/db/scope";
import { entitiesIn, findEntity } from "@/features/rows/entity";
import { getRow } from "@/features/rows/get-row";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const fileOf = (name: string, access: object) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({ properties: { title: { type: "string" } }, "x-accessControl": access }),
});
const files = [
  fileOf("Own", { permissions: { read: "creator", write: "creator" } }),
  fileOf("Open", { permissions: { read: "anonymous", write: "creator" } }),
  fileOf("Staff", { permissions: { read: "admin", write: "admin" } }),
  fileOf("Mine", { rules: { read: [{ field: "title", is: "me" }] } }),
];

async function publish() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const written = await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => files);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const insert = (entity: string, id: string, creatorId: string) =>
    world.db.execute(
      sql`insert into entity_row (app_id, entity, id, creator_id, data) values (${appId}, ${entity}, ${id}, ${creatorId}, ${JSON.stringify({ title: creatorId })}::jsonb)`,
    );
  for (const { path } of files)
    for (const name of ["ann", "bob"]) await insert(path.slice("entities/".length, -5), `r${name}`, name);
  return { owner, appId };
}
type App = Awaited<ReturnType<typeof publish>>;

const actors: Record<string, (here: App, there: App) => Actor> = {
  owner: ({ owner }) => ({ kind: "account", account: owner.account, token: "t" }),
  stranger: (_here, { owner }) => ({ kind: "account", account: owner.account, token: "t" }),
  anonymous: () => ({ kind: "anonymous" }),
  "ann of the other app": (_here, { appId }) => member(appId, "ann"),
  ann: ({ appId }) => member(appId, "ann"),
  bob: ({ appId }) => member(appId, "bob"),
  admin: ({ appId }) => member(appId, "cyd", "admin"),
};
const member = (appId: string, id: string, role = "user"): Actor => ({
  kind: "visitor",
  appId,
  visitor: { id, role, email: `${id}@example.com` },
  token: "t",
});

/** Who sees Ann's row of each table; a refusal's reason for everybody else. */
const seen: Record<string, Record<string, string>> = {
  Own: {
    owner: "yes",
    stranger: "not-signed-in",
    anonymous: "not-signed-in",
    "ann of the other app": "not-signed-in",
    ann: "yes",
    bob: "row-not-found",
    admin: "row-not-found",
  },
  Open: {
    owner: "yes",
    stranger: "yes",
    anonymous: "yes",
    "ann of the other app": "yes",
    ann: "yes",
    bob: "yes",
    admin: "yes",
  },
  Staff: {
    owner: "yes",
    stranger: "not-signed-in",
    anonymous: "not-signed-in",
    "ann of the other app": "not-signed-in",
    ann: "not-allowed",
    bob: "not-allowed",
    admin: "yes",
  },
  Mine: {
    owner: "yes",
    stranger: "not-signed-in",
    anonymous: "not-signed-in",
    "ann of the other app": "not-signed-in",
    ann: "yes",
    bob: "row-not-found",
    admin: "row-not-found",
  },
};

/** Past the door, so that the reads certainly share their statements. */
const rowsAs = (appId: string, id: string, entity = "Own") => ({
  scope: mintVisitedApp(world.db, appId, null),
  entity: findEntity(entitiesIn(files), entity),
  actor: { id, role: "user" },
});

describe("Reads at once", () => {
  it("answer every actor what it may see, whoever shares the statement and in whatever order", async () => {
    const [here, there] = [await publish(), await publish()];
    const asked = Object.entries(seen).flatMap(([entity, by]) =>
      Object.entries(by).map(([who, expected]) => ({
        entity,
        who,
        expected,
        api: world.as(actors[who]!(here, there)),
      })),
    );
    // Everybody thrice, in three orders and in one lane, as if they shared the worst of batches.
    for (const order of [asked, asked.toReversed(), asked.toSorted((one, other) => (one.who < other.who ? -1 : 1))]) {
      const ended = await asCaller({ lane: here.appId, deadlineMs: 3_000 }, () =>
        Promise.allSettled(
          order.flatMap(({ api, entity }) =>
            [1, 2, 3].map(() => api.entities.get({ appId: here.appId, entity, id: "rann" })),
          ),
        ),
      );
      for (const [at, one] of ended.entries()) {
        const { entity, who, expected } = order[Math.floor(at / 3)]!;
        const what = one.status === "fulfilled" ? "yes" : (one.reason as { reason: string }).reason;
        expect(`${entity} ${who} ${what}`).toBe(`${entity} ${who} ${expected}`);
        if (one.status === "fulfilled") expect(one.value).toMatchObject({ id: "rann", creatorId: "ann" });
      }
    }
  });

  it("share statements, and nobody gets another's row by asking for it beside its owner", async () => {
    const { appId } = await publish();
    let statements = 0;
    const counting = new Proxy(world.db, {
      get: (db, name) => {
        if (name === "execute") statements += 1;
        const value: unknown = Reflect.get(db, name);
        return typeof value === "function" ? (value.bind(db) as unknown) : value;
      },
    });
    const ids = [
      "rann",
      "rbob",
      'r"ann',
      "r\u001eann",
      'rann"},{"place":0,"row_id":"rbob","actor_id":"bob',
      "",
      "rann",
    ];
    const people = ["ann", "bob", "nobody", 'ann","row_id":"rann'];
    const pairs = people.flatMap((who) => ids.map((id) => ({ who, id })));
    const ended = await asCaller({ lane: appId, deadlineMs: 3_000 }, () =>
      Promise.allSettled(
        pairs.map(({ who, id }) =>
          getRow({ ...rowsAs(appId, who), scope: mintVisitedApp(counting, appId, null) }, "own", id),
        ),
      ),
    );
    expect(statements).toBe(Math.ceil(pairs.length / 16));
    for (const [at, one] of ended.entries()) {
      const { who, id } = pairs[at]!;
      if (id === `r${who}`)
        expect(one.status === "fulfilled" && one.value.read()).toMatchObject({ id, creatorId: who });
      else expect(one).toMatchObject({ reason: { reason: "row-not-found" } });
    }
  });

  it("fail only where the database refuses one", async () => {
    const { appId } = await publish();
    const ended = await asCaller({ lane: appId, deadlineMs: 3_000 }, () =>
      Promise.allSettled(["rann", "r\0", "rann"].map((id) => getRow(rowsAs(appId, "ann"), "own", id))),
    );
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("see what was written before they were asked", async () => {
    const { appId, owner } = await publish();
    await asCaller({ lane: appId, deadlineMs: 3_000 }, () =>
      Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const place = { appId, entity: "Open" };
          for (let round = 0; round < 5; round += 1) {
            const title = `${at} ${round}`;
            const { id } = await owner.api.entities.create({ ...place, data: { title } });
            expect(await owner.api.entities.get({ ...place, id })).toMatchObject({ title });
            await owner.api.entities.update({ ...place, id, data: { title: `${title} new` } });
            expect(await owner.api.entities.get({ ...place, id })).toMatchObject({ title: `${title} new` });
          }
        }),
      ),
    );
  });

  it("within a transaction are its own", async () => {
    const { appId } = await publish();
    const read = (rows: ReturnType<typeof rowsAs>) => getRow(rows, "own", "rann").then((text) => text.read().title);
    await asCaller({ lane: appId, deadlineMs: 3_000 }, () =>
      inTransaction(rowsAs(appId, "ann").scope, async (scope) => {
        await scope.db.execute(sql`update entity_row set data = '{"title":"inside"}' where app_id = ${appId}`);
        const inside = { ...rowsAs(appId, "ann"), scope };
        expect(await Promise.all([read(inside), read(inside)])).toEqual(["inside", "inside"]);
      }),
    );
  });
});

describe("Reads at once, in an app that is younger than the database's statistics,", () => {
  // A world of its own: the engine keeps the plans of the statements that the tests before have prepared, made for a
  // table of eight rows, until its autovacuum looks at the table, which it does at any time.
  beforeAll(async () => {
    await world.close();
    world = await World.open();
  });

  it("look each row up by its key", async () => {
    const { appId } = await publish();
    await world.db.execute(sql`analyze entity_row`);
    await world.db.execute(
      sql`insert into entity_row (app_id, entity, id, creator_id, data) select ${appId}, 'Own', 'r' || n, 'ann', '{"title":"old"}' from generate_series(1, 3000) n`,
    );
    await inTransaction(rowsAs(appId, "ann").scope, async (scope) => {
      const count = async () =>
        (
          await rowsOf<{ count: number }>(
            scope.db,
            sql`select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as count from pg_stat_xact_user_tables where relname = 'entity_row'`,
          )
        )[0]!.count;
      const before = await count();
      for (const reach of ["own", "every"] as const)
        await asCaller({ lane: appId, deadlineMs: 3_000 }, () =>
          Promise.all(
            Array.from({ length: 16 }, (_, n) => getRow({ ...rowsAs(appId, "ann"), scope }, reach, `r${n * 100 + 1}`)),
          ),
        );
      expect((await count()) - before).toBe(32);
    });
  });
});
