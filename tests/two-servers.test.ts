import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bucket } from "./support/bucket";
import { type Peer, startPeers } from "./support/peers";
import { never, ScriptedModel } from "./support/scripted-model";
import { goodPassword } from "./support/world";

const url = process.env.TEST_DATABASE_URL;
const soonMs = 5_000;

/** What a stream has said when it ends, or until a text of it was heard. */
async function heard(stream: IncomingMessage, until?: string): Promise<string> {
  let all = "";
  for await (const piece of stream.setEncoding("utf8")) {
    all += String(piece);
    if (until && all.includes(until)) break;
  }
  return all;
}

const within = <T>(work: Promise<T>): Promise<T | "too late"> =>
  Promise.race([work, new Promise<"too late">((resolve) => void setTimeout(resolve, soonMs, "too late"))]);

describe.skipIf(!url)("Two servers on one Postgres and one bucket (needs TEST_DATABASE_URL)", () => {
  const bucket = new Bucket();
  let model: ScriptedModel;
  let close: () => Promise<void> = async () => undefined;
  let one: Peer;
  let other: Peer;
  beforeAll(async () => {
    await bucket.listen();
    model = await ScriptedModel.start();
    const started = await startPeers(2, url!, {
      ...bucket.settings(),
      SECRETS_KEY: "a-key-that-both-servers-were-given",
      MODEL_PROVIDER: "openai-compatible",
      MODEL_BASE_URL: model.url,
      MODEL_NAME: "scripted",
      MODEL_API_KEY: "key",
      MODELS_URL: `${model.url}/models`,
      MODEL_AUTO_FIXES: "0",
    });
    [one, other] = started.peers as [Peer, Peer];
    close = started.close;
  });
  afterAll(async () => {
    await close();
    await model?.close();
    bucket.server.close();
  });

  let count = 0;
  const signUp = async () => {
    const email = `peer-${(count += 1)}@example.com`;
    const { body } = await one.call("POST /api/auth/sign-up", { body: { email, password: goodPassword } });
    return { email, token: body.token as string };
  };
  const files: Record<string, string> = {
    "pages/Home.jsx": "export default function Home() { return <h1>Home of two servers</h1>; }\n",
    "entities/Task.json": `${JSON.stringify({
      name: "Task",
      type: "object",
      properties: { title: { type: "string" } },
    })}\n`,
    "functions/hello.ts": 'export default () => new Response("one");\n',
  };
  const action = (path: string, content: string, type = "add_file") =>
    `<action type="${type}" file="${path}" title="Write" id="${path}">\n${content}</action id="${path}">\n`;

  /** An app whose files a turn wrote: asked of one server, followed on the other. */
  const start = async (content = files) => {
    const person = await signUp();
    const { appId } = (await one.call("POST /api/apps", { token: person.token, body: { name: "Shared" } })).body;
    const say = async (reply: string) => {
      model.reply(reply);
      const { turnId } = (
        await one.call(`POST /api/apps/${appId}/chat/messages`, { token: person.token, body: { content: "Go" } })
      ).body;
      return heard(await other.open(`GET /api/apps/${appId}/chat/turns/${turnId}/events`, { token: person.token }));
    };
    const events = await say(
      Object.entries(content)
        .map(([path, text]) => action(path, text, path.startsWith("entities/") ? "add_entity" : "add_file"))
        .join(""),
    );
    return { ...person, appId: appId as string, say, events };
  };

  it("follow each other's turns to their end, and read the same files and messages", async () => {
    const { token, appId, events } = await start();
    expect(events).toMatch(/event: version[\s\S]*event: done\ndata: \{"status":"done"\}/);
    for (const path of ["files", "chat/messages", "versions"]) {
      const answers = await Promise.all(
        [one, other].map((peer) => peer.call(`GET /api/apps/${appId}/${path}`, { token })),
      );
      expect(answers[0]!.status).toBe(200);
      expect(answers[0]!.body).toEqual(answers[1]!.body);
    }
  });

  it.each([0, 1])("stop a turn, whichever of them runs it (asked of server %d)", async (index) => {
    const { token, appId } = await start();
    const asked = model.requests.length;
    model.reply("A long answer that does not come to an end", { until: never });
    const { turnId } = (await one.call(`POST /api/apps/${appId}/chat/messages`, { token, body: { content: "Go" } }))
      .body;
    const stream = await other.open(`GET /api/apps/${appId}/chat/turns/${turnId}/events`, { token });
    const rest = heard(stream);
    // A turn that nobody runs yet would end without asking the model, and leave its answer to the next.
    await expect.poll(() => model.requests.length).toBe(asked + 1);
    await [one, other][index]!.call(`POST /api/apps/${appId}/chat/turns/${turnId}/stop`, { token });
    expect(await rest).toMatch(/event: done\ndata: \{"status":"stopped"\}/);
  });

  it("serve the assets of a preview that the other built, also after an edit", async () => {
    const { token, appId, say } = await start();
    const { token: visitor } = await one.mutate("runtime.previewSession", { appId }, token);
    const { url: address } = await one.mutate("runtime.previewSession", { appId }, token);
    const { host } = new URL(address as string);
    const page = async (peer: Peer) => (await peer.call("GET /_joinery/page", { token: visitor, host })).body as string;
    const scriptOf = (html: string) => /\/_joinery\/assets\/app-[\dA-Z]+\.js/.exec(html)![0];
    const first = scriptOf(await page(one));
    await say(action("pages/Home.jsx", files["pages/Home.jsx"]!.replace("Home of", "House of"), "edit_file"));
    const second = scriptOf(await page(one));
    expect(second).not.toBe(first);
    for (const [path, words] of [
      [first, "Home of two servers"],
      [second, "House of two servers"],
    ] as const) {
      const answer = await other.call(`GET ${path}`, { host });
      expect([answer.status, answer.type]).toEqual([200, "text/javascript; charset=utf-8"]);
      expect(answer.body).toContain(words);
    }
    expect(scriptOf(await page(other))).toBe(second);
    expect((await other.call("GET /_joinery/assets/app-000000000000.js", { host })).status).toBe(404);
  });

  it("serve what the other published, and tell each other's followers of rows", async () => {
    const { token, appId } = await start();
    const published = await one.call(`POST /api/apps/${appId}/publish`, { token, body: {} });
    expect(published).toMatchObject({ status: 200 });
    const { host } = new URL(published.body.url as string);
    const page = await other.call("GET /", { host });
    expect(page.status).toBe(200);
    const script = /\/_joinery\/assets\/[\w-]+\.js/.exec(page.body as string)![0];
    expect((await other.call(`GET ${script}`, { host })).status).toBe(200);
    const news = heard(await other.open(`GET /api/apps/${appId}/entities/events`, { token }), "data: Task");
    const rows = `/api/apps/${appId}/entities/Task`;
    const { body: row } = await one.call(`POST ${rows}`, { token, body: { title: "Shared" } });
    expect(row).toMatchObject({ title: "Shared" });
    expect(await within(news)).toContain("data: Task");
    expect((await other.call(`GET ${rows}/${row.id}`, { token })).body).toEqual(row);
  });

  it("run the functions that the other deployed, and the newer ones once they are", async () => {
    // The first account of the installation is its admin, who may deploy.
    const admin = await adminWith(files);
    const { host } = new URL((await one.mutate("runtime.previewSession", { appId: admin.appId }, admin.token)).url);
    const { token: visitor } = await one.mutate("runtime.previewSession", { appId: admin.appId }, admin.token);
    const call = async (peer: Peer) =>
      (await peer.call("POST /functions/hello", { token: visitor, host, body: {} })).body;
    const deploy = () => one.call(`POST /apps/${admin.appId}/functions/hello/deploy`, { token: admin.token, body: {} });
    expect((await deploy()).status).toBe(200);
    expect([await call(one), await call(other)]).toEqual(["one", "one"]);
    const content = 'export default () => new Response("two");\n';
    await other.call(`POST /api/apps/${admin.appId}/files/update`, {
      token: admin.token,
      body: { file: { id: "functions/hello.ts", content } },
    });
    expect((await deploy()).status).toBe(200);
    await expect.poll(() => call(other)).toBe("two");
  });

  it("show to each other who is in an app's editor, and not any more who has left", async () => {
    const { token, email, appId } = await start();
    const friend = await signUp();
    const { body } = await one.call(`POST /api/apps/${appId}/collaborators`, { token, body: { role: "view" } });
    await other.mutate("collaborators.accept", { token: new URL(body.url as string).hash.slice(1) }, friend.token);
    const here = await one.open(`GET /api/apps/${appId}/people/events`, { token });
    let told = "";
    here.setEncoding("utf8").on("data", (piece: string) => (told += piece));
    const shown = () =>
      JSON.parse(/data: (\[.*\])\n\n$/.exec(told)?.[1] ?? "[]").map((person: { email: string }) => person.email);
    await expect.poll(shown).toEqual([email]);
    const there = await other.open(`GET /api/apps/${appId}/people/events`, { token: friend.token });
    await expect.poll(shown).toEqual([email, friend.email].sort());
    there.destroy();
    await expect.poll(shown, { timeout: soonMs }).toEqual([email]);
    here.destroy();
  });

  it("count tries to sign in together", async () => {
    const { email } = await signUp();
    const answers: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const peer = index % 2 === 0 ? one : other;
      const { status } = await peer.call("POST /api/auth/sign-in", { body: { email, password: "wrong-wrong-wrong" } });
      answers.push(status);
    }
    expect(answers.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(answers.slice(10)).toEqual([429, 429]);
  });

  it("end a stream and a session on one when their person signs out on the other", async () => {
    const { token, appId } = await start();
    const stream = text(await other.open(`GET /api/apps/${appId}/entities/events`, { token }));
    expect((await one.call("POST /api/auth/sign-out", { token, body: {} })).status).toBe(200);
    expect(await within(stream)).toContain(": following");
    expect((await other.call("GET /api/apps", { token })).status).toBe(401);
  });

  let admin: { token: string } | undefined;
  beforeAll(async () => void (admin = await signUp()));
  async function adminWith(content: Record<string, string>): Promise<{ token: string; appId: string }> {
    const { token } = admin!;
    const { appId } = (await one.call("POST /api/apps", { token, body: { name: "Functions" } })).body;
    for (const [path, text] of Object.entries(content).filter(([path]) => !path.startsWith("entities/")))
      await one.mutate("files.create", { appId, path, content: text }, token);
    return { token, appId: appId as string };
  }
});
