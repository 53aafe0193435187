import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/limits";
import { textOf } from "@/features/turns/message";
import { splitRequest } from "@/offline/split-request";
import { conversation, today } from "../support/offline";
import { turnEnds } from "../support/turns";
import { World } from "../support/world";

const crm = "A CRM with contacts (name, email, status: lead/won/lost) and deals (title, amount)";

/** The steps of a request, in an app that these messages made, and the app that the request makes at once. */
function split(request: string, ...before: string[]) {
  const app = conversation();
  for (const message of before) app.say(message);
  const messages = [...before, request].map((content) => ({ role: "user" as const, content }));
  const steps = splitRequest({ messages, workspace: { files: app.files, appName: "Untitled" } }, request, today);
  return { app, steps };
}

describe("A request without a model is split", () => {
  it.each<[string, string[], string[]]>([
    [
      "Add a phone number to contacts. Make it dark. Only admins can edit deals. Add 10 sample contacts",
      [crm],
      ["Add a phone number to contacts", "Make it dark", "Only admins can edit deals", "Add 10 sample contacts"],
    ],
    [
      "Add notes to contacts, rename deals to orders, then add a due date to orders and sort orders by due date",
      [crm],
      ["Add notes to contacts", "Rename deals to orders", "Add a due date to orders", "Sort orders by due date"],
    ],
    [`${crm}. Only admins can edit deals. Add a calendar.`, [], [crm, "Only admins can edit deals", "Add a calendar"]],
  ])("%s", (request, before, expected) => expect(split(request, ...before).steps).toEqual(expected));

  it("into steps that make the app that it makes at once", () => {
    const request =
      "Build a helpdesk with tickets and customers. Anyone can submit tickets, only admins can see them. Add a dashboard with tickets by status. Add 20 sample tickets.";
    const { steps } = split(request);
    expect(steps.length).toBeGreaterThan(1);
    const [stepwise, atOnce] = [conversation(), conversation()];
    for (const step of steps) stepwise.say(step);
    atOnce.say(request);
    expect(stepwise.entities()).toEqual(atOnce.entities());
    expect(stepwise.pages()).toEqual(atOnce.pages());
    for (const entity of atOnce.entities())
      expect(Object.keys(stepwise.entity(entity)!.properties).sort()).toEqual(
        Object.keys(atOnce.entity(entity)!.properties).sort(),
      );
  });
});

describe("A request without a model is not split", () => {
  it.each([
    ["when it is one thing", "Add a phone number to contacts", [crm]],
    ["when a part of it is not understood", "Add a phone number to contacts and fly to the moon", [crm]],
    ["when it is a question", "How many contacts are there?", [crm]],
    [
      "when its sentences describe one app together",
      "I need an app for my gym. Members have name, email and plan. They book classes with a date and a trainer.",
      [],
    ],
  ])("%s", (_name, request, before) => expect(split(request, ...before).steps).toEqual([]));
});

describe("“Plan first” without a model", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.platform.jobs.start({ [turnJob]: ({ appId, turnId }) => runTurn(world.platform, appId!, turnId!) });
  });
  afterAll(async () => {
    await world.platform.jobs.stop();
    await world.close();
  });

  async function start() {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    const plan = async (content: string) => {
      await api.chat.send({ appId, content, isPlanFirst: true });
      await turnEnds(api, appId);
      return textOf((await api.chat.messages({ appId })).at(-1)!.parts);
    };
    return { api, appId, plan };
  }

  it("proposes the steps, changes nothing, and carries them out when started", async () => {
    const { api, appId, plan } = await start();
    expect(await plan(`${crm}. Only admins can edit deals. Add a calendar. Add 10 sample contacts.`)).toContain(
      "in 4 steps",
    );
    expect(await api.files.list({ appId })).toEqual([]);
    const [proposed] = await api.chat.plans({ appId });
    await api.chat.startPlan({ appId, planId: proposed!.id });
    await turnEnds(api, appId);
    const [done] = await api.chat.plans({ appId });
    expect([done!.state, ...done!.steps.map(({ state }) => state)]).toEqual(["done", "done", "done", "done", "done"]);
    expect((await api.versions.list({ appId })).slice(0, 3).map(({ userRequest }) => userRequest)).toEqual([
      "Add a calendar",
      "Only admins can edit deals",
      crm,
    ]);
  });

  it("proposes one piece of work as one step, says what it would do, and does it when started", async () => {
    const { api, appId, plan } = await start();
    const said = await plan(`A CRM with:\n- contacts (name, email)\n- deals (title, amount)`);
    expect(said).toContain("I can do this in one step.");
    expect(said).toMatch(/What I would do:\n- Contacts: /);
    expect(await api.files.list({ appId })).toEqual([]);
    const [proposed] = await api.chat.plans({ appId });
    expect(proposed!.steps.map(({ text }) => text)).toEqual([
      "A CRM with: contacts (name, email); deals (title, amount)",
    ]);
    await api.chat.startPlan({ appId, planId: proposed!.id });
    await turnEnds(api, appId);
    const [done] = await api.chat.plans({ appId });
    expect(done!.state).toBe("done");
    const paths = (await api.files.list({ appId })).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["entities/Contact.json", "entities/Deal.json"]));
  });

  it("proposes one change of an app that stands as one step", async () => {
    const { api, appId, plan } = await start();
    await api.chat.send({ appId, content: crm });
    await turnEnds(api, appId);
    await plan("Add a phone number to contacts");
    const [proposed] = await api.chat.plans({ appId });
    expect(proposed!.steps.map(({ text, state }) => [text, state])).toEqual([
      ["Add a phone number to contacts", "waiting"],
    ]);
    // A question has nothing to carry out.
    await plan("How many contacts are there?");
    expect(await api.chat.plans({ appId })).toHaveLength(1);
  });
});
