import { withinLimit } from "@/api/limit";
import { AppError } from "@/errors";
import { syncItem } from "@/features/sources/sync-item";
import { beforeEach, describe, expect, it } from "vitest";
import { withSources, type SourcesScene } from "../support/sources";

let scene: SourcesScene;
withSources((next) => (scene = next), { PLANS: "on" });

const setPlan = (plan: string) => scene.world.db.execute(`update account set plan = '${plan}'`);
const ingestText = (context: string) =>
  scene.world.rest(`POST /api/context/ingest/text?appId=${scene.appId}`, { token: scene.token, body: { context } });
const list = async (more = "") =>
  (await scene.world.rest(`GET /api/context/items?appId=${scene.appId}${more}`, { token: scene.token })).body;

describe("A text", () => {
  it("is Pending, then Synced with its chunks, and the time line names every stage", async () => {
    const { body } = await ingestText("# Returns\n\nGoods go back within 30 days.");
    expect(await list("&status=unsynced")).toMatchObject({
      contextItems: [
        { id: body.contextItemId, name: "Returns", type: "txt", source: "local_files", status: "unsynced" },
      ],
      hasReachedDataLimit: true,
    });
    await scene.sync(body.contextItemId);
    const item = await scene.item(body.contextItemId);
    expect(item).toMatchObject({ status: "synced", stage: "synced", numOfChunks: 1, error: null });
    expect(item.lastSyncedAt).not.toBeNull();
    expect(item.stageTimes.map(({ stage }: { stage: string }) => stage)).toEqual([
      "queued",
      "fetching",
      "parsing",
      "chunking",
      "synced",
    ]);
    // One item shows what the list shows, and what was fetched for it.
    const { report, ...shown } = item;
    const [listed] = (await list()).contextItems;
    expect(shown).toEqual(listed);
    expect(report).toEqual([]);
    expect(Object.keys(body.contextItem).sort()).toEqual(Object.keys(listed).sort());
    expect(await scene.chunks(body.contextItemId)).toMatchObject([
      { text: "# Returns\n\nGoods go back within 30 days." },
    ]);
  });

  it("must not be empty", async () => {
    expect(await ingestText("  \n ")).toMatchObject({
      status: 400,
      body: { error: { message: "Please enter some text" } },
    });
  });
});

describe("A text that is larger than a request may be", () => {
  it("is refused in the words of a file that is too big", async () => {
    await setPlan("monetizer");
    expect(await ingestText("a".repeat(6_000_000))).toMatchObject({
      status: 400,
      body: { error: { code: "file-too-big", message: "Failed to upload context, file size is too big (max 5 MB)" } },
    });
  });
});

it("Files are taken at the pace of a script that adds a folder, not for ever", async () => {
  await setPlan("monetizer");
  expect((await scene.upload("a.txt", "one")).status).toBe(200);
  for (let count = 1; count < 600; count += 1)
    await withinLimit(scene.world.db, `sources:${scene.owner.accountId}`, 600, 600);
  expect((await scene.upload("b.txt", "two")).status).toBe(429);
  expect((await ingestText("three")).status).toBe(429);
});

it("Providers without credentials say what whoever runs the server has to do", async () => {
  const states = await scene.owner.api.integrations.states();
  const setup = Object.fromEntries(states.map((state) => [state.id, state.setup]));
  expect(states.every(({ isConfigured }) => !isConfigured)).toBe(true);
  for (const words of [
    "Drive API",
    "/api/integrations/google_drive/callback",
    "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET",
  ])
    expect(setup.google_drive).toContain(words);
  for (const words of [
    "public integration",
    "/api/integrations/notion/callback",
    "NOTION_CLIENT_ID and NOTION_CLIENT_SECRET",
  ])
    expect(setup.notion).toContain(words);
});

describe("A plan", () => {
  it("lite stores one item; the next one is refused with the upgrade", async () => {
    await ingestText("one");
    expect(await ingestText("two")).toMatchObject({ status: 402, body: { error: { code: "upgrade-required" } } });
    expect((await list()).contextItems).toHaveLength(1);
  });

  it("lets one of two items through that are added at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ingestText(`text ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ["lite", 5, "5 MB"],
    ["explorer", 10, "10 MB"],
  ])("of %s takes files of %i MB and names the limit", async (plan, megabytes, words) => {
    await setPlan(plan);
    const answer = await scene.upload("big.txt", new Uint8Array(megabytes * 1_000_000 + 1).fill(65));
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: { code: "file-too-big", message: `Failed to upload context, file size is too big (max ${words})` },
      },
    });
    expect((await scene.upload("fits.txt", new Uint8Array(megabytes * 1_000_000).fill(65))).status).toBe(200);
  });

  it("lets a file take the place of the one item that lite may have", async () => {
    const { body: first } = await ingestText("Old prices: 10 euros");
    await scene.sync(first.contextItemId);
    const { body: next } = await scene.upload(
      "new.txt",
      "New prices: 12 euros",
      `&replaceItemId=${first.contextItemId}`,
    );
    expect((await list()).contextItems).toMatchObject([{ replacesId: first.contextItemId }, { status: "synced" }]);
    // Until the new one is whole, the old one answers.
    expect(await scene.chunks(first.contextItemId)).toHaveLength(1);
    await scene.sync(next.contextItemId);
    expect((await list()).contextItems).toMatchObject([{ id: next.contextItemId, replacesId: null, status: "synced" }]);
    expect(await scene.chunks(first.contextItemId)).toHaveLength(0);
    expect(await scene.chunks(next.contextItemId)).toHaveLength(1);
  });
});

describe("A file", () => {
  beforeEach(() => setPlan("monetizer"));

  it("comes as the body, or as a form", async () => {
    const form = new FormData();
    form.append("file", new Blob(["Name,Price\nTea,3\n"]), "menu.csv");
    const raw = new Response(form);
    const { answerRest } = await import("@/doors/answer");
    const answer = await answerRest(
      scene.world.platform,
      new Request(`http://localhost:3000/api/context/ingest/file?appId=${scene.appId}`, {
        method: "POST",
        headers: {
          host: "localhost:3000",
          authorization: `Bearer ${scene.token}`,
          "content-type": raw.headers.get("content-type")!,
        },
        body: await raw.arrayBuffer(),
      }),
    );
    expect(answer.status).toBe(200);
    const { contextItemId } = (await answer.json()) as { contextItemId: string };
    await scene.sync(contextItemId);
    expect(await scene.item(contextItemId)).toMatchObject({ name: "menu.csv", type: "csv", status: "synced" });
    expect((await scene.chunks(contextItemId))[0]).toMatchObject({ text: "Name: Tea\nPrice: 3" });
  });

  it.each([
    ["", "CSV file appears to be empty"],
    [",,\n1,2,3\n", "The first row of a CSV file names its columns. Add column headers and upload it again."],
    ["Name,Price\n", "No valid data rows found in CSV"],
  ])("with column headers and rows is asked for in a CSV of %j", async (csv, message) => {
    expect(await scene.upload("items.csv", csv)).toMatchObject({ status: 400, body: { error: { message } } });
  });

  it("must not be empty", async () => {
    expect(await scene.upload("notes.txt", "")).toMatchObject({ status: 400, body: { error: { code: "no-file" } } });
  });

  it("that no parser knows ends in Error with a reason", async () => {
    const { body } = await scene.upload("photo.raw", new Uint8Array([1, 0, 2, 0, 3]));
    await scene.sync(body.contextItemId);
    const item = await scene.item(body.contextItemId);
    expect(item).toMatchObject({ status: "error", type: "unrecognized" });
    expect(item.error).toMatch(/^This kind of file cannot be read/);
  });

  it("is renamed and deleted, with its chunks", async () => {
    const { body } = await scene.upload("notes.txt", "Closed on Mondays");
    const path = `/api/context/${body.contextItemId}`;
    await scene.sync(body.contextItemId);
    const renamed = await scene.world.rest(`PATCH ${path}`, { token: scene.token, body: { name: "Opening hours" } });
    expect(renamed.body).toMatchObject({ name: "Opening hours" });
    const stranger = await scene.world.signUp();
    expect(await scene.world.rest(`DELETE ${path}`, { token: stranger.token })).toMatchObject({ status: 404 });
    expect(await scene.world.rest(`DELETE ${path}`, { token: scene.token })).toMatchObject({ status: 200, body: {} });
    expect((await list()).contextItems).toEqual([]);
    expect(await scene.chunks(body.contextItemId)).toEqual([]);
  });

  it("that was synced takes another's place at once by replaceDataItem", async () => {
    const { body: old } = await scene.upload("old.txt", "old");
    const { body: next } = await scene.upload("next.txt", "next");
    for (const { contextItemId } of [old, next]) await scene.sync(contextItemId);
    const body = { oldItemId: old.contextItemId, newItemId: next.contextItemId };
    const path = `POST /api/tools/${scene.appId}/replaceDataItem`;
    expect(await scene.world.rest(path, { token: scene.token, body })).toMatchObject({ status: 200 });
    expect((await list()).contextItems).toMatchObject([{ id: next.contextItemId }]);
    expect(await scene.world.rest(path, { token: scene.token, body })).toMatchObject({ status: 404 });
  });
});

describe("The list", () => {
  it("is paged, searched and filtered by status", async () => {
    await setPlan("monetizer");
    for (const name of ["Prices", "Menu", "Menu_2"]) await scene.upload(`${name}.txt`, name);
    const first = await list("&limit=2");
    expect(first.contextItems).toHaveLength(2);
    const rest = await list(`&limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(rest).toMatchObject({ contextItems: [{ name: "Prices.txt" }], nextCursor: null });
    expect((await list("&search=menu_")).contextItems).toMatchObject([{ name: "Menu_2.txt" }]);
    expect((await list("&status=synced")).contextItems).toEqual([]);
    expect(
      (await scene.world.rest(`GET /api/context/items?appId=${scene.appId}&cursor=x`, { token: scene.token })).status,
    ).toBe(400);
  });
});

describe("An item that outgrows the room it has", () => {
  it("ends in Usage limit reached, and goes on answering with what it had", async () => {
    const { body } = await scene.upload("notes.txt", "Closed on Mondays");
    await scene.sync(body.contextItemId);
    const { platform } = scene.world;
    const full = { ...platform, blobs: { ...platform.blobs, get: () => Promise.reject(new AppError("app-full")) } };
    await scene.owner.api.sources.sync({ appId: scene.appId, itemId: body.contextItemId });
    await syncItem(full, scene.appId, body.contextItemId);
    expect(await scene.item(body.contextItemId)).toMatchObject({
      status: "usage_limit_reached",
      error: "This app's storage is full. Its owner can delete rows or files",
    });
    expect(await scene.chunks(body.contextItemId)).toHaveLength(1);
  });
});
