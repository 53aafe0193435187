import { describe, expect, it } from "vitest";
import { summable } from "@/offline/model/amounts";
import { conversation, faultsOf } from "../support/offline";

const crm =
  "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard";

/** The CRM after one more sentence; the sentence must apply wholly and leave sound code. */
function after(sentence: string, start = crm) {
  const app = conversation();
  app.say(start);
  const turn = app.say(sentence);
  expect(turn.failed, turn.text).toEqual([]);
  expect(turn.text, turn.text).not.toContain("What I did not do");
  expect(faultsOf(app.files)).toEqual([]);
  return { app, text: turn.text, contact: app.entity("Contact")!, deal: app.entity("Deal")! };
}

describe("the money of a table that adds up over its rows", () => {
  it.each([
    ["its total, before its parts", ["subtotal", "vat_amount", "total"], "total"],
    ["a deal's value", ["value"], "value"],
    ["what an order's lines come to, not the price of a piece", ["unit_price", "amount"], "amount"],
    ["no price", ["price"], undefined],
    ["no cost of a piece, wage or hourly rate", ["unit_cost", "wage", "hourly_rate"], undefined],
  ])("is %s", (_name, names, found) =>
    expect(summable(names.map((name) => ({ name, kind: "money" })))?.name).toBe(found),
  );
});

describe("a feature's fields", () => {
  it("are those that the table has by another name", () => {
    const app = conversation();
    app.say("inventory for my bakery: products with price and stock, suppliers, and a low stock alert");
    const { stock, reorder_level: level, quantity } = app.entity("Product")!.properties;
    expect([stock?.type, level?.type, quantity]).toEqual(["number", "integer", undefined]);
  });
});

describe("a first prompt's fields", () => {
  it.each([
    ["wedding guest list with table numbers, meal choice and rsvp", "WeddingGuest", "name"],
    ["inventory for a comic book collection with issue number, publisher and condition", "Book", "title"],
  ])("tell rows apart: %s", (prompt, entity, title) => {
    const app = conversation();
    app.say(prompt);
    expect(Object.keys(app.entity(entity)!.properties)[0]).toBe(title);
    expect(app.entity(entity)!.required).toEqual([title]);
  });

  it("have the options of their noun where a choice is asked for without any", () => {
    const app = conversation();
    app.say("wedding guest list with table numbers, meal choice and rsvp");
    const { meal, rsvp } = app.entity("WeddingGuest")!.properties;
    expect([meal?.enum, rsvp?.enum]).toEqual([
      ["meat", "fish", "vegetarian", "vegan"],
      ["invited", "coming", "not coming", "maybe"],
    ]);
  });

  it("have no second name where the author is one: comments and reviews", () => {
    const app = conversation();
    app.say("a recipe app where my family can rate recipes and add comments");
    expect(Object.keys(app.entity("Comment")!.properties)).not.toContain("content");
    expect(Object.keys(app.entity("Review")!.properties)).not.toContain("author_name");
  });

  it("are of the type that stands behind them", () => {
    const app = conversation();
    app.say(
      "A library app with books (title, summary as long text, year as a number, score as stars, bought on as a date)",
    );
    const { properties } = app.entity("Book")!;
    expect(Object.entries(properties).map(([name, { type, format }]) => [name, format ?? type])).toEqual([
      ["title", "string"],
      ["summary", "string"],
      ["year", "number"],
      ["score", "integer"],
      ["bought_on", "date"],
    ]);
  });
});

describe("adding a field", () => {
  it.each([
    "add a phone number to contacts",
    "Add phone number to contacts.",
    "Please add a phone number field to the contacts table",
    "could you add a field for the phone number to contacts?",
    "contacts should have a phone number",
    "Contacts also need a phone number",
    "give contacts a phone number",
    "each contact has a phone number",
    "I want contacts to have a phone number",
    "in contacts, add a phone number",
    "for contacts please add phone number",
    "store the phone number of contacts",
    "contacts are missing a phone number",
    "extend contacts with a phone number",
    "I'd also like to track the phone number for each contact",
    "every contact should also have a phone number",
  ])("%s", (sentence) => {
    expect(Object.keys(after(sentence).contact.properties)).toEqual(["name", "email", "status", "phone_number"]);
  });

  it.each([
    ["add a birthday to contacts", "birthday", { type: "string", format: "date" }],
    ["add a website to contacts", "website", { type: "string", format: "uri" }],
    ["add notes to contacts", "notes", { type: "string" }],
    ["add an age to contacts", "age", { type: "number" }],
    ["add a subscribed checkbox to contacts", "subscribed", { type: "boolean", default: false }],
    ["add tags to contacts", "tags", { type: "array", items: { type: "string" } }],
    [
      "add a priority (low, medium, high) to contacts",
      "priority",
      { type: "string", enum: ["low", "medium", "high"], default: "low" },
    ],
    [
      "add a priority dropdown with low, medium and high to contacts",
      "priority",
      { type: "string", enum: ["low", "medium", "high"], default: "low" },
    ],
    ["add a photo to contacts", "photo", { type: "string" }],
    ["add a rating to contacts", "rating", { type: "integer", minimum: 1, maximum: 5 }],
    [
      "add source: web/referral/event to contacts",
      "source",
      { type: "string", enum: ["web", "referral", "event"], default: "web" },
    ],
    ["add a last contacted date and time to contacts", "last_contacted", { type: "string", format: "date-time" }],
    [
      "add interests (multi select: sports, music, food) to contacts",
      "interests",
      { type: "array", items: { type: "string", enum: ["sports", "music", "food"] } },
    ],
  ])("understands the kind: %s", (sentence, name, property) => {
    expect(after(sentence).contact.properties[name]).toMatchObject(property);
  });

  it("adds several at once", () => {
    expect(
      Object.keys(after("add a phone number, a birthday and notes to contacts").contact.properties).slice(3),
    ).toEqual(["phone_number", "birthday", "notes"]);
  });

  it("says that a field is there already", () => {
    const { text, contact } = after("add an email to contacts");
    expect(text).toContain("already have email");
    expect(Object.keys(contact.properties)).toEqual(["name", "email", "status"]);
  });
});

describe("removing a field", () => {
  it.each([
    "remove the email from contacts",
    "delete the email field from contacts",
    "Please drop email from the contacts table",
    "get rid of the email column in contacts",
    "contacts don't need an email",
    "Contacts no longer need the email field",
    "remove email",
    "I don't need the email field anymore",
    "take out the contact's email",
    "strip email from contacts",
    "can you remove the email of contacts please",
    "we don't need email in contacts",
  ])("%s", (sentence) => {
    expect(Object.keys(after(sentence).contact.properties)).toEqual(["name", "status"]);
  });

  it("takes the charts and the filter that need it along", () => {
    const { app } = after("remove status from contacts");
    expect(app.read("services/app.js")).not.toContain('"by": "status"');
  });
});

describe("renaming a field", () => {
  it.each([
    "rename email to work email in contacts",
    "rename the email field of contacts to work email",
    "Rename the contact's email to work email",
    "call the email field work email",
    "change the label of email to work email",
    "the email field should be called work email",
    "in contacts, rename email to work email",
    'please rename email to "work email"',
    "change the name of the email field to work email",
    "relabel email as work email",
    "contacts: rename email to work email",
    "email should be named work email instead",
  ])("%s", (sentence) => {
    const { contact, app } = after(sentence);
    expect(contact.properties.email!.title).toBe("Work email");
    expect(app.read("pages/Contacts.jsx")).toContain('"email"');
  });
});

describe("making a dropdown", () => {
  it.each([
    "make status a dropdown with new, won, lost",
    "Make the status of contacts a dropdown: new, won, lost",
    "turn status into a dropdown with new, won and lost",
    "status should be a dropdown with new, won, lost",
    "change status to a select with the options new, won, lost",
    "the options of status should be new, won, lost",
    "set the options of status to new/won/lost",
    "status can be new, won or lost",
    "status should be one of new, won, lost",
    "let people choose the status from new, won, lost",
    "convert the status field to a dropdown list (new, won, lost)",
    "use a dropdown for status with new, won, lost",
    "change the status options to new, won, lost",
    "I'd like status to be a dropdown with the values new, won and lost",
  ])("%s", (sentence) => {
    expect(after(sentence).contact.properties.status).toEqual({
      type: "string",
      enum: ["new", "won", "lost"],
      default: "new",
    });
  });

  it.each([
    "add an option paused to status",
    'add the option "paused" to the status dropdown',
    "add paused as an option to status",
    "add paused to the status dropdown",
    "add a status paused to contacts",
    "status should also offer paused",
    "status can also be paused",
    "include paused in the status options",
    "extend status with paused",
    "add another choice paused to the status field",
    "append paused to the status list",
    "add the value paused to status of contacts",
  ])("adds an option: %s", (sentence) => {
    expect(after(sentence).contact.properties.status!.enum).toEqual(["lead", "won", "lost", "paused"]);
  });

  it.each([
    "remove the option won from status",
    "remove won from the status dropdown",
    "delete the won option from status",
  ])("removes an option: %s", (sentence) => {
    expect(after(sentence).contact.properties.status!.enum).toEqual(["lead", "lost"]);
  });
});

describe("changing the kind of a field", () => {
  it.each([
    "make amount a text field",
    "change amount to text",
    "turn the amount into text",
    "convert amount to text",
    "amount should be text",
    "change the type of amount to text",
    "change the amount's type to text",
    "use a text field for amount",
    "store amount as text",
    "the amount of deals should be text",
    "set the deal amount to text",
    "switch amount to a text field",
  ])("%s", (sentence) => {
    expect(after(sentence).deal.properties.amount!.type).toBe("string");
  });

  it.each([
    ["make due date a date and time", "due_date", { format: "date-time" }],
    ["make amount a checkbox", "amount", { type: "boolean" }],
    ["change the due date to a number", "due_date", { type: "number" }],
    ["make the amount a rating", "amount", { type: "integer", maximum: 5 }],
  ])("%s", (sentence, name, property) => {
    expect(after(sentence).deal.properties[name]).toMatchObject(property);
  });

  it.each([
    "make email required",
    "email should be required",
    "mark the contact's email as mandatory",
    "require an email for contacts",
    "the email of contacts must be filled in",
  ])("%s", (sentence) => {
    expect(after(sentence).contact.required).toEqual(["name", "email"]);
  });

  it.each(["make name optional", "the name of contacts is optional", "mark the contact's name as not required"])(
    "%s",
    (sentence) => {
      expect(after(sentence).contact.required).toBeUndefined();
    },
  );
});
