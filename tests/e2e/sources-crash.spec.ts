import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type APIRequestContext, expect } from "@playwright/test";
import { test } from "../support/browser";
import { EmbeddingServer } from "../support/embedding-server";
import { Server } from "../support/server";

// A sync of a data source whose process is killed with SIGKILL, once in each stage. tests/sources/crash.test.ts kills it
// between any two of its statements, without a process.

const sitePort = 4327;
/** Answers of the site that wait, when it is slow. */
let isSlow = false;
const waiting: ServerResponse[] = [];
const words = (about: string, index: number) => `${about} number ${index} is kept in room ${index * 7} of the house.`;
const paragraphs = (about: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${words(about, index)}</p>`).join("\n");
const site = createServer((request, response) => {
  if (request.url !== "/") return void response.writeHead(404).end();
  response.setHeader("content-type", "text/html");
  response.write(`<title>Stock</title><h1>Stock</h1>`);
  if (isSlow) return void waiting.push(response);
  response.end(paragraphs("Bottle", 400));
});

let server: Server;
let embedding: EmbeddingServer;
let api: APIRequestContext;
let appId: string;

type Item = { id: string; status: string; stage: string; numOfChunks: number; error: string | null };
type Chunk = { id: string; position: number; text: string };

test.beforeAll(async ({ playwright }) => {
  await once(site.listen(sitePort, "127.0.0.1"), "listening");
  embedding = await EmbeddingServer.start();
  server = await Server.start({
    SCRAPER_PRIVATE_HOSTS: `127.0.0.1:${sitePort}`,
    EMBEDDING_BASE_URL: embedding.url,
    EMBEDDING_MODEL: "test-embedding",
    EMBEDDING_API_KEY: "key",
  });
  api = await playwright.request.newContext({ baseURL: server.url });
  const data = { email: "keeper@example.com", password: "copper-lantern-42-fjord" };
  expect((await api.post("/api/auth/sign-up", { data })).ok()).toBe(true);
  const made = await api.post("/api/apps", {
    data: { appType: "gen-app", genApp: { header: "Stock", appBuilderVersion: 4 } },
  });
  ({ appId } = (await made.json()) as { appId: string });
});
test.afterAll(async () => {
  await server.close();
  await embedding.close();
  site.closeAllConnections();
  site.close();
});

async function upload(name: string, content: string): Promise<string> {
  const answer = await api.post(`/api/context/ingest/file?appId=${appId}&name=${name}`, {
    headers: { "content-type": "application/octet-stream" },
    data: Buffer.from(content),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { contextItemId: string }).contextItemId;
}

const itemOf = async (id: string) => (await (await api.get(`/api/context/${id}`)).json()) as Item;

/** All passages of an item, in the order of their positions. */
async function chunksOf(itemId: string): Promise<Chunk[]> {
  const all: Chunk[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const input = JSON.stringify({ json: { appId, itemId, cursor } });
    const answer = await api.get(`/api/trpc/sources.chunks?input=${encodeURIComponent(input)}`);
    const { result } = (await answer.json()) as {
      result: { data: { json: { chunks: Chunk[]; nextCursor: number | null } } };
    };
    all.push(...result.data.json.chunks);
    cursor = result.data.json.nextCursor;
  }
  return all;
}

/** Kills the server while the item is in this stage. @returns false if it was over between two looks */
async function isKilledIn(stage: string, id: string): Promise<boolean> {
  let now = "";
  await expect
    .poll(async () => (now = (await itemOf(id)).stage), { intervals: [5] })
    .toMatch(new RegExp(`^(${stage}|synced)$`));
  if (now !== stage) return false;
  await server.kill();
  return true;
}

/** Begins a sync and kills the server in this stage of it; again, if the stage was too short to be met. @returns the item */
async function killIn(stage: string, begin: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const id = await begin();
    if (await isKilledIn(stage, id)) return id;
  }
  throw new Error(`No sync was met in the stage “${stage}”`);
}

/** After the restart the item is synced by itself, each passage once. */
async function expectWhole(id: string, texts?: string[]): Promise<void> {
  await expect.poll(async () => (await itemOf(id)).status).toBe("synced");
  const { numOfChunks, error } = await itemOf(id);
  const chunks = await chunksOf(id);
  expect(error).toBeNull();
  expect(chunks).toHaveLength(numOfChunks);
  expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
  if (texts) expect(chunks.map(({ text }) => text)).toEqual(texts);
}

const page = (about: string, count: number) => `<!doctype html><h1>${about}</h1>${paragraphs(about, count)}`;

test("a sync that is killed while it waits is finished after the restart", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `list ${index}.html`);
  const ids = await Promise.all(names.map((name) => upload(encodeURIComponent(name), page(name, 300))));
  await server.kill();
  await server.run();
  for (const id of ids) await expectWhole(id);
  const texts = (await chunksOf(ids[0]!)).map(({ text }) => text).join("\n");
  for (const index of [0, 150, 299]) expect(texts).toContain(words("list 0.html", index));
});

test("a sync that is killed while it fetches is finished after the restart", async () => {
  isSlow = true;
  const answer = await api.post(`/api/context/ingest/metadata?appId=${appId}`, {
    data: { contextItems: [{ source: "web_scraper", externalFileUrl: `http://127.0.0.1:${sitePort}/` }] },
  });
  const { id } = ((await answer.json()) as { contextItems: Item[] }).contextItems[0]!;
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  expect(await isKilledIn("fetching", id)).toBe(true);
  isSlow = false;
  await server.run();
  await expectWhole(id);
  expect((await chunksOf(id)).map(({ text }) => text).join("\n")).toContain(words("Bottle", 399));
});

const boxes = page("Box", 8_000);
let whole: string[] | undefined;

/** The passages of `boxes`, when nothing is killed: read once for all stages. */
async function passagesOfBoxes(): Promise<string[]> {
  if (whole) return whole;
  const id = await upload("whole.html", boxes);
  await expect.poll(async () => (await itemOf(id)).status).toBe("synced");
  return (whole = (await chunksOf(id)).map(({ text }) => text));
}

for (const stage of ["parsing", "chunking"] as const)
  test(`a sync that is killed in the stage “${stage}” is finished after the restart, and until then the old passages answer`, async () => {
    const texts = await passagesOfBoxes();
    const id = await killIn(stage, () => upload(`${stage}.html`, boxes));
    await server.run();
    await expectWhole(id, texts);

    // Once more for an item that has passages: the same ones, under the same ids.
    const before = await chunksOf(id);
    await killIn(stage, async () => {
      expect((await api.post(`/api/context/${id}/sync`)).ok()).toBe(true);
      return id;
    });
    await server.run();
    expect(await chunksOf(id)).toEqual(before);
    await expectWhole(id, texts);
    expect(await chunksOf(id)).toEqual(before);
  });

test("a sync that is killed while it embeds is finished after the restart, and embeds no passage that it had", async () => {
  const id = await upload("embedded.html", page("Tin", 12_000));
  embedding.reset();
  embedding.delayMs = 300;
  await expect.poll(() => embedding.requests.length, { intervals: [5] }).toBeGreaterThan(2);
  expect(await isKilledIn("embedding", id)).toBe(true);
  const before = embedding.texts.length;
  embedding.delayMs = 0;
  await server.run();
  await expectWhole(id);
  const { numOfChunks } = await itemOf(id);
  expect(before).toBeLessThan(numOfChunks);
  // At most what was under way is asked for again.
  expect(embedding.texts.length - numOfChunks).toBeLessThanOrEqual(2 * 64);
  expect(new Set(embedding.texts).size).toBe(numOfChunks);
});
