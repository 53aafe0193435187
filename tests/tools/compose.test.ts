import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { toolComposition } from "@/db/schema/app";
import { isSameName } from "@/features/tools/check-definition";
import { requeueCompositions, runComposition } from "@/features/tool-versions/compose-in-job";
import { composeJob } from "@/features/tool-versions/schema";
import { never, type ScriptedModel } from "../support/scripted-model";
import { withModel } from "../support/with-model";
import { type Json, World } from "../support/world";
import { compose, runTool } from "../support/compose";

const names = (sentence: string) => compose(sentence).tool.fields.map(({ name }) => name);

describe("A whole tool by a sentence, by rules", () => {
  it("asks for what the sentence names, in its order", () => {
    const { tool, notes } = compose("a meal planner that asks for diet, days and allergies");
    expect(tool.header).toBe("Meal planner");
    expect(tool.fields.map(({ name, type }) => [name, type])).toEqual([
      ["diet", "select"],
      ["days", "number"],
      ["allergies", "multiselect"],
    ]);
    expect(tool.blocks.map(({ title, type }) => [title, type])).toEqual([
      ["Your plan", "table"],
      ["Shopping list", "checklist"],
      ["Good to know", "text"],
    ]);
    expect(notes.left).toEqual([]);
    expect(runTool(tool, { diet: "Vegetarian", days: 2, allergies: ["Eggs"] })).toContain("| Day 2 |");
  });

  it.each([
    ["A tip calculator with bill, tip percentage and number of people", ["bill", "tip percent", "people"]],
    [
      "Build me a tool that calculates the monthly payment of a loan from amount, interest rate and years",
      ["loan amount", "yearly interest in percent", "years"],
    ],
    [
      "I want a tool where customers enter the square meters of their flat, how many bathrooms they have and how often we should come, and it gives them a cleaning price",
      ["square metres", "bathrooms", "how often"],
    ],
    [
      "an invoice generator with sender, recipient, number, line items and VAT",
      ["from", "to", "number", "lines", "tax percent"],
    ],
    ["A study planner that takes subjects, exam date and hours per day", ["topics", "exam date", "hours a day"]],
    ["a BMI calculator", ["height", "weight"]],
    ["Calculator for concrete: length, width and depth", ["length in metres", "width in metres", "depth in cm"]],
    ["a tool that asks for name and birthday and says the zodiac sign", ["name", "birthday"]],
    ["interview question generator for a job title", ["job title"]],
    ["what a custom cake costs from size and number of tiers", ["size", "tiers"]],
  ])("%s", (sentence, fields) => expect(names(sentence)).toEqual(fields));

  it.each([
    ["how many litres of paint do I need for a room", "Paint calculator"],
    ["how much should I save every month for a car", "Savings goal planner"],
    ["convert pounds to kilograms", "Weight converter"],
    ["cost of a road trip for 4 people", "Fuel cost calculator"],
    ["convert euros to dollars", "Currency converter"],
    ["photo caption for Instagram", "Caption and hashtag maker"],
  ])("“%s” names its kind by words apart", (sentence, kind) =>
    expect(compose(sentence).notes.made[0]).toBe(`${kind}, which works without an AI model`),
  );

  it("says which fields it adds, since the result needs them", () => {
    const { tool, notes } = compose("A tip calculator that asks for the tip");
    expect(tool.fields.map(({ name }) => name)).toEqual(["tip percent", "bill"]);
    expect(notes.assumed).toEqual(["It also asks for “Bill”, which the result needs"]);
  });

  it("says which fields change nothing, and shows them again", () => {
    const { tool, notes } = compose("A BMI calculator that asks for height, weight and favourite color");
    expect(notes.left.join()).toContain("“Favourite color” is asked for and shown again");
    expect(runTool(tool, { height: 180, weight: 81, "favourite color": "red" })).toContain("- Favourite color: red");
  });

  it("divides the fields among steps, with their titles or without", () => {
    const titled = compose("a workout planner in two steps: You (goal, equipment), Time (days per week, minutes)").tool;
    expect(titled.inputSteps.map(({ title }) => title)).toEqual(["You", "Time"]);
    expect(titled.fields.map(({ name, stepId }) => [name, stepId])).toEqual([
      ["goal", "st01"],
      ["equipment", "st01"],
      ["days a week", "st02"],
      ["minutes each time", "st02"],
    ]);
    const counted = compose("a tip calculator with bill, tip and people in three steps").tool;
    expect(counted.fields.map(({ stepId }) => stepId)).toEqual(["st01", "st02", "st03"]);
    const ordered = compose(
      "A tool that first asks for name and email, then asks for budget, and shows a wine list",
    ).tool;
    expect(ordered.fields.map(({ stepId }) => stepId)).toEqual(["st01", "st01", "st02"]);
  });

  it.each([
    [
      "a calculator that asks for length and width and shows the area as length times width",
      { length: 4, width: 2.5 },
      "# 10",
    ],
    ["Area calculator: area = length * width, cost = area * price", { length: 4, width: 2, price: 3 }, "# 24"],
    ["a tool that multiplies hours by rate", { hours: 3, rate: 20 }, "# 60"],
    ["a calculator that subtracts costs from revenue", { costs: 30, revenue: 100 }, "# 70"],
    [
      "calculate the average of first mark, second mark and third mark",
      { "first mark": 1, "second mark": 2, "third mark": 6 },
      "# 3",
    ],
    ["commission = 5% of sales", { sales: 200 }, "# 10"],
  ])("computes what the sentence says: %s", (sentence, entered, result) => {
    const { tool, notes } = compose(sentence);
    expect(notes.left).toEqual([]);
    expect(runTool(tool, entered)).toContain(result);
  });

  it("takes what its head says for what visitors need not say", () => {
    const { tool, notes } = compose("an apology email generator");
    expect(tool.fields.map(({ name }) => name)).not.toContain("occasion");
    expect(notes.assumed).toEqual(["“occasion” is always “Apology”, as you said"]);
    expect(notes.left).toEqual([]);
    const email = { "their name": "Bo", about: "the delay", "your name": "Ada", tone: "Friendly" };
    expect(runTool(tool, email)).toContain("I am sorry about the delay. It should not have happened");
    const meals = compose("a vegan 3 day meal plan for a family of four").tool;
    expect(meals.fields.map(({ name }) => name)).toEqual(["allergies"]);
    expect(runTool(meals, {})).toMatch(/Day 3/);
    expect(runTool(meals, {})).not.toMatch(/Day 4|salmon|Chicken/);
    // Who asks for a field has it.
    expect(names("a vegan meal planner that asks for diet and days")).toEqual(["diet", "days"]);
  });

  it.each<[string, string[]]>([
    ["a restaurant bill splitter with tip", ["tip percent", "bill", "people"]],
    ["a gift finder by age, interest and budget", ["age", "likes", "budget", "for"]],
    ["an essay outline generator by topic and number of paragraphs", ["topic", "number of paragraphs"]],
    ["a unit converter from miles to kilometres", ["value", "from"]],
    ["a blood pressure check: enter systolic and diastolic", ["systolic", "diastolic"]],
    [
      "a resignation letter generator with name, company and last day",
      ["your name", "company", "last day", "job title"],
    ],
    [
      "a mortgage calculator with loan, down payment, interest rate and term",
      ["loan amount", "down payment", "yearly interest in percent", "years"],
    ],
    ["a study plan for maths with topics and 10 hours a day", ["topics", "exam date"]],
    ["a thank you note writer for gifts", ["their name", "for", "what you do with it", "tone", "your name"]],
    ["a tax calculator for freelancers with income and expenses", ["income", "expenses", "tax percent"]],
  ])("%s asks for %j", (sentence, fields) => expect(names(sentence)).toEqual(fields));

  it.each<[string, Record<string, unknown>, string]>([
    ["a hire cost calculator: days times 40 plus a deposit of 100", { days: 3 }, "Hire cost\n# 220"],
    [
      "a school trip cost per student: bus cost plus tickets, divided by the number of students",
      { "bus cost": 300, tickets: 100, "number of students": 20 },
      "School trip cost per student\n# 20",
    ],
    ["a fence cost calculator: length times 45 plus gate 120", { length: 2 }, "Fence cost\n# 210"],
    ["an allowance calculator for kids: age times 2 per week", { age: 9 }, "Allowance\n# 18"],
    ["a pizza party calculator: people times 3 slices divided by 8", { people: 16 }, "Pizza party\n# 6"],
    [
      "a pricing calculator for handmade soap: material cost plus hours times 15 plus 30% profit",
      { "material cost": 10, hours: 2 },
      "Pricing\n# 52",
    ],
    ["overtime pay: hours over 40 times rate times 1.5", { hours: 44, rate: 20 }, "Overtime pay\n# 120"],
    ["a sale price calculator: price minus 20%", { price: 50 }, "Sale price\n# 40"],
    ["an emergency fund calculator: monthly expenses times 6", { "monthly expenses": 1000 }, "Emergency fund\n# 6000"],
  ])("%s computes the whole of it", (sentence, entered, shown) =>
    expect(runTool(compose(sentence).tool, entered)).toBe(shown),
  );

  it("takes what a model writes for a tool, and says that only a model can", () => {
    for (const sentence of [
      "a productivity coach",
      "a dream interpreter",
      "a SWOT analysis tool",
      "a love poem generator",
    ]) {
      const { isUnderstood, tool, notes } = compose(sentence);
      expect([sentence, isUnderstood, tool.isInputHidden]).toEqual([sentence, true, false]);
      expect(tool.blocks[0]!.prompt).toContain("from what the visitor entered");
      expect(notes.left.join()).toContain("is for an AI model to write");
    }
    expect(compose("asdf qwer").isUnderstood).toBe(false);
  });

  it("takes another currency", () =>
    expect(runTool(compose("a tip calculator in euros").tool, { bill: 50 })).toContain("# €57.50"));

  it("keeps the options that the results know, and names the others", () => {
    const { tool, notes } = compose("A meal planner that asks for diet (vegan, vegetarian, keto) and days");
    expect(tool.fields[0]!.optionsConfig!.map(({ label }) => label)).toEqual(["Vegan", "Vegetarian"]);
    expect(notes.left.join()).toContain("Diet has no “Keto”");
  });

  it("says what it did not understand", () => {
    const said = compose(
      "BMI calculator that also sends me an email every day. Make it purple and dark mode please.",
    ).notes.left.join();
    expect(said).toContain("“also sends me an email every day”");
    expect(said).toMatch(/purple/);
    expect(compose("a quiz about wedding cakes").notes.left.join()).toContain("I know none about “wedding cakes”");
  });

  it("leaves to a model what only a model can write, and says so", () => {
    const { tool, notes } = compose(
      "A tool that writes poems about a topic in a chosen style (haiku, limerick, sonnet)",
    );
    expect(tool.fields.map(({ name, type }) => [name, type])).toEqual([
      ["topic", "text"],
      ["style", "select"],
    ]);
    expect(tool.blocks[0]!.prompt).toContain("poems");
    expect(notes.left.join()).toContain("is for an AI model to write");
  });

  it.each([
    "asdf qwer",
    "?!",
    "hello there",
    "x".repeat(4_000),
    "a ".repeat(2_000),
    "(((((",
    "with with with",
    "= = =",
  ])("makes nothing up, and fails at nothing: %s", (sentence) => {
    const { tool } = compose(sentence);
    for (const [index, { name }] of tool.fields.entries())
      expect(tool.fields.slice(0, index).some((other) => isSameName(other.name, name))).toBe(false);
  });
});

const script = (object: Json) => JSON.stringify(object);
const answer = {
  header: "Wine guide",
  description: "Finds a wine",
  steps: ["Dish", "You"],
  fields: [
    { name: "dish", label: "Dish", type: "text", required: true, step: 1 },
    { name: "guests", type: "number", min: 1, step: 2 },
  ],
  blocks: [
    { title: "Bottles", template: "# {{= ceil(guests / 3)}}" },
    { title: "Wine", prompt: "A wine for {{dish}}" },
  ],
  notDone: ["It cannot order wine"],
};

describe("A whole tool over the API", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());

  const made = async (sentence = "a tip calculator that asks for bill and people") => {
    const owner = await world.signUp();
    const { appId } = await owner.api.toolVersions.create({ sentence });
    return { ...owner, appId };
  };

  it("arrives as an app whose tool runs at once, and as one version", async () => {
    const { api, appId } = await made();
    const tool = await api.tools.get({ appId });
    expect(tool).toMatchObject({ title: "Tip calculator", data: { isInputHidden: true } });
    expect(await api.toolVersions.list({ appId })).toMatchObject([
      {
        number: 1,
        kind: "composed",
        isCurrent: true,
        fieldCount: 2,
        request: "a tip calculator that asks for bill and people",
      },
    ]);
  });

  it.each([
    ["I need a quote calculator for my painting business", true],
    ["a tip calculator", true],
    ["mortgage calculator website", true],
    ["a quiz about planets", true],
    ["unit converter", true],
    ["an invoice generator for freelancers", true],
    // Only a model could write it.
    ["a poem generator", false],
    // Rows that stay.
    ["a grade calculator that saves the results of my students", false],
    ["a quiz app with players and a leaderboard", false],
    ["a website with a price calculator for my roofing company", false],
    ["a CRM for my painting business", false],
    ["", false],
  ])("is offered in place of an app: %s %s", async (sentence, isTool) => {
    const { api } = await world.signUp();
    expect(await api.toolVersions.suits({ sentence })).toEqual({ isTool });
  });

  it("refuses what it does not understand, and changes nothing", async () => {
    const { api, appId } = await made();
    const before = await api.tools.get({ appId });
    await expect(api.toolVersions.compose({ appId, sentence: "asdf qwer" })).rejects.toThrow("I did not understand");
    expect(await api.tools.get({ appId })).toEqual(before);
  });

  it("keeps what was edited by hand, and each state can be put back", async () => {
    const { api, appId } = await made();
    const { revision, data } = await api.tools.get({ appId });
    await api.apps.save({
      appId,
      body: { appType: "AI tool", app: { header: "Mine", welcomeMessage: "Hello" } },
      revision,
    });
    await api.toolVersions.compose({ appId, sentence: "a BMI calculator" });
    expect(await api.tools.get({ appId })).toMatchObject({ title: "BMI calculator", data: { welcomeMessage: "" } });
    const kinds = async () =>
      (await api.toolVersions.list({ appId })).map(({ number, kind, title }) => [number, kind, title]);
    expect(await kinds()).toEqual([
      [3, "composed", "BMI calculator"],
      [2, "edited", "Mine"],
      [1, "composed", "Tip calculator"],
    ]);
    await api.toolVersions.restore({ appId, number: 2 });
    expect(await api.tools.get({ appId })).toMatchObject({
      title: "Mine",
      data: { welcomeMessage: "Hello", fields: data.fields, blocks: data.blocks },
    });
    expect((await kinds())[0]).toEqual([4, "restored", "Mine"]);
    await api.toolVersions.restore({ appId, number: 3 });
    expect((await kinds())[0]).toEqual([5, "restored", "BMI calculator"]);
    await expect(api.toolVersions.restore({ appId, number: 99 })).rejects.toThrow("does not exist any more");
  });

  it("takes small changes by a sentence, each as a version", async () => {
    const { api, appId } = await made();
    const say = async (sentence: string) => (await api.toolVersions.compose({ appId, sentence })).notes;
    const fields = async () =>
      (await api.tools.get({ appId })).data.fields as { name: string; label: string; required?: boolean }[];
    expect((await say("add a field for the date and room (kitchen, garden)")).made).toEqual([
      "Added the field “Date”",
      "Added the field “Room”",
    ]);
    expect((await fields()).map(({ name }) => name)).toEqual(["bill", "people", "date", "room"]);
    await say("make people required. Rename room to Where");
    expect((await fields()).slice(1)).toMatchObject([{ required: true }, {}, { name: "room", label: "Where" }]);
    const removed = await say("remove the date and the bill");
    expect(removed.made).toEqual(["Removed the field “Date”"]);
    expect(removed.left.join()).toContain("used in the instructions");
    await say("call it Pub night");
    expect((await api.tools.get({ appId })).title).toBe("Pub night");
    await expect(say("add a chart of the tips")).rejects.toThrow("Nothing was changed. Add “chart of the tips”");
    expect(await api.toolVersions.list({ appId })).toHaveLength(5);
    // A description is a whole tool.
    await say("a BMI calculator");
    expect((await api.tools.get({ appId })).title).toBe("BMI calculator");
  });

  it("never overwrites what another tab saved since", async () => {
    const { api, appId } = await made();
    const { revision } = await api.tools.get({ appId });
    await api.apps.save({ appId, body: { appType: "AI tool", app: { welcomeMessage: "Hi" } }, revision });
    await expect(api.toolVersions.compose({ appId, sentence: "a BMI calculator", revision })).rejects.toMatchObject({
      reason: "stale-revision",
    });
    const { revision: now } = await api.tools.get({ appId });
    await api.toolVersions.compose({ appId, sentence: "a BMI calculator", revision: now });
    // The other tab, which has not seen it.
    const save = api.apps.save({ appId, body: { appType: "AI tool", app: { welcomeMessage: "Late" } }, revision: now });
    await expect(save).rejects.toMatchObject({ reason: "stale-revision" });
  });

  it("keeps what is no part of a version: the call to action, the background, the icon", async () => {
    const { api, appId } = await made();
    const { revision } = await api.tools.get({ appId });
    await api.apps.save({
      appId,
      body: { appType: "AI tool", app: { ctaMessage: "Call us", background: "A bakery" } },
      revision,
    });
    await api.toolVersions.compose({ appId, sentence: "a BMI calculator" });
    expect((await api.tools.get({ appId })).data).toMatchObject({
      ctaMessage: "Call us",
      background: "A bakery",
      icon: { name: "receipt" },
    });
  });

  it("adds a tool to an app, with versions of its own that end with it", async () => {
    const { api, appId } = await made();
    const { toolId, path, notes } = await api.toolVersions.createTool({
      appId,
      sentence: "a meal planner with diet and days",
    });
    expect([path, notes.left]).toEqual(["meal-planner", []]);
    await api.toolVersions.compose({ appId, toolId, sentence: "an age calculator" });
    expect(await api.toolVersions.list({ appId, toolId })).toMatchObject([
      { title: "Age calculator" },
      { title: "Meal planner" },
    ]);
    expect(await api.toolVersions.list({ appId })).toHaveLength(1);
    await api.tools.delete({ appId, toolId });
    await expect(api.toolVersions.list({ appId, toolId })).rejects.toThrow();
  });

  it("asks for a text where the account's plan or role does not include a type", async () => {
    await world.signUp();
    const second = await world.signUp();
    const { appId } = await second.api.toolVersions.create({ sentence: "a trip planner" });
    const { fields } = (await second.api.tools.get({ appId })).data as { fields: { name: string; type: string }[] };
    expect(fields[0]).toMatchObject({ name: "destination", type: "text" });
  });
});

describe("A whole tool by a model", () => {
  let world: World;
  let model: ScriptedModel;
  withModel(
    (opened) => ({ world, model } = opened),
    {},
    [],
    (opened) => ({
      [composeJob]: (ref) => runComposition(opened.platform, ref as { appId: string; toolId: string }),
    }),
  );
  const create = async (sentence: string, ...replies: string[]) => {
    for (const reply of replies) model.reply(reply);
    const owner = await world.signUp();
    const { appId, isComposing } = await owner.api.toolVersions.create({ sentence });
    expect(isComposing).toBe(true);
    await over(owner.api, appId);
    const notes = (await owner.api.toolVersions.list({ appId }))[0]?.notes;
    return { ...owner, appId, notes: notes!, tool: await owner.api.tools.get({ appId }) };
  };
  type Api = Awaited<ReturnType<World["signUp"]>>["api"];
  const over = (api: Api, appId: string) =>
    vi.waitFor(
      async () => {
        const found = await api.toolVersions.composition({ appId });
        if (found?.status === "queued" || found?.status === "running") throw new Error("It is still being made");
        return found;
      },
      { timeout: 20_000 },
    );
  const running = (api: Api, appId: string) =>
    vi.waitFor(async () => expect((await api.toolVersions.composition({ appId }))!.status).toBe("running"), {
      timeout: 20_000,
    });

  it("is checked by the rules of the editor", async () => {
    const { tool, notes } = await create("a wine guide", script(answer));
    expect(tool).toMatchObject({
      title: "Wine guide",
      data: { isMultiStepInput: true, inputSteps: [{ title: "Dish" }, { title: "You" }] },
    });
    expect(notes.left).toEqual(["It cannot order wine"]);
  });

  it.each([
    ["a field of no known type", { ...answer, fields: [{ name: "dish", type: "colour" }] }],
    ["a field twice", { ...answer, fields: [answer.fields[0], { name: "Dish", type: "text" }] }],
    ["an unknown function", { ...answer, blocks: [{ title: "x", template: "{{= fetch('x')}}" }] }],
    ["an unknown field", { ...answer, blocks: [{ title: "x", template: "{{= people}}" }] }],
    ["a block without anything", { ...answer, blocks: [{ title: "x" }] }],
  ])("is asked for again: %s", async (_, wrong) => {
    const { tool } = await create("a wine guide", script(wrong), script(answer));
    expect(tool.title).toBe("Wine guide");
  });

  it("goes on without whoever asked, and one at a time", async () => {
    const { api, appId, token } = await create("a wine guide", script(answer));
    let letOn = () => {};
    model.reply(script({ ...answer, header: "Beer guide" }), { until: new Promise<void>((done) => (letOn = done)) });
    const compose = `POST /api/apps/${appId}/compose`;
    expect(await world.rest(compose, { token, body: { sentence: "a beer guide" } })).toMatchObject({
      status: 200,
      body: { isComposing: true },
    });
    await running(api, appId);
    // What the editor asks after a reload.
    expect((await world.rest(`GET /api/apps/${appId}/compose`, { token })).body).toMatchObject({
      status: "running",
      sentence: "a beer guide",
    });
    await expect(api.toolVersions.compose({ appId, sentence: "a tea guide" })).rejects.toThrow("being made already");
    const { revision } = await api.tools.get({ appId });
    await api.apps.save({ appId, body: { appType: "AI tool", app: { welcomeMessage: "By hand" } }, revision });
    letOn();
    expect(await over(api, appId)).toMatchObject({ status: "done" });
    expect((await api.tools.get({ appId })).title).toBe("Beer guide");
    // What was edited by hand meanwhile can be put back.
    const { body } = await world.rest(`GET /api/apps/${appId}/tool-versions`, { token });
    expect((body as unknown as Json[]).map(({ kind, request }) => [kind, request])).toEqual([
      ["composed", "a beer guide"],
      ["edited", ""],
      ["composed", "a wine guide"],
    ]);
  });

  it("is taken up again when its process has died, and stores one version", async () => {
    const { api, appId } = await create("a wine guide", script(answer));
    model.reply("{", { until: never });
    await api.toolVersions.compose({ appId, sentence: "a beer guide" });
    await running(api, appId);
    const old = sql`now() - interval '1 hour'`;
    await world.db.update(toolComposition).set({ heartbeatAt: old }).where(eq(toolComposition.appId, appId));
    model.reply(script({ ...answer, header: "Beer guide" }));
    expect(await requeueCompositions(world.platform)).toBe(1);
    expect(await over(api, appId)).toMatchObject({ status: "done" });
    expect((await api.toolVersions.list({ appId })).map(({ title }) => title)).toEqual(["Beer guide", "Wine guide"]);
  });

  it("can be stopped, and then changes nothing", async () => {
    const { api, appId, token } = await create("a wine guide", script(answer));
    model.reply("{", { until: never });
    await api.toolVersions.compose({ appId, sentence: "a beer guide" });
    await running(api, appId);
    expect((await world.rest(`DELETE /api/apps/${appId}/compose`, { token })).status).toBe(200);
    expect(await over(api, appId)).toBeNull();
    expect((await api.toolVersions.list({ appId })).map(({ title }) => title)).toEqual(["Wine guide"]);
  });

  it("that nobody understands leaves the sentence with the reason", async () => {
    const { api, appId } = await create("asdf qwer", "Sorry", "Sorry again");
    expect(await api.toolVersions.composition({ appId })).toMatchObject({
      status: "failed",
      sentence: "asdf qwer",
      error: expect.stringContaining("I did not understand") as string,
    });
  });

  it("makes one more tool of an app, which can be opened meanwhile", async () => {
    const { api, appId } = await create("a wine guide", script(answer));
    model.reply(script({ ...answer, header: "Beer guide" }));
    const { toolId, title } = await api.toolVersions.createTool({ appId, sentence: "a guide to beer" });
    expect(title).toBe("Guide to beer");
    await vi.waitFor(async () => expect((await api.tools.get({ appId, toolId })).title).toBe("Beer guide"), {
      timeout: 20_000,
    });
  });

  it("is made by rules where the model's answers cannot be used, and the notes say so", async () => {
    const { tool, notes } = await create("a tip calculator", "Sorry", "Sorry again");
    expect(tool.title).toBe("Tip calculator");
    expect(notes.assumed[0]).toContain("without it");
  });
});
