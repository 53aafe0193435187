import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownedByServer } from "@/api/gates";
import { writeVersion } from "@/features/versions/store";
import { appWith } from "./functions/support";
import { storeItem } from "./support/items";
import { type Json, World } from "./support/world";

// Two builders with an app each, alike in everything: what is one's is never the other's, through any door.

type App = Awaited<ReturnType<typeof makeApp>>;

const secretOf = (who: string) => `the-secret-of-${who}`;
const rowOf = (who: string) => `a row of ${who}`;
const note = JSON.stringify({
  name: "Note",
  type: "object",
  properties: { text: { type: "string" } },
  "x-accessControl": { permissions: { read: "admin", write: "admin" } },
});
/** Asks its app's API for a path, as its caller and with a token that it was told. */
const spy = `import { platform } from "joinery:host";
export default async (request) => {
  const { path = "/", token } = await request.json().catch(() => ({}));
  const headers = token ? { authorization: "Bearer " + token } : { authorization: request.headers.get("authorization") ?? "" };
  const answer = await platform.fetch("http://app" + path, { headers });
  return Response.json({ status: answer.status, text: await answer.text(), env: Deno.env.toObject(), cookie: request.headers.get("cookie") });
};
`;

async function makeApp(who: string) {
  const app = await appWith(world, { "functions/spy.ts": spy });
  const { appId, api } = app;
  await writeVersion(ownedByServer(world.db, appId), { kind: "turn" }, (files) => [
    ...files,
    { path: "entities/Note.json", content: note },
    { path: "pages/Home.jsx", content: `export default function Home() { return <p>the code of ${who}</p>; }\n` },
  ]);
  await api.secrets.update({ appId, secrets: [{ key: "KEY", value: secretOf(who), instructions: "" }] });
  await app.deploy("spy");
  await api.runtime.publish({ appId });
  const row = (await api.entities.create({ appId, entity: "Note", data: { text: rowOf(who) } })) as Json;
  const preview = await api.runtime.previewSession({ appId });
  const { host } = new URL(preview.url);
  const upload = await world.rest(`POST /api/apps/${appId}/uploads?name=plan.txt`, {
    host,
    token: preview.token,
    body: `the file of ${who}`,
    headers: { "content-type": "application/octet-stream" },
  });
  const [version] = await api.versions.list({ appId });
  const [publication] = await api.runtime.publications({ appId });
  const { slug } = await api.apps.get({ appId });
  const { url: hook } = await api.triggers.createHook({ appId, name: "spy" });
  const itemId = `item${who}`;
  await storeItem(ownedByServer(world.db, appId), itemId, [
    { position: 0, heading: "", text: `the document of ${who}` },
  ]);
  return {
    ...app,
    who,
    host,
    published: `${slug}.localhost:3000`,
    visitor: preview.token,
    rowId: row.id as string,
    file: new URL(upload.body.file_url as string).pathname,
    versionId: version!.id,
    publicationId: publication!.id,
    hook: new URL(hook).pathname,
    itemId,
  };
}

let world: World;
let mine: App;
let theirs: App;
beforeAll(async () => {
  world = await World.open();
  mine = await makeApp("mine");
  theirs = await makeApp("theirs");
});
afterAll(() => world.close());

/** Nothing of the other app's is in an answer, whatever its status. */
function expectNothingOf({ who, rowId }: App, answer: unknown): void {
  const text = JSON.stringify(answer);
  for (const trace of [secretOf(who), rowOf(who), `the code of ${who}`, `the file of ${who}`, `the document of ${who}`])
    expect(text).not.toContain(trace);
  expect(text).not.toContain(rowId);
}

describe.each([
  ["mine", "theirs"],
  ["theirs", "mine"],
])("The builder of %s", (from) => {
  const pair = () => (from === "mine" ? ([mine, theirs] as const) : ([theirs, mine] as const));

  const paths: [string, (other: App, own: App) => string][] = [
    ["the app", (other) => `GET /api/apps/${other.appId}`],
    ["rows", (other) => `GET /api/apps/${other.appId}/entities/Note`],
    ["a row", (other) => `GET /api/apps/${other.appId}/entities/Note/${other.rowId}`],
    ["a row under an app of their own", (other, own) => `GET /api/apps/${own.appId}/entities/Note/${other.rowId}`],
    ["an export", (other) => `GET /api/apps/${other.appId}/entities/Note/export`],
    ["code", (other) => `GET /api/apps/${other.appId}/files`],
    ["a version", (other) => `GET /api/apps/${other.appId}/versions/${other.versionId}`],
    ["a version under an app of their own", (other, own) => `GET /api/apps/${own.appId}/versions/${other.versionId}`],
    ["publications", (other) => `GET /api/apps/${other.appId}/publications`],
    [
      "a publication under an app of their own",
      (other, own) => `POST /api/apps/${own.appId}/publications/${other.publicationId}/restore`,
    ],
    ["the chat", (other) => `GET /api/apps/${other.appId}/chat/messages`],
    ["a document", (other) => `GET /api/context/${other.itemId}`],
    ["documents", (other) => `GET /api/context/items?appId=${other.appId}`],
    ["secrets", (other) => `GET /apps/${other.appId}/secrets`],
    ["functions", (other) => `GET /apps/${other.appId}/functions/list`],
    ["a function's log", (other) => `GET /api/apps/${other.appId}/functions/spy/logs`],
    ["a download", (other) => `GET /api/apps/${other.appId}/download?data=1`],
    ["members", (other) => `GET /api/apps/${other.appId}/members`],
    ["collaborators", (other) => `GET /api/apps/${other.appId}/collaborators`],
    ["who is here", (other) => `GET /api/apps/${other.appId}/people/events`],
    ["analytics", (other) => `GET /api/apps/${other.appId}/analytics`],
  ];

  it.each(paths)("gets nothing of the other's by the builder's door: %s", async (_what, lineOf) => {
    const [own, other] = pair();
    const line = lineOf(other, own);
    const answer = await world.rest(line, { token: own.token, ...(line.startsWith("POST") && { body: {} }) });
    // The rows of a published app are asked for as by any stranger: whoever is signed out of it is told to sign in.
    expect([400, 401, 403, 404]).toContain(answer.status);
    expectNothingOf(other, answer.body);
  });

  it.each(["host", "published"] as const)("gets nothing of the other's on the %s of either app", async (at) => {
    const [own, other] = pair();
    for (const host of [own[at], other[at]])
      for (const token of [own.token, own.visitor])
        for (const path of [
          `/api/apps/${other.appId}/entities/Note`,
          `/api/apps/${other.appId}/entities/Note/${other.rowId}`,
          `/api/apps/${own.appId}/entities/Note/${other.rowId}`,
          "/_joinery/page",
          "/_joinery/live",
        ]) {
          if (path.startsWith("/_joinery/") && host === own[at]) continue;
          const { status, body } = await world.rest(`GET ${path}`, { host, token });
          expect(status).not.toBe(500);
          expectNothingOf(other, body);
        }
  });

  it("gets a file at its own app's host alone", async () => {
    const [own, other] = pair();
    expect((await world.rest(`GET ${other.file}`, { host: other.host })).body).toContain(`the file of ${other.who}`);
    for (const host of [own.host, own.published]) {
      const answer = await world.rest(`GET ${other.file}`, { host, token: own.visitor });
      expect(answer.status).toBe(404);
    }
  });

  it("reaches by a function of theirs neither rows, nor secrets, nor another's functions", async () => {
    const [own, other] = pair();
    for (const token of [undefined, own.visitor, other.visitor])
      for (const path of [
        `/api/apps/${other.appId}/entities/Note`,
        `/api/apps/${own.appId}/entities/Note/${other.rowId}`,
        `/apps/${other.appId}/secrets`,
        `/functions/spy`,
        other.file,
        other.hook,
      ]) {
        const { body } = await own.run("spy", JSON.stringify({ path, token }));
        const answer = JSON.parse(body) as { status: number; env: Record<string, string> };
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.env).toEqual({ KEY: secretOf(own.who) });
        expectNothingOf(other, answer);
      }
  });

  it("calls no function of the other's in its preview, and no webhook at their own host", async () => {
    const [own, other] = pair();
    for (const token of [own.token, own.visitor])
      expect((await world.rest("POST /functions/spy", { host: other.host, token, body: {} })).status).toBe(401);
    expect((await world.rest(`POST ${other.hook}`, { host: own.published, body: {} })).status).toBe(404);
  });

  it("gets no cookie: none is set for more than its own host, and none opens a door of an app", async () => {
    const [own, other] = pair();
    const session = `auth_session=${other.token}`;
    for (const line of ["GET /_joinery/page", `GET /api/apps/${other.appId}/entities/Note`])
      expectNothingOf(other, (await world.rest(line, { host: other.host, headers: { cookie: session } })).body);
    for (const host of [own.host, own.published]) {
      const { headers } = await world.rest("GET /", { host });
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it("finds nothing of the other's when their own apps are read as lists", async () => {
    const [own, other] = pair();
    expectNothingOf(other, [
      await own.api.apps.list(),
      await own.api.apps.search({}),
      await own.api.sources.list({ appId: own.appId }),
    ]);
  });
});
