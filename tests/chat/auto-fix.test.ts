import { describe, expect, it } from "vitest";
import { textOf } from "@/features/turns/message";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let model: ScriptedModel;

const home = (body: string, type = "edit_file") =>
  `<action type="${type}" file="pages/Home.jsx" title="Change the page" id="a1">\nexport default function Home() {\n  return <p>${body}</p>;\n}\n</action id="a1">\n`;
/** No fixer can guess what a name that is nowhere stands for. */
const broken = (name = "total") => home(`{${name}}`);

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const settled = async () => {
    await turnEnds(owner.api, appId);
    return owner.api.chat.messages({ appId });
  };
  const say = async (content: string) => {
    await owner.api.chat.send({ appId, content });
    return settled();
  };
  return { ...owner, appId, say };
}

const fixes = (messages: { parts: unknown[]; metadata: Record<string, unknown> }[]) =>
  messages.filter(({ metadata }) => (metadata.systemActionInfo as { type?: string } | undefined)?.type === "autofix");

describe("Errors that an answer brings", () => {
  withModel((opened) => ({ world, model } = opened), { MODEL_AUTO_FIXES: "2" });

  it("go back to the assistant by themselves, as a request that names them", async () => {
    const { say, api, appId } = await start();
    model.reply(broken());
    model.reply(home("Fixed"));
    const messages = await say("A page");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    const [fix] = fixes(messages);
    expect(textOf(fix!.parts)).toMatch(
      /^The following errors happened in the app[\s\S]*total[\s\S]*pages\/Home\.jsx[\s\S]*please help me fix these errors$/,
    );
    expect((await api.versions.list({ appId }))[0]).toMatchObject({ userRequest: "Automatic fix" });
    expect(messages.at(-1)!.metadata.fixLoop).toBeUndefined();
  });

  it("stop being fixed when they come back after two attempts, and the version before them is named", async () => {
    const { say } = await start();
    model.reply(home("Good", "add_file"));
    const good = (await say("A page")).at(-1)!;
    // The second attempt is nothing but words, and cures as little as the first.
    for (const reply of [broken(), home("{total} now"), "It should work."]) model.reply(reply);
    const messages = await say("Show the total");
    expect(fixes(messages)).toHaveLength(2);
    expect(messages.at(-1)!.metadata.fixLoop).toEqual({ versionId: good.metadata.versionId, messageId: good.id });
  });

  it("are given up after two attempts also when each attempt brings another one", async () => {
    const { say } = await start();
    model.reply(home("Good", "add_file"));
    const good = (await say("A page")).at(-1)!;
    for (const name of ["first", "second", "third"]) model.reply(broken(name));
    const messages = await say("Show the total");
    expect(fixes(messages)).toHaveLength(2);
    expect(messages.at(-1)!.metadata.fixLoop).toEqual({ versionId: good.metadata.versionId, messageId: good.id });
  });

  it("are left alone while the answer is not whole", async () => {
    const { say } = await start();
    model.reply(`${broken()}And now I wi`, { finish: "length" });
    for (const piece of ["ll go", " on and"]) model.reply(piece, { finish: "length" });
    expect(fixes(await say("A page"))).toEqual([]);
  });

  it("are fixed without a turn when a fixer knows how", async () => {
    const { say } = await start();
    model.reply(
      `<action type="add_file" file="pages/Home.jsx" id="a1">\nexport default function Home() {\n  const [open, setOpen] = useState(false);\n  return <button onClick={() => setOpen(!open)}>Open</button>;\n}\n</action id="a1">\n`,
    );
    expect(await say("A page")).toHaveLength(2);
  });

  it("that a request of the builder's left as they were are not fixed unasked", async () => {
    const { say } = await start();
    for (const reply of [broken(), "I cannot.", "I still cannot."]) model.reply(reply);
    expect((await say("A page")).at(-1)!.metadata.fixLoop).toEqual({});
    model.reply("Hello.");
    expect(fixes(await say("Hi"))).toHaveLength(2);
  });
});

describe("Without the means to fix them", () => {
  withModel((opened) => ({ world, model } = opened), { MODEL_AUTO_FIXES: "2", MODEL_MONTHLY_USD_MAX: "0.1" }, [
    { id: "scripted", pricing: { prompt: "0.001", completion: "0.002" } },
  ]);

  it("the answer is kept as it is, and no call is made beyond the budget", async () => {
    const { say } = await start();
    model.reply(broken());
    const messages = await say("A page");
    expect(messages.map(({ metadata }) => metadata.status)).toEqual([undefined, "done"]);
    expect(model.requests).toHaveLength(1);
  });
});

describe("Where automatic fixes are switched off", () => {
  withModel((opened) => ({ world, model } = opened));

  it("the errors are left to the builder", async () => {
    const { say } = await start();
    model.reply(broken());
    expect(await say("A page")).toHaveLength(2);
  });
});
