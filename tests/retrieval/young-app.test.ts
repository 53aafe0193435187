import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { inTransaction, mintOwnedApp, type OwnedApp } from "@/db/scope";
import { chunkCode, chunkVector } from "@/db/schema/chunk";
import { embedItem } from "@/features/retrieval/embed-item";
import { findByVector } from "@/features/retrieval/find-vectors";
import { findByWords } from "@/features/retrieval/find-words";
import { queryContext } from "@/features/retrieval/query-context";
import { replaceChunks } from "@/features/retrieval/store";
import { bytesOf, codeOf } from "@/features/retrieval/vectors";
import { storeItem } from "../support/items";
import { World } from "../support/world";

let world: World;
let scope: OwnedApp;
const words = 30_000;
const chunks = words / 30;
const drafts = Array.from({ length: chunks }, (_, position) => ({
  position,
  heading: "",
  text: Array.from({ length: 30 }, (_, at) => `word${position * 30 + at}x`).join(" "),
}));

/** Rows of a table that the work reads, in its own transaction. */
const rowsRead = (table: string, work: (scope: OwnedApp) => Promise<unknown>): Promise<number> =>
  inTransaction(scope, async (inside) => {
    const read = async () => {
      const [row] = await rowsOf<{ count: number }>(
        inside.db,
        sql`select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as count from pg_stat_xact_user_tables where relname = ${table}`,
      );
      return row!.count;
    };
    const before = await read();
    await work(inside);
    return (await read()) - before;
  });

const vectorOf = (number: number) => [Math.cos(number), Math.sin(number), 1];

/** Embeddings of all chunks, as `embedItem` stores them. */
async function storeVectors({ db, appId }: OwnedApp): Promise<void> {
  const numbers = drafts.map((_, number) => number);
  await db
    .insert(chunkCode)
    .values(numbers.map((number) => ({ appId, number, model: "m", code: codeOf(vectorOf(number)) })));
  await db
    .insert(chunkVector)
    .values(numbers.map((number) => ({ appId, number, model: "m", vector: bytesOf(vectorOf(number)) })));
}

beforeAll(async () => {
  world = await World.open();
  const builder = await world.signUp();
  const scopes = [];
  for (const name of ["Old", "Young"]) {
    const { appId } = await builder.api.apps.create({ name });
    scopes.push(mintOwnedApp(world.db, appId));
  }
  await storeItem(scopes[0]!, "i1", drafts);
  await storeVectors(scopes[0]!);
  for (const table of ["chunk", "chunk_term", "chunk_code", "chunk_vector", "context_item"])
    await world.db.execute(sql`analyze ${sql.raw(table)}`);
  await storeItem(scopes[1]!, "i1", drafts);
  await storeVectors(scopes[1]!);
  scope = scopes[1]!;
});
afterAll(() => world.close());

describe("The index of an app that the database's statistics do not know yet", () => {
  it("is embedded without comparing its passages with each other", async () => {
    const platform = { ...world.platform, env: { ...world.platform.env, EMBEDDING_MODEL: "m" } };
    const embed = (inside: OwnedApp) => embedItem(platform, inside, "i1", { signal: AbortSignal.timeout(60_000) });
    // Nothing is wanted, so that no service is asked; what is known and what is wanted is looked up all the same.
    expect(await embed(scope)).toEqual({ embedded: 0 });
    expect(await rowsRead("chunk", embed)).toBeLessThan(chunks * 8);
    expect(await rowsRead("chunk_vector", embed)).toBeLessThan(chunks * 8);
  });

  it("is read by the question's words alone", async () => {
    const question = Array.from({ length: 12 }, (_, at) => `word${at * 7}x`).join(" ");
    expect(await findByWords(scope, question, 10)).not.toEqual([]);
    expect(await rowsRead("chunk_term", (inside) => findByWords(inside, question, 10))).toBeLessThan(words / 10);
  });

  it("is changed by the changed chunks' words alone", async () => {
    const next = drafts.map((draft, index) => (index === 0 ? { ...draft, text: "something else" } : draft));
    expect(await rowsRead("chunk_term", (inside) => replaceChunks(inside, "i1", next))).toBeLessThan(words / 10);
  });

  it("moves the passages behind a new one, and compares none with all", async () => {
    const next = [{ position: 0, heading: "", text: "a new beginning" }, ...drafts].map((draft, position) => ({
      ...draft,
      position,
    }));
    // Each is read as it was stored, found by its id, and changed.
    expect(await rowsRead("chunk", (inside) => replaceChunks(inside, "i1", next))).toBeLessThan(chunks * 5);
  });

  it("gives the passages that answer, and reads no others", async () => {
    const question = Array.from({ length: 12 }, (_, at) => `word${at * 31}x`).join(" ");
    const ask = (inside: OwnedApp) => queryContext({ ...world.platform, db: inside.db }, inside, question);
    expect(await ask(scope)).not.toEqual([]);
    expect(await rowsRead("chunk", ask)).toBeLessThan(60);
    expect(await rowsRead("context_item", ask)).toBeLessThan(60);
  });

  it("compares the nearest embeddings, and reads no others", async () => {
    const ask = (inside: OwnedApp) => findByVector(inside, { model: "m", vector: vectorOf(7) }, 10);
    expect(await ask(scope)).toMatchObject([{ number: 7 }, ...Array.from({ length: 9 }, () => ({}))]);
    expect(await rowsRead("chunk_vector", ask)).toBeLessThanOrEqual(300);
  });
});
