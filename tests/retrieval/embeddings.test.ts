import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chunk, chunkVector } from "@/db/schema/chunk";
import { contextItem } from "@/db/schema/source";
import { mintOwnedApp } from "@/db/scope";
import { parseEnv } from "@/engines/env";
import { embedItem } from "@/features/retrieval/embed-item";
import { embedMissing } from "@/features/retrieval/embed-missing";
import { removeChunks } from "@/features/retrieval/store";
import { bytesOf, codeOf, cosine } from "@/features/retrieval/vectors";
import { ingestText } from "@/features/sources/ingest-file";
import { syncJob } from "@/features/sources/schema";
import { syncItem } from "@/features/sources/sync-item";
import { spentThisMonth } from "@/features/usage/spend";
import { storeItem } from "../support/items";
import { EmbeddingServer } from "../support/embedding-server";
import { World } from "../support/world";

let world: World;
let server: EmbeddingServer;
beforeAll(async () => {
  server = await EmbeddingServer.start();
  world = await World.open({
    EMBEDDING_BASE_URL: server.url,
    EMBEDDING_API_KEY: "embedding-key",
    EMBEDDING_MODEL: "embed-small",
    MODELS_URL: `${server.url}/models`,
    MODEL_MONTHLY_USD_MAX: "1",
  });
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(async () => {
  server.reset();
  await world.reset();
});

const drafts = (...texts: string[]) => texts.map((text, position) => ({ position, heading: "Handbook", text }));
const signal = () => AbortSignal.timeout(20_000);

async function openApp() {
  const builder = await world.signUp();
  const { appId } = await builder.api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const embed = (itemId: string) => embedItem(world.platform, scope, itemId, { signal: signal() });
  const ask = async (question: string, more: object = {}) =>
    (await builder.api.retrieval.query({ appId, question, ...more })).chunks;
  return { ...builder, appId, scope, embed, ask };
}

describe("With an embedding service", () => {
  it("a question finds what means the same, fused with what has its words", async () => {
    const { scope, embed, ask } = await openApp();
    await storeItem(scope, "i1", drafts("The automobile is washed on Mondays", "The canteen opens at noon"));
    expect(await embed("i1")).toEqual({ embedded: 2 });
    expect(server.authorization).toBe("Bearer embedding-key");
    expect(server.requests).toEqual([
      {
        model: "embed-small",
        input: ["Handbook\nThe automobile is washed on Mondays", "Handbook\nThe canteen opens at noon"],
        encoding_format: "float",
      },
    ]);
    const [best] = await ask("cars");
    expect(best).toMatchObject({
      text: "The automobile is washed on Mondays",
      methods: ["vectors"],
      ranks: { vectors: { rank: 1 } },
    });
    const [both] = await ask("When does the canteen open?");
    expect(both).toMatchObject({ text: "The canteen opens at noon", methods: ["bm25", "vectors"] });
  });

  it("goes by words or by meaning alone where the setting says so", async () => {
    const { scope, embed, ask } = await openApp();
    await storeItem(scope, "i1", drafts("The automobile is washed", "A car park"));
    await embed("i1");
    server.requests = [];
    expect((await ask("car", { method: "words" })).map(({ text }) => text)).toEqual(["A car park"]);
    expect(server.requests).toEqual([]);
    const found = await ask("car", { method: "meaning" });
    expect(found.map(({ methods }) => methods)).toEqual([["vectors"], ["vectors"]]);
  });

  it("embeds only what has no vector of this model: after a change the new chunks, and the same text once", async () => {
    const { scope, embed } = await openApp();
    await storeItem(scope, "i1", drafts("One", "Two", "Two"));
    await embed("i1");
    expect(server.texts).toEqual(["Handbook\nOne", "Handbook\nTwo"]);
    expect(await embed("i1")).toEqual({ embedded: 0 });
    await storeItem(scope, "i1", drafts("Zero", "Two", "One"));
    await embed("i1");
    expect(server.texts.slice(2)).toEqual(["Handbook\nZero"]);
    // The file that takes its place has most of it, too.
    await storeItem(scope, "i2", drafts("Zero", "One", "Three"));
    await removeChunks(scope, "i9");
    await embed("i2");
    expect(server.texts.slice(3)).toEqual(["Handbook\nThree"]);
    await world.db.update(chunkVector).set({ model: "an-older-model" });
    expect(await embed("i1")).toEqual({ embedded: 3 });
  });

  it("sends batches, and goes on after the last one that was stored", async () => {
    const { scope, embed } = await openApp();
    await storeItem(scope, "i1", drafts(...Array.from({ length: 150 }, (_, index) => `Passage ${index}`)));
    server.failures = [undefined, 401];
    await expect(embed("i1")).rejects.toMatchObject({ name: "ModelError" });
    expect(await world.db.$count(chunkVector)).toBe(64);
    server.reset();
    expect(await embed("i1")).toEqual({ embedded: 86 });
    expect(server.requests.map(({ input }) => input.length)).toEqual([64, 22]);
    expect(await world.db.$count(chunkVector)).toBe(150);
  });

  it("tries again after a busy answer and a broken one", async () => {
    const { scope, embed } = await openApp();
    await storeItem(scope, "i1", drafts("One"));
    server.failures = [429, 503];
    expect(await embed("i1")).toEqual({ embedded: 1 });
    expect(server.requests).toHaveLength(3);
  });

  it("sends less of what is too long for the model", async () => {
    const { scope, embed } = await openApp();
    server.charactersMax = 1_000;
    await storeItem(scope, "i1", drafts("short", "long ".repeat(600)));
    expect(await embed("i1")).toEqual({ embedded: 2 });
    expect(await world.db.$count(chunkVector)).toBe(2);
  });

  it("says in words what is wrong with the settings", async () => {
    const { scope, embed } = await openApp();
    await storeItem(scope, "i1", drafts("One"));
    server.failures = [401];
    await expect(embed("i1")).rejects.toMatchObject({
      message: "The embedding service does not accept the key in EMBEDDING_API_KEY",
      detail: { retryable: false },
    });
  });

  it("books what embeddings cost on the owner, and stops at the budget; words then go on answering", async () => {
    const { scope, embed, ask, accountId } = await openApp();
    await storeItem(scope, "i1", drafts("x".repeat(4_000)));
    await embed("i1");
    expect(await spentThisMonth(world.db, accountId)).toBeCloseTo((1_003 * 0.02) / 1e6, 9);
    await world.db.execute(sql`update model_usage set cost_usd = 2`);
    await storeItem(scope, "i2", drafts("The automobile"));
    await expect(embed("i2")).rejects.toMatchObject({ reason: "usage-cap" });
    expect(await ask("automobile")).toMatchObject([{ methods: ["bm25"] }]);
  });

  it("a service that is down leaves the words to answer", async () => {
    const { scope, ask } = await openApp();
    await storeItem(scope, "i1", drafts("The automobile is washed"));
    server.failures = Array.from({ length: 30 }, () => 500);
    expect(await ask("automobile")).toMatchObject([{ methods: ["bm25"] }]);
    expect(await ask("automobile", { method: "meaning" })).toMatchObject([{ methods: ["bm25"] }]);
  }, 20_000);

  it("finds nothing of another app, and nothing that is gone or switched off", async () => {
    const [mine, theirs] = [await openApp(), await openApp()];
    await storeItem(theirs.scope, "i1", drafts("The automobile"));
    await theirs.embed("i1");
    expect(await mine.ask("car")).toEqual([]);
    expect(await theirs.ask("car")).toHaveLength(1);
    await world.db.update(chunk).set({ isEnabled: false }).where(eq(chunk.appId, theirs.appId));
    expect(await theirs.ask("car")).toEqual([]);
    await removeChunks(theirs.scope, "i1");
    expect(await world.db.$count(chunkVector)).toBe(0);
  });
});

describe("What was synced before", () => {
  it("is embedded afterwards, and with a new model anew", async () => {
    const { scope } = await openApp();
    await storeItem(scope, "i1", drafts("One"));
    await storeItem(scope, "i2", drafts("Two"));
    await world.db.update(contextItem).set({ status: "error" }).where(eq(contextItem.id, "i2"));
    await embedMissing(world.platform);
    await embedMissing(world.platform);
    expect(server.texts).toEqual(["Handbook\nOne"]);
    const env = { ...world.platform.env, EMBEDDING_MODEL: "embed-large" };
    await embedMissing({ ...world.platform, env });
    expect(server.requests.map(({ model }) => model)).toEqual(["embed-small", "embed-large"]);
    expect(await world.db.$count(chunkVector)).toBe(1);
  });

  it("waits where the service fails", async () => {
    const { scope } = await openApp();
    await storeItem(scope, "i1", drafts("One"));
    server.failures = [401];
    await expect(embedMissing(world.platform)).resolves.toBeUndefined();
    expect(await world.db.$count(chunkVector)).toBe(0);
  });
});

describe("A text that is added", () => {
  it("is embedded by its sync, in a stage of its own", async () => {
    const { appId, token, api, ask } = await openApp();
    await world.platform.jobs.start({ [syncJob]: () => Promise.resolve() });
    const { body } = await world.rest(`POST /api/context/ingest/text?appId=${appId}`, {
      token,
      body: { context: "The automobile is washed on Mondays" },
    });
    await syncItem(world.platform, appId, body.contextItemId);
    const item = await api.sources.get({ appId, itemId: body.contextItemId });
    expect(item.status).toBe("synced");
    expect(item.stageTimes.map(({ stage }) => stage)).toContain("embedding");
    expect(await ask("cars", { method: "meaning" })).toMatchObject([{ methods: ["vectors"] }]);
    await world.platform.jobs.stop();
  });

  it("is not synced, in words, where the service refuses the key", async () => {
    const { appId, api, scope, account } = await openApp();
    const { id } = await ingestText(world.platform, scope, account, { text: "One", name: "One" });
    server.failures = [401];
    await syncItem(world.platform, appId, id);
    expect(await api.sources.get({ appId, itemId: id })).toMatchObject({
      status: "error",
      error: "The embedding service does not accept the key in EMBEDDING_API_KEY.",
    });
  });
});

describe("Without one", () => {
  it("nothing is embedded", async () => {
    const { scope } = await openApp();
    await storeItem(scope, "i1", drafts("One"));
    const platform = { ...world.platform, env: parseEnv({}) };
    expect(await embedItem(platform, scope, "i1", { signal: signal() })).toEqual({ embedded: 0 });
    expect(server.requests).toEqual([]);
  });
});

describe("A vector's code and bytes", () => {
  let state = 7;
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296 - 0.5;
  const vector = (dimensions: number) => Array.from({ length: dimensions }, random);
  const differing = (one: string, other: string) => Array.from(one).filter((bit, at) => bit !== other[at]).length;

  it.each([
    [3, 256],
    [384, 512],
    [1536, 2048],
    [3072, 4096],
  ])("%i dimensions have a code of %i bits", (dimensions, bits) =>
    expect(codeOf(vector(dimensions))).toHaveLength(bits),
  );

  it("keep the cosine within a hundredth", () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = [vector(384), vector(384)];
      const mixed = one.map((value, at) => value * 0.7 + other[at]! * 0.3);
      const exact =
        one.reduce((sum, value, at) => sum + value * mixed[at]!, 0) / Math.hypot(...one) / Math.hypot(...mixed);
      expect(cosine(one, bytesOf(mixed))).toBeCloseTo(exact, 2);
    }
  });

  it("differ in as many bits as the angle is wide, also where no value is below zero", () => {
    const positive = (dimensions: number) => vector(dimensions).map((value) => (value > 0.3 ? value : 0));
    for (const made of [vector, positive]) {
      const [one, other] = [made(1536), made(1536)];
      const angles = [0, 0.1, 0.3, 0.6, 1].map((share) => one.map((v, at) => v * (1 - share) + other[at]! * share));
      for (const turned of angles) {
        const angle = Math.acos(Math.min(1, cosine(one, bytesOf(turned))));
        expect(Math.abs(differing(codeOf(one), codeOf(turned)) / 2048 - angle / Math.PI)).toBeLessThan(0.05);
      }
    }
  });

  it("of nothing are nothing", () => expect(cosine([0, 0], bytesOf([0, 0]))).toBe(0));
});
