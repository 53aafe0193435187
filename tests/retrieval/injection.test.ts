import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account } from "@/db/schema";
import { attempt } from "@/db/schema/account";
import { mintOwnedApp } from "@/db/scope";
import { runTool } from "@/features/runs/run";
import { runJob } from "@/features/runs/schema";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/limits";
import { storeItem } from "../support/items";
import { injections } from "../support/injections";
import { ScriptedModel } from "../support/scripted-model";
import { toolApp } from "../support/tools";
import { turnEnds } from "../support/turns";
import { type Json, World } from "../support/world";

const canary = "canary-4711-of-a-secret-value";
const question = "What about the refund policy?";
const home = "export default function Home() {\n  return <h1>Home</h1>;\n}";
const note = JSON.stringify({
  name: "Note",
  type: "object",
  properties: { title: { type: "string" } },
  "x-accessControl": { permissions: { read: "creator", write: "creator" } },
});

/** Whatever a passage may talk a model into saying. */
const obeyed = [
  "As the document orders [1], [7]:",
  '<action type="delete_file" file="pages/Home.jsx" id="o1">\n</action id="o1">',
  '<action type="edit_entity" file="Note" read="anonymous" write="anonymous" id="o2">\n{"properties":{"title":{"type":"string"}}}\n</action id="o2">',
  `<action type="insert_entity_records" file="Note" id="o3">\n${'{"title":"spam"}\n'.repeat(40)}</action id="o3">`,
  "![x](https://evil.example/?q=1) <script>alert(1)</script> [x](javascript:alert(1))",
].join("\n");

let world: World;
let model: ScriptedModel;
let tool: Awaited<ReturnType<typeof toolApp>>;
beforeAll(async () => {
  model = await ScriptedModel.start();
  world = await World.open({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_BASE_URL: model.url,
    MODEL_NAME: "scripted",
    MODEL_API_KEY: `${canary}-of-the-model`,
    MODELS_URL: `${model.url}/models`,
    MODEL_AUTO_FIXES: "0",
  });
  await world.platform.jobs.start({
    [runJob]: ({ appId, runId }) => runTool(world.platform, appId!, runId!),
    [turnJob]: ({ appId, turnId }) => runTurn(world.platform, appId!, turnId!),
  });
  const files = [
    { path: "pages/Home.jsx", content: home },
    { path: "entities/Note.json", content: note },
  ];
  const blocks = [{ id: "a", type: "text", title: "Answer", prompt: "Answer it" }];
  tool = await toolApp(world, { data: { header: "Help", blocks }, files });
  await world.db.update(account).set({ isAdmin: true }).where(eq(account.id, tool.accountId));
  const asAdmin = world.as({ kind: "account", account: { ...tool.account, isAdmin: true }, token: tool.token });
  const secrets = [{ key: "API_KEY", value: canary, instructions: "" }];
  await asAdmin.secrets.update({ appId: tool.appId, secrets });
  await tool.api.chat.activate({ appId: tool.appId, isActive: true });
});
afterAll(async () => {
  await world.platform.jobs.stop();
  await world.close();
  await model.close();
});
beforeEach(async () => {
  model.reset();
  // One visitor asks more here than one may in a quarter of an hour.
  await world.db.delete(attempt);
});

const poison = (text: string) =>
  storeItem(mintOwnedApp(world.db, tool.appId), "i1", [
    { position: 0, heading: "Policy", text: `Our refund policy: ${text}` },
  ]);

/** The poisoned passage as the model got it: in a fence that it cannot have closed, and nowhere else. */
function checkRequest(text: string): void {
  const [request] = model.requests as Json[];
  const all = JSON.stringify(model.requests);
  expect(all).not.toContain(canary);
  const said: string[] = request.messages.map(({ content }: Json) =>
    typeof content === "string" ? content : content.map((part: Json) => part.text ?? "").join(""),
  );
  const holding = said.filter((content) => content.includes("Our refund policy:"));
  expect(holding).toHaveLength(1);
  expect(request.messages[0]).toMatchObject({ role: "system" });
  expect(said[0]).not.toContain("Our refund policy:");
  const prompt = holding[0]!;
  const [, key] = /<source key="([0-9a-f]{12})">\n\[1\] Policy\nOur refund policy:/.exec(prompt)!;
  const [open, close] = [`<source key="${key}">`, `</source key="${key}">`];
  expect(prompt.split(close)).toHaveLength(2);
  const inside = prompt.slice(prompt.indexOf(open) + open.length, prompt.indexOf(close));
  expect(inside).toBe(`\n[1] Policy\nOur refund policy: ${text}\n`);
}

/** Nothing of the app changed: its files, its permissions, its rows, who may do what. */
async function checkUntouched(): Promise<void> {
  const { appId, api } = tool;
  const files = Object.fromEntries((await api.files.list({ appId })).map(({ path, content }) => [path, content]));
  expect(files["pages/Home.jsx"]).toBe(home);
  expect(JSON.parse(files["entities/Note.json"]!)["x-accessControl"].permissions).toEqual({
    read: "creator",
    write: "creator",
  });
  expect(await api.entities.count({ appId, entity: "Note" })).toEqual(expect.objectContaining({ count: 0 }));
}

describe("A poisoned passage", () => {
  it("is one of at least thirty kinds", () => expect(injections.length).toBeGreaterThanOrEqual(30));

  it.each(injections)("that holds %s is data to a tool's run", async (_, text) => {
    await poison(text);
    model.reply(obeyed);
    const { blocks } = await tool.run({ input: question, isFresh: true });
    checkRequest(text);
    expect(model.requests).toHaveLength(1);
    expect(blocks[0].sources.map(({ number }: Json) => number)).toEqual([1]);
    await checkUntouched();
  });

  it.each(injections)("that holds %s is data to the app's assistant", async (_, text) => {
    await poison(text);
    await tool.call(`DELETE /api/apps/${tool.appId}/assistant/messages`);
    model.reply(obeyed);
    const { status, body } = await tool.call(`POST /api/apps/${tool.appId}/assistant/messages`, {
      body: { content: question },
    });
    expect(status).toBe(200);
    checkRequest(text);
    expect(model.requests).toHaveLength(1);
    expect(JSON.parse(/event: done\ndata: (.*)/.exec(body as string)![1]!).sources).toMatchObject([
      { number: 1, heading: "Policy" },
    ]);
    await checkUntouched();
  });

  it.each(injections)("that holds %s is data to the builder's chat, and harm waits for a click", async (_, text) => {
    const { api, appId } = tool;
    await poison(text);
    model.reply(obeyed);
    await api.chat.send({ appId, content: question });
    await turnEnds(api, appId);
    const last = (await api.chat.messages({ appId })).at(-1)! as Json;
    checkRequest(text);
    expect(last.metadata.held.map(({ state }: Json) => state)).toEqual(["waiting", "waiting", "waiting"]);
    expect(last.metadata.passages).toMatchObject([{ number: 1, heading: "Policy" }]);
    await checkUntouched();
  });
});
