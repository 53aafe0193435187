import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ownedByServer } from "@/api/gates";
import { actionsOf, type MessagePart, textOf, type ToolPart } from "@/features/turns/message";
import { runTurn } from "@/features/turns/run";
import { writeVersion } from "@/features/versions/store";
import { continueMessage, turnJob } from "@/features/turns/limits";
import { dialects, ProviderServer } from "../support/provider-streams";
import { turnEnds } from "../support/turns";
import { type Json, World } from "../support/world";

const action = (body: string, file: string, type = "add_file", id = "a1") =>
  `<action type="${type}" file="${file}" title="Change it" id="${id}">\n${body}\n</action id="${id}">\n`;
const edit = (before: string, after: string, file = "pages/Home.jsx") =>
  action(`<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE`, file, "partial_edit", "e1");
const page = (body: string) => `export default function Home() {\n  return <h1>${body}</h1>;\n}\n`;
const read = { name: "read_file", input: { path: "pages/Home.jsx" } };
const tools = (parts: unknown[]) =>
  (parts as MessagePart[]).filter((part): part is ToolPart => part.type.startsWith("tool-"));
const kinds = (parts: unknown[]) => (parts as MessagePart[]).map(({ type }) => type);

// Whole conversations with services that speak their real event streams: look, edit, check, mend, done.
describe.each(dialects)("A conversation with a model of %s", (dialect) => {
  let world: World;
  let model: ProviderServer;
  beforeAll(async () => {
    model = await ProviderServer.start();
    model.dialect = dialect;
    world = await World.open({
      MODEL_PROVIDER: dialect,
      MODEL_BASE_URL: model.url,
      MODEL_NAME: "m",
      MODEL_API_KEY: "key",
      MODELS_URL: `${model.url}/models`,
    });
    await world.platform.jobs.start({ [turnJob]: ({ appId, turnId }) => runTurn(world.platform, appId!, turnId!) });
  });
  afterAll(async () => {
    await world.platform.jobs.stop();
    await world.close();
    await model.close();
  });
  beforeEach(async () => {
    await world.reset();
    model.reset();
  });

  // What depends on the service runs with each of them, the rest with one.
  async function start() {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "App" });
    const say = async (content: string) => {
      await owner.api.chat.send({ appId, content });
      await turnEnds(owner.api, appId);
      return (await owner.api.chat.messages({ appId })).at(-1)!;
    };
    const file = async (path = "pages/Home.jsx") =>
      (await owner.api.files.list({ appId })).find((one) => one.path === path)?.content;
    // Written without a turn: the conversations begin with a page that is there.
    await writeVersion(ownedByServer(world.db, appId), { kind: "edit", description: "A page" }, () => [
      { path: "pages/Home.jsx", content: page("Grüße 👋🏽") },
    ]);
    return { ...owner, appId, say, file };
  }

  it("looks, edits, fails its check, mends, and is done: every step in its place, one version, all calls paid", async () => {
    const { say, file, api, appId } = await start();
    model.say(
      {
        reasoning: "The title is in Home.\n",
        text: "I look first.\n",
        calls: [read, { name: "list_files", input: {} }],
      },
      { text: `I show the sum.\n${edit("  return <h1>Grüße 👋🏽</h1>;", "  return <h1>{sum}</h1>;")}` },
      { reasoning: "sum is nowhere.", text: "", calls: [read] },
      { text: `It had no sum.\n${edit("  return <h1>{sum}</h1>;", "  return <h1>Summe: 7 €</h1>;")}` },
    );
    const answer = await say("Show the sum");
    expect(model.left).toBe(0);
    expect(kinds(answer.parts)).toEqual([
      "reasoning",
      "text",
      "tool-read_file",
      "tool-list_files",
      "text",
      "data-action",
      "tool-check_app",
      "reasoning",
      "tool-read_file",
      "text",
      "data-action",
      "tool-check_app",
    ]);
    expect(tools(answer.parts).map(({ output }) => (output as Json).summary)).toEqual([
      "Read pages/Home.jsx, 3 lines",
      "Listed 1 file",
      "Checked the code and 1 page: 1 fault",
      "Read pages/Home.jsx, 3 lines",
      "Checked the code and 1 page: no faults",
    ]);
    expect(await file()).toBe(page("Summe: 7 €"));
    expect((await api.versions.list({ appId }))[0]).toMatchObject({
      userRequest: "Show the sum",
      messageId: answer.id,
    });
    const { usage } = answer.metadata as Json;
    expect(usage).toMatchObject({ promptTokens: 4 * 400, cacheReadTokens: 4 * 600, completionTokens: 4 * 50 });
    // Each call begins with the whole one before it: what a provider has cached holds.
    const calls = model.requests.map((request) => request.messages as unknown[]);
    for (const [index, messages] of calls.entries())
      if (index > 0) expect(plain(messages.slice(0, calls[index - 1]!.length))).toEqual(plain(calls[index - 1]!));
    // Signed reasoning goes back with the calls that it led to; without it the service would refuse.
    if (dialect === "anthropic") expect(JSON.stringify(calls[1])).toContain("sig-canary");
  });

  it("pays for what it begins with once: the instructions, the tools, and the turn so far", async () => {
    const { say } = await start();
    model.isCounting = true;
    const shares: number[] = [];
    for (const [before, after] of [
      ["Grüße 👋🏽", "One"],
      ["One", "Two"],
      ["Two", "Three"],
    ]) {
      model.say(
        { text: "I look.\n", calls: [read] },
        { text: "I look again.\n", calls: [{ name: "list_files", input: {} }] },
        { text: edit(`  return <h1>${before}</h1>;`, `  return <h1>${after}</h1>;`) },
      );
      const { usage } = (await say(`Make it ${after}`)).metadata as Json;
      shares.push(usage.cacheReadTokens / (usage.cacheReadTokens + usage.promptTokens + usage.cacheWriteTokens));
    }
    // The first call of all pays for everything, the others for what is new: 66 % and 98 % of a small app's tokens.
    expect(shares[0]).toBeGreaterThan(0.6);
    expect(Math.min(...shares.slice(1))).toBeGreaterThan(0.9);
  });

  it("goes on after an overload, before the first word and between two looks", async () => {
    const { say } = await start();
    model.refuse(dialect === "anthropic" ? 529 : 503);
    model.say({ text: "I look.\n", calls: [read] });
    model.refuse(429);
    model.say({ text: "It greets." });
    const answer = await say("What does it say?");
    expect(answer.metadata.status).toBe("done");
    expect(kinds(answer.parts)).toEqual(["text", "tool-read_file", "text"]);
  });

  it("that breaks off with an error keeps what was finished, says so in words, and nothing of a half file", async () => {
    const { say, file } = await start();
    model.say({
      text: `${action("export const a = 1;", "services/a.js")}${action("export const b =", "services/b.js", "add_file", "b").slice(0, 90)}`,
      error: "upstream key-canary died",
    });
    const answer = await say("Two files");
    expect(answer.metadata).toMatchObject({ status: "failed", error: expect.stringMatching(/service/) });
    expect(JSON.stringify(answer)).not.toContain("key-canary");
    expect(await file("services/a.js")).toBe("export const a = 1;");
    expect(await file("services/b.js")).toBeUndefined();
    expect(actionsOf(answer.parts).map(({ isTruncated }) => isTruncated)).toEqual([false, true]);
    model.say({ text: `export const b = 2;\n</action id="b">\n` });
    await say(continueMessage);
    expect(await file("services/b.js")).toContain("export const b = 2;");
  });

  it.runIf(dialect === "openai-compatible")(
    "whose mending breaks off keeps the answer and says what is open",
    async () => {
      const { say, file } = await start();
      model.say({ text: edit("  return <h1>Grüße 👋🏽</h1>;", "  return <h1>{sum}</h1>;") });
      model.say({ text: "I mend it.\n<action", error: "gone" });
      const answer = await say("Show the sum");
      expect(answer.metadata).toMatchObject({ status: "done", openFaults: [{ place: "pages/Home.jsx:2" }] });
      expect(textOf(answer.parts)).toMatch(/Still open:\n- .*sum/);
      expect(await file()).toContain("{sum}");
    },
  );

  it.runIf(dialect === "openrouter")("is cut by its length in a file, goes on inside it, looks, and ends", async () => {
    const { say, file } = await start();
    const long = Array.from({ length: 40 }, (_, index) => `export const line${index} = "ä${index}";`).join("\n");
    const whole = action(long, "services/lines.js");
    const at = whole.indexOf("line25");
    model.say({ text: whole.slice(0, at), finish: "length" });
    model.say({
      text: whole.slice(whole.lastIndexOf("\n", at) + 1),
      calls: [{ name: "read_file", input: { path: "services/lines.js" } }],
    });
    model.say({ text: "All 40 are there." });
    const answer = await say("Forty lines");
    expect(await file("services/lines.js")).toBe(long);
    expect(tools(answer.parts)[0]!.output).toMatchObject({ summary: "Read services/lines.js, 40 lines" });
    expect(textOf(answer.parts)).toContain("All 40 are there.");
  });

  it.runIf(dialect === "anthropic")("sends an edit that does not fit again, with the nearest lines", async () => {
    const { say, file } = await start();
    model.say({ text: edit("  return <h2>Nothing like it at all</h2>;", "  return <h1>New</h1>;") });
    model.say({ text: edit("  return <h1>Grüße 👋🏽</h1>;", "  return <h1>New</h1>;") });
    expect((await say("Change it")).metadata.status).toBe("done");
    expect(await file()).toContain("<h1>New</h1>");
    expect(model.left).toBe(0);
  });

  it.runIf(dialect === "openai-compatible")(
    "makes a table with rows that the table refuses, and sends the rows again",
    async () => {
      const { say, api, appId } = await start();
      const rows = (amount: string) =>
        action(`{"title":"Big","amount":${amount}}`, "Deal", "insert_entity_records", "r1");
      model.say({
        text:
          action('{"properties":{"title":{"type":"string"},"amount":{"type":"number"}}}', "Deal", "add_entity") +
          rows('"much"'),
      });
      model.say({ text: `An amount is a number.\n${rows("900")}` });
      await say("Deals");
      expect((await api.entities.list({ appId, entity: "Deal" })).items).toMatchObject([{ title: "Big", amount: 900 }]);
    },
  );

  it.runIf(dialect === "openrouter")(
    "reads a table and a page as they will be, and answers without a change",
    async () => {
      const { say, api, appId } = await start();
      const before = (await api.versions.list({ appId })).length;
      model.say({
        text: "",
        calls: [
          { name: "open_page", input: { page: "Home" } },
          { name: "recent_changes", input: {} },
        ],
      });
      model.say({ text: "It greets." });
      const answer = await say("What does the page show?");
      expect((tools(answer.parts)[0]!.output as Json).text).toContain('heading "Grüße 👋🏽" [level 1]');
      expect((await api.versions.list({ appId })).length).toBe(before);
    },
  );

  it.runIf(dialect === "anthropic")("asks in vain for what is not there, and is told so", async () => {
    const { say } = await start();
    model.say({
      calls: [
        { name: "read_file", input: { path: "pages/None.jsx" } },
        { name: "read_table", input: { table: "None" } },
      ],
    });
    model.say({ text: "There is neither." });
    const answer = await say("Look at None");
    expect(tools(answer.parts).map(({ errorText }) => errorText)).toEqual([
      "There is no file pages/None.jsx",
      "There is no table None. There are: none",
    ]);
    expect(textOf(answer.parts)).toBe("There is neither.");
  });

  it.skipIf(dialect === "openai-compatible")("names the pages of the web that it goes by", async () => {
    const { say } = await start();
    model.say({ text: "As the docs say.", source: { url: "https://example.com/docs", title: "Docs" } });
    const answer = await say("How?");
    expect((answer.parts as MessagePart[]).at(-1)).toMatchObject({
      type: "source-url",
      url: "https://example.com/docs",
      title: "Docs",
    });
  });
});

/** Messages without the marks of where a provider is to cache, which move on; a marked text is a list of one part. */
const plain = (messages: unknown[]): unknown =>
  JSON.parse(
    JSON.stringify(messages, (key, value: Json) => {
      if (key === "cache_control") return undefined;
      const isText = key === "content" && Array.isArray(value) && value.length === 1 && value[0].type === "text";
      return isText ? value[0].text : value;
    }),
  );
