import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  return { app, text };
};

describe("entries of a log", () => {
  it.each([
    ["houseplants and when they are watered", "Watering", "houseplant", ["name", "title"]],
    ["yoga studio with classes, members and bookings", "Booking", "class", ["title", "name"]],
  ])("go by what they are about, and get no name beside it: %s", (said, table, about, without) => {
    const { app, text } = built(said);
    const entity = app.entity(table)!;
    expect(entity.required?.[0]).toBe(about);
    for (const name of without) expect(Object.keys(entity.properties)).not.toContain(name);
    expect(text).not.toContain("Nothing named");
  });
});

describe("the first page of an app", () => {
  it("is the first one of its menu", () => {
    const { app } = built("log of my sourdough bakes with flour, hydration, rating and photo");
    const menu = app.files.find(({ path }) => path === "services/app.js")!.content;
    expect(/"page": "(\w+)"/.exec(menu)?.[1]).toBe("Home");
  });

  it("waits for nothing that began long ago", () => {
    const { app } = built("allotment association with members, plots and work days");
    const home = app.files.find(({ path }) => path === "pages/Home.jsx")!.content;
    expect(home).not.toContain("Next plots");
  });

  it("asks no stranger who books to sign in", () => {
    const { app } = built("website for a chimney sweep where people can book an appointment");
    const home = app.files.find(({ path }) => path === "pages/Home.jsx")!.content;
    expect(home).not.toContain("Featured");
    expect(home).toContain('label: "Book an appointment"');
  });
});
