import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { answerAppHost } from "@/doors/answer-app";
import { closePreviews } from "@/features/runtime/previews";
import { readNews, pageAt } from "@/features/runtime/rules";
import { writeVersion } from "@/features/versions/store";
import { joinApp } from "../support/members";
import { type Json, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(async () => {
  await closePreviews();
  await world.close();
});
beforeEach(() => world.reset());

const files = [
  { path: "pages/Home.jsx", content: "export default () => <p>Hello visitors</p>;" },
  {
    path: "entities/Note.json",
    content: '{"properties":{"text":{"type":"string"}},"x-accessControl":{"permissions":{"read":"all","write":"all"}}}',
  },
];

async function start() {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "Notes" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => files);
  return { ...owner, owner, appId, published: `${slug}.localhost:3000`, preview: `${appId}.localhost:3000` };
}

type Visit = { token?: string; body?: unknown; headers?: Record<string, string> };

async function visit(host: string, line: string, { token, body, headers = {} }: Visit = {}) {
  const [method, path] = line.split(" ") as [string, string];
  const all = new Headers({
    host,
    ...headers,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  });
  const response = await answerAppHost(
    world.platform,
    new Request(`http://${host}${path}`, {
      method,
      headers: all,
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const isJson = response.headers.get("content-type")?.includes("json");
  const answer: Json = isJson ? await response.json() : await response.text();
  return { status: response.status, headers: response.headers, body: answer };
}

const scriptOf = (html: string) => /src="(\/_joinery\/assets\/app-[^"]+)"/.exec(html)![1]!;

describe("A preview's host", () => {
  it("gives its page to the app's builder alone", async () => {
    const { api, appId, preview } = await start();
    const { token, url } = await api.runtime.previewSession({ appId });
    expect(url).toBe(`http://${preview}`);
    const shell = await visit(preview, "GET /");
    expect(shell.body).not.toContain("_joinery/assets");
    expect((await visit(preview, "GET /_joinery/page")).status).toBe(401);
    const page = await visit(preview, "GET /_joinery/page", { token });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("/_joinery/assets/app-") });
    expect((await visit(preview, `GET ${scriptOf(page.body)}`)).headers.get("cache-control")).toContain("immutable");
  });

  it("may be framed by the builder and by nobody else", async () => {
    const { preview } = await start();
    expect((await visit(preview, "GET /")).headers.get("content-security-policy")).toContain(
      "frame-ancestors http://localhost:3000",
    );
  });

  it("refuses a token of another app, of the builder, and one that was made up", async () => {
    const first = await start();
    const second = await start();
    const { token } = await first.api.runtime.previewSession({ appId: first.appId });
    for (const wrong of [token, second.token, "AAAA"])
      expect((await visit(second.preview, "GET /_joinery/page", { token: wrong })).status).toBe(401);
    expect((await visit(second.preview, `GET /api/apps/${first.appId}/entities/Note`, { token })).status).toBe(404);
    // And a preview's token opens nothing of the builder.
    expect((await world.rest("GET /api/apps", { token })).status).toBe(401);
  });

  it("is closed to a member of the published app, even to one who is an admin of it", async () => {
    const { owner, api, appId, preview } = await start();
    await api.runtime.publish({ appId });
    const { token } = await joinApp(world, owner, appId, "m@example.com", "admin");
    expect((await visit(preview, "GET /_joinery/page", { token })).status).toBe(401);
  });

  it("still has the script of a page that was fetched just before an edit", async () => {
    const { api, appId, preview } = await start();
    const { token } = await api.runtime.previewSession({ appId });
    const script = scriptOf((await visit(preview, "GET /_joinery/page", { token })).body);
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
      { path: "pages/Home.jsx", content: "export default () => <p>two</p>;" },
    ]);
    expect(scriptOf((await visit(preview, "GET /_joinery/page", { token })).body)).not.toBe(script);
    expect((await visit(preview, `GET ${script}`)).status).toBe(200);
  });

  it("has no profile to change: its visitor is the builder", async () => {
    const { api, appId, preview } = await start();
    const { token } = await api.runtime.previewSession({ appId });
    expect((await visit(preview, `PUT /api/apps/${appId}/me`, { token, body: { nick: "B" } })).body.error.code).toBe(
      "preview-profile",
    );
  });

  it.each(["cancelled, then hung up", "hung up, then cancelled", "hung up before it began"])(
    "outlives a reader of its news who %s",
    async (order) => {
      const { api, appId, preview } = await start();
      const { token } = await api.runtime.previewSession({ appId });
      const caught: unknown[] = [];
      const take = (error: unknown) => caught.push(error);
      process.prependListener("uncaughtException", take);
      const line = new AbortController();
      if (order === "hung up before it began") line.abort();
      const headers = { host: preview, authorization: `Bearer ${token}` };
      const response = await answerAppHost(
        world.platform,
        new Request(`http://${preview}/_joinery/live`, { headers, signal: line.signal }),
      );
      const reader = response.body!.getReader();
      if (!line.signal.aborted) await reader.read();
      if (order === "hung up, then cancelled") line.abort();
      await reader.cancel().catch(() => undefined);
      line.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      process.off("uncaughtException", take);
      expect(caught).toEqual([]);
    },
  );
});

describe("A published app's host", () => {
  it("answers nothing of an app that is not published", async () => {
    const { published, appId } = await start();
    expect(await visit(published, "GET /")).toMatchObject({
      status: 404,
      body: expect.stringContaining("This app is not published"),
    });
    expect((await visit(published, `GET /api/apps/${appId}/entities/Note`)).status).toBe(404);
    expect((await visit("nobody.localhost:3000", "GET /")).status).toBe(404);
  });

  it("serves the build, with caching by content", async () => {
    const { api, appId, published } = await start();
    const { url } = await api.runtime.publish({ appId });
    expect(url).toBe(`http://${published}`);
    const page = await visit(published, "GET /Home");
    expect(page).toMatchObject({ status: 200 });
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(
      (await visit(published, "GET /Home", { headers: { "if-none-match": page.headers.get("etag")! } })).status,
    ).toBe(304);
    const script = /src="([^"]+)"/.exec(page.body)![1]!;
    const asset = await visit(published, `GET ${script}`);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect((await visit(published, "GET /_joinery/assets/none.js")).status).toBe(404);
  });

  it("has an address for each page, under its title, and a true 404 in the app's look for all others", async () => {
    const { api, appId, published } = await start();
    await api.runtime.publish({ appId });
    const missing = await visit(published, "GET /wp-login.php");
    expect(missing).toMatchObject({ status: 404, body: expect.stringContaining('<div id="root">') });
    expect((await visit(published, "GET /home/")).body).toContain("<title>Home · Notes</title>");
    const first = (await visit(published, "GET /")).body;
    expect(first).toContain("<title>Notes</title>");
    // Its pages are nobody's business before the sign-in.
    expect(first).toContain('<meta name="description" content="Notes">');
    expect(first).toContain('<meta property="og:title" content="Notes">');
    expect(await visit(published, `GET /api/apps/${appId}/nothing`)).toMatchObject({
      status: 404,
      body: { error: { code: "not-found" } },
    });
    expect(await visit("nobody.localhost:3000", "GET /api/anything")).toMatchObject({
      status: 404,
      body: { error: { code: "app-not-found" } },
    });
  });

  it("has a robots.txt and an icon of its own, a preview is for no search engine", async () => {
    const { api, appId, published, preview } = await start();
    await api.runtime.publish({ appId });
    expect((await visit(published, "GET /robots.txt")).body).toContain("User-agent: *\nAllow: /\n");
    expect((await visit(preview, "GET /robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
    const icon = await visit(published, "GET /favicon.ico");
    expect([icon.headers.get("content-type"), icon.body]).toEqual([
      "image/svg+xml",
      expect.stringContaining(">N</text>"),
    ]);
  });

  it("says at its documented address that it is not published, as a page with a way home", async () => {
    const { appId, token } = await start();
    const { status, headers, body } = await world.rest(`GET /app/${appId}?from=mail`, { token });
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toMatch(/This app is not published[\s\S]*href="\/home"/);
  });

  it("knows before it is shown whether strangers may see or send anything", async () => {
    const { api, appId, published } = await start();
    await api.runtime.publish({ appId });
    expect((await visit(published, "GET /")).body).toContain('"isPrivate":true');
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
      ...files.slice(0, 1),
      { ...files[1]!, content: files[1]!.content.replace('"write":"all"', '"write":"anonymous"') },
    ]);
    await api.runtime.publish({ appId, allowWiderAccess: true });
    const open = (await visit(published, "GET /")).body;
    expect(open).toContain('"isPrivate":false');
    expect(open).toContain('<meta name="description" content="Notes: Home">');
  });

  it("sends its files as they were compressed at publish, each coding under an ETag of its own", async () => {
    const { api, appId, published } = await start();
    await api.runtime.publish({ appId });
    const script = scriptOf((await visit(published, "GET /")).body);
    const get = async (headers: Record<string, string>) => {
      const request = new Request(`http://${published}${script}`, { headers: { host: published, ...headers } });
      const answer = await answerAppHost(world.platform, request);
      return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const plain = await get({});
    const brotli = await get({ "accept-encoding": "gzip, br" });
    const gzip = await get({ "accept-encoding": "gzip" });
    expect([brotli, gzip].map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip"]);
    expect([brotli, gzip].map(({ headers }) => headers.get("vary"))).toEqual(["Accept-Encoding", "Accept-Encoding"]);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length * 0.35);
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.get("etag"))).size).toBe(3);
    expect((await get({ "if-none-match": brotli.headers.get("etag")! })).status).toBe(304);
  });

  it("keeps showing what was published while the builder goes on, until it is published again", async () => {
    const { api, appId, published } = await start();
    await api.runtime.publish({ appId });
    const before = (await visit(published, "GET /")).body;
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
      { path: "pages/Home.jsx", content: "export default () => <p>New words</p>;" },
    ]);
    expect((await visit(published, "GET /")).body).toBe(before);
    expect((await visit(published, `GET /api/apps/${appId}/entities/Note`)).body.error.code).toBe("not-signed-in");
    await api.runtime.publish({ appId });
    expect((await visit(published, "GET /")).body).not.toBe(before);
    await api.runtime.unpublish({ appId });
    expect((await visit(published, "GET /")).status).toBe(404);
  });

  it("is not published with problems, and the version before stays live", async () => {
    const { api, appId, published } = await start();
    await api.runtime.publish({ appId });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
      { path: "pages/Home.jsx", content: "export default () => <" },
    ]);
    await expect(api.runtime.publish({ appId })).rejects.toMatchObject({
      reason: "publish-problems",
      details: { problems: [{ file: "pages/Home.jsx" }] },
    });
    expect((await visit(published, "GET /")).status).toBe(200);
  });

  it("takes a new name when the same version is published again", async () => {
    const { api, appId, published } = await start();
    await api.runtime.publish({ appId });
    await visit(published, "GET /");
    const { revision } = await api.apps.get({ appId });
    await api.apps.update({ appId, name: "Ledger", revision });
    await api.runtime.publish({ appId });
    expect((await visit(published, "GET /")).body).toContain("<title>Ledger</title>");
  });

  it("does not open data to more people unless somebody says so", async () => {
    const { api, appId, token } = await start();
    await api.runtime.publish({ appId });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
      files[0]!,
      { ...files[1]!, content: files[1]!.content.replace('"read":"all"', '"read":"anonymous"') },
    ]);
    expect(await world.rest(`POST /api/apps/${appId}/publish`, { token })).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "access-wider",
          details: { access: [{ entity: "Note", before: { read: "all" }, after: { read: "anonymous" } }] },
        },
      },
    });
    expect(
      await world.rest(`POST /api/apps/${appId}/publish`, { token, body: { allowWiderAccess: true } }),
    ).toMatchObject({ status: 200 });
  });

  it("has members of its own, whose tokens are good for it alone", async () => {
    const { owner, api, appId, published } = await start();
    await api.runtime.publish({ appId });
    const path = `/api/apps/${appId}`;
    const { token, user } = await joinApp(world, owner, appId, "m@example.com");
    expect(user).toMatchObject({ email: "m@example.com", role: "user" });
    expect(
      (await visit(published, `POST ${path}/entities/Note`, { token, body: { text: "mine" } })).body,
    ).toMatchObject({ text: "mine", creatorId: user.id });
    expect((await visit(published, `GET ${path}/me`, { token })).body).toMatchObject({ email: "m@example.com" });
    expect(
      (await visit(published, `PUT ${path}/me`, { token, body: { role: "admin", id: "x", nick: "M" } })).body,
    ).toMatchObject({ role: "user", nick: "M" });
    expect((await world.rest("GET /api/apps", { token })).status).toBe(401);
    expect(
      (
        await visit(published, `POST ${path}/sign-in`, {
          body: { email: "m@example.com", password: "wrong-password-1" },
        })
      ).body.error,
    ).toMatchObject({ code: "invalid-credentials", message: "Invalid email or password" });
    await visit(published, `POST ${path}/sign-out`, { token, body: {} });
    expect((await visit(published, `GET ${path}/me`, { token })).status).toBe(401);
  });

  it("knows nothing of the builder's own paths, and refuses other origins", async () => {
    const { api, appId, published, token } = await start();
    await api.runtime.publish({ appId });
    for (const line of [
      "GET /api/apps",
      `GET /api/apps/${appId}/files`,
      `POST /api/apps/${appId}/publish`,
      "POST /api/auth/sign-in",
    ])
      expect((await visit(published, line, { token, body: line.startsWith("POST") ? {} : undefined })).status).toBe(
        404,
      );
    const strange = await visit(published, `POST /api/apps/${appId}/sign-in`, {
      body: { email: "a@b.co", password: "x" },
      headers: { origin: "http://evil.localhost:3000" },
    });
    expect(strange).toMatchObject({ status: 403, body: { error: { code: "wrong-origin" } } });
  });

  it("shows uploaded images, and hands everything else out as a download", async () => {
    const { token, appId, preview } = await start();
    const upload = async (bytes: string) =>
      (
        await world.rest(`POST /api/apps/${appId}/uploads?name=a.html`, {
          token,
          body: bytes,
          headers: { "content-type": "application/octet-stream" },
        })
      ).body.file_url as string;
    const page = await upload("<script>alert(1)</script>");
    expect(page).toMatch(new RegExp(`^http://${preview}/files/`));
    const served = await visit(preview, `GET ${new URL(page).pathname}`);
    expect(served.headers.get("content-type")).toBe("application/octet-stream");
    expect(served.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(served.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("sends mail to its members and its owner, and to nobody else", async () => {
    const { owner, api, appId, published, email } = await start();
    await api.runtime.publish({ appId });
    const path = `/api/apps/${appId}`;
    const { token } = await joinApp(world, owner, appId, "m@example.com");
    const send = (to: string) =>
      visit(published, `POST ${path}/integrations/email`, {
        token,
        body: { to, subject: "Hi", body: "There" },
      });
    expect((await send(email)).status).toBe(200);
    expect((await send("m@example.com")).status).toBe(200);
    expect((await send("victim@example.com")).body.error.code).toBe("recipient-not-allowed");
  });
});

describe("What a framed app says", () => {
  it.each([
    [
      { type: "app_ready", pages: ["Home", 5], page: "/" },
      { type: "app_ready", pages: ["Home"], page: "/" },
    ],
    [
      { type: "app_page", page: "/Deals" },
      { type: "app_page", page: "/Deals" },
    ],
    [{ type: "app_page" }, undefined],
    ["text", undefined],
    [null, undefined],
  ])("%j is read as %j", (data, news) => expect(readNews(data)).toEqual(news));

  it.each([
    ["/", "Home"],
    ["/deals?id=1", "Deals"],
    ["/none", undefined],
  ])("%s shows %s", (address, page) => expect(pageAt(address, ["Home", "Deals"])).toBe(page));
});
