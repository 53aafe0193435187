import { describe, expect, it } from "vitest";
import { readRequestedSecrets } from "@/features/chat/enter-secrets";
import { importedEntities } from "@/features/turns/describe-action";
import { actionsOf } from "@/features/turns/message";
import { composeReply } from "@/offline/provider";
import { conversation, today } from "../support/offline";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { World } from "../support/world";

const admin = { isAdmin: true, apps: [] };
const builder = { isAdmin: false, apps: [] };
const crm = { appId: "a_crm", name: "My CRM", entities: ["Contact", "Deal", "MenuItem"] };
const questions = [
  "what can you do?",
  "can I export my data?",
  "how do I download the app?",
  "use rounded corners",
  "fix the bug on the list page",
  "The following errors happened in the app: x is not defined",
  "take payments with stripe",
  "add an AI chatbot",
  "recommendations by GPT",
];

describe("the offline assistant says what is true for this person", () => {
  it.each(questions)("names no settings that do not exist: %s", (question) => {
    for (const person of [admin, builder]) {
      const talk = conversation("Untitled", person);
      talk.say("An app with contacts (name, email)");
      expect(talk.say(question).text).not.toMatch(/in the settings|paid memberships/i);
    }
  });

  it.each(questions)("does not send somebody who may only read code to the code editor: %s", (question) => {
    const talk = conversation("Untitled", builder);
    talk.say("An app with contacts (name, email)");
    expect(talk.say(question).text).not.toMatch(/code editor|edit the code|MODEL_/i);
  });

  it("says that an attached file was not read, and where a CSV file can be imported", () => {
    const content = [
      { type: "text" as const, text: "An app with contacts (name, email)" },
      { type: "file" as const, filename: "contacts.csv", data: "", mediaType: "*/*" },
    ];
    const workspace = { files: [], appName: "Untitled" };
    const reply = composeReply({ messages: [{ role: "user", content }], workspace }, today);
    expect(reply).toContain("I left “contacts.csv” out");
    expect(reply).toContain("Import CSV");
    expect(reply).toContain("Contacts: name and email");
  });

  it("tells an admin how a model is connected, and others whom to ask", () => {
    expect(conversation("Untitled", admin).say("what can you do?").text).toContain("MODEL_API_KEY");
    expect(conversation("Untitled", builder).say("what can you do?").text).toContain("whoever runs this installation");
  });
});

describe("asked for secrets", () => {
  it.each([
    ["Request the secrets STRIPE_API_KEY and SENDGRID_TOKEN", ["STRIPE_API_KEY", "SENDGRID_TOKEN"]],
    ["Ask me for my Stripe API key", ["STRIPE_API_KEY"]],
    ["Ask me for an OpenAI key.", ["OPENAI_KEY"]],
    ["I want to store a secret called WEATHER_KEY", ["WEATHER_KEY"]],
    ["Add a secret called weather key", ["WEATHER_KEY"]],
    ["I need to enter my Twilio auth token", ["TWILIO_AUTH_TOKEN"]],
    ["please request a secret named GITHUB_TOKEN", ["GITHUB_TOKEN"]],
  ])("it asks with a form: %s", (said, names) => {
    const { actions, text } = conversation("Untitled", builder).say(said);
    expect(actions.map(({ type }) => type)).toEqual(["request_secrets"]);
    expect(readRequestedSecrets(actions[0]!.content).map(({ secretName }) => secretName)).toEqual(names);
    expect(text).not.toMatch(/did not/i);
  });

  it("it does so beside other requests", () => {
    const talk = conversation("Untitled", builder);
    talk.say("An app with contacts (name, email)");
    const { actions } = talk.say("Add a phone number to contacts. Ask me for my Stripe API key.");
    expect(actions.map(({ type }) => type)).toEqual(expect.arrayContaining(["edit_entity", "request_secrets"]));
  });

  it("a field that holds a key stays a field", () => {
    const talk = conversation("Untitled", builder);
    talk.say("An app with contacts (name, email)");
    const { actions } = talk.say("add an api key to contacts");
    expect(actions.some(({ type }) => type === "request_secrets")).toBe(false);
  });
});

describe("asked to reuse tables of another app", () => {
  const person = { isAdmin: false, apps: [crm, { appId: "a_2", name: "Shop", entities: [] }] };
  it.each([
    ["Import the Contact entity from my CRM", ["Contact"]],
    ["reuse contacts and deals from the My CRM app", ["Contact", "Deal"]],
    ["Copy the menu items table from My CRM", ["MenuItem"]],
    ["import all entities from My CRM", ["Contact", "Deal", "MenuItem"]],
  ])("it asks with a card: %s", (said, names) => {
    const { actions } = conversation("Untitled", person).say(said);
    expect(actions.map(({ type }) => type)).toEqual(["import_entities"]);
    expect(importedEntities(actions[0]!.content)).toEqual(names.map((entity) => ({ appId: "a_crm", entity })));
  });

  it("it names the apps there are where none is meant", () => {
    expect(conversation("Untitled", person).say("import the contacts from my other app").text).toContain("My CRM");
    expect(conversation("Untitled", builder).say("import the contacts from my other app").text).toMatch(
      /no other app/i,
    );
  });

  it("it names the tables there are where the one asked for is not among them", () => {
    const { actions, text } = conversation("Untitled", person).say("import invoices from My CRM");
    expect(actions).toEqual([]);
    expect(text).toMatch(/contact/i);
  });

  it("a CSV file is still imported in the Database panel", () => {
    const talk = conversation("Untitled", person);
    talk.say("An app with contacts (name, email)");
    expect(talk.say("import contacts from a csv file").actions).toEqual([]);
  });
});

describe("a turn without a model", () => {
  let world: World;
  withModel(({ world: opened }) => (world = opened), { MODEL_PROVIDER: "offline" });

  it("knows the other apps of its owner and nobody else's", async () => {
    const { api } = await world.signUp();
    const stranger = await world.signUp();
    await stranger.api.apps.create({ name: "Their CRM" });
    const other = await api.apps.create({ name: "My CRM" });
    const { appId } = await api.apps.create({ name: "New" });
    const say = async (content: string, app = appId) => {
      await api.chat.send({ appId: app, content });
      await turnEnds(api, app);
      return (await api.chat.messages({ appId: app })).at(-1)!;
    };
    await say("An app with contacts (name, email)", other.appId);
    const [action] = actionsOf((await say("Import the Contact entity from my CRM")).parts);
    expect(importedEntities(action!.content)).toEqual([{ appId: other.appId, entity: "Contact" }]);
    const refused = await say("Import contacts from Their CRM app");
    expect(actionsOf(refused.parts)).toEqual([]);
    expect(JSON.stringify(refused.parts)).toContain("My CRM");
  });
});
