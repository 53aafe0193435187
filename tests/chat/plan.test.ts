import { describe, expect, it } from "vitest";
import { actionsOf, textOf } from "@/features/turns/message";
import { never, type ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;
withModel((opened) => ({ world, model } = opened));

const page = (name: string, id = "a1") =>
  `<action type="add_file" file="pages/${name}.jsx" title="Add ${name}" id="${id}">\nexport default function ${name}() {\n  return <p>${name}</p>;\n}\n</action id="${id}">\n`;
const plan = (...steps: string[]) =>
  `I build three pages.\n\n<plan title="Pages">\n${steps.map((step) => `- ${step}\n`).join("")}</plan>\n`;
const three = plan("The page One", "The page Two", "The page Three");

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const { api } = owner;
  const settled = () => turnEnds(api, appId);
  const say = async (content: string, more: { isPlanFirst?: boolean } = {}) => {
    await api.chat.send({ appId, content, ...more });
    await settled();
    return (await api.chat.messages({ appId })).at(-1)!;
  };
  const newest = async () => (await api.chat.plans({ appId }))[0]!;
  const states = async () => {
    const { state, steps } = await newest();
    return [state, ...steps.map((step) => step.state)];
  };
  const paths = async () => (await api.files.list({ appId })).map(({ path }) => path);
  /** A plan of three steps that waits to be started. */
  const proposed = async () => {
    model.reply(three);
    await say("Three pages");
    return newest();
  };
  const go = async (planId: string, decision?: "retry" | "skip") => {
    await api.chat.startPlan({ appId, planId, decision });
    await settled();
  };
  return { ...owner, appId, say, settled, newest, states, paths, proposed, go };
}

const lastRequest = () => JSON.stringify((model.requests.at(-1) as { messages: unknown[] }).messages.at(-1));

describe("A plan that the model writes", () => {
  it("waits for the person, is taken out of the prose, and changes nothing", async () => {
    const { say, newest, paths } = await start();
    model.reply(`${three}${page("Early")}`);
    const answer = await say("Three pages");
    expect(textOf(answer.parts)).toBe(
      "I build three pages.\n\n\n\nA change written beside the plan is left out: nothing changes before you start it.\n",
    );
    expect(actionsOf(answer.parts)).toEqual([]);
    expect(await paths()).toEqual([]);
    expect(await newest()).toMatchObject({
      messageId: answer.id,
      title: "Pages",
      state: "proposed",
      steps: [{ text: "The page One", state: "waiting" }, { text: "The page Two" }, { text: "The page Three" }],
    });
  });

  it("is carried out step by step, each a version with its own request, and the model is told of the whole", async () => {
    const { api, appId, proposed, go, states, newest } = await start();
    const { id } = await proposed();
    model.reply(page("One"));
    model.reply(page("Two"));
    model.reply(page("Three"));
    await go(id);
    expect(await states()).toEqual(["done", "done", "done", "done"]);
    const versions = await api.versions.list({ appId });
    expect(versions.map(({ userRequest }) => userRequest)).toEqual([
      "The page Three",
      "The page Two",
      "The page One",
      "",
    ]);
    const { steps } = await newest();
    expect(steps.map(({ versionId }) => versionId).toReversed()).toEqual(
      versions.slice(0, 3).map((version) => version.id),
    );
    const messages = await api.chat.messages({ appId });
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 4 }, () => ["user", "assistant"]).flat());
    expect(messages[4]!.metadata).toMatchObject({ step: { planId: id, number: 2, of: 3 } });
    expect(lastRequest()).toContain("1. [done] The page One\\n2. [done] The page Two\\n3. [now] The page Three");
  });

  it("is asked for by the switch, whatever the model would have done, and not by itself", async () => {
    const { say, paths, api, appId } = await start();
    model.reply(page("Home"));
    const answer = await say("A page", { isPlanFirst: true });
    expect(lastRequest()).toContain("The person wants a plan before anything is changed");
    expect(await paths()).toEqual([]);
    expect(textOf(answer.parts)).toContain("left out");
    expect(await api.chat.plans({ appId })).toEqual([]);
    model.reply(page("Home"));
    await say("A page");
    expect(lastRequest()).not.toContain("The person wants a plan");
    expect(await paths()).toEqual(["pages/Home.jsx"]);
  });

  it("that was cut is no plan to start, and one that lost its closing tag alone is", async () => {
    const { say, api, appId, newest } = await start();
    for (let time = 0; time < 3; time += 1) model.reply('<plan title="P">\n- One\n- Tw', { finish: "length" });
    await say("Pages");
    expect(await api.chat.plans({ appId })).toEqual([]);
    model.reply('<plan title="P">\n- One\n- Two');
    await say("Pages");
    expect((await newest()).steps.map(({ text }) => text)).toEqual(["One", "Two"]);
  });

  it("goes when the person says to just do it: the same request, without a plan", async () => {
    const { api, appId, proposed, settled, states, paths } = await start();
    const { id } = await proposed();
    model.reply(page("One"));
    await api.chat.skipPlan({ appId, planId: id });
    await settled();
    expect(lastRequest()).toContain("Three pages");
    expect(lastRequest()).toContain("The person wants no plan");
    expect(await paths()).toEqual(["pages/One.jsx"]);
    expect((await states())[0]).toBe("dismissed");
    await expect(api.chat.startPlan({ appId, planId: id })).rejects.toThrow("This plan is over");
  });

  it("is set aside by a newer one, and by an answer that changes the app without it, not by a question", async () => {
    const { say, api, appId, proposed, states } = await start();
    await proposed();
    model.reply("Blue.");
    await say("Which colour?");
    expect((await states())[0]).toBe("proposed");
    await proposed();
    expect((await api.chat.plans({ appId })).map(({ state }) => state)).toEqual(["proposed", "dismissed"]);
    model.reply(page("Home"));
    await say("A page");
    expect((await states())[0]).toBe("dismissed");
  });
});

describe("A plan's steps", () => {
  it("are reworded, added, moved and removed before and while it runs, and refused once they began", async () => {
    const { api, appId, proposed, settled, newest } = await start();
    const { id, steps } = await proposed();
    const change = (edit: Parameters<typeof api.chat.editPlan>[0]["change"]) =>
      api.chat.editPlan({ appId, planId: id, change: edit });
    await change({ kind: "move", id: steps[2]!.id, by: -1 });
    await change({ kind: "reword", id: steps[1]!.id, text: "The page Deux" });
    let free = () => {};
    model.reply(page("One"), { until: new Promise((resolve) => (free = resolve)) });
    await api.chat.startPlan({ appId, planId: id });
    await expect(change({ kind: "remove", id: steps[0]!.id })).rejects.toThrow("The plan has changed meanwhile");
    await change({ kind: "remove", id: steps[1]!.id });
    await change({ kind: "add", id: "mine", text: "The page Four", after: steps[2]!.id });
    model.reply(page("Three"));
    model.reply(page("Four"));
    free();
    await settled();
    expect((await newest()).steps.map(({ text, state }) => [text, state])).toEqual([
      ["The page One", "done"],
      ["The page Three", "done"],
      ["The page Four", "done"],
    ]);
  });

  it("that fail say so, and the rest waits until the person tries again or leaves them out", async () => {
    const { proposed, go, states, newest, paths } = await start();
    const { id } = await proposed();
    model.reply(page("One"));
    model.fail({ status: 400, message: "no" });
    await go(id);
    expect(await states()).toEqual(["paused", "done", "failed", "waiting"]);
    expect((await newest()).steps[1]!.reason).toMatch(/model/i);
    model.reply("I would rather not.");
    await go(id, "retry");
    expect(await states()).toEqual(["paused", "done", "failed", "waiting"]);
    expect((await newest()).steps[1]!.reason).toBe("It changed nothing; its answer says why");
    model.reply(page("Three"));
    await go(id, "skip");
    expect(await states()).toEqual(["done", "done", "skipped", "done"]);
    expect(await paths()).toEqual(["pages/One.jsx", "pages/Three.jsx"]);
  });

  it("that could not be applied fail, and those that hold a change wait for the person", async () => {
    const { api, appId, proposed, go, states, newest } = await start();
    const { id } = await proposed();
    model.reply(page("One"));
    model.reply('<action type="delete_file" file="pages/Nowhere.jsx" id="d">\n</action id="d">\n');
    await go(id);
    expect((await newest()).steps[1]!.reason).toBe("pages/Nowhere.jsx does not exist");
    model.reply('<action type="delete_file" file="pages/One.jsx" id="d">\n</action id="d">\n');
    await go(id, "retry");
    expect(await states()).toEqual(["paused", "done", "held", "waiting"]);
    model.reply(page("Three"));
    await api.chat.startPlan({ appId, planId: id });
    await turnEnds(api, appId);
    expect(await states()).toEqual(["done", "done", "done", "done"]);
  });

  it("stop when told, whichever turn the caller knows of, and go on from there", async () => {
    const { api, appId, proposed, settled, states, go } = await start();
    const { id } = await proposed();
    model.reply(page("One"));
    model.reply("Thinking. ".repeat(9), { until: never });
    const { turnId } = await api.chat.startPlan({ appId, planId: id });
    while (model.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    // The first step's turn is over: a tab that has not heard of it yet stops the plan all the same.
    await api.chat.stop({ appId, turnId: turnId! });
    await settled();
    expect(await states()).toEqual(["paused", "done", "waiting", "waiting"]);
    model.reply(page("Two"));
    model.reply(page("Three"));
    await go(id);
    expect(await states()).toEqual(["done", "done", "done", "done"]);
  });

  it("that add rows alone are done, and those that ask for secrets wait for them", async () => {
    const { say, newest, go, states } = await start();
    model.reply(plan("A table", "Two rows", "Payments", "A page"));
    await say("A shop");
    const { id } = await newest();
    const act = (type: string, file: string, body: string) =>
      `<action type="${type}" file="${file}" title="Do it" id="a1">\n${body}\n</action id="a1">\n`;
    model.reply(act("add_entity", "Task", '{"properties":{"name":{"type":"string"}}}'));
    model.reply(act("insert_entity_records", "Task", '{"name":"One"}\n{"name":"Two"}'));
    model.reply(act("request_secrets", "", '{"secretName":"STRIPE_KEY","description":"Of Stripe"}'));
    await go(id);
    expect(await states()).toEqual(["paused", "done", "done", "held", "waiting"]);
    model.reply(page("One"));
    await go(id);
    expect(await states()).toEqual(["done", "done", "done", "done", "done"]);
  });

  it("go back with a restore: what it undid waits again, and the plan goes with its message", async () => {
    const { api, appId, proposed, go, states, newest } = await start();
    const { id } = await proposed();
    model.reply(page("One"));
    model.reply(page("Two"));
    model.fail({ status: 400 });
    await go(id);
    const [first] = (await newest()).steps;
    await api.versions.restore({ appId, versionId: first!.versionId!, messageId: first!.messageId! });
    expect(await states()).toEqual(["paused", "done", "waiting", "waiting"]);
    model.reply(page("Two"));
    model.reply(page("Three"));
    await go(id);
    expect(await states()).toEqual(["done", "done", "done", "done"]);
  });

  it("carry the request's attachments", async () => {
    const { api, appId, token, settled, newest } = await start();
    const uploaded = await world.rest(`POST /api/apps/${appId}/chat/attachments?name=a.txt`, {
      token,
      headers: { "content-type": "text/plain" },
      body: "Rosebud",
    });
    model.reply(three);
    await api.chat.send({ appId, content: "As in", attachments: [uploaded.body] });
    await settled();
    model.fail({ status: 400 });
    await api.chat.startPlan({ appId, planId: (await newest()).id });
    await settled();
    expect(lastRequest()).toContain("Rosebud");
  });
});
