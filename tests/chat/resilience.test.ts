import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recoverTurns } from "@/features/turns/recover";
import { continueMessage } from "@/features/turns/limits";
import { claimTurn } from "@/features/turns/store";
import { TurnLog } from "@/features/turns/log";
import { actionsOf, textOf } from "@/features/turns/message";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
withModel((opened) => ({ world, model } = opened), { MODEL_TIMEOUT_SECONDS: "2", MODEL_MONTHLY_USD_MAX: "0.5" }, [
  { id: "maker/scripted", pricing: { prompt: "0.001", completion: "0.002" } },
]);

const action = (body: string, { id = "a1", file = "pages/Home.jsx", type = "add_file" } = {}) =>
  `<action type="${type}" file="${file}" title="Add it" id="${id}">\n${body}\n</action id="${id}">\n`;
const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "scripted", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const settled = () => turnEnds(owner.api, appId);
  const say = async (content: string, systemAction?: "resolve-errors") => {
    const { turnId } = await owner.api.chat.send({ appId, content, ...(systemAction && { systemAction }) });
    await settled();
    const messages = await owner.api.chat.messages({ appId });
    return { turnId, messages, answer: messages.at(-1)! };
  };
  const files = async () =>
    Object.fromEntries((await owner.api.files.list({ appId })).map((file) => [file.path, file.content]));
  return { ...owner, appId, say, settled, files };
}

type Seen = { id: number; event: string; data: Record<string, unknown> };

/** Reads a turn's stream to its end, as a browser would. */
async function follow(token: string, appId: string, turnId: string, after?: number): Promise<Seen[]> {
  const { body } = await world.rest(`GET /api/apps/${appId}/chat/turns/${turnId}/events`, {
    token,
    headers: after === undefined ? {} : { "last-event-id": String(after) },
  });
  return String(body)
    .split("\n\n")
    .filter((block) => block.startsWith("id:"))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(block)![1]!;
      return {
        id: Number(field("id")),
        event: field("event"),
        data: JSON.parse(field("data")) as Record<string, unknown>,
      };
    });
}

const books = async () => (await world.db.query.modelUsage.findMany()).map(({ costUsd, tokens }) => [costUsd, tokens]);

describe("A model service that misbehaves", () => {
  it("by silence is given up after the time limit, and nothing is charged", async () => {
    const { say, files } = await start();
    for (let tries = 0; tries < 3; tries += 1) model.raw("", { ends: false });
    const { answer } = await say("Hello");
    expect(answer.metadata).toMatchObject({ status: "failed", error: "The model did not answer within 2 seconds" });
    expect([await files(), await books()]).toEqual([{}, []]);
  });

  it("by falling silent in the middle keeps what was finished, never the file it was in", async () => {
    const { say, files } = await start();
    model.raw(chunk(`${action("export default 1")}<action type="add_file" file="pages/Two.jsx" id="a2">\nexport`), {
      ends: false,
    });
    const { answer } = await say("Go");
    expect(answer.metadata).toMatchObject({ status: "failed" });
    expect([await files(), await books(), model.requests.length]).toEqual([
      { "pages/Home.jsx": "export default 1" },
      [],
      1,
    ]);
  });

  it("by lines that are no JSON is told in words", async () => {
    const { say, files } = await start();
    for (let tries = 0; tries < 3; tries += 1)
      model.raw(`${chunk("Hel")}data: {"choices": [{"delta"\n\ndata: [DONE]\n\n`);
    const { answer } = await say("Hello");
    expect(answer.metadata).toMatchObject({ status: "failed", error: expect.stringMatching(/model/i) });
    expect([await files(), await books()]).toEqual([{}, []]);
  });

  it("by 500 is asked three times, then given up", async () => {
    const { say } = await start();
    for (let tries = 0; tries < 3; tries += 1) model.fail({ status: 500, retryAfter: "0" });
    const { answer } = await say("Hello");
    expect(answer.metadata).toMatchObject({ status: "failed", error: expect.stringContaining("has a problem") });
    expect([model.requests.length, await books()]).toEqual([3, []]);
  });

  it("by ending without a word why keeps the file as cut, and the next request goes on inside it", async () => {
    const { say, files } = await start();
    model.raw(
      `${chunk('<action type="add_file" file="services/a.js" id="a1">\nconst first = 1;\nconst sec')}data: [DONE]\n\n`,
    );
    const { answer } = await say("Go");
    expect(answer.metadata).toMatchObject({ status: "failed" });
    expect(actionsOf(answer.parts)).toMatchObject([{ isComplete: false, isTruncated: true }]);
    expect(await files()).toEqual({});
    model.reply('const second = 2;\n</action id="a1">\n');
    await say(continueMessage);
    expect(await files()).toEqual({ "services/a.js": "const first = 1;\nconst second = 2;" });
  });
});

describe("'Let's keep going'", () => {
  it("resumes inside the file that was cut, in a new message, and joins it exactly", async () => {
    const { say, files } = await start();
    const whole = Array.from({ length: 40 }, (_, index) => `const line${index} = ${index};`).join("\n");
    const cuts = [0, 200, 320, 430].map((from, index, all) => whole.slice(from, all[index + 1]));
    model.reply(`<action type="add_file" file="services/lines.js" title="Lines" id="a1">\n${cuts[0]}`, {
      finish: "length",
    });
    model.reply(cuts[1]!, { finish: "length" });
    model.reply(cuts[2]!, { finish: "length" });
    const first = await say("Long");
    expect(actionsOf(first.answer.parts)).toMatchObject([{ isTruncated: true, isComplete: false }]);
    expect(await files()).toEqual({});
    model.reply(`${cuts[3]}\n</action id="a1">\nAll there.`);
    const { answer } = await say(continueMessage);
    expect(await files()).toEqual({ "services/lines.js": whole });
    expect(actionsOf(answer.parts)).toMatchObject([
      { title: "Lines", file: "services/lines.js", isComplete: true, content: whole },
    ]);
    expect(textOf(answer.parts)).toBe("All there.");
  });
});

describe("A model that does not do as asked", () => {
  it("and writes a cut file anew has its new file taken, and the cut piece gives way", async () => {
    const { say, files } = await start();
    model.reply('<action type="add_file" file="services/a.js" title="A" id="a1">\nconst hal', { finish: "length" });
    model.reply(action("const whole = 1;", { file: "services/a.js" }));
    const { answer } = await say("Go");
    expect(await files()).toEqual({ "services/a.js": "const whole = 1;" });
    expect(actionsOf(answer.parts)).toMatchObject([{ isComplete: true, content: "const whole = 1;" }]);
    expect(model.requests).toHaveLength(2);
  });

  it("and is cut again in the next file goes on in that one", async () => {
    const { say, files } = await start();
    model.reply('<action type="add_file" file="services/a.js" title="A" id="a1">\nconst a = 1;\n', {
      finish: "length",
    });
    model.reply(
      'const b = 2;\n</action id="a1">\n<action type="add_file" file="services/b.js" title="B" id="a2">\nconst c = 3;\n',
      { finish: "length" },
    );
    model.reply('const d = 4;\n</action id="a2+1">\n');
    await say("Go");
    expect(await files()).toEqual({
      "services/a.js": "const a = 1;\nconst b = 2;",
      "services/b.js": "const c = 3;\nconst d = 4;",
    });
  });

  it("and sends a failed edit not again is said to have left it undone", async () => {
    const { say, files } = await start();
    model.reply(action("const a = 1;\nconst b = 2;", { file: "services/x.js" }));
    await say("First");
    await world.db.execute(sql`truncate model_usage`);
    model.reply(
      action("<<<<<<< SEARCH\nconst nothing = 9;\n=======\nconst b = 3;\n>>>>>>> REPLACE", {
        file: "services/x.js",
        type: "partial_edit",
      }),
    );
    model.reply("I cannot.");
    model.reply("I really cannot.");
    const { answer } = await say("Second");
    expect(await files()).toEqual({ "services/x.js": "const a = 1;\nconst b = 2;" });
    expect(textOf(answer.parts)).toContain("Not applied:");
    expect(answer.metadata.results).toMatchObject([{ status: "failed" }]);
  });
});

describe("Followers of one turn", () => {
  it("in two tabs see the same events, live, and one that comes back reads on from the last it saw", async () => {
    const { api, appId, token, settled } = await start();
    model.reply(`Some words first.\n\n${action("const a = 1;\n".repeat(30))}`, { pieceLength: 30, delayMs: 8 });
    const { turnId } = await api.chat.send({ appId, content: "Go" });
    const tabs = await Promise.all([follow(token, appId, turnId), follow(token, appId, turnId)]);
    await settled();
    expect(tabs[1]).toEqual(tabs[0]);
    expect(tabs[0].map(({ id }) => id)).toEqual(tabs[0].map((_, index) => index + 1));
    expect(tabs[0].length).toBeGreaterThan(6);
    expect(tabs[0].at(-1)).toMatchObject({ event: "done", data: { status: "done" } });
    expect(await follow(token, appId, turnId, 4)).toEqual(tabs[0].slice(4));
  });
});

describe("A server that is killed in the middle of a turn", () => {
  /** A turn as a process leaves it that was killed: claimed, with what it had told its followers. */
  async function killedTurn(claimed: boolean) {
    const person = await start();
    const scope = mintOwnedApp(world.db, person.appId);
    const [turnId, user, assistant] = ["t1", "m1", "m2"];
    await world.db.execute(
      sql`insert into turn (app_id, id, status, user_message_id, assistant_message_id) values (${person.appId}, ${turnId}, 'running', ${user}, ${assistant})`,
    );
    await world.db.execute(
      sql`insert into message (app_id, id, number, turn_id, role, parts) values (${person.appId}, ${user}, 1, ${turnId}, 'user', '[{"type":"text","text":"Go"}]'), (${person.appId}, ${assistant}, 2, ${turnId}, 'assistant', '[]')`,
    );
    if (!claimed) return { ...person, turnId };
    await claimTurn(scope, turnId);
    const log = new TurnLog(scope, turnId);
    const open = (id: string, file: string) => log.emit("action-open", { id, type: "add_file", file, title: "Add" });
    log.emit("text", { text: "Two pages." });
    open("a1", "pages/Home.jsx");
    log.emit("action-delta", { id: "a1", text: "export default 1" });
    log.emit("action-close", { id: "a1", isComplete: true, isTruncated: false });
    open("a2", "pages/Two.jsx");
    log.emit("action-delta", { id: "a2", text: "export def" });
    await log.flush();
    return { ...person, turnId };
  }

  it("finds the turn stopped at its next start, with what it had finished, and every word that was shown", async () => {
    const { api, appId, token, turnId, files } = await killedTurn(true);
    expect(await recoverTurns(world.platform, true)).toBe(world.platform.database.kind === "embedded" ? 1 : 0);
    if (world.platform.database.kind !== "embedded") return;
    expect(await api.chat.turn({ appId })).toBeNull();
    const [, answer] = await api.chat.messages({ appId });
    expect(answer!.metadata).toMatchObject({ status: "stopped" });
    expect(textOf(answer!.parts)).toContain("Two pages.");
    expect(actionsOf(answer!.parts)).toMatchObject([
      { id: "a1", isComplete: true },
      { id: "a2", content: "export def", isComplete: false, isTruncated: true },
    ]);
    expect(await files()).toEqual({ "pages/Home.jsx": "export default 1" });
    expect((await follow(token, appId, turnId)).at(-1)).toMatchObject({ event: "done", data: { status: "stopped" } });
  });

  it("finds no message that says more than the events that it goes by", async () => {
    const { api, appId, settled } = await start();
    model.raw(chunk(action("export default 1")), { ends: false });
    const { turnId } = await api.chat.send({ appId, content: "Go" });
    const isFinished = async () =>
      actionsOf((await api.chat.messages({ appId })).at(-1)!.parts).some(({ isComplete }) => isComplete);
    await expect.poll(isFinished, { interval: 1 }).toBe(true);
    const closed = await rowsOf(
      world.db,
      sql`select 1 from turn_event where turn_id = ${turnId} and event = 'action-close'`,
    );
    expect(closed).toHaveLength(1);
    await settled();
  });

  it("gives up a turn that cannot be ended, and its message says so instead of waiting for more words", async () => {
    const { api, appId } = await killedTurn(true);
    await world.db.execute(sql`update turn set heartbeat_at = now() - interval '1 minute'`);
    await world.db.execute(sql`update message set replaced_at = now() where role = 'user'`);
    expect(await recoverTurns(world.platform)).toBe(1);
    expect(await api.chat.turn({ appId })).toBeNull();
    expect((await api.chat.messages({ appId })).at(-1)!.metadata).toMatchObject({
      status: "failed",
      error: "The server stopped in the middle of this answer. What was finished is kept.",
    });
  });

  it("leaves a turn that nobody had begun to its job, and one that still beats to its process", async () => {
    const waiting = await killedTurn(false);
    expect(await recoverTurns(world.platform, true)).toBe(0);
    expect(await waiting.api.chat.turn({ appId: waiting.appId })).toMatchObject({ status: "running" });
    await killedTurn(true);
    expect(await recoverTurns(world.platform)).toBe(0);
    await world.db.execute(sql`update turn set heartbeat_at = now() - interval '1 minute'`);
    expect(await recoverTurns(world.platform)).toBe(1);
  });
});

describe("The budget", () => {
  it("books what a turn cost by the rates of the list, once", async () => {
    const { say } = await start();
    model.reply("Hello");
    const { answer } = await say("Hi");
    expect(answer.metadata.usage).toMatchObject({
      promptRate: 1000,
      completionRate: 2000,
      isPriced: true,
      promptCost: 0.1,
      completionCost: 0.04,
    });
    expect(await books()).toEqual([[0.14, 120]]);
  });

  it("is checked before a call: beyond the month's cap nothing is sent, and nothing is stored", async () => {
    const { say, api, appId } = await start();
    for (const word of ["One", "Two", "Three", "Four"]) {
      model.reply(word);
      await say(word);
    }
    await expect(api.chat.send({ appId, content: "Five" })).rejects.toMatchObject({
      reason: "usage-cap",
      details: { capUsd: 0.5 },
    });
    expect([model.requests.length, (await api.chat.messages({ appId })).length]).toEqual([4, 8]);
    await world.db.execute(sql`update model_usage set created_at = now() - interval '40 days'`);
    model.reply("Six");
    expect(textOf((await say("Six")).answer.parts)).toBe("Six");
  });
});

describe("A budget that ends in the middle of a turn", () => {
  it("books the calls that were answered, as their actions are kept", async () => {
    const { say, files } = await start();
    for (const word of ["One", "Two", "Three"]) {
      model.reply(word);
      await say(word);
    }
    model.reply(`${action("four")}And now I wi`, { finish: "length" });
    const { answer } = await say("Four");
    expect(answer.metadata).toMatchObject({
      status: "failed",
      error: "This month's budget for AI models is used up",
      usage: { totalCost: 0.14 },
    });
    expect([await files(), await books()]).toEqual([{ "pages/Home.jsx": "four" }, [1, 2, 3, 4].map(() => [0.14, 120])]);
  });
});

describe("Fixes", () => {
  it("stop when the same errors come back a third time, and name the version before them", async () => {
    const { say, api, appId } = await start();
    await world.db.execute(sql`truncate model_usage`);
    model.reply(action("one"));
    const good = await say("Make a page");
    await world.db.execute(sql`truncate model_usage`);
    const fault = (line: number) =>
      `The following errors happened in the app:\n- x is not defined at http://a.localhost:3000/p.js:${line}\nplease help me fix these errors`;
    for (const line of [3, 17]) {
      model.reply(action(`fix ${line}`, { type: "edit_file" }));
      await say(fault(line), "resolve-errors");
      await world.db.execute(sql`truncate model_usage`);
    }
    await expect(api.chat.send({ appId, content: fault(20), systemAction: "resolve-errors" })).rejects.toMatchObject({
      reason: "fix-loop",
      details: { messageId: good.answer.id, versionId: good.answer.metadata.versionId },
    });
  });
});

describe("Restoring", () => {
  it("brings back each conversation as it stood, however often one goes back and on again", async () => {
    const { say, api, appId, files } = await start();
    const step = async (word: string) => {
      await world.db.execute(sql`truncate model_usage`);
      model.reply(action(word, { type: "edit_file" }));
      const { answer } = await say(word);
      return { messageId: answer.id, versionId: answer.metadata.versionId as string, word };
    };
    const said = async () =>
      (await api.chat.messages({ appId }))
        .filter(({ role }) => role === "user")
        .map(({ parts }) => textOf(parts))
        .join("");
    const go = async ({ messageId, versionId, word }: Awaited<ReturnType<typeof step>>) => {
      await api.versions.restore({ appId, versionId, messageId });
      expect(await files()).toEqual({ "pages/Home.jsx": word });
      return said();
    };
    const [a, b] = [await step("a"), await step("b")];
    expect(await go(a)).toBe("a");
    const c = await step("c");
    expect(await said()).toBe("ac");
    expect(await go(b)).toBe("ab");
    expect(await go(c)).toBe("ac");
    const d = await step("d");
    expect([await go(b), await go(d), await go(a)]).toEqual(["ab", "acd", "a"]);
    expect((await api.versions.list({ appId })).length).toBe(10);
  });
});
