import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const nested = (depth: number): string => (depth === 0 ? "1" : `{"in": [${nested(depth - 1)}]}`);

/** Rows as older versions, imports and restores have left them. */
const stored = [
  {
    id: "plain",
    creator: "m-1",
    at: "2026-01-02T03:04:05.678901Z",
    data: '{"title": "ü \\u001e \\u0001 \\"}", "n": 1}',
  },
  { id: 'a "quoted" id', creator: null, at: "2026-01-02T03:04:05.678Z", data: "{}" },
  { id: "control \u001e sign", creator: 'm "2"', at: "1969-12-31T23:59:58.5Z", data: '{"n": 2.50}' },
  { id: "own-names", creator: "m-1", at: "2026-01-02T03:04:05Z", data: '{"id": "x", "createdAt": 1, "n": 3}' },
  {
    id: "deep",
    creator: "m-1",
    at: "2026-01-02T03:04:04.0004Z",
    data: `{"title": "t", "n": 4, "deep": ${nested(60)}}`,
  },
  { id: "wide", creator: "m-1", at: "2026-01-02T03:04:04.999999Z", data: `{"n": 5, "list": [${"[],".repeat(70)}{}]}` },
];

describe("Rows that REST passes on as text", () => {
  async function start() {
    const { api, token } = await world.signUp();
    const rest = (line: string) => world.rest(line, { token });
    const { appId } = await api.apps.create({ name: "App" });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
      {
        path: "entities/Thing.json",
        content: JSON.stringify({ properties: { title: { type: "string" }, n: { type: "number" } } }),
      },
    ]);
    for (const { id, creator, at, data } of stored)
      await world.db.execute(
        sql`insert into entity_row (app_id, entity, id, creator_id, created_at, updated_at, data) values (${appId}, 'Thing', ${id}, ${creator}, ${at}, ${at}, ${data}::jsonb)`,
      );
    return { api, rest, at: { appId, entity: "Thing" }, path: `/api/apps/${appId}/entities/Thing` };
  }

  it.each(["-createdAt", "createdAt", "-n", "title"])(
    "are what procedures answer, page by page, by %s",
    async (sort) => {
      const { api, rest, at, path } = await start();
      for (const limit of [1, 2, 5, 50, 100]) {
        const pages: unknown[] = [];
        let cursor: string | undefined;
        do {
          const page = await api.entities.list({ ...at, sort, limit, cursor });
          const { body } = await rest(`GET ${path}?sort=${sort}&limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`);
          expect(body.items).toEqual(page.items);
          expect(typeof body.nextCursor).toBe(typeof page.nextCursor);
          pages.push(...page.items);
          cursor = body.nextCursor ?? undefined;
        } while (cursor);
        expect(pages).toHaveLength(stored.length);
      }
    },
  );

  it("have times with milliseconds, cut off and not rounded", async () => {
    const { api, at } = await start();
    const { items } = await api.entities.list({ ...at, limit: 100 });
    expect(items.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ["plain", "2026-01-02T03:04:05.678Z"],
      ['a "quoted" id', "2026-01-02T03:04:05.678Z"],
      ["own-names", "2026-01-02T03:04:05.000Z"],
      ["wide", "2026-01-02T03:04:04.999Z"],
      ["deep", "2026-01-02T03:04:04.000Z"],
      ["control \u001e sign", "1969-12-31T23:59:58.500Z"],
    ]);
  });

  it("are found one by one", async () => {
    const { api, rest, at, path } = await start();
    for (const { id } of stored)
      expect((await rest(`GET ${path}/${encodeURIComponent(id)}`)).body).toEqual(await api.entities.get({ ...at, id }));
  });

  it("are created, added and changed as by procedures, in tables with unique fields too", async () => {
    const { api, token } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    const properties = { title: { type: "string" }, code: { type: "string" } };
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
      { path: "entities/Plain.json", content: JSON.stringify({ properties }) },
      {
        path: "entities/Coded.json",
        content: JSON.stringify({ properties: { ...properties, code: { type: "string", "x-unique": true } } }),
      },
    ]);
    for (const entity of ["Plain", "Coded"]) {
      const path = `/api/apps/${appId}/entities/${entity}`;
      const read = (id: string) => api.entities.get({ appId, entity, id });
      const { body: created } = await world.rest(`POST ${path}`, { token, body: { title: "One", code: "1" } });
      expect(created).toEqual(await read(created.id));
      const { body: added } = await world.rest(`POST ${path}/bulk`, { token, body: [{ code: "2" }, { code: "3" }] });
      expect(added.map(({ code }: { code: string }) => code)).toEqual(["2", "3"]);
      expect(added).toEqual([await read(added[0].id), await read(added[1].id)]);
      for (const change of [{ title: "Two" }, { code: "4" }]) {
        const { body: changed } = await world.rest(`PUT ${path}/${created.id}`, { token, body: change });
        expect(changed).toEqual({ ...(await read(created.id)), ...change });
      }
      expect((await world.rest(`POST ${path}/bulk`, { token, body: [] })).body).toEqual([]);
    }
  });
});
