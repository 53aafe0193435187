import { describe, expect, it } from "vitest";
import { findReferences, listFiles, readFile, searchFiles } from "@/features/inspections/rules";
import { readLinesMax, roundsMax } from "@/features/inspections/limits";
import {
  actionsOf,
  cutOpenParts,
  messageFromEvents,
  type MessagePart,
  textOf,
  type ToolPart,
} from "@/features/turns/message";
import { type Look, never, type ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { Json, World } from "../support/world";

const page =
  'import { Total } from "@/components/Total";\nexport default function Home() {\n  return <Total value={3} />;\n}\n';
const total = "export function Total({ value }) {\n  return <b>{value}</b>;\n}\n";
const files = [
  { path: "components/Total.jsx", content: total },
  { path: "entities/Deal.json", content: '{"properties":{"amount":{"type":"number"}}}' },
  { path: "pages/Home.jsx", content: page },
];

describe("What a model may look at in files", () => {
  it("is a list of them with their lengths, of a folder or all", () => {
    expect(listFiles(files).text).toBe(
      "components/Total.jsx (3 lines)\nentities/Deal.json (1 line)\npages/Home.jsx (4 lines)",
    );
    expect(listFiles(files, "src/pages/")).toEqual({
      summary: "Listed 1 file in src/pages/",
      text: "pages/Home.jsx (4 lines)",
    });
    expect(listFiles([]).text).toBe("There are no files");
  });

  it("is every line with a text, by file and line", () => {
    expect(searchFiles(files, "VALUE")).toEqual({
      summary: "Searched for “VALUE”: 3 places in 2 files",
      text: "components/Total.jsx:1: export function Total({ value }) {\ncomponents/Total.jsx:2: return <b>{value}</b>;\npages/Home.jsx:3: return <Total value={3} />;",
    });
    expect(searchFiles(files, ".*").text).toBe("Nothing found");
    const many = [{ path: "a.js", content: "same\n".repeat(100) }];
    expect(searchFiles(many, "same").text).toMatch(/… and 40 more$/);
  });

  it("is a range of a file's lines as they are, and what is beyond the limit is named", () => {
    expect(readFile(files, "src/pages/Home.jsx")).toEqual({
      summary: "Read pages/Home.jsx, 4 lines",
      text: `pages/Home.jsx, 4 lines:\n${page.trimEnd()}`,
    });
    expect(readFile(files, "pages/Home.jsx", 2, 3)).toMatchObject({ summary: "Read pages/Home.jsx, lines 2–3 of 4" });
    expect(readFile(files, "pages/Home.jsx", 9)).toEqual({ fault: "pages/Home.jsx has only 4 lines" });
    expect(readFile(files, "pages/home.tsx")).toEqual({
      fault: "There is no file pages/home.tsx. Similar: pages/Home.jsx",
    });
    const long = [{ path: "a.js", content: "x\n".repeat(1_000) }];
    expect(readFile(long, "a.js", 11)).toMatchObject({ summary: `Read a.js, lines 11–${readLinesMax + 10} of 1000` });
  });

  it("is where a name is defined, imported and used", () => {
    expect(findReferences(files, "Total").text).toBe(
      'Defined:\ncomponents/Total.jsx:1: export function Total({ value }) {\n\nImported:\npages/Home.jsx:1: import { Total } from "@/components/Total";\n\nUsed:\npages/Home.jsx:3: return <Total value={3} />;',
    );
    expect(findReferences(files, "Deal").text).toBe("Defined:\nentities/Deal.json: the table");
    expect(findReferences(files, "$.a(").text).toBe("Nothing found");
  });
});

describe("A look that a process died in", () => {
  it("says that it has no answer; one that was answered keeps it", () => {
    const events = [
      { event: "tool-call", data: { id: "look-1", name: "list_files", input: {} } },
      { event: "tool-result", data: { id: "look-1", output: { summary: "Listed 0 files", text: "" } } },
      { event: "tool-call", data: { id: "look-2", name: "read_file", input: { path: "a.js" } } },
    ];
    expect(cutOpenParts(messageFromEvents(events))).toMatchObject([
      { type: "tool-list_files", state: "output-available" },
      { type: "tool-read_file", state: "output-error", errorText: "Stopped before it was looked at" },
    ]);
  });
});

let world: World;
let model: ScriptedModel;

const action = (body: string, file = "pages/Home.jsx", type = "add_file", id = "a1") =>
  `<action type="${type}" file="${file}" title="Add it" id="${id}">\n${body}\n</action id="${id}">\n`;
const toolsOf = (parts: unknown[]) =>
  (parts as MessagePart[]).filter((part): part is ToolPart => part.type.startsWith("tool-"));
const lastSent = (): Json[] => (model.requests.at(-1) as Json).messages;

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const settled = async () => {
    await turnEnds(owner.api, appId);
    return (await owner.api.chat.messages({ appId })).at(-1)!;
  };
  const say = async (content: string) => {
    await owner.api.chat.send({ appId, content });
    return settled();
  };
  const made = async () => {
    model.reply(action(page) + action(total, "components/Total.jsx", "add_file", "a2"));
    await say("Make it");
  };
  /** What a model is answered that calls these tools. */
  const answers = async (calls: Look[]): Promise<string[]> => {
    model.reply("", { calls });
    model.reply("I see.");
    await say("Look");
    return lastSent()
      .slice(-calls.length)
      .map(({ content }) => String(content));
  };
  return { ...owner, appId, say, settled, made, answers };
}

describe("A model with tools", () => {
  withModel((opened) => ({ world, model } = opened));

  it("looks before it edits: its calls are answered, shown and stored, and all calls are paid for", async () => {
    const { say, made, api, appId } = await start();
    await made();
    model.reply("I look at the page.\n\n", {
      calls: [
        { name: "read_file", input: { path: "pages/Home.jsx" } },
        { name: "find_references", input: { name: "Total" } },
      ],
    });
    model.reply(
      `Now I edit.\n${action("<<<<<<< SEARCH\n  return <Total value={3} />;\n=======\n  return <Total value={4} />;\n>>>>>>> REPLACE", "pages/Home.jsx", "partial_edit")}`,
    );
    const answer = await say("Show four");
    expect(answer.parts.map((part) => (part as MessagePart).type)).toEqual([
      "text",
      "tool-read_file",
      "tool-find_references",
      "text",
      "data-action",
    ]);
    expect(toolsOf(answer.parts)).toMatchObject([
      {
        state: "output-available",
        input: { path: "pages/Home.jsx" },
        output: { summary: "Read pages/Home.jsx, 4 lines" },
      },
      { state: "output-available", output: { summary: "Looked for uses of Total: 3 places in 2 files" } },
    ]);
    expect(answer.metadata).toMatchObject({ status: "done", usage: { promptTokens: 200, completionTokens: 40 } });
    expect((await api.files.list({ appId })).find(({ path }) => path === "pages/Home.jsx")!.content).toContain(
      "value={4}",
    );
    // The second call repeats the first word for word, so that a provider's cache holds, and adds what was seen.
    const [first, second] = model.requests.slice(-2).map((request) => (request as Json).messages);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.slice(first.length)).toMatchObject([
      { role: "assistant", content: "I look at the page.\n\n", tool_calls: [{ function: { name: "read_file" } }, {}] },
      { role: "tool", content: expect.stringMatching(/^<app key="\w+">\npages\/Home\.jsx, 4 lines:\nimport/) },
      { role: "tool", content: expect.stringContaining("Imported:") },
    ]);
    expect(Object.keys((model.requests.at(-1) as Json).tools)).not.toHaveLength(0);
  });

  it("sees its own finished actions", async () => {
    const { say } = await start();
    model.reply(action(total, "components/New.jsx"), { calls: [{ name: "list_files", input: {} }] });
    model.reply("It is there.");
    const answer = await say("Add a part");
    expect(toolsOf(answer.parts)[0]!.output).toMatchObject({
      text: expect.stringContaining("components/New.jsx (3 lines)"),
    });
    expect(actionsOf(answer.parts)).toHaveLength(1);
  });

  it("is told what it asked wrongly, and asks again", async () => {
    const { say } = await start();
    const calls: Look[] = [
      { name: "read_file", input: { path: "pages/None.jsx" } },
      { name: "read_file", input: {} },
      { name: "read_file", input: '{"path": "pa' },
      { name: "drop_table", input: {} },
    ];
    model.reply("", { calls });
    model.reply("There is no such page.");
    const answer = await say("What is on the page None?");
    expect(toolsOf(answer.parts).map(({ state, errorText }) => [state, errorText])).toEqual([
      ["output-error", "There is no file pages/None.jsx"],
      ["output-error", expect.stringMatching(/^The input cannot be read/)],
      ["output-error", expect.stringMatching(/^The input/)],
      ["output-error", expect.stringMatching(/no such tool|no tool/)],
    ]);
    expect(lastSent().filter(({ role }) => role === "tool")).toHaveLength(4);
    expect(textOf(answer.parts)).toBe("There is no such page.");
  });

  it("that does nothing but look is told to answer, and then ended", async () => {
    const { say } = await start();
    for (let round = 0; round < roundsMax + 5; round += 1)
      model.reply("", { calls: [{ name: "list_files", input: {} }] });
    const answer = await say("Look around");
    expect(toolsOf(answer.parts).at(-1)!.errorText).toMatch(/Answer now/);
    expect(answer.metadata.status).toBe("done");
    expect(model.requests.length).toBeLessThanOrEqual(roundsMax + 3);
  });

  it("sees tables with their rows as data, which the chat does not keep, and never what looks like a secret", async () => {
    const { say, api, appId, answers } = await start();
    model.reply(
      action('{"properties":{"name":{"type":"string"},"apiToken":{"type":"string"}}}', "Contact", "add_entity"),
    );
    await say("A table");
    await api.entities.create({ appId, entity: "Contact", data: { name: "Ada canary", apiToken: "tok-canary-77" } });
    const [answer] = await answers([{ name: "read_table", input: { table: "entities/Contact.json" } }]);
    expect(answer).toMatch(/^<app key="\w+">\nContact has 1 row\. Its schema:[\s\S]*Ada canary/);
    expect(JSON.stringify(model.requests)).not.toContain("tok-canary-77");
    const { parts } = (await api.chat.messages({ appId })).at(-1)!;
    expect(toolsOf(parts)[0]!.output).toMatchObject({ summary: "Looked at the table Contact and 1 of 1 row" });
    expect(JSON.stringify(parts)).not.toContain("Ada canary");
    expect(await answers([{ name: "read_table", input: { table: "Nothing" } }])).toEqual([
      "There is no table Nothing. There are: Contact",
    ]);
  });

  it("sees what modules offer: the kit with its words and props, the SDK's methods, packages, the app's own files", async () => {
    const { made, answers } = await start();
    await made();
    const [kit, sdk, icons, own, none] = await answers([
      { name: "list_exports", input: { module: "@/components/ui/board" } },
      { name: "list_exports", input: { module: "@/api/entities" } },
      { name: "list_exports", input: { module: "lucide-react", like: "trash" } },
      { name: "list_exports", input: { module: "components/Total.jsx" } },
      { name: "list_exports", input: { module: "left-pad" } },
    ]);
    expect(kit).toContain("Board({ entity, title, action, by, sum, sort, children }) — A column per option");
    expect(sdk).toMatch(/Each table: list\(sort[\s\S]*User/);
    expect(icons).toContain("Trash2");
    expect(icons).not.toContain("Calendar");
    expect(own).toContain("Total");
    expect(none).toMatch(/^Nothing is imported from left-pad\. There are/);
  });

  it("sees what a page shows with sample rows, and its errors, of the app as it is about to be", async () => {
    const { say, answers } = await start();
    const list =
      'import { useEffect, useState } from "react";\nimport { Task } from "@/api/entities";\nexport default function Home() {\n  const [rows, setRows] = useState([]);\n  useEffect(() => { Task.list().then(setRows); }, []);\n  return <main><h1>Tasks</h1><ul>{rows.map((row) => <li key={row.id}>{row.title}</li>)}</ul><input placeholder="Find" /><button disabled>Add</button></main>;\n}\n';
    model.reply(
      action('{"properties":{"title":{"type":"string"}}}', "Task", "add_entity", "e") +
        action(list) +
        action(
          "export default function Bad() {\n  return <p>{nothing.at.all}</p>;\n}\n",
          "pages/Bad.jsx",
          "add_file",
          "b",
        ),
    );
    await say("Tasks");
    const [full, empty, bad, none] = await answers([
      { name: "open_page", input: { page: "Home" } },
      { name: "open_page", input: { page: "pages/Home.jsx", rows: "none" } },
      { name: "open_page", input: { page: "Bad" } },
      { name: "open_page", input: { page: "None" } },
    ]);
    expect(full).toMatch(
      /No errors\.\n\n[\s\S]*- heading "Tasks" \[level 1\]\n[\s\S]*- listitem\n\s*- text: title 1[\s\S]*- textbox "Find"\n\s*- button "Add" \[disabled\]/,
    );
    expect(empty).not.toContain("title 1");
    expect(bad).toMatch(/Errors:\nnothing is not defined \(pages\/Bad\.jsx:2\)/);
    expect(none).toBe("There is no page None");
  }, 60_000);

  it("sees the last changes with the lines of a file, and the last errors", async () => {
    const { made, answers, api, appId } = await start();
    await made();
    await api.files.update({
      appId,
      file: { id: "components/Total.jsx", content: total.replace("<b>", "<i>") },
    });
    const [all, file, errors] = await answers([
      { name: "recent_changes", input: {} },
      { name: "recent_changes", input: { path: "src/components/Total.jsx", versions: 1 } },
      { name: "recent_errors", input: {} },
    ]);
    expect(all).toMatch(
      /edit: [\s\S]*modified components\/Total\.jsx[\s\S]*turn: Make it\n {2}added components\/Total\.jsx/,
    );
    expect(file).toMatch(/- {3}return <b>\{value\}<\/b>;\n\+ {3}return <i>/);
    expect(errors).toContain("No errors were reported");
  });

  it("is stopped in the middle of it, with what it had finished", async () => {
    const { say: _say, api, appId, settled } = await start();
    model.reply(action(total, "components/New.jsx"), { calls: [{ name: "list_files", input: {} }] });
    model.reply("I go on and on", { until: never });
    const { turnId } = await api.chat.send({ appId, content: "Add a part" });
    while (model.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await api.chat.stop({ appId, turnId });
    const answer = await settled();
    expect(answer.metadata).toMatchObject({ status: "stopped", versionId: expect.any(String) });
    expect(toolsOf(answer.parts)[0]!.state).toBe("output-available");
  });

  it("comes with a long chat in pages by REST", async () => {
    const { token, appId, say } = await start();
    for (const name of ["one", "two", "three"]) {
      model.reply(`Answer ${name}.`);
      await say(name);
    }
    const page = async (query: string) => world.rest(`GET /api/apps/${appId}/chat/page${query}`, { token });
    const newest = await page("?limit=4");
    expect(newest.body.messages.map(({ content }: Json) => content)).toEqual([
      "two",
      "Answer two.",
      "three",
      "Answer three.",
    ]);
    const earlier = await page(`?limit=4&cursor=${newest.body.nextCursor}`);
    expect(earlier.body).toMatchObject({
      messages: [{ content: "one" }, { content: "Answer one." }],
      nextCursor: null,
    });
    expect((await page("")).body.messages).toHaveLength(6);
    for (const query of ["?limit=0", "?limit=101", "?limit=x", "?cursor=x", "?page=2"])
      expect((await page(query)).status, query).toBe(400);
  });

  it("is told in the spec's shape by REST, and live by events", async () => {
    const { token, api, appId, settled } = await start();
    model.reply("", { calls: [{ name: "list_files", input: {} }] });
    model.reply("Nothing yet.");
    const { turnId } = await api.chat.send({ appId, content: "What is there?" });
    await settled();
    const { body } = await world.rest(`GET /api/apps/${appId}/chat/messages`, { token });
    expect(body.at(-1).toolInvocations).toMatchObject([
      { state: "result", toolName: "list_files", args: {}, result: { summary: "Listed 0 files" } },
    ]);
    const events = await world.rest(`GET /api/apps/${appId}/chat/turns/${turnId}/events`, {
      token,
      headers: { "last-event-id": "0" },
    });
    expect(String(events.body)).toMatch(/event: tool-call[\s\S]*event: tool-result[\s\S]*event: text/);
  });
});

describe("A model without tools", () => {
  withModel((opened) => ({ world, model } = opened), { MODEL_NAME: "plain" });

  it("looks by lines of its text, which nobody sees, and what it writes before the answer is not taken", async () => {
    const { say, made } = await start();
    model.fail({ status: 400, message: "registry.ollama.ai/library/plain does not support tools" });
    await made();
    expect((model.requests.at(-1) as Json).tools).toBeUndefined();
    expect(lastSent()[0].content).toContain("- read_file: ");
    model.reply(
      `I look first.\n<look tool="read_file">{"path": "pages/Home.jsx"}</look>\n<look tool="list_files">{}</look>\n\nIt shows nine.\n${action("guessed", "pages/Guess.jsx")}`,
      { pieceLength: 3 },
    );
    model.reply("It shows three.");
    const answer = await say("What does the page show?");
    expect(textOf(answer.parts)).toBe("I look first.\nIt shows three.");
    expect(toolsOf(answer.parts).map(({ state }) => state)).toEqual(["output-available", "output-available"]);
    expect(actionsOf(answer.parts)).toEqual([]);
    expect(lastSent().slice(-2)).toMatchObject([
      { role: "assistant", content: expect.stringContaining('<look tool="read_file">') },
      {
        role: "user",
        content: expect.stringMatching(/^Answer of read_file:[\s\S]*value=\{3\}[\s\S]*Answer of list_files:/),
      },
    ]);
  });

  it("keeps such a line in a file that it writes", async () => {
    const { say, api, appId } = await start();
    const text = '/* Help:\n<look tool="list_files">{}</look>\n*/';
    model.reply(action(text, "services/help.js"));
    const answer = await say("Write the help");
    expect(toolsOf(answer.parts)).toEqual([]);
    expect((await api.files.list({ appId })).find(({ path }) => path === "services/help.js")!.content).toBe(text);
  });
});
