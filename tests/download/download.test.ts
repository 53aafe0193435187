import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account, app as appTable } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { answerAppHost } from "@/doors/answer-app";
import { answerRest } from "@/doors/answer";
import { environmentExample, packageName } from "@/features/download/rules";
import { storeUpload } from "@/features/runtime/store-upload";
import { writeVersion } from "@/features/versions/store";
import { components } from "@/shipped/contract";
import { Downloaded } from "../support/downloaded";
import { appOrigin, goodPassword, type Json, World } from "../support/world";
import { joinApp } from "../support/members";

const secretValue = "canary-7f3a9c1e5b2d8064-never-in-a-zip";

const entity = (read: string, write: string) =>
  JSON.stringify({
    properties: {
      title: { type: "string", title: "Title" },
      amount: { type: "number" },
      stage: { type: "string", enum: ["new", "won"] },
      code: { type: "string", pattern: "^[A-Z]{3}$" },
      tags: { type: "array", items: { type: "string" } },
      serial: { type: "string", title: "Serial number", "x-unique": true },
      post: { type: "string", "x-reference": "Post" },
      boss: { type: "string", "x-reference": "User" },
    },
    required: ["title"],
    "x-accessControl": { permissions: { read, write } },
  });

const files = [
  { path: "layout.jsx", content: 'export default ({ children }) => <main className="p-4">{children}</main>;' },
  {
    path: "pages/Home.jsx",
    content:
      'import { Button } from "@/components/ui/button";\nimport { Deal } from "@/api/entities";\nimport { greet } from "@/api/functions";\nimport { format } from "date-fns";\nvoid Deal; void greet; void format;\nexport default () => <Button className="bg-[#123456]">Hello elsewhere</Button>;',
  },
  // Every component of the kit but one, so that the download has them and their types.
  {
    path: "pages/Kit.jsx",
    content: `${components
      .filter((name) => name !== "calendar")
      .map((name) => `import "@/components/ui/${name}";`)
      .join("\n")}\nexport default () => null;`,
  },
  { path: "components/Card.jsx", content: "export default () => <p>Card</p>;" },
  {
    path: "functions/greet.ts",
    content:
      'import { chunk } from "npm:lodash@4";\nimport { Deal } from "@/api/entities";\nDeno.serve(async (request: Request) => {\n  const { name } = await request.json();\n  return Response.json({ hello: name, deals: (await Deal.list()).length, key: Deno.env.get("GREETING") ?? null, pairs: chunk([1, 2, 3], 2) });\n});',
  },
  { path: "services/pieces.js", content: 'import { size } from "npm:lodash@4";\nexport const count = size;' },
  {
    path: "functions/later/entry.ts",
    content:
      'import { count } from "@/services/pieces";\nimport { words } from "./words";\nexport default (_request: Request, info: { waitUntil(work: Promise<unknown>): void }) => { info.waitUntil(Promise.reject(new Error("lost"))); return new Response(words + count([1, 2])); };',
  },
  { path: "functions/later/words.ts", content: 'export const words = "pieces: ";' },
  { path: "functions/broken.ts", content: 'export default () => { throw new Error("no"); };' },
  { path: "entities/Deal.json", content: entity("creator", "creator") },
  { path: "entities/Ticket.json", content: entity("admin", "anonymous") },
  { path: "entities/Post.json", content: entity("anonymous", "all") },
  { path: "entities/Vault.json", content: entity("none", "none") },
];

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
let appId: string;
let slug: string;
let fileUrl: string;
const folder = mkdtempSync(join(tmpdir(), "joinery-zip-"));
const zipFile = join(folder, "app.zip");
let project: Downloaded;

async function download(query: string, token = owner.token) {
  const response = await answerRest(
    world.platform,
    new Request(`${appOrigin}/api/apps/${appId}/download${query}`, {
      headers: { host: "localhost:3000", authorization: `Bearer ${token}` },
    }),
  );
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp("owner@example.com");
  await world.db.update(account).set({ isAdmin: true }).where(eq(account.id, owner.accountId));
  owner.api = world.as({ kind: "account", account: { ...owner.account, isAdmin: true }, token: owner.token });
  ({ appId, slug } = await owner.api.apps.create({ name: "Deals & <Co>" }));
  const scope = mintOwnedApp(world.db, appId);
  await writeVersion(scope, { kind: "turn" }, () => files);
  await owner.api.secrets.update({
    appId,
    secrets: [{ key: "GREETING", value: secretValue, instructions: "What to say\nPORT=1" }],
  });
  ({ file_url: fileUrl } = await storeUpload(world.platform, appId, {
    name: "note.txt",
    bytes: new TextEncoder().encode("kept words"),
    creatorId: owner.accountId,
    base: `http://${appId}.localhost:3000`,
  }));
  await owner.api.entities.bulkCreate({
    appId,
    entity: "Deal",
    rows: Array.from({ length: 1_203 }, (_, index) => ({
      title: index === 5 ? "Deal\u2028five" : `Deal ${index}`,
      amount: index,
      tags: [fileUrl],
    })),
  });
  const { bytes } = await download("?data=1");
  writeFileSync(zipFile, bytes);
  project = Downloaded.unzip(bytes);
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await project.remove();
  await world.close();
});

const textOf = (path: string) => readFileSync(join(project.folder, path), "utf8");

describe("Download Code", () => {
  it("is for admins: 'download the code zip' (1-platform.md §6)", async () => {
    const stranger = await world.signUp();
    expect((await download("", stranger.token)).response.status).toBe(404);
    await world.db.update(account).set({ isAdmin: false }).where(eq(account.id, owner.accountId));
    const refused = await download("");
    await world.db.update(account).set({ isAdmin: true }).where(eq(account.id, owner.accountId));
    expect(refused.response.status).toBe(403);
    expect(JSON.parse(new TextDecoder().decode(refused.bytes))).toMatchObject({ error: { code: "admin-only" } });
  });

  it("is a zip that other programs read, with everything in one folder", async () => {
    const { response, bytes } = await download("");
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${slug}.zip"`);
    const code = join(folder, "code.zip");
    writeFileSync(code, bytes);
    for (const file of [code, zipFile]) {
      expect(execFileSync("unzip", ["-t", file], { encoding: "utf8" })).toContain("No errors detected");
      const names = execFileSync("unzip", ["-Z1", file], { encoding: "utf8" }).trim().split("\n");
      expect(
        names.filter((name) => !name.startsWith(`${slug}/`) || name.includes("..") || name.includes("\\")),
      ).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("holds the app's source as it is, its schemas with their permissions, and what the app imports of the kit", () => {
    for (const { path, content } of files) expect(textOf(`src/${path}`)).toBe(content);
    expect(textOf("src/components/ui/button.jsx")).toContain("export");
    expect(() => textOf("src/components/ui/calendar.jsx")).toThrow("ENOENT");
    expect(textOf("src/globals.css")).toContain("tailwindcss");
  });

  it("asks for few packages, at exact versions, and for none that the app does not use", () => {
    const { dependencies, scripts } = JSON.parse(textOf("package.json")) as {
      dependencies: Record<string, string>;
      scripts: Record<string, string>;
    };
    expect(scripts.start).toBe("node server/start.mjs");
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(dependencies).toMatchObject({
      "date-fns": expect.any(String),
      lodash: expect.any(String),
      "@electric-sql/pglite": expect.any(String),
    });
    expect(Object.keys(dependencies)).not.toContain("recharts");
    expect(Object.keys(dependencies)).not.toContain("nodemailer");
  });

  it("never holds a secret's value", () => {
    const everything = execFileSync("unzip", ["-p", zipFile], { encoding: "utf8", maxBuffer: 2 ** 26 });
    expect(everything).toContain("GREETING=");
    expect(everything).not.toContain("canary-7f3a");
  });

  it("names the app's secrets without their values", () => {
    expect(textOf(".env.example")).toContain("# What to say\n# PORT=1\nGREETING=\n");
    expect(environmentExample([])).not.toContain("secrets");
    expect(packageName("Über Ärger!")).toBe("ber-rger");
  });

  it("has the rows and files of the app when they are wanted, and none when not", async () => {
    expect(textOf("data/rows/Deal.jsonl").trim().split("\n")).toHaveLength(1_203);
    expect(textOf("README.md")).toContain("data/rows");
    const without = Downloaded.unzip((await download("")).bytes);
    expect(() => readFileSync(join(without.folder, "data/rows/Deal.jsonl"))).toThrow("ENOENT");
    expect(readFileSync(join(without.folder, "README.md"), "utf8")).toContain("holds no rows");
    await without.remove();
  });

  it("says beforehand how much data there is", async () => {
    expect(await owner.api.download.size({ appId })).toEqual({ rows: 1_203, uploads: 1, uploadBytes: 10 });
  });

  it("has components and an SDK whose types hold, for whoever goes on with it in an editor", () => {
    const { stdout } = spawnSync(
      join(process.cwd(), "node_modules/.bin/tsc"),
      ["-p", ".", "--checkJs", "--strict", "--noUncheckedIndexedAccess"],
      { cwd: project.folder, encoding: "utf8" },
    );
    expect(stdout.split("\n").filter((line) => /^src\/(sdk|lib|components\/ui|utils)/.test(line))).toEqual([]);
  }, 60_000);

  it("has a server whose types hold", () => {
    expect(
      spawnSync(join(process.cwd(), "node_modules/.bin/tsc"), ["-p", "server"], {
        cwd: project.folder,
        encoding: "utf8",
      }).stdout,
    ).toBe("");
  }, 60_000);
});

type Answer = { status: number; body: Json };

describe("A downloaded app", () => {
  let members: Record<"admin" | "user", string>;

  async function call(
    line: string,
    { token, body }: { token?: string | undefined; body?: unknown } = {},
  ): Promise<Answer> {
    const [method, path] = line.split(" ") as [string, string];
    const response = await fetch(project.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
    };
  }
  const api = (path: string) => `/api/apps/${appId}${path}`;

  beforeAll(async () => {
    writeFileSync(join(project.folder, ".env"), "GREETING=from the file\n");
    await project.start();
    const admin = await call(`POST ${api("/sign-up")}`, {
      body: { email: "First@example.com", password: goodPassword },
    });
    const user = await call(`POST ${api("/sign-up")}`, {
      body: { email: "second@example.com", password: goodPassword },
    });
    members = { admin: admin.body.token, user: user.body.token };
    expect([admin.body.user.role, user.body.user.role]).toEqual(["admin", "user"]);
  }, 60_000);

  it("serves its pages, with styles and scripts of its own", async () => {
    const page = await call("GET /");
    expect(page.body).toContain("<title>Deals &amp; &lt;Co></title>");
    const script = /src="([^"]+)"/.exec(page.body)![1]!;
    expect((await call(`GET ${script}`)).status).toBe(200);
    expect((await call(`GET ${/stylesheet" href="([^"]+)"/.exec(page.body)![1]!}`)).body).toContain("#123456");
    const preloads = /<link rel="modulepreload" href="[^"]+">/g;
    const nowhere = await call("GET /Anything");
    expect(nowhere.status).toBe(404);
    expect(nowhere.body.replaceAll(preloads, "")).toBe(page.body.replaceAll(preloads, ""));
    const [own, others] = [page, nowhere].map(({ body }) => body.match(preloads) ?? []);
    expect(own!.length, "the first page's scripts are preloaded besides the entry's").toBeGreaterThan(others!.length);
    for (const link of own!) expect((await call(`GET ${/href="([^"]+)"/.exec(link)![1]!}`)).status).toBe(200);
    expect((await call("GET /robots.txt")).body).toBe("User-agent: *\nAllow: /\n");
    expect(await call("GET /favicon.ico")).toMatchObject({ status: 200, body: expect.stringContaining("<svg") });
  });

  it("belongs to whoever signs up first: the builder's rows are theirs, in their order, and their files open", async () => {
    const { body } = await call(`GET ${api("/entities/Deal?limit=1000")}`, { token: members.admin });
    expect(body.items.map(({ title }: Json) => title).slice(0, 3)).toEqual(["Deal 1202", "Deal 1201", "Deal 1200"]);
    expect((await call(`GET ${api("/entities/Deal/count")}`, { token: members.admin })).body).toEqual({ count: 1_203 });
    expect((await call(`GET ${api("/entities/Deal/count")}`, { token: members.user })).body).toEqual({ count: 0 });
    const [url] = body.items[0].tags as string[];
    expect(url).toContain(project.url);
    expect(await (await fetch(url!)).text()).toBe("kept words");
  });

  it("runs functions under the caller's own token, with npm packages and what .env holds", async () => {
    const { body } = await call("POST /functions/greet", { token: members.admin, body: { name: "Ada" } });
    expect(body).toEqual({ hello: "Ada", deals: 1_203, key: "from the file", pairs: [[1, 2], [3]] });
    expect((await call("POST /functions/broken", { body: {} })).body).toEqual({
      error: { code: "function-failed", message: "The function broken failed" },
    });
    expect((await call("POST /functions/later", { body: {} })).body).toBe("pieces: 2");
    for (const name of ["nothing", "words", "entry"])
      expect((await call(`POST /functions/${name}`, { body: {} })).status).toBe(404);
  });

  it("signs members in and out, keeps their profile, and lets nobody choose their role", async () => {
    const token = (
      await call(`POST ${api("/sign-in")}`, { body: { email: "SECOND@example.com", password: goodPassword } })
    ).body.token as string;
    expect(
      (await call(`PUT ${api("/me")}`, { token, body: { nickname: "Bo", role: "admin", id: "x" } })).body,
    ).toMatchObject({ nickname: "Bo", role: "user", email: "second@example.com" });
    await call(`POST ${api("/sign-out")}`, { token });
    expect((await call(`GET ${api("/me")}`, { token })).status).toBe(401);
    expect(
      (await call(`POST ${api("/sign-in")}`, { body: { email: "second@example.com", password: "wrong" } })).body.error
        .code,
    ).toBe("invalid-credentials");
    expect(
      (await call(`POST ${api("/sign-up")}`, { body: { email: "second@example.com", password: goodPassword } })).status,
    ).toBe(409);
  });

  it.each([
    ["POST", "/entities/Post?draft=1", { title: "x" }],
    ["POST", "/entities/Post/bulk?upsert=1", [{ title: "x" }]],
    ["PUT", "/entities/Post/p1?merge=1", { title: "x" }],
    ["DELETE", "/entities/Post/p1?force=1", undefined],
    ["POST", "/sign-in?role=admin", {}],
    ["PUT", "/me?role=admin", {}],
    ["POST", "/uploads?name=a.txt&type=text%2Fhtml", {}],
    ["GET", "/entities/events?since=1", undefined],
    ["POST", "/sign-in", { email: "second@example.com", password: goodPassword, role: "admin" }],
    ["POST", "/sign-up", { email: "fifth@example.com", password: goodPassword, role: "admin" }],
  ])("refuses parameters that it does not take: %s %s", async (method, path, body) => {
    const answer = await call(`${method} ${api(path)}`, { token: members.admin, body });
    expect([answer.status, answer.body.error.code]).toEqual([400, expect.stringMatching(/^invalid-(query|input)$/)]);
    expect(answer.body.error.message).toMatch(/draft|upsert|merge|force|role|type|since/);
  });

  it("stores uploaded files, and shows nothing but images", async () => {
    const response = await fetch(`${project.url}${api("/uploads?name=a.html")}`, {
      method: "POST",
      body: "<script>1</script>",
    });
    const { file_url } = (await response.json()) as { file_url: string };
    const file = await fetch(file_url);
    expect([file.headers.get("content-type"), await file.text()]).toEqual([
      "application/octet-stream",
      "<script>1</script>",
    ]);
  });

  it("asks no model that nobody named, and writes mails to members into the outbox", async () => {
    expect(
      (await call(`POST ${api("/integrations/llm")}`, { token: members.user, body: { prompt: "Hello" } })).body.error
        .code,
    ).toBe("no-model");
    expect((await call(`POST ${api("/integrations/llm")}`, { body: { prompt: "Hello" } })).status).toBe(401);
    const mail = (to: string) =>
      call(`POST ${api("/integrations/email")}`, { token: members.user, body: { to, subject: "Hi", body: "There" } });
    expect((await mail("nobody@example.com")).body.error.code).toBe("recipient-not-allowed");
    expect((await mail("First@example.com")).status).toBe(200);
    expect(
      execFileSync("ls", [join(project.folder, "data/outbox")], { encoding: "utf8" })
        .trim()
        .split("\n"),
    ).toHaveLength(1);
  });

  it("lets nobody guess passwords or fill the disk", async () => {
    const guess = () => call(`POST ${api("/sign-in")}`, { body: { email: "third@example.com", password: "wrong" } });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(401);
    expect((await guess()).body.error.code).toBe("too-many-logins");
    const upload = () => fetch(`${project.url}${api("/uploads?name=a.txt")}`, { method: "POST", body: "x" });
    for (let tries = 0; tries < 20; tries += 1) await upload();
    expect((await upload()).status).toBe(429);
  }, 60_000);

  it("says that no assistant answers here", async () =>
    expect((await call(`GET ${api("/assistant")}`)).body).toEqual({ isActive: false }));

  it("tells open pages that rows changed", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${project.url}${api("/entities/events")}`, {
      headers: { authorization: `Bearer ${members.user}` },
      signal: stop.signal,
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader.read()).value!;
    await call(`POST ${api("/entities/Post")}`, { token: members.user, body: { title: "News" } });
    while (!heard.includes("data: Post")) heard += (await reader.read()).value;
    stop.abort();
  });

  it("answers every request about rows as Joinery itself does, whoever asks", async () => {
    await world.db
      .update(appTable)
      .set({ publishedVersionId: (await owner.api.entities.view({ appId })).versionId })
      .where(eq(appTable.id, appId));
    const { token: preview } = await owner.api.runtime.previewSession({ appId });
    const there = {
      admin: preview,
      user: (await joinApp(world, owner, appId, "second@example.com")).token,
    };
    const actors = ["admin", "user", undefined] as const;
    const requests: { line: string; body?: unknown }[] = ["Deal", "Ticket", "Post", "Vault", "Nope"].flatMap((name) => [
      { line: `POST /entities/${name}`, body: { title: "A", amount: 3, stage: "won", id: "mine", creatorId: "x" } },
      { line: `POST /entities/${name}`, body: { amount: "three", stage: "lost", code: "abc" } },
      {
        line: `POST /entities/${name}/bulk`,
        body: [
          { title: "B", amount: 5, tags: ["x"] },
          { title: "C", unknown: { deep: [1] } },
        ],
      },
      { line: `POST /entities/${name}/bulk`, body: [{ title: "B" }, {}] },
      { line: `POST /entities/${name}`, body: { title: "S", serial: "S-1" } },
      { line: `POST /entities/${name}`, body: { title: "S", serial: " s-1" } },
      {
        line: `POST /entities/${name}/bulk`,
        body: [
          { title: "S", serial: "S-2" },
          { title: "S", serial: "s-2" },
        ],
      },
      { line: `POST /entities/${name}`, body: { title: "E", post: "rnothing" } },
      { line: `POST /entities/${name}`, body: { title: "F", boss: "unobody" } },
      { line: `GET /entities/${name}/count?q=${encodeURIComponent('{"title":"B"}')}` },
      {
        line: `GET /entities/${name}/aggregate?group=stage&metrics=sum:amount&q=${encodeURIComponent('{"title":"B"}')}`,
      },
      { line: `GET /entities/${name}/aggregate?group=nothing` },
      {
        line: `GET /entities/${name}?limit=2&sort=title,-amount&q=${encodeURIComponent('{"$or":[{"amount":{"$gte":4}},{"title":{"$contains":"C"}}],"tags":{"$nin":["y"]}}')}`,
      },
      { line: `GET /entities/${name}?q=${encodeURIComponent('{"$where":1}')}` },
      { line: `GET /entities/${name}?sort=${encodeURIComponent("a;drop")}` },
      { line: `GET /entities/${name}/rnothing` },
      { line: `PUT /entities/${name}/rnothing`, body: { title: "D" } },
      { line: `DELETE /entities/${name}/rnothing` },
    ]);
    for (const actor of actors)
      for (const { line, body } of requests) {
        const [method, path] = line.split(" ") as [string, string];
        const here = await call(`${method} ${api(path)}`, { token: actor && members[actor], body });
        const real = await onJoinery(`${method} ${api(path)}`, {
          host: actor === "admin" ? appId : slug,
          token: actor && there[actor],
          body,
        });
        expect({ actor, line, ...normal(here) }).toEqual({ actor, line, ...normal(real) });
      }
  }, 60_000);

  async function onJoinery(
    line: string,
    { host, token, body }: { host: string; token?: string | undefined; body?: unknown },
  ): Promise<Answer> {
    const [method, path] = line.split(" ") as [string, string];
    const headers = new Headers({
      host: `${host}.localhost:3000`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    });
    const response = await answerAppHost(
      world.platform,
      new Request(`http://${host}.localhost:3000${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  }

  /** Without what differs by nature: ids, times, cursors. */
  function normal(answer: Answer): Answer {
    const text = JSON.stringify(answer, (key, value: unknown) =>
      ["id", "createdAt", "updatedAt", "creatorId", "nextCursor", "changeId"].includes(key) ? typeof value : value,
    );
    return JSON.parse(text) as Answer;
  }

  it("keeps its data over a restart, and refuses to run twice on one folder", async () => {
    await expect(project.again().start()).rejects.toThrow("already running");
    await project.stop();
    await project.start();
    expect(
      (await call(`GET ${api("/entities/Deal/count")}`, { token: members.admin })).body.count,
    ).toBeGreaterThanOrEqual(1_203);
  }, 60_000);

  it("starts on the packages alone when no .env is there, and survives nonsense", async () => {
    const odd = await fetch(`${project.url}/api/apps/${appId}/entities/%E0%A4%A`);
    expect(odd.status).toBe(404);
    expect((await fetch(`${project.url}/api/apps/other/entities/Deal`)).status).toBe(404);
    expect((await fetch(`${project.url}/files/..%2f..%2fproject.json`)).status).toBe(404);
    expect((await call("GET /")).status).toBe(200);
  });
});
