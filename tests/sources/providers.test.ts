import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { integration } from "@/db/schema";
import { requeueItems } from "@/features/sources/claim";
import { xlsxParts } from "../support/documents";
import { zip } from "../support/zip";
import { type SourcesScene, withSources } from "../support/sources";

const outside = setupServer();
beforeAll(() => outside.listen());
afterEach(() => outside.resetHandlers());
afterAll(() => outside.close());

let scene: SourcesScene;
withSources((next) => (scene = next), {
  GOOGLE_CLIENT_ID: "google-id",
  GOOGLE_CLIENT_SECRET: "google-secret",
  NOTION_CLIENT_ID: "notion-id",
  NOTION_CLIENT_SECRET: "notion-secret",
});

const forms: Record<string, string>[] = [];
beforeEach(() => void forms.splice(0));

const drive = "https://www.googleapis.com/drive/v3/files";
const doc = {
  id: "doc1",
  name: "Handbook",
  mimeType: "application/vnd.google-apps.document",
  modifiedTime: "2026-01-02T03:04:05.000Z",
  webViewLink: "https://docs.google.com/document/d/doc1",
};
const sheet = { id: "sheet1", name: "Prices", mimeType: "application/vnd.google-apps.spreadsheet" };
const googleTokens = (answer: object = {}) =>
  http.post("https://oauth2.googleapis.com/token", async ({ request }) => {
    forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
    return HttpResponse.json({
      access_token: "ya29.first",
      expires_in: 3599,
      refresh_token: "1//refresh",
      scope: "drive.readonly",
      token_type: "Bearer",
      ...answer,
    });
  });
const notionTokens = http.post("https://api.notion.com/v1/oauth/token", ({ request }) =>
  request.headers.get("authorization") === `Basic ${btoa("notion-id:notion-secret")}`
    ? HttpResponse.json({
        access_token: "ntn_1",
        token_type: "bearer",
        refresh_token: null,
        bot_id: "b",
        workspace_id: "w",
        workspace_name: "Shop",
        workspace_icon: null,
        owner: {},
        duplicated_template_id: null,
      })
    : HttpResponse.json({ object: "error", status: 401, code: "unauthorized", message: "no" }, { status: 401 }),
);

/** Goes to the provider and comes back, as a browser does. */
async function connect(provider: string, token = scene.token) {
  const { url } = await scene.owner.api.integrations.connect({ appId: scene.appId, provider: provider as "notion" });
  const state = new URL(url).searchParams.get("state")!;
  const path = `/api/integrations/${provider}/callback?code=code-1&state=${encodeURIComponent(state)}`;
  return { url: new URL(url), path, answer: await scene.world.rest(`GET ${path}`, { token }) };
}

async function add(item: Record<string, unknown>) {
  const { body } = await scene.world.rest(`POST /api/context/ingest/metadata?appId=${scene.appId}`, {
    token: scene.token,
    body: { contextItems: [item] },
  });
  await scene.sync(body.contextItems[0].id);
  return {
    item: await scene.item(body.contextItems[0].id),
    texts: (await scene.chunks(body.contextItems[0].id)).map(({ text }) => text),
  };
}
const driveItem = (id: string, type: string) => ({
  source: "cloud_drive",
  provider: "google_drive",
  externalFileId: id,
  name: "Handbook",
  type,
});

describe("Google Drive", () => {
  it("is connected by its consent, with PKCE, and sealed at rest", async () => {
    outside.use(googleTokens());
    const { url, answer } = await connect("google_drive");
    expect(`${url.origin}${url.pathname}`).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "google-id",
      access_type: "offline",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/api/integrations/google_drive/callback",
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`http://localhost:3000/build/app/${scene.appId}?panel=data&side=panel`);
    expect(forms[0]).toMatchObject({
      grant_type: "authorization_code",
      code: "code-1",
      client_secret: "google-secret",
    });
    expect(forms[0]!.code_verifier).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await scene.world.db.select().from(integration))).not.toMatch(/ya29|refresh"/);
  });

  it("gives no consent of one account to another, and none that was changed", async () => {
    const stranger = await scene.world.signUp();
    expect((await connect("google_drive", stranger.token)).answer).toMatchObject({
      status: 400,
      body: { error: { code: "integration-failed" } },
    });
    const { path } = await connect("google_drive", stranger.token);
    expect((await scene.world.rest(`GET ${path}x`, { token: scene.token })).status).toBe(400);
    expect(await scene.world.db.select().from(integration)).toEqual([]);
  });

  it("lists documents, and reads a doc as Markdown and a sheet with all of its sheets", async () => {
    outside.use(
      googleTokens(),
      http.get(drive, ({ request }) => {
        expect(request.headers.get("authorization")).toBe("Bearer ya29.first");
        expect(new URL(request.url).searchParams.get("q")).toContain("name contains 'Hand\\'s'");
        return HttpResponse.json({ files: [doc], nextPageToken: "next" });
      }),
      http.get(`${drive}/doc1`, () => HttpResponse.json(doc)),
      http.get(`${drive}/doc1/export`, ({ request }) =>
        new URL(request.url).searchParams.get("mimeType") === "text/markdown"
          ? HttpResponse.text("# Pay\n\nOn the first of the month.")
          : HttpResponse.error(),
      ),
      http.get(`${drive}/sheet1`, () => HttpResponse.json(sheet)),
      http.get(`${drive}/sheet1/export`, () =>
        HttpResponse.arrayBuffer(
          Uint8Array.from(
            zip(
              xlsxParts([
                { name: "A", rows: [["Name"], ["Tea"]] },
                { name: "B", rows: [["Name"], ["Milk"]] },
              ]),
            ),
          ).buffer,
        ),
      ),
    );
    await connect("google_drive");
    expect(await scene.owner.api.integrations.files({ provider: "google_drive", search: "Hand's" })).toEqual({
      files: [{ id: "doc1", name: "Handbook", type: "google_doc", url: doc.webViewLink, modifiedAt: doc.modifiedTime }],
      nextCursor: "next",
    });
    const { item, texts } = await add(driveItem("doc1", "google_doc"));
    expect(item).toMatchObject({
      status: "synced",
      type: "google_doc",
      source: "cloud_drive",
      provider: "google_drive",
    });
    expect(texts).toEqual(["On the first of the month."]);
    expect((await add(driveItem("sheet1", "google_sheet"))).texts.join()).toMatch(/Name: Tea[\s\S]*Name: Milk/);
  });

  it("is synced again each day, and an unchanged document keeps its chunks", async () => {
    let text = "# Pay\n\nOn the first.";
    outside.use(
      googleTokens(),
      http.get(`${drive}/doc1`, () => HttpResponse.json(doc)),
      http.get(`${drive}/doc1/export`, () => HttpResponse.text(text)),
    );
    await connect("google_drive");
    const { item } = await add(driveItem("doc1", "google_doc"));
    const ids = async () => (await scene.chunks(item.id)).map(({ id }) => id);
    const before = await ids();
    const day = async () => {
      await scene.world.db.execute(sql`update context_item set next_sync_at = next_sync_at - interval '25 hours'`);
      await requeueItems(scene.world.platform);
      await scene.sync(item.id);
    };
    await day();
    expect(await ids()).toEqual(before);
    // Added once more, it is the same item, synced again.
    const twin = await add(driveItem("doc1", "google_doc"));
    expect(twin.item).toMatchObject({ id: item.id, status: "synced" });
    text = "# Pay\n\nOn the last.";
    await day();
    expect((await scene.chunks(item.id)).map((chunk) => chunk.text)).toEqual(["On the last."]);
  });

  it("renews a token that ended, and says so when the connection is over", async () => {
    outside.use(
      googleTokens({ expires_in: 1 }),
      http.get(drive, () => HttpResponse.json({ files: [] })),
    );
    await connect("google_drive");
    await scene.owner.api.integrations.files({ provider: "google_drive" });
    expect(forms[1]).toMatchObject({ grant_type: "refresh_token", refresh_token: "1//refresh" });
    outside.use(
      http.post("https://oauth2.googleapis.com/token", () =>
        HttpResponse.json(
          { error: "invalid_grant", error_description: "Token has been expired or revoked." },
          { status: 400 },
        ),
      ),
    );
    await expect(scene.owner.api.integrations.files({ provider: "google_drive" })).rejects.toThrow(
      "The connection to Google Drive is over. Connect it again.",
    );
    expect(await scene.owner.api.integrations.states()).toMatchObject([
      { id: "google_drive", isConnected: false },
      { id: "notion" },
    ]);
  });

  it.each([
    [
      403,
      { error: { errors: [{ reason: "exportSizeLimitExceeded" }], code: 403 } },
      "error",
      "This document is too large for Google Drive to export (10 MB). Split it.",
    ],
    [404, {}, "error", "Google Drive no longer has this document, or does not share it."],
    [403, { error: { errors: [{ reason: "rateLimitExceeded" }] } }, "pending", "Google Drive is busy."],
    [503, {}, "pending", "Google Drive is busy."],
  ])("answering %i %j leaves its item at %s: %s", async (status, body, state, words) => {
    outside.use(
      googleTokens(),
      http.get(`${drive}/doc1`, () => HttpResponse.json(doc)),
      http.get(`${drive}/doc1/export`, () => HttpResponse.json(body, { status })),
    );
    await connect("google_drive");
    expect((await add(driveItem("doc1", "google_doc"))).item).toMatchObject({ status: state, error: words });
  });

  it("is forgotten when it is disconnected, there and here", async () => {
    const revoked: string[] = [];
    outside.use(
      googleTokens(),
      http.post("https://oauth2.googleapis.com/revoke", async ({ request }) => {
        revoked.push(new URLSearchParams(await request.text()).get("token")!);
        return HttpResponse.json({});
      }),
    );
    await connect("google_drive");
    expect(
      (await scene.world.rest("GET /api/integrations/fetchCarbonTokens", { token: scene.token })).body,
    ).toMatchObject({
      access_token: "ya29.first",
      providers: { google: { isConnected: true, clientId: "google-id" }, notion: { isConnected: false } },
    });
    await scene.owner.api.integrations.disconnect({ provider: "google_drive" });
    expect(revoked).toEqual(["1//refresh"]);
    expect(await scene.world.db.select().from(integration)).toEqual([]);
    expect((await add(driveItem("doc1", "google_doc"))).item).toMatchObject({
      status: "error",
      error: "Google Drive is not connected. Connect it again.",
    });
  });
});

describe("Notion", () => {
  const page = {
    object: "page",
    id: "p-1",
    url: "https://www.notion.so/p1",
    last_edited_time: "2026-01-02T03:04:05.000Z",
    properties: { Name: { id: "title", type: "title", title: [{ plain_text: "Hand" }, { plain_text: "book" }] } },
  };
  const source = { object: "data_source", id: "s-1", title: [{ plain_text: "Stock" }], properties: {} };
  const row = (name: string, price: number) => ({
    object: "page",
    id: name,
    properties: {
      Name: { type: "title", title: [{ plain_text: name }] },
      Price: { type: "number", number: price },
      Tags: {
        type: "multi_select",
        multi_select: [
          { id: "1", name: "hot", color: "red" },
          { id: "2", name: "new", color: "blue" },
        ],
      },
      Sold: { type: "checkbox", checkbox: true },
      When: { type: "date", date: { start: "2026-01-02", end: null } },
      State: { type: "status", status: { id: "x", name: "Open", color: "red" } },
      Sum: { type: "formula", formula: { type: "number", number: 7 } },
    },
  });
  const item = (id: string, type: string) => ({
    source: "note_workspace",
    provider: "notion",
    externalFileId: id,
    name: "Stock",
    type,
  });

  it("lists what was shared, and reads a page as Markdown and a database page by page", async () => {
    outside.use(
      notionTokens,
      http.post("https://api.notion.com/v1/search", ({ request }) => {
        expect(request.headers.get("notion-version")).toBe("2025-09-03");
        return HttpResponse.json({ object: "list", results: [page, source], has_more: true, next_cursor: "c-2" });
      }),
      http.get("https://api.notion.com/v1/pages/p-1/markdown", () =>
        HttpResponse.json({
          object: "page_markdown",
          id: "p-1",
          markdown: "# Pay\n\nOn the first.",
          truncated: false,
          unknown_block_ids: [],
        }),
      ),
      http.post("https://api.notion.com/v1/data_sources/s-1/query", async ({ request }) => {
        const { start_cursor } = (await request.json()) as { start_cursor?: string };
        return HttpResponse.json(
          start_cursor
            ? { object: "list", results: [row("Milk", 2)], has_more: false, next_cursor: null }
            : { object: "list", results: [row('Tea "green"', 3)], has_more: true, next_cursor: "c-2" },
        );
      }),
    );
    await connect("notion");
    expect(await scene.owner.api.integrations.files({ provider: "notion" })).toMatchObject({
      files: [
        { id: "p-1", name: "Handbook", type: "notion_page" },
        { id: "s-1", name: "Stock", type: "notion_database" },
      ],
      nextCursor: "c-2",
    });
    expect((await add(item("p-1", "notion_page"))).texts).toEqual(["On the first."]);
    expect((await add(item("s-1", "notion_database"))).texts).toEqual([
      'Name: Tea "green"\nPrice: 3\nTags: hot, new\nSold: yes\nWhen: 2026-01-02\nState: Open\nSum: 7\n\nName: Milk\nPrice: 2\nTags: hot, new\nSold: yes\nWhen: 2026-01-02\nState: Open\nSum: 7',
    ]);
  });

  it("that asks to wait is asked again when it says", async () => {
    outside.use(
      notionTokens,
      http.get("https://api.notion.com/v1/pages/p-1/markdown", () =>
        HttpResponse.json(
          { object: "error", status: 429, code: "rate_limited", message: "slow" },
          { status: 429, headers: { "retry-after": "900" } },
        ),
      ),
    );
    await connect("notion");
    const { item: waiting } = await add(item("p-1", "notion_page"));
    expect(waiting).toMatchObject({ status: "pending", error: "Notion is busy." });
    await scene.sync(waiting.id);
    expect((await scene.item(waiting.id)).status).toBe("pending");
  });
});

it("An item of a drive needs to say which document", async () => {
  const answer = await scene.world.rest(`POST /api/context/ingest/metadata?appId=${scene.appId}`, {
    token: scene.token,
    body: { contextItems: [{ source: "cloud_drive", name: "x" }] },
  });
  expect(answer.status).toBe(400);
});
