import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// Briefs of whole websites, and everyday messages: which tables they ask for, and what is said of them.

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  const fieldsOf = (table: string) => Object.keys(app.entity(table)?.properties ?? {});
  const optionsOf = (table: string, field: string) => app.entity(table)?.properties[field]?.enum;
  const linksOf = (table: string) =>
    Object.values(app.entity(table)?.properties ?? {}).flatMap(({ "x-reference": to }) => (to ? [to] : []));
  return { app, text, tables: app.entities(), fieldsOf, optionsOf, linksOf };
};

describe("a first message", () => {
  it("keeps what is written down, and no entry beside it", () => {
    const { tables, fieldsOf } = built(
      "Build an internal tool for our drone team. Pilots log every flight: date, location, minutes in the air and purpose. Each drone has a serial number, model and purchase date.",
    );
    expect(tables).toEqual(expect.arrayContaining(["Flight", "Drone"]));
    expect(tables).not.toContain("JournalEntry");
    expect(fieldsOf("Flight")).toEqual(expect.arrayContaining(["date", "location", "purpose"]));
  });

  it("has the rows that the app's name promises, where no sentence names them", () => {
    const { tables, linksOf } = built(
      "Please develop a donation website for a charity that drills wells. Each project shows its village, the sum needed and photos from the site. Supporters choose a project and may leave a message.",
    );
    expect(tables).toEqual(expect.arrayContaining(["Project", "Donation"]));
    expect(linksOf("Donation")).toContain("Project");
  });

  it("makes a status of what is decided, of the request and not of who decides it", () => {
    const { optionsOf, fieldsOf } = built(
      "Build an internal web app where employees submit holiday requests (from, until, reason). Their manager approves or rejects. Employees have a department and a phone number.",
    );
    expect(optionsOf("HolidayRequest", "status")).toEqual(["requested", "approved", "rejected"]);
    expect(fieldsOf("Manager")).not.toContain("status");
  });

  it("links a table to each that stands in its own list", () => {
    const { linksOf } = built(
      "I run a hair salon.\n- services with duration and price\n- stylists with phone and working hours\n- booking: customer, service, stylist, day and time",
    );
    expect(linksOf("Booking")).toEqual(expect.arrayContaining(["Service", "Stylist"]));
  });

  it.each([
    ["a comedy club site. Shows have a headliner and a start time. Guests buy tickets.", "Ticket", "holder"],
    ["help desk where employees send in tickets and agents solve them", "Ticket", "priority"],
  ])("takes a ticket for what it is beside the other words: %s", (said, table, field) =>
    expect(built(said).fieldsOf(table)).toContain(field),
  );

  it("has options that are told in a row behind their field", () => {
    const { optionsOf } = built(
      "Incidents are reported with severity minor, major or total, and a description. Each incident is about a machine (name, location).",
    );
    expect(optionsOf("Incident", "severity")).toEqual(["minor", "major", "total"]);
  });

  it.each([
    "I rent out film gear. Kit has a daily rate and a serial number. Customers rent kit from, to. Invoices are done elsewhere.",
    "I rent out film gear. Kit has a daily rate and a serial number. Customers rent kit from, to, so please no invoices.",
  ])("makes no table of what it refuses: %s", (said) => expect(built(said).tables.join()).not.toContain("Invoice"));

  it("gives a row a name where none of its fields is one, and the usual fields where people only look for rows by some", () => {
    const shop = built(
      "Develop an online shop for spices. Users can filter products by origin and heat level and order them.",
    );
    expect(shop.fieldsOf("Product")).toEqual(expect.arrayContaining(["name", "price", "origin", "heat_level"]));
    const quiz = built(
      "Teachers write questions with answers, a picture and an explanation. Learners take exams (date, score).",
    );
    expect(quiz.fieldsOf("Question")[0]).toBe("question");
  });

  it.each([
    ["whats in the freezer + use by", "Ingredient"],
    ["coworking desk booking for members", "Desk"],
  ])("understands what is typed in a hurry: %s", (said, table) => expect(built(said).tables).toContain(table));
});

describe("a form that visitors send in", () => {
  const open = (said: string) => {
    const { app, tables } = built(said);
    return tables.filter((table) => app.entity(table)!["x-accessControl"]?.permissions?.write === "anonymous");
  };

  it.each([
    ["tattoo studio with artists, their works and an inquiry form", ["Inquiry"]],
    ["a page where people can submit recipes and comment on them", ["Recipe"]],
    ["our church wants a page where people can submit prayer requests", ["PrayerRequest"]],
    // Nobody adds camps but who runs them.
    [
      "a summer camp where parents register their children. Camps have title, date, price. Registration form with child's name, age, allergies",
      ["Registration"],
    ],
  ])("is for what it is called, and never opens the list of what is shown: %s", (said, tables) =>
    expect(open(said)).toEqual(tables),
  );
});
