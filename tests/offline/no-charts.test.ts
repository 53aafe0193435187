import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const begun = () => {
  const app = conversation();
  app.say(
    "Solar installers: projects (customer, kilowatts, status: lead/planned/finished, start date, price), teams (name, leader)",
  );
  app.say("a chart of projects by status");
  app.say("a line chart of projects per month");
  return app;
};
const chartsOf = (app: ReturnType<typeof conversation>) =>
  readModel(app.files, "Untitled")
    .model.pages.flatMap(({ charts }) => charts ?? [])
    .map(({ entity, by }) => `${entity} by ${by}`);

describe("A chart is removed", () => {
  it.each([
    "remove the chart of projects by status",
    "we don't need the status chart anymore",
    "delete the chart of projects by status from the dashboard",
  ])("by “%s”", (said) => {
    const app = begun();
    expect(chartsOf(app)).toContain("Project by status");
    const { text } = app.say(said);
    expect(chartsOf(app), text).toEqual(["Project by start_date"]);
    expect(text).toContain("no longer has");
  });

  it("only where one alone is meant, and else it is asked which", () => {
    const app = begun();
    const { text } = app.say("remove the chart of projects");
    expect(chartsOf(app)).toHaveLength(2);
    expect(text).toContain("please say which one");
  });

  it("and where there is none it is said", () => {
    const app = begun();
    expect(app.say("remove the chart of teams").text).toContain("the app has no such chart");
  });
});

describe("A style is taken by a word for it", () => {
  it.each([
    ["use the elegant style", "elegant"],
    ["it should have a more professional look", "calm"],
    ["make it look more modern", "fresh"],
  ])("“%s”: %s", (said, preset) => {
    const app = begun();
    const { text } = app.say(said);
    expect(readModel(app.files, "Untitled").model.look.preset, text).toBe(preset);
  });
});

describe("A chart stands where its page shows it", () => {
  const shown = (app: ReturnType<typeof conversation>) =>
    app.files.filter(({ content }) => /<Chart\s/.test(content)).map(({ path }) => path);

  it("on a page of its own beside the landing page of a public site, which shows none", () => {
    const app = conversation();
    const { text } = app.say("an online shop for ceramics with products and orders");
    expect(text).toContain("welcomes visitors");
    expect(shown(app)).toEqual([]);
    app.say("a chart of orders per status");
    expect(shown(app)).toEqual(["pages/Dashboard.jsx"]);
    expect(app.say("a chart of orders per status").text).toContain("There already is that chart");
    expect(app.read("pages/Home.jsx")).toContain("<Hero");
  });

  it("on the page of today, however many there are", () => {
    const app = conversation();
    app.say(
      "my habits and tasks, today first: tasks with title, due date, status (todo, doing, done), room (home, work)",
    );
    app.say("a chart of tasks per room");
    app.say("a chart of tasks per due date");
    expect(app.read("pages/Home.jsx")!.match(/<Chart\s/g)!.length).toBeGreaterThan(2);
  });
});
