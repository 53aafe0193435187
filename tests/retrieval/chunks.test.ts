import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { chunk, chunkIndex, chunkTerm } from "@/db/schema/chunk";
import { mintOwnedApp, type OwnedApp } from "@/db/scope";
import { findByWords } from "@/features/retrieval/find-words";
import { removeChunks, replaceChunks } from "@/features/retrieval/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const drafts = (...texts: string[]) => texts.map((text, position) => ({ position, heading: "Handbook", text }));

async function openApp(): Promise<OwnedApp> {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  return mintOwnedApp(world.db, appId);
}

const stored = ({ appId }: OwnedApp) =>
  world.db.select().from(chunk).where(eq(chunk.appId, appId)).orderBy(chunk.position);

async function found(scope: OwnedApp, question: string): Promise<string[]> {
  const hits = await findByWords(scope, question, 10);
  const rows = await stored(scope);
  return hits.map(({ number }) => rows.find((row) => row.number === number)?.text ?? "gone");
}

/** BM25 by its definition, over the stored chunks and nothing that the index keeps. */
async function byDefinition(scope: OwnedApp, question: string) {
  return rowsOf<{ number: number; score: number }>(
    world.db,
    sql`with c as (select number, to_tsvector('english', heading || E'\n' || text) v from chunk where app_id = ${scope.appId}),
      t as (select c.number, u.lexeme, cardinality(u.positions)::float8 tf from c, unnest(c.v) u),
      l as (select number, sum(tf) len from t group by 1),
      q as (select lexeme, cardinality(positions) qtf, (select count(distinct number) from t where t.lexeme = u.lexeme)::float8 df from unnest(to_tsvector('english', ${question})) u)
      select t.number, sum(qtf * ln(1 + ((select count(*) from l) - df + 0.5) / (df + 0.5)) * tf / (tf + 1.2 * (0.25 + 0.75 * len / (select avg(len) from l))))::float8 score
      from q join t using (lexeme) join l using (number) group by 1 order by 2 desc, 1 limit 10`,
  );
}

describe("The chunks of an item", () => {
  it("are replaced whole; an unchanged one keeps its id", async () => {
    const scope = await openApp();
    expect(await replaceChunks(scope, "i1", drafts("Cats sleep", "Dogs bark", "Dogs bark"))).toEqual({
      added: 3,
      kept: 0,
      removed: 0,
    });
    const before = await stored(scope);
    expect(await replaceChunks(scope, "i1", drafts("Birds sing", "Cats sleep", "Dogs bark"))).toEqual({
      added: 1,
      kept: 2,
      removed: 1,
    });
    const after = await stored(scope);
    expect(after.map(({ text }) => text)).toEqual(["Birds sing", "Cats sleep", "Dogs bark"]);
    expect(after[1]!.id).toBe(before[0]!.id);
    expect(await found(scope, "barking")).toEqual(["Dogs bark"]);
    expect(await replaceChunks(scope, "i1", drafts("Birds sing", "Cats sleep", "Dogs bark"))).toEqual({
      added: 0,
      kept: 3,
      removed: 0,
    });
  });

  it("leave nothing behind when the item goes, and other items as they are", async () => {
    const scope = await openApp();
    await replaceChunks(scope, "i1", drafts("Refunds take two weeks"));
    await replaceChunks(scope, "i2", drafts("Shipping takes two days"));
    await removeChunks(scope, "i1");
    expect(await found(scope, "two weeks of refunds")).toEqual(["Shipping takes two days"]);
    await removeChunks(scope, "i2");
    expect(await world.db.select().from(chunkTerm)).toEqual([]);
    expect(await world.db.select().from(chunkIndex)).toEqual([
      { appId: scope.appId, chunks: 0, words: 0, nextNumber: 2 },
    ]);
  });

  it("go with their app", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    await replaceChunks(mintOwnedApp(world.db, appId), "i1", drafts("Cats sleep"));
    await api.apps.delete({ appId });
    expect(await world.db.select().from(chunkTerm)).toEqual([]);
    expect(await world.db.select().from(chunk)).toEqual([]);
  });

  it("are ranked as BM25 is defined, also after chunks came and went", async () => {
    const scope = await openApp();
    const words = ["cell", "gene", "mouse", "drug", "trial", "risk", "brain", "tumour"];
    const text = (seed: number) =>
      Array.from({ length: 5 + (seed % 17) }, (_, index) => words[(seed * 7 + index * index * 3) % words.length]).join(
        " ",
      );
    for (let item = 0; item < 12; item += 1)
      await replaceChunks(scope, `i${item}`, drafts(...[1, 2, 3].map((part) => text(item * 3 + part))));
    await removeChunks(scope, "i3");
    await replaceChunks(scope, "i5", drafts(text(90), text(91)));
    for (const question of ["gene risk of mice", "brain tumours brain", "a drug trial in cells"]) {
      const hits = await findByWords(scope, question, 10);
      const defined = await byDefinition(scope, question);
      expect(hits.map(({ number }) => number)).toEqual(defined.map(({ number }) => number));
      hits.forEach(({ score }, index) => expect(score).toBeCloseTo(defined[index]!.score, 6));
    }
  });

  it("of one app are never found in another", async () => {
    const [mine, theirs] = [await openApp(), await openApp()];
    await replaceChunks(theirs, "i1", drafts("The secret recipe"));
    await replaceChunks(mine, "i1", drafts("A public recipe"));
    expect(await found(mine, "secret recipe")).toEqual(["A public recipe"]);
    expect(await found(theirs, "secret recipe")).toEqual(["The secret recipe"]);
  });

  it("are written by several at once without losing any", async () => {
    const scope = await openApp();
    const items = Array.from({ length: 8 }, (_, index) => `i${index}`);
    await Promise.all(items.map((item) => replaceChunks(scope, item, drafts(`Number ${item}`, "Same words"))));
    const rows = await stored(scope);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(16);
    expect((await findByWords(scope, "same words", 50)).length).toBe(8);
  });

  it.each([
    ["東京都の天気", "京都"],
    ["Die Rückgabe dauert zwei Wochen", "Rückgabe"],
    ["ＡＢＣ-1234 is the part", "abc-1234"],
    ["Covid-19 is a disease", "covid 19"],
    ["Cells/tissue of mice", "tissue"],
    ["The end.Next it begins", "next"],
    ["CAFÉ ZÜRICH", "café zurich"],
    ["Das Ärgernis", "argernis"],
    ["МОСКВА слезам не верит", "москва"],
    ["snake_case_name", "case"],
  ])("%s is found by %s", async (text, question) => {
    const scope = await openApp();
    await replaceChunks(scope, "i1", drafts(text));
    expect(await found(scope, question)).toEqual([text]);
  });
});
