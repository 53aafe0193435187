import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chunk } from "@/db/schema/chunk";
import { contextItem } from "@/db/schema/source";
import { modelUsage } from "@/db/schema/chat";
import { mintOwnedApp, type OwnedApp } from "@/db/scope";
import { parseEnv } from "@/engines/env";
import type { Platform } from "@/engines/platform";
import { queryContext } from "@/features/retrieval/query-context";
import { fuseLists, orderedBy, spreadSources } from "@/features/retrieval/rules";
import { storeItem } from "../support/items";
import { ScriptedModel } from "../support/scripted-model";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const drafts = (heading: string, ...texts: string[]) => texts.map((text, position) => ({ position, heading, text }));

async function openApp() {
  const builder = await world.signUp();
  const { appId } = await builder.api.apps.create({ name: "App" });
  return { ...builder, appId, scope: mintOwnedApp(world.db, appId) };
}

describe("POST /api/context/query", () => {
  it("answers the passages of the app's sources, best first, with their items, scores and methods", async () => {
    const { appId, scope, token } = await openApp();
    await storeItem(scope, "i1", drafts("Returns", "Goods may be returned within 30 days", "We pay the postage"));
    await storeItem(scope, "i2", drafts("Shipping", "Parcels arrive within 3 days"));
    const { status, body } = await world.rest("POST /api/context/query", {
      token,
      body: { appId, question: "How many days do I have to return goods?" },
    });
    expect(status).toBe(200);
    expect(body.chunks).toMatchObject([
      { contextItemId: "i1", text: "Goods may be returned within 30 days", methods: ["bm25"] },
      { contextItemId: "i1", text: "We pay the postage", heading: "Returns" },
      { contextItemId: "i2", text: "Parcels arrive within 3 days" },
    ]);
    const scores = body.chunks.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const one = await world.rest("POST /api/context/query", { token, body: { appId, question: "days", limit: 1 } });
    expect(one.body.chunks).toHaveLength(1);
  });

  it("answers nothing of another app, and nothing to anybody but the owner", async () => {
    const [mine, theirs] = [await openApp(), await openApp()];
    await storeItem(theirs.scope, "i1", drafts("", "The secret recipe"));
    const ask = (token: string, appId: string) =>
      world.rest("POST /api/context/query", { token, body: { appId, question: "secret recipe" } });
    expect((await ask(mine.token, mine.appId)).body).toEqual({ chunks: [] });
    expect(await ask(mine.token, theirs.appId)).toMatchObject({
      status: 404,
      body: { error: { code: "app-not-found" } },
    });
    expect((await ask(theirs.token, theirs.appId)).body.chunks).toHaveLength(1);
  });

  it("leaves out what the owner switched off", async () => {
    const { appId, scope, api } = await openApp();
    await storeItem(scope, "i1", drafts("", "Old price: 10", "New price: 20"));
    await world.db.update(chunk).set({ isEnabled: false }).where(eq(chunk.text, "Old price: 10"));
    const { chunks } = await api.retrieval.query({ appId, question: "price" });
    expect(chunks.map(({ text }) => text)).toEqual(["New price: 20"]);
  });

  it("looks further down where one source has all of the first places", async () => {
    const { appId, scope, api } = await openApp();
    await storeItem(scope, "i1", drafts("", ...Array.from({ length: 30 }, (_, index) => `price price price ${index}`)));
    await storeItem(
      scope,
      "i2",
      drafts("", "The price is told in a longer passage, of many words that nobody asked for"),
    );
    const { chunks } = await api.retrieval.query({ appId, question: "price", limit: 4 });
    expect(chunks.map(({ contextItemId }) => contextItemId)).toEqual(["i1", "i1", "i1", "i2"]);
  });

  it("answers what is synced, also while it is synced once more, and nothing of an item that never was", async () => {
    const { appId, scope, api } = await openApp();
    await storeItem(scope, "i1", drafts("", "Old price: 10"));
    await storeItem(scope, "i2", drafts("", "Secret price: 20"));
    await world.db.update(contextItem).set({ status: "running" }).where(eq(contextItem.id, "i1"));
    await world.db.update(contextItem).set({ status: "running", lastSyncedAt: null }).where(eq(contextItem.id, "i2"));
    const { chunks } = await api.retrieval.query({ appId, question: "price" });
    expect(chunks).toMatchObject([{ text: "Old price: 10", name: "Item i1" }]);
  });

  it("says of each passage which of its words the question has, whatever their endings", async () => {
    const { appId, scope, api } = await openApp();
    await storeItem(
      scope,
      "i1",
      drafts("Returns", "Goods may be RETURNED; <b>returning</b> costs nothing.", "東京都の天気", "Zurück im Café"),
    );
    const { chunks, hasMeaning } = await api.retrieval.explain({
      appId,
      question: "How do I return goods? 京都 zuruck cafe",
    });
    expect(Object.fromEntries(chunks.map(({ text, matched }) => [text, matched]))).toEqual({
      "Goods may be RETURNED; <b>returning</b> costs nothing.": ["returns", "goods", "returned", "returning"],
      東京都の天気: ["returns", "京都"],
      "Zurück im Café": ["returns", "zurück", "café"],
    });
    expect(hasMeaning).toBe(false);
    expect((await api.retrieval.explain({ appId, question: "of the" })).chunks).toEqual([]);
  });

  it.each([
    ["an empty question", { question: "  " }, "Write a question first"],
    ["no question", {}, undefined],
    ["a question that is no text", { question: ["a"] }, undefined],
    ["a question without end", { question: "a ".repeat(10_000) }, undefined],
    ["a limit of none", { question: "a", limit: 0 }, undefined],
    ["a limit above all", { question: "a", limit: 101 }, undefined],
    ["an unknown key", { question: "a", ownerId: "me" }, undefined],
  ])("refuses %s", async (_, input, message) => {
    const { appId, token } = await openApp();
    const answer = await world.rest("POST /api/context/query", { token, body: { appId, ...input } });
    expect(answer.status).toBe(400);
    if (message) expect(JSON.stringify(answer.body)).toContain(message);
  });

  it.each([
    ["operators", "a & | ! ( ) : * <-> 'quote' \\"],
    ["words that say nothing", "the of and"],
    ["a picture", "🙂"],
    ["wildcards", "%_%"],
    ["one long word", "x".repeat(9_000)],
    ["control characters", "\u0001\u200b"],
  ])("takes %s for words and nothing else", async (_, question) => {
    const { appId, scope, api } = await openApp();
    await storeItem(scope, "i1", drafts("", "Something"));
    await expect(api.retrieval.query({ appId, question })).resolves.toEqual({ chunks: [] });
  });
});

describe("Fusing the lists of several methods", () => {
  const hits = (...numbers: number[]) => numbers.map((number, index) => ({ number, score: 10 - index }));

  it("keeps the scores of a single list", () =>
    expect(fuseLists({ bm25: hits(3, 1) }).map(({ number, score }) => [number, score])).toEqual([
      [3, 10],
      [1, 9],
    ]));

  it("goes by ranks alone, and puts first what both found", () => {
    const fused = fuseLists({ bm25: hits(1, 2, 3), vectors: hits(4, 3, 5) });
    expect(fused.map(({ number }) => number)).toEqual([3, 1, 4, 2, 5]);
    expect(fused[0]).toMatchObject({
      methods: ["bm25", "vectors"],
      ranks: { bm25: { rank: 3, score: 8 }, vectors: { rank: 2, score: 9 } },
    });
    expect(fused[0]!.score).toBeCloseTo(1 / 63 + 1 / 62);
  });
});

describe("The order of a model", () => {
  it.each([
    ["2, 1", "b a c"],
    ["[3] then [1].", "c a b"],
    ["2 2 2", "b a c"],
    ["None of them: 0, 9, 400", "a b c"],
    ["", "a b c"],
  ])("%s", (said, expected) => expect(orderedBy(said, ["a", "b", "c"]).join(" ")).toBe(expected));

  let model: ScriptedModel;
  let platform: Platform;
  beforeAll(async () => {
    model = await ScriptedModel.start();
    const env = parseEnv({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_BASE_URL: model.url,
      MODEL_NAME: "scripted",
      MODELS_URL: `${model.url}/models`,
    });
    platform = { ...world.platform, env };
  });
  afterAll(() => model.close());
  const ask = (scope: OwnedApp, isReranked: boolean) =>
    queryContext(platform, scope, "price", { limit: 2, isReranked }).then((all) => all.map(({ text }) => text));

  it("decides where the setting says so, from more passages than answer, and is booked on the owner", async () => {
    model.reset();
    const { scope, accountId } = await openApp();
    await storeItem(
      scope,
      "i1",
      drafts("", "price price price", "price price and words", "The price is 20 in the shop"),
    );
    expect(await ask(scope, false)).toEqual(["price price price", "price price and words"]);
    expect(model.requests).toEqual([]);
    model.reply("3");
    expect(await ask(scope, true)).toEqual(["The price is 20 in the shop", "price price price"]);
    expect(JSON.stringify(model.requests)).toContain("<source key=");
    const booked = await world.db.select().from(modelUsage).where(eq(modelUsage.accountId, accountId));
    expect(booked).toMatchObject([{ model: "scripted", appId: scope.appId, tokens: 120 }]);
  });

  it("is done without where the service fails", async () => {
    model.reset();
    const { scope } = await openApp();
    await storeItem(scope, "i1", drafts("", "price price", "price"));
    model.fail({ status: 401 });
    expect(await ask(scope, true)).toEqual(["price price", "price"]);
  });
});

describe("Room for several sources", () => {
  const list = (...names: string[]) => names.map((name) => ({ itemId: name[0]!, hash: name }));
  const names = (ranked: { hash: string }[]) => ranked.map(({ hash }) => hash).join(" ");

  it.each([
    ["no item gives more than half while others have something", ["a1", "a2", "a3", "a4", "b1"], 4, "a1 a2 a3 b1"],
    ["one item may give all where it is alone", ["a1", "a2", "a3"], 3, "a1 a2 a3"],
    ["the same passage stands there once", ["a1", "a1", "b1", "c1"], 3, "a1 b1 c1"],
    ["a short list stays as it is", ["a1", "b1"], 8, "a1 b1"],
  ])("%s", (_, ranked, limit, expected) => expect(names(spreadSources(list(...ranked), limit).chosen)).toBe(expected));
});
