import { describe, expect, it } from "vitest";
import { type MessagePart, textOf, type ToolPart } from "@/features/turns/message";
import { never, type ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { Json, World } from "../support/world";

let world: World;
let model: ScriptedModel;

const home = (body: string, type = "edit_file") =>
  `<action type="${type}" file="pages/Home.jsx" title="Change the page" id="a1">\nexport default function Home() {\n  return <p>${body}</p>;\n}\n</action id="a1">\n`;
/** No fixer can guess what a name that is nowhere stands for. */
const broken = (name = "total") => home(`{${name}}`);
/** What no reading of the code finds: the page stops when it is mounted. */
const falls = home("{JSON.parse('{')}");

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const settled = async () => {
    await turnEnds(owner.api, appId);
    return owner.api.chat.messages({ appId });
  };
  const say = async (content: string) => {
    await owner.api.chat.send({ appId, content });
    return (await settled()).at(-1)!;
  };
  const file = async () =>
    (await owner.api.files.list({ appId })).find(({ path }) => path === "pages/Home.jsx")?.content ?? "";
  return { ...owner, appId, say, settled, file };
}

type Check = { summary: string; text: string; isMending: boolean };
const checks = (parts: unknown[]): Check[] =>
  (parts as MessagePart[])
    .filter((part): part is ToolPart => part.type === "tool-check_app")
    .map(({ output }) => output as Check);
const lastTold = (): string => (model.requests.at(-1) as Json).messages.at(-1).content;

describe("Faults in an answer", () => {
  withModel((opened) => ({ world, model } = opened), { MODEL_AUTO_FIXES: "2" });

  it("go back to the model before the turn ends, and one version has the mended work", async () => {
    const { say, settled, api, appId, file } = await start();
    model.reply(`I show the total.\n${broken()}`);
    model.reply(`It had no total.\n${home("Fixed")}`);
    const answer = await say("A page");
    expect(await settled()).toHaveLength(2);
    expect(checks(answer.parts)).toMatchObject([
      {
        summary: "Checked the code and 1 page: 1 fault",
        text: expect.stringMatching(/pages\/Home\.jsx:2: .*total/),
        isMending: true,
      },
      { summary: "Checked the code and 1 page: no faults", isMending: false },
    ]);
    expect(lastTold()).toMatch(
      /^Your changes were checked before they are stored[\s\S]*- pages\/Home\.jsx:2: .*total[\s\S]*Mend them by actions/,
    );
    expect((model.requests.at(-1) as Json).messages.at(-2)).toEqual({
      role: "assistant",
      content: expect.stringMatching(/^I show the total\.\n<action[\s\S]*\{total\}/),
    });
    expect((await api.versions.list({ appId })).map(({ userRequest }) => userRequest)).toEqual(["A page", ""]);
    expect(await file()).toContain("Fixed");
    expect(answer.metadata).toMatchObject({
      status: "done",
      systemActionInfo: { type: "autofix" },
      usage: { promptTokens: 200 },
    });
    expect(answer.metadata.openFaults).toBeUndefined();
    expect(textOf(answer.parts)).not.toContain("Still open");
  });

  it("of mounted pages go back too, and those that the app had before do not", async () => {
    const { say, file } = await start();
    model.reply(falls);
    model.reply("I cannot.");
    const before = await say("A page");
    expect(checks(before.parts)[0]!.text).toMatch(/pages\/Home\.jsx:2: Page Home stops with "/);
    expect(before.metadata.openFaults).toHaveLength(1);
    model.reply(
      '<action type="add_file" file="pages/Other.jsx" id="b">\nexport default function Other() {\n  return <p>Fine</p>;\n}\n</action id="b">\n',
    );
    expect(checks((await say("Another page")).parts)).toMatchObject([
      { summary: "Checked the code and 2 pages: no faults" },
    ]);
    expect(await file()).toContain("JSON.parse");
  });

  it("that stay after two attempts are said to be open, with the version before them", async () => {
    const { say } = await start();
    model.reply(home("Good", "add_file"));
    const good = await say("A page");
    for (const reply of [broken(), home("{total} now"), home("{total} still")]) model.reply(`All done.\n${reply}`);
    const answer = await say("Show the total");
    expect(model.requests).toHaveLength(4);
    expect(answer.metadata).toMatchObject({
      status: "done",
      openFaults: [{ message: expect.stringContaining("total"), place: "pages/Home.jsx:2" }],
      fixLoop: { versionId: good.metadata.versionId, messageId: good.id },
    });
    expect(textOf(answer.parts)).toMatch(/Still open:\n- .*total.* \(pages\/Home\.jsx:2\)\n$/);
  });

  it("that an attempt only adds to are left as they were: the best state is kept, and the model is told", async () => {
    const { say, file } = await start();
    model.reply(broken());
    model.reply(home("{first}{second}"));
    model.reply(home("Fixed"));
    const answer = await say("A page");
    expect(lastTold()).toMatch(/^Your last attempt made it worse and was left out/);
    expect(textOf(answer.parts)).toContain("This attempt made it worse, so it is left out.");
    expect(await file()).toContain("Fixed");
    model.reply(broken());
    for (const worse of ["{first}{second}", "{third}{fourth}"]) model.reply(home(worse));
    await say("Again");
    expect(await file()).toContain("{total}");
  });

  it("are not asked about twice of a model that only talks", async () => {
    const { say } = await start();
    for (const reply of [broken(), "It should work."]) model.reply(reply);
    const answer = await say("A page");
    expect(model.requests).toHaveLength(2);
    expect(answer.metadata.openFaults).toHaveLength(1);
    model.reply("Hello.");
    expect(checks((await say("Hi")).parts)).toEqual([]);
  });

  it("are told of actions that do not fit, and of records that a table refuses", async () => {
    const { say, api, appId } = await start();
    const entity = (type: string) =>
      `<action type="add_entity" file="Task" id="e">\n{"properties":{"title":{"type":"${type}"}}}\n</action id="e">\n`;
    const records = (title: string) =>
      `<action type="insert_entity_records" file="Task" id="r">\n{"title":${title}}\n</action id="r">\n`;
    model.reply(
      `${entity("string")}${records("5")}<action type="delete_file" file="pages/None.jsx" id="d">\n</action id="d">\n`,
    );
    model.reply(records('"Five"'));
    const answer = await say("Tasks");
    expect(checks(answer.parts)[0]!.text).toBe("- pages/None.jsx does not exist\n- Task, record 1: Title must be text");
    expect((await api.entities.list({ appId, entity: "Task" })).items).toMatchObject([{ title: "Five" }]);
  });

  it("are left alone while the answer is not whole", async () => {
    const { say } = await start();
    model.reply(`${broken()}And now I wi`, { finish: "length" });
    for (const piece of ["ll go", " on and"]) model.reply(piece, { finish: "length" });
    expect(checks((await say("A page")).parts)).toEqual([]);
  });

  it("are mended without a call when a fixer knows how", async () => {
    const { say } = await start();
    model.reply(
      `<action type="add_file" file="pages/Home.jsx" id="a1">\nexport default function Home() {\n  const [open, setOpen] = useState(false);\n  return <button onClick={() => setOpen(!open)}>Open</button>;\n}\n</action id="a1">\n`,
    );
    expect(checks((await say("A page")).parts)).toMatchObject([{ summary: "Checked the code and 1 page: no faults" }]);
  });

  it("are looked at by the model where it wants to, before it mends them", async () => {
    const { say, file } = await start();
    model.reply(broken());
    model.reply("", { calls: [{ name: "read_file", input: { path: "pages/Home.jsx" } }] });
    model.reply(
      `<action type="partial_edit" file="pages/Home.jsx" id="a1">\n<<<<<<< SEARCH\n  return <p>{total}</p>;\n=======\n  return <p>None</p>;\n>>>>>>> REPLACE\n</action id="a1">\n`,
    );
    const answer = await say("A page");
    expect((answer.parts as MessagePart[]).map(({ type }) => type)).toEqual([
      "data-action",
      "tool-check_app",
      "tool-read_file",
      "data-action",
      "tool-check_app",
    ]);
    expect((model.requests.at(-1) as Json).messages.at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("{total}"),
    });
    expect(await file()).toContain("None");
  });

  it("stay open when the service fails in the middle of mending: nothing of the whole answer is lost", async () => {
    const { say, file } = await start();
    model.reply(broken());
    model.reply(home("Half of it").slice(0, 120), { finish: "drop" });
    const answer = await say("A page");
    expect(answer.metadata).toMatchObject({ status: "done", openFaults: [{ place: "pages/Home.jsx:2" }] });
    expect(answer.metadata.error).toBeUndefined();
    expect(await file()).toContain("{total}");
    model.reply(broken("other"));
    for (let time = 0; time < 3; time += 1) model.fail({ status: 529 });
    expect((await say("Again")).metadata).toMatchObject({ status: "done", openFaults: [{}] });
  });

  it("can be stopped while they are mended, with the answer as it was", async () => {
    const { say: _say, settled, api, appId, file } = await start();
    model.reply(broken());
    model.reply(home("Never ends"), { until: never });
    const { turnId } = await api.chat.send({ appId, content: "A page" });
    while (model.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await api.chat.stop({ appId, turnId });
    const answer = (await settled()).at(-1)!;
    expect(answer.metadata.status).toBe("stopped");
    expect(await file()).toContain("{total}");
  });
});

describe("Without the means to mend them", () => {
  withModel((opened) => ({ world, model } = opened), { MODEL_AUTO_FIXES: "2", MODEL_MONTHLY_USD_MAX: "0.1" }, [
    { id: "scripted", pricing: { prompt: "0.001", completion: "0.002" } },
  ]);

  it("the answer is kept as it is, what is open is said, and no call is made beyond the budget", async () => {
    const { say } = await start();
    model.reply(broken());
    const answer = await say("A page");
    expect(answer.metadata).toMatchObject({ status: "done", openFaults: [{}] });
    expect(model.requests).toHaveLength(1);
  });
});

describe("Where checking is switched off", () => {
  withModel((opened) => ({ world, model } = opened));

  it("the faults are left to the builder", async () => {
    const { say } = await start();
    model.reply(broken());
    expect(checks((await say("A page")).parts)).toEqual([]);
  });
});
