import { describe, expect, it } from "vitest";
import { validateBundle } from "@/engines/detect/check";
import { lookAtPage } from "@/engines/smoke/look-at-page";
import { message } from "@/db/schema/chat";
import { examples } from "@/features/turns/examples";
import { shortenedOf } from "@/features/turns/history";
import { instructions } from "@/features/turns/instructions";
import { actionsOf } from "@/features/turns/message";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { Json, World } from "../support/world";

const entity = (name: string, properties: Record<string, unknown>, required: string[] = []) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({ name, type: "object", properties, required }),
});
const text = { type: "string" };
const tables = [
  entity("Deal", { title: text, amount: { type: "number" }, stage: { ...text, enum: ["new", "won", "lost"] } }, [
    "title",
  ]),
  entity("Task", { title: text, due: { ...text, format: "date" }, status: { ...text, enum: ["open", "done"] } }, [
    "title",
  ]),
  entity("Item", { name: text, price: { type: "number" }, bought: { type: "boolean" } }, ["name"]),
  entity("Recipe", { title: text, picture: { ...text, format: "uri" } }, ["title"]),
];
const others = ["Deals", "Tasks", "Recipes"].map((name) => ({
  path: `pages/${name}.jsx`,
  content: `export default function ${name}() {\n  return <h1>${name}</h1>;\n}\n`,
}));

describe("The worked examples in the instructions", () => {
  const files = [...tables, ...others, ...examples.map(({ path, content }) => ({ path, content }))];

  it("have no fault that a validator knows, and are in the instructions as they are", () => {
    expect(validateBundle(files)).toEqual([]);
    for (const { content } of examples) expect(instructions).toContain(content);
  });

  it.each(examples.map(({ path }) => path.slice(6, -4)))(
    "%s shows itself with rows and without",
    async (page) => {
      for (const scene of ["rows", "empty", "sparse"] as const)
        expect(await lookAtPage(files, page, scene)).toMatchObject({
          errors: [],
          shown: expect.stringMatching(/heading/),
        });
    },
    60_000,
  );
});

describe("The window of a conversation that the model is given word for word", () => {
  it.each([
    [0, 0],
    [30, 0],
    [31, 10],
    [39, 10],
    [40, 20],
    [499, 470],
  ])("of %i past messages shortens %i, and moves in steps", (count, shortened) =>
    expect(shortenedOf(count)).toBe(shortened),
  );
});

let world: World;
let model: ScriptedModel;

describe("A long conversation", () => {
  withModel((opened) => ({ world, model } = opened));

  async function start() {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "App" });
    const say = async (content: string) => {
      await owner.api.chat.send({ appId, content });
      await turnEnds(owner.api, appId);
      return (await owner.api.chat.messages({ appId })).at(-1)!;
    };
    return { ...owner, appId, say };
  }
  const sent = (): Json[] => (model.requests.at(-1) as Json).messages;

  it("of 500 messages is shortened for the model, in few characters and without its files, and kept for the person", async () => {
    const { say, appId, api } = await start();
    const body = "x".repeat(20_000);
    const rows = Array.from({ length: 500 }, (_, index) => ({
      appId,
      id: `m${index}`,
      number: index + 1,
      turnId: `t${Math.floor(index / 2)}`,
      role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
      parts:
        index % 2 === 0
          ? [{ type: "text", text: `Request ${index / 2}` }]
          : [
              { type: "text", text: "Done." },
              {
                type: "data-action",
                id: "a1",
                data: {
                  id: "a1",
                  type: "edit_file",
                  file: `pages/P${index}.jsx`,
                  content: body,
                  title: "",
                  isComplete: true,
                  isTruncated: false,
                },
              },
            ],
      metadata: {},
    }));
    await world.db.insert(message).values(rows);
    model.reply("Hello.");
    await say("Hi");
    const [system, older, ...recent] = sent();
    expect(system.role).toBe("system");
    expect(older.content).toMatch(/^Earlier in this conversation, shortened[\s\S]*- “Request 239” → pages\/P479\.jsx$/);
    expect(older.content).toContain("- “Request 150” → pages/P301.jsx");
    expect(older.content.length).toBeLessThan(13_000);
    expect(recent[0].content).toBe("Request 240");
    expect(JSON.stringify(sent())).not.toContain("xxxxx");
    expect(await api.chat.messages({ appId })).toHaveLength(502);
    // What the model is given begins the same as with the request before.
    const first = sent();
    model.reply("Hello again.");
    await say("And now?");
    expect(sent().slice(0, first.length - 1)).toEqual(first.slice(0, -1));
  });

  it("keeps to what the person wants in all of their apps and in this one, as a part of what never changes", async () => {
    const { say, api, appId } = await start();
    await api.account.setInstructions({ instructions: " Always German. " });
    await api.chat.setInstructions({ appId, instructions: "Say members, never users." });
    expect(await api.chat.instructions({ appId })).toEqual({ instructions: "Say members, never users." });
    model.reply("Gut.");
    await say("Hi");
    expect(sent()[0].content).toMatch(
      /# The person's standing instructions[\s\S]*In all of their apps:\nAlways German\.\n\nIn this app[^\n]*:\nSay members, never users\.\n$/,
    );
    await expect(api.chat.setInstructions({ appId, instructions: "x".repeat(4_001) })).rejects.toThrow(
      "4000 characters",
    );
    await api.chat.setInstructions({ appId, instructions: "" });
    model.reply("Gut.");
    await say("Hi");
    expect(sent()[0].content).not.toContain("In this app");
  });

  it("keeps a provider's cache: of each call most is the beginning of the one before it", async () => {
    const { say } = await start();
    const add = (name: string) =>
      `<action type="add_file" file="pages/${name}.jsx" id="a">\nexport default function ${name}() {\n  return <h1>${name}</h1>;\n}\n</action id="a">\n`;
    model.reply(add("Home"));
    await say("A page");
    model.reply("", { calls: [{ name: "list_files", input: {} }] });
    model.reply("", { calls: [{ name: "read_file", input: { path: "pages/Home.jsx" } }] });
    model.reply(add("About"));
    expect(actionsOf((await say("Another page")).parts)).toHaveLength(1);
    const bodies = model.requests.map((request) => JSON.stringify((request as Json).messages).slice(0, -1));
    const shares = bodies.slice(1).map((body, index) => sharedLength(body, bodies[index]!) / body.length);
    // The instructions across requests; everything that was sent within one.
    expect(shares[0]).toBeGreaterThan(0.9);
    expect(Math.min(...shares.slice(1))).toBeGreaterThan(0.95);
  });
});

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
