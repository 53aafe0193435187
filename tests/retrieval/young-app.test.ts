import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { inTransaction, mintOwnedApp, type OwnedApp } from "@/db/scope";
import { findByWords } from "@/features/retrieval/find-words";
import { replaceChunks } from "@/features/retrieval/store";
import { storeItem } from "../support/items";
import { World } from "../support/world";

let world: World;
let scope: OwnedApp;
const words = 3_000;
const drafts = Array.from({ length: words / 30 }, (_, position) => ({
  position,
  heading: "",
  text: Array.from({ length: 30 }, (_, at) => `word${position * 30 + at}x`).join(" "),
}));

/** Rows of the inverted index that the work reads, in its own transaction. */
const rowsRead = (work: (scope: OwnedApp) => Promise<unknown>): Promise<number> =>
  inTransaction(scope, async (inside) => {
    const read = async () => {
      const [row] = await rowsOf<{ count: number }>(
        inside.db,
        sql`select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as count from pg_stat_xact_user_tables where relname = 'chunk_term'`,
      );
      return row!.count;
    };
    const before = await read();
    await work(inside);
    return (await read()) - before;
  });

beforeAll(async () => {
  world = await World.open();
  const builder = await world.signUp();
  const scopes = [];
  for (const name of ["Old", "Young"]) {
    const { appId } = await builder.api.apps.create({ name });
    scopes.push(mintOwnedApp(world.db, appId));
  }
  await storeItem(scopes[0]!, "i1", drafts);
  await world.db.execute(sql`analyze chunk_term`);
  await storeItem(scopes[1]!, "i1", drafts);
  scope = scopes[1]!;
});
afterAll(() => world.close());

describe("The index of an app that the database's statistics do not know yet", () => {
  it("is read by the question's words alone", async () => {
    const question = Array.from({ length: 12 }, (_, at) => `word${at * 7}x`).join(" ");
    expect(await findByWords(scope, question, 10)).not.toEqual([]);
    expect(await rowsRead((inside) => findByWords(inside, question, 10))).toBeLessThan(words / 10);
  });

  it("is changed by the changed chunks' words alone", async () => {
    const next = drafts.map((draft, index) => (index === 0 ? { ...draft, text: "something else" } : draft));
    expect(await rowsRead((inside) => replaceChunks(inside, "i1", next))).toBeLessThan(words / 10);
  });
});
