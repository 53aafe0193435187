import { describe, expect, it } from "vitest";
import { compare } from "@/offline/doubts/comparison";
import { doubtsIn } from "@/offline/doubts/differences";
import { doubts } from "@/offline/doubts/offer";
import { type AppModel, readModel } from "@/offline/model/app-model";
import { defaultLook } from "@/offline/model/look";
import { conversation, today } from "../support/offline";

/** "Dog: name, owner>Owner, size=big/small" a table. */
function model(...tables: string[]): AppModel {
  const entities = tables.map((table) => {
    const [name = "", fields = ""] = table.split(": ");
    const properties = fields.split(", ").map((field): [string, AppModel["entities"][0]["properties"][string]] => {
      const [label = "", target] = field.split(">");
      const [key = "", options] = label.split("=");
      return [
        key,
        { type: "string", ...(target && { "x-reference": target }), ...(options && { enum: options.split("/") }) },
      ];
    });
    return { name, type: "object" as const, properties: Object.fromEntries(properties) };
  });
  return { name: "App", purpose: "office", look: defaultLook, pages: [], entities };
}

describe("Where two readings of a message differ, the other one's", () => {
  it.each<[string, string, AppModel, AppModel, string[]]>([
    [
      "table is offered with what the message says of it, and what it is linked with",
      "vets with phone and dogs",
      model("Dog: name"),
      model("Dog: name, vet>Vet", "Vet: name, phone, hired_on"),
      ["Add a table for vets with name and phone, and link dogs to vets"],
    ],
    [
      "field is not moved, where it is a thing beside others",
      "tours, news and telescopes",
      model("Tour: name, telescopes", "News: title"),
      model("Tour: name", "News: title, telescopes"),
      [],
    ],
    ["table is not, where it is an option", "sofas", model("Quote: piece=sofa/chair"), model("Sofa: price, piece"), []],
    [
      "table is not, where the message speaks of one only",
      "the vet has a phone",
      model("Dog: name"),
      model("Dog: name", "Vet: phone"),
      [],
    ],
    [
      "table is not, where the app has it by another name",
      "courses with teacher and room; classes",
      model("Class: name, teacher, room"),
      model("Course: name, teacher, room"),
      [],
    ],
    [
      "link is offered",
      "dogs and owners",
      model("Dog: name", "Owner: name"),
      model("Dog: name, owner>Owner", "Owner: name"),
      ["Link dogs to owners"],
    ],
    [
      "link is not, where another table lies between",
      "trench, layer, find",
      model("Trench: name", "Layer: name, trench>Trench", "Find: name, layer>Layer"),
      model("Trench: name", "Layer: name, trench>Trench", "Find: name, layer>Layer, trench>Trench"),
      [],
    ],
    [
      "place of a field is offered, where its table is named right before it",
      "renters, and rentals with deposit",
      model("Renter: name, deposit", "Rental: name"),
      model("Renter: name", "Rental: name, deposit"),
      ["Move deposit from renters to rentals"],
    ],
    [
      "place of a field is not, where the app's own table is named right before it",
      "rentals, and renters with deposit",
      model("Renter: name, deposit", "Rental: name"),
      model("Renter: name", "Rental: name, deposit"),
      [],
    ],
    [
      "field is offered, where it is a member of a list",
      "guests: diet, plus one, table",
      model("Guest: diet"),
      model("Guest: diet, plus_one"),
      ["Add plus one to guests"],
    ],
    [
      "field is not, where it is a piece of a sentence",
      "we write about guests we present to them",
      model("Guest: diet"),
      model("Guest: diet, about, present"),
      [],
    ],
    [
      "options are offered for a field that has the usual ones",
      "episodes, status idea or published",
      model("Episode: title, status=planned/recorded"),
      model("Episode: title, status=idea/published"),
      ["Make status of episodes a dropdown with idea, published"],
    ],
    ["nothing, where both are the same", "dogs", model("Dog: name"), model("Dog: name"), []],
  ])("%s", (_, message, made, other, offered) => {
    expect(doubtsIn(compare(made, other, message)).map(({ words }) => words)).toEqual(offered);
  });

  it("table comes first, then links, places and fields", () => {
    const made = model("Dog: name", "Owner: name, fee", "Walk: name");
    const other = model("Dog: name, owner>Owner", "Owner: name", "Walk: name, fee, long_route", "Vet: phone");
    const words = doubtsIn(compare(made, other, "dogs, owners, walks with fee, long route, vets with phone"));
    expect(words.map(({ kind }) => kind)).toEqual(["table", "link", "move", "field"]);
  });
});

describe("What the builder may have missed in a first message", () => {
  const tutor = "private maths tutor: students, lessons, invoices";
  const offers = (app: ReturnType<typeof conversation>) => {
    const { model: standing } = readModel(app.files, "Untitled");
    const said = app.begun.messages.map(({ content }) => content);
    return [...doubts(said, standing, app.files, standing.name, today)].filter((words) => words !== undefined);
  };

  it.each([
    tutor,
    "gallery sells works on consignment. artists, works (title, technique, size, price), our commission percent, sold to, sold on, artist paid",
    "Podcast planner pls. episodes, guests, sponsors with amount per episode, status idea/recorded/edited/published",
  ])("is offered in at most three requests, each of which is done: %s", (prompt) => {
    const app = conversation();
    app.say(prompt);
    const offered = offers(app);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.length).toBeLessThan(4);
    for (const words of offered) {
      const { text, actions, failed } = conversation(undefined, undefined, app.begun).say(words);
      expect(actions.length, words).toBeGreaterThan(0);
      expect(failed, words).toEqual([]);
      expect(text, words).toMatch(/^What I did:/);
    }
  });

  it("is not offered again once it was done, and what remains is", () => {
    const app = conversation();
    app.say(tutor);
    const [table, anew] = offers(app);
    expect([table, anew]).toEqual([
      "Add a table for invoices with name and student",
      "Start over with students, lessons and invoices",
    ]);
    app.say(table!);
    // Starting over would lose what was just added.
    expect(offers(app)).toEqual([]);
  });

  it.each(["Add a page for news", "Add a chart of lessons by student"])(
    "is not the whole app anew, where that would lose what was added to its pages: %s",
    (added) => {
      const app = conversation();
      app.say(tutor);
      const { actions, text } = app.say(added);
      expect(actions.length, text).toBeGreaterThan(0);
      expect(offers(app).filter((words) => words.startsWith("Start over"))).toEqual([]);
    },
  );

  it("can be the whole app, made anew of the same message", () => {
    const app = conversation();
    app.say(tutor);
    const { text, failed } = app.say("Start over with students, lessons and invoices");
    expect(failed).toEqual([]);
    expect(text).toContain("I read your first message anew");
    expect(app.entities()).toEqual(["Invoice", "Lesson", "Student"]);
    expect(app.pages()).toContain("Invoices");
    expect(app.pages()).not.toContain("Teachers");
    expect(offers(app)).toEqual([]);
  });

  it("is nothing where both readings agree, where there is one, and in German", () => {
    for (const prompt of [
      "A CRM with contacts, companies and deals",
      "hello",
      "Nachhilfe: Schüler und Lehrer, Stunden",
    ]) {
      const app = conversation();
      app.say(prompt);
      expect(offers(app), prompt).toEqual([]);
    }
  });
});
