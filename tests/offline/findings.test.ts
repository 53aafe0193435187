import { describe, expect, it } from "vitest";
import { appKinds, archetypes } from "@/offline/words/archetypes";
import { checkBundle } from "@/engines/detect/check";
import { conversation } from "../support/offline";

/** Everything the validators say of a bundle, in words. */
const findings = (files: { path: string; content: string }[]) =>
  checkBundle(files).found.map(({ issue }) => JSON.stringify(issue));

const everyKind = [...new Set(appKinds.flatMap(([, nouns]) => nouns))];
const chunks = (list: string[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

describe("the validators find nothing in what the builder writes", () => {
  it.each(
    chunks(
      archetypes().map(({ noun }) => noun),
      8,
    ),
  )("tables of known nouns, with every kind of page: %s …", (...nouns) => {
    const app = conversation();
    const turn = app.say(
      `An app with tables:\n${nouns
        .filter(Boolean)
        .map((noun) => `- ${noun}: `)
        .join("\n")}`.replace(/\n- (.*?): /g, (_, noun: string) => `\n- I need a table for ${noun}`),
    );
    expect(turn.failed).toEqual([]);
    for (const name of app.entities().slice(0, 3)) {
      app.say(`add a kanban board for ${name}`);
      app.say(`add a calendar for ${name}`);
    }
    app.say("add a dashboard");
    expect(app.entities().length).toBeGreaterThan(3);
    expect(findings(app.files)).toEqual([]);
  });

  it("the CRM after its two edits, a public form and a page of text", () => {
    const app = conversation();
    for (const sentence of [
      "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
      "add a phone number to contacts",
      "make status a dropdown with new, won, lost",
      "anyone can submit contacts, only admins can view them",
      "add an about page",
      "rename contacts to clients",
      "add interests (multi select: sports, music) to deals",
      "add a contract file to deals",
      "add a rating to deals",
    ]) {
      app.say(sentence);
      expect(findings(app.files), sentence).toEqual([]);
    }
  });

  it("tables named like what the pages' own code speaks of, which must not hide it", () => {
    const app = conversation();
    app.say(
      "A tool with cards (title, status: new/done, date), columns (title, status: new/done, date), entries (title, status: new/done, date), moves (title, status: new/done, date) and weeks (title, status: new/done, date)",
    );
    expect(app.entities()).toEqual(["Card", "Column", "Entry", "Move", "Week"]);
    for (const name of app.entities())
      for (const view of ["kanban board", "calendar"]) expect(app.say(`add a ${view} for ${name}`).failed).toEqual([]);
    expect(app.pages().filter((page) => /Board$|Calendar$/.test(page))).toHaveLength(10);
    expect(findings(app.files)).toEqual([]);
    for (const { path, content } of app.files)
      expect(/\bconst (\w+) = \1\b|\bfunction (\w+)\(\2\b/.exec(content)?.[0], path).toBeUndefined();
  });

  it("knows a table for each noun that a kind of app names", () => {
    const nouns = new Set(archetypes().flatMap(({ names }) => names));
    expect(everyKind.filter((noun) => !nouns.has(noun))).toEqual([]);
  });
});

describe("A first message", () => {
  it("keeps what its first words offer, and what is booked is of that", () => {
    const app = conversation("New app");
    app.say("forest cabins where guests can request a stay");
    expect(app.entities()).toEqual(["ForestCabin", "Guest", "Stay"]);
    expect(app.entity("Stay")!.properties["forest_cabin"]).toMatchObject({ "x-reference": "ForestCabin" });
  });

  it.each([
    "a site for a surf camp with bookings and a newsletter",
    "a website for a ski school with bookings, lessons and newsletter subscribers",
  ])("books nobody's newsletter: %s", (said) => {
    const app = conversation("New app");
    app.say(said);
    const targets = Object.values(app.entity("Booking")!.properties).map((property) => property["x-reference"]);
    expect(targets).not.toContain("Subscriber");
  });

  it("tells once who may do what, as it is now", () => {
    const app = conversation("New app");
    const { text } = app.say("A wedding rsvp form where guests can submit who comes. Everyone can edit");
    expect(text).toContain("anyone can submit, only admins can view");
    expect(text).not.toContain("anyone can edit");
  });
});
