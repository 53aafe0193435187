import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, expect, request } from "@playwright/test";
import { test } from "../support/browser";
import { Server } from "../support/server";

const password = "copper-lantern-42-fjord";
const account = { email: "writer@example.com", password };

async function signedIn(server: Server, path: "sign-up" | "sign-in"): Promise<APIRequestContext> {
  const open = await request.newContext({ baseURL: server.url });
  const { token } = (await (await open.post(`/api/auth/${path}`, { data: account })).json()) as { token: string };
  await open.dispose();
  return request.newContext({ baseURL: server.url, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
}

async function newApp(api: APIRequestContext): Promise<string> {
  return (
    (await (await api.post("/api/apps", { data: { appType: "gen-app", genApp: { header: "App" } } })).json()) as {
      appId: string;
    }
  ).appId;
}

test("a killed server marks the turn stopped, with what it had finished", async () => {
  const folder = mkdtempSync(join(tmpdir(), "joinery-replay-"));
  const file = join(folder, "replies.jsonl");
  const first =
    '<action type="add_file" file="pages/Home.jsx" id="a1">\nexport default () => null;\n</action id="a1">\n';
  const second = '<action type="add_file" file="pages/Two.jsx" id="a2">\n';
  writeFileSync(
    file,
    JSON.stringify({
      pieces: [first, second, ...Array.from({ length: 6_000 }, (_, line) => `// line ${line}\n`)],
      delayMs: 20,
    }),
  );
  const server = await Server.start({ MODEL_PROVIDER: "replay", MODEL_NAME: file });
  try {
    let api = await signedIn(server, "sign-up");
    const appId = await newApp(api);
    await api.post(`/api/apps/${appId}/chat/messages`, { data: { content: "Build it" } });
    const messages = async () =>
      (await (await api.get(`/api/apps/${appId}/chat/messages`)).json()) as {
        actions: { id: string; isComplete: boolean; isTruncated: boolean }[];
        annotations: { status: string }[];
      }[];
    await expect.poll(async () => (await messages()).at(-1)?.actions.some(({ isComplete }) => isComplete)).toBe(true);
    await server.kill();
    await server.run();
    api = await signedIn(server, "sign-in");
    await expect.poll(async () => (await messages()).at(-1)?.annotations[0]?.status).toBe("stopped");
    expect((await messages()).at(-1)!.actions[0]).toMatchObject({ id: "a1", isComplete: true, isTruncated: false });
    const files = (await (await api.get(`/api/apps/${appId}/files`)).json()) as { path: string; content: string }[];
    expect(files.map(({ path }) => path)).not.toContain("pages/Two.jsx");
    // The chat goes on: nothing is left running.
    expect((await api.post(`/api/apps/${appId}/chat/messages`, { data: { content: "Again" } })).status()).toBe(200);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("nothing that was acknowledged is lost when the server is killed in the middle of writes", async ({ server }) => {
  let api = await signedIn(server, "sign-up");
  const appId = await newApp(api);
  await api.post(`/api/apps/${appId}/chat/messages`, { data: { content: "An app with notes (title, body)" } });
  const entity = async () =>
    ((await (await api.get(`/api/apps/${appId}/entities`)).json()) as { entities: { name: string }[] }).entities[0]
      ?.name;
  await expect.poll(entity).toBeTruthy();
  const name = await entity();
  const acknowledged = new Set<string>();
  for (let round = 1; round <= 3; round += 1) {
    const life = { isAlive: true };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; life.isAlive; count += 1) {
        try {
          const answer = await api.post(`/api/apps/${appId}/entities/${name}`, {
            data: { title: `${round}-${writer}-${count}` },
          });
          if (answer.ok()) acknowledged.add(((await answer.json()) as { id: string }).id);
        } catch {
          return;
        }
      }
    });
    // Counted, not timed: how many writes a second holds is the machine's affair.
    await expect.poll(() => acknowledged.size, { intervals: [10] }).toBeGreaterThanOrEqual(round * 25);
    await server.kill();
    life.isAlive = false;
    await Promise.all(writers);
    await server.run();
    api = await signedIn(server, "sign-in");
  }
  const stored = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = (await (
      await api.get(`/api/apps/${appId}/entities/${name}?limit=1000${cursor ? `&cursor=${cursor}` : ""}`)
    ).json()) as { items: { id: string }[]; nextCursor: string | null };
    for (const { id } of page.items) stored.add(id);
    cursor = page.nextCursor;
  } while (cursor);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
});
