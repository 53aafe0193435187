import { describe, expect, it } from "vitest";
import { offlineProvider } from "@/offline/provider";
import type { ModelEvent } from "@/engines/model/schema";
import { parseReply } from "@/engines/protocol/parse";
import { conversation, faultsOf } from "../support/offline";

const crm =
  "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard";

describe("files that a person changed by hand", () => {
  it("gets the change beside the person's own lines", () => {
    const app = conversation();
    app.say(crm);
    app.edit("pages/Contacts.jsx", (text) =>
      text
        .replace('title="Contacts"', 'title="Our people"')
        .replace("export default", "// Keep in step with sales.\nexport default"),
    );
    const turn = app.say("add a phone number to contacts");
    expect(turn.failed).toEqual([]);
    expect(app.read("pages/Contacts.jsx")).toContain("Our people");
    expect(app.read("pages/Contacts.jsx")).toContain("// Keep in step with sales.");
    expect(app.read("pages/Contacts.jsx")).toContain("phone_number");
    expect(turn.text).toContain("pages/Contacts.jsx was changed by hand");
    expect(faultsOf(app.files)).toEqual([]);
  });

  it("leaves the file alone, and says so, where the place itself was changed", () => {
    const app = conversation();
    app.say(crm);
    const mine = "export default function ContactsPage() {\n  return <h1>Mine</h1>;\n}\n";
    app.edit("pages/Contacts.jsx", () => mine);
    const turn = app.say("add a phone number to contacts");
    expect(turn.failed).toEqual([]);
    expect(app.read("pages/Contacts.jsx")).toBe(mine);
    expect(turn.text).toContain(
      "pages/Contacts.jsx was changed by hand at the very place that this needs, so I left it alone.",
    );
    expect(app.entity("Contact")!.properties.phone_number).toBeDefined();
  });

  it("are not those that only stand at another indent, as an older version wrote them", () => {
    const app = conversation();
    app.say("A CRM with contacts (name, email, status) and a dashboard");
    app.edit("pages/Dashboard.jsx", (code) => code.replaceAll(/^ {6}/gm, "          "));
    const turn = app.say("Add a pie chart of contacts by status to the dashboard");
    expect(turn.text).not.toContain("by hand");
    expect(app.read("pages/Dashboard.jsx")).not.toMatch(/^ {14}\S/m);
  });

  it("follows tables that were changed by hand", () => {
    const app = conversation();
    app.say(crm);
    app.edit("entities/Contact.json", (text) =>
      JSON.stringify({
        ...JSON.parse(text),
        properties: { ...JSON.parse(text).properties, nickname: { type: "string" } },
      }),
    );
    app.say("add a phone number to contacts");
    expect(Object.keys(app.entity("Contact")!.properties)).toEqual([
      "name",
      "email",
      "status",
      "nickname",
      "phone_number",
    ]);
  });

  it("keeps hand-made pages of its own out of the way", () => {
    const app = conversation();
    app.say(crm);
    app.files.push({ path: "pages/Special.jsx", content: "export default function Special() {\n  return null;\n}\n" });
    app.say("add invoices");
    expect(app.read("pages/Special.jsx")).toContain("Special");
    expect(app.pages()).toContain("Invoices");
  });

  it("changes only the tables of an app that it did not write", () => {
    const app = conversation();
    app.files.push(
      { path: "pages/Home.jsx", content: "export default function Home() {\n  return null;\n}\n" },
      {
        path: "entities/Task.json",
        content: '{"name":"Task","type":"object","properties":{"title":{"type":"string"}}}',
      },
    );
    const turn = app.say("add a due date to tasks");
    expect(turn.actions.map(({ type, file }) => [type, file])).toEqual([["edit_entity", "Task"]]);
    expect(turn.text).toContain("not built by me");
  });

  it("finishes what a stopped turn left half done when the request is said again", () => {
    const whole = conversation();
    whole.say(crm);
    const app = conversation();
    app.files.push(
      ...whole.files.filter(
        ({ path }) =>
          path.startsWith("entities/") ||
          ["components/EmptyState.jsx", "globals.css", "services/use-rows.js"].includes(path),
      ),
    );
    const turn = app.say(crm);
    expect(turn.failed.filter(({ status }) => status !== "unchanged")).toEqual([]);
    expect(app.pages()).toEqual(["Contacts", "Dashboard", "Deals"]);
    expect(app.entities()).toEqual(["Contact", "Deal"]);
    expect(faultsOf(app.files)).toEqual([]);
  });

  it("keeps a longer conversation sound, turn by turn", () => {
    const app = conversation();
    app.say(crm);
    for (const sentence of [
      "add a phone number to contacts",
      "add companies with name, website and city",
      "contacts belong to a company",
      "add a stage to deals: new, proposal, won, lost",
      "add a kanban board for deals by stage",
      "add a calendar for deals",
      "rename deals to opportunities",
      "rename amount to value in deals",
      "add a pie chart of contacts by status",
      "only admins can edit companies",
      "make it green",
      "dark mode",
      "remove email from contacts",
      "add 5 sample companies",
      "rename the app to Acme",
      "remove the calendar",
      "make the stage optional",
      "add a filter by company to contacts",
      "delete companies",
      "move the navigation to the top",
    ]) {
      const turn = app.say(sentence);
      expect(turn.failed, `${sentence}\n${turn.text}`).toEqual([]);
      expect(turn.text, sentence).not.toMatch(/What I did not do|About your files/);
      expect(faultsOf(app.files), sentence).toEqual([]);
    }
  });
});

describe("the stream", () => {
  async function collect(signal: AbortSignal, onEvent?: (event: ModelEvent) => void) {
    const events: ModelEvent[] = [];
    for await (const event of offlineProvider(1_200).stream({
      instructions: "",
      messages: [{ role: "user", content: [{ type: "text", text: crm }] }],
      workspace: { files: [], appName: "App" },
      signal,
    })) {
      events.push(event);
      onEvent?.(event);
    }
    return events;
  }

  it("gives prose and tags as it goes, and ends with usage that costs nothing", async () => {
    const events = await collect(new AbortController().signal);
    const text = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
    const { actions } = parseReply(text);
    expect(actions.every(({ isComplete }) => isComplete)).toBe(true);
    expect(actions.length).toBeGreaterThan(8);
    expect(events.at(-1)).toMatchObject({
      kind: "finish",
      reason: "stop",
      usage: { totalCost: 0, totalTokens: 0, modelInfo: { model: "Joinery offline builder" } },
    });
  });

  it("stops at once when told to", async () => {
    const controller = new AbortController();
    let count = 0;
    const events = await collect(controller.signal, () => {
      count += 1;
      if (count === 3) controller.abort();
    });
    expect(events.length).toBeLessThan(6);
    expect(events.at(-1)).toMatchObject({ kind: "finish", reason: "aborted" });
  });

  it("says the same for the same request", () => {
    expect(conversation().say(crm).actions).toEqual(conversation().say(crm).actions);
  });
});
