import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// Whose a list of fields is, and which of two tables has the link, where the message's words alone do not tell.

const appOf = (message: string) => {
  const app = conversation();
  app.say(message);
  return app;
};

describe("A list of fields belongs to the rows that it tells of", () => {
  it.each([
    [
      "whose title stands before it",
      "Allergy clinic log: visit (first or follow-up), referring doctor, patient name, allergens, reaction height and who was present",
      undefined,
      ["referring_doctor", "patient_name", "reaction_height"],
    ],
    [
      "that the sentence before it counts",
      "A school outing to the zoo, 31 pupils. swimming badge none/bronze/gold, medication, deposit paid, consent form back?, room wish",
      "Pupil",
      ["medication", "deposit_paid", "room_wish"],
    ],
    [
      "whose steps the sentence before it tells",
      "subtitle studio: jobs go from asked to quoted to spotting to delivered. client, source language, target language, minutes, price per minute, deadline, editor",
      "Job",
      ["source_language", "price_per_minute", "deadline", "editor"],
    ],
    [
      "that open it",
      "bike messengers - deliveries from A to B, weight, courier, delivered when, signature name, price",
      "Delivery",
      ["weight", "signature_name", "price"],
    ],
    [
      "also behind what has a list of its own",
      "Glazing firm. job sheets with customer, address, description of the damage, fitter, panes used (pane, qty, price), hours.",
      "JobSheet",
      ["customer", "address", "fitter", "hours"],
    ],
    [
      "and no condition of a colour is one of them",
      "risk register. risk, cause, impact 1-5, likelihood 1-5, owner, mitigation, review date, red when impact above 4",
      "Risk",
      ["mitigation", "review_date"],
    ],
  ])("%s", (_, message, name, fields) => {
    const app = appOf(message);
    const table = app.entity(name ?? app.entities()[0]!);
    expect(Object.keys(table?.properties ?? {}), app.entities().join(", ")).toEqual(expect.arrayContaining(fields));
    expect(Object.keys(table?.properties ?? {})).not.toContain("above");
  });
});

describe("Options right behind the name of their field are its own", () => {
  it.each([
    [
      "appointments with date, service: bath/trim/full groom, and price",
      "Appointment",
      "service",
      ["bath", "trim", "full groom"],
    ],
    [
      "swimming badges: child, badge (bronze silver gold), passed on, examiner",
      "SwimmingBadge",
      "badge",
      ["bronze", "silver", "gold"],
    ],
    [
      "Kanban for a print shop: jobs with customer, product (flyer, poster, business card, banner), quantity, deadline",
      "Job",
      "product",
      ["flyer", "poster", "business card", "banner"],
    ],
    [
      "Chess ladder. Members have name and rating. Games between two members, date and result white wins, black wins or draw.",
      "Game",
      "result",
      ["white wins", "black wins", "draw"],
    ],
    [
      "Dorm: rooms (number, floor), repairs (room, reported on, status: open/ordered/fixed). Only the caretaker changes the status",
      "Repair",
      "status",
      ["open", "ordered", "fixed"],
    ],
  ])("%s", (message, name, field, options) => {
    const app = appOf(message);
    expect(app.entity(name)?.properties[field]?.enum, app.entities().join(", ")).toEqual(options);
  });

  it.each([
    ["products with tags as list of: new, used, sale", "Product", "tags", ["new", "used", "sale"]],
    ["items with name, price, tags as list of: new, used, sale", "Item", "tags", ["new", "used", "sale"]],
    ["recipes with title, minutes and diets as a list of vegan, halal", "Recipe", "diets", ["vegan", "halal"]],
  ])("%s: one field with several of them", (message, name, field, options) => {
    const app = appOf(message);
    expect(app.entities()).toEqual([name]);
    expect(app.entity(name)?.properties[field]).toMatchObject({ type: "array", items: { enum: options } });
    expect(Object.keys(app.entity(name)!.properties)).not.toContain(options.at(-1));
  });
});

describe("Who may read rows is no field of them", () => {
  it.each([
    "recipes with title and photo; anyone can read them",
    "recipes with title and photo. Anyone can view recipes",
  ])("%s: strangers see them", (message) => {
    const app = appOf(message);
    expect(app.entities()).toEqual(["Recipe"]);
    expect(Object.keys(app.entity("Recipe")!.properties)).toEqual(["title", "photo"]);
    expect(app.entity("Recipe")!["x-accessControl"]?.permissions?.read).toBe("anonymous");
  });
  it("everybody are those who sign in", () => {
    const app = conversation();
    const { text } = app.say("recipes with title and photo; everybody may read them");
    expect(app.entities()).toEqual(["Recipe"]);
    expect(text).toContain("Everybody who signs in sees recipes.");
    expect(app.entity("Recipe")!["x-accessControl"]?.permissions?.read).not.toBe("anonymous");
  });
});

describe("Who sees all rows and changes only their own", () => {
  it.each([
    "Everyone can see all shifts but change only their own",
    "Everybody sees all shifts but can only edit their own.",
    "People can see all shifts and change or delete only their own shifts",
  ])("has signed in: “%s”", (said) => {
    const app = conversation();
    const { text } = app.say(`Shift planning for our cafe: shifts with employee, date, start and end. ${said}`);
    const { permissions, rules } = app.entity("Shift")!["x-accessControl"]!;
    expect(app.entities()).toEqual(["Shift"]);
    expect(rules?.read ?? [permissions?.read]).toEqual(["all"]);
    expect(rules?.update).toEqual(["creator", "admin"]);
    expect(text).toContain("Everybody who signs in sees shifts.");
    expect(text).toContain("only who made a row and admins can change");
  });
});

describe("A link stands in the row that is of the other", () => {
  it.each([
    ["Todo list with categories. todos have a title, notes and a due date", "Todo", "Category"],
    ["piano tuner - customers, pianos, tunings", "Piano", "Customer"],
    ["piano tuner - customers, pianos, tunings", "Tuning", "Piano"],
    ["Villages (district, population), wells (depth, yield, pump type), maintenance visits", "Well", "Village"],
    ["meeting notes with action items", "ActionItem", "MeetingNote"],
    ["cats w chip no, sex, neutered; adoptions (who, when, fee) and vet bills per cat", "Adoption", "Cat"],
    ["streets, houses, visits with answer yes/no/maybe and notes, volunteers", "House", "Street"],
  ])("%s: each %s is of a %s", (message, child, parent) => {
    const app = appOf(message);
    const linksOf = (name: string) =>
      Object.values(app.entity(name)?.properties ?? {}).flatMap((value) => value["x-reference"] ?? []);
    expect(linksOf(child), app.entities().join(", ")).toContain(parent);
    expect(linksOf(parent)).not.toContain(child);
  });
});
