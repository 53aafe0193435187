import { describe, expect, it } from "vitest";
import { starters } from "@/features/starters/schema";
import { sayWhat } from "@/features/turns/say-what";
import { readModel } from "@/offline/model/app-model";
import { suggest } from "@/offline/suggest";
import { conversation, today } from "../support/offline";

describe("Suggestions", () => {
  it.each(starters)(
    "$name: offers at least three things of its own, and the offline builder does each",
    ({ name, sentence }) => {
      const app = conversation(name);
      app.say(sentence);
      const { model } = readModel(app.files, name);
      const offered = [...suggest(model, app.files, name, today)].filter((words) => words !== undefined).slice(0, 3);
      expect(offered).toHaveLength(3);
      expect(offered).not.toContain("Make it dark");
      for (const words of offered) {
        const { text, failed, actions } = app.say(words);
        expect(actions.length, words).toBeGreaterThan(0);
        expect(failed, words).toEqual([]);
        expect(text, words).not.toContain("What I did not do");
      }
    },
  );

  const offeredFor = (prompt: string) => {
    const app = conversation();
    app.say(prompt);
    const { model } = readModel(app.files, "Untitled");
    return [...suggest(model, app.files, model.name, today)].filter((words) => words !== undefined);
  };

  it.each<[string, RegExp]>([
    // Who books, posts or keeps a journal writes rows; a date that lies behind makes no calendar.
    ["A CRM with contacts, companies and deals", /calendar of contacts|priority to contacts/],
    ["recipe collection with ratings", /notes to recipes|calendar of ratings/],
    ["booking app for my hair salon", /edit appointments|tags to appointments/],
    ["habit tracker", /admins|notes to habits/],
    ["job board for our town", /edit candidates/],
    ["wedding planner with guests, tables and budget", /tags to guests/],
    ["help desk with tickets", /phone number to tickets|by opened on/],
    ["flea market, people sell things", /edit classified ads|priority/],
    ["expense tracker", /admins|priority/],
    ["school timetable", /students as a board|tags to students/],
    ["vet clinic. owners, pets, visits", /by birth date|tags to owners|edit visits/],
    ["team wiki", /by updated on|notes to help articles/],
  ])("suit the app: %s", (prompt, nonsense) => {
    const offered = offeredFor(prompt);
    expect(offered.length).toBeGreaterThanOrEqual(3);
    for (const words of offered) expect(words).not.toMatch(nonsense);
  });

  it("are none for an app without tables", () => expect(offeredFor("hello")).toEqual([]));

  it("does not offer again what the app has by now", () => {
    const app = conversation("Team");
    app.say("A list of tasks with a title, a due date and a status: open, done");
    const offer = () => [...suggest(readModel(app.files, "Team").model, app.files, "Team", today)].filter(Boolean);
    const [first] = offer();
    app.say(first!);
    expect(offer()).not.toContain(first);
  });
});

describe("What is pointed at", () => {
  const button = { tag: "button", role: "", text: "New deal", components: ["Button", "Deals"], page: "/Deals" };
  it.each([
    ["make this button green", "make the “New deal” button green"],
    ["make this green", "make the “New deal” button green"],
    ["rename this to Add deal", "Change the text “New deal” to “Add deal”"],
    ["This button should say “Add a deal”.", "Change the text “New deal” to “Add a deal”"],
    ["delete this page", "delete this page"],
    ["add a phone number to contacts", "add a phone number to contacts"],
  ])("%s → %s", (said, meant) => expect(sayWhat(said, button)).toBe(meant));
});
