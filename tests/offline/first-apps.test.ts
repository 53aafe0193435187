import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// What people who used their first app missed in it, or found in it and never asked for.

const built = (said: string) => {
  const app = conversation();
  app.say(said);
  const fields = (name: string) => Object.keys(app.entity(name)?.properties ?? {});
  const linksOf = (name: string) =>
    Object.values(app.entity(name)!.properties).flatMap((property) => property["x-reference"] ?? []);
  const name = /"name": "([^"]*)"/.exec(app.read("services/app.js")!)![1];
  return { app, fields, linksOf, name };
};

describe("the rows of a paper", () => {
  it.each([
    ["Orders for a bakery: customer, delivery date, several items with product, quantity and price", "Order", "Item"],
    ["Orders from customers with several items, and a board of the orders", "Order", "Item"],
    ["Invoices with lines and VAT, clients and a calendar of due dates", "Invoice", "Line"],
    ["Quotes with client, lines and total", "Quote", "Line"],
  ])("are a table of their own: %s", (said, whole, row) => {
    const { app, fields, linksOf } = built(said);
    expect(app.entities()).toContain(`${whole}${row}`);
    expect(app.entities()).not.toContain(row);
    expect(fields(whole)).not.toContain(`${row.toLowerCase()}s`);
    expect(linksOf(`${whole}${row}`)).toContain(whole);
    expect(linksOf(whole)).not.toContain(`${whole}${row}`);
    expect(fields(`${whole}${row}`)).toContain("quantity");
  });

  it("are not what a stock holds", () => {
    expect(built("Inventory of items, orders to suppliers").app.entities()).not.toContain("OrderItem");
  });
});

describe("a view that a first message ends with", () => {
  it.each([
    ["A tool for our joinery: customers, jobs with due date and a board of the jobs", "JobsBoard", "Job"],
    ["Clients, projects, invoices and a board of projects by status", "ProjectsBoard", "Project"],
    [
      "Orders for our bakery with customer, pickup date and status, and a calendar of the orders",
      "OrdersCalendar",
      "Order",
    ],
  ])("is a page, and no field: %s", (said, page, entity) => {
    const { app, fields } = built(said);
    expect(app.pages()).toContain(page);
    expect(fields(entity).filter((name) => /board|calendar/.test(name))).toEqual([]);
  });

  it("keeps what is named nowhere else", () => {
    expect(built("Our football club: members, and a calendar of matches").app.entities()).toContain("Match");
  });
});

describe("a community", () => {
  it.each(["Community for amateur astronomers", "Forum for beekeepers", "A community for dog owners in our town"])(
    "is of what is written there, and keeps no list of who reads it: %s",
    (said) => {
      const { app, name } = built(said);
      expect(app.entities()).toEqual(["Reply", "Topic"]);
      expect(said.toLowerCase()).toContain(name!.toLowerCase());
    },
  );

  it("tells stories, where no software is made", () => {
    expect(built("Community for our village where people share stories").fields("Story")).toContain("told_by");
    expect(built("Scrum: epics, stories with points and status, sprints").fields("Story")).toContain(
      "acceptance_criteria",
    );
  });
});

describe("an app's name", () => {
  it.each([
    ["A diving school where guests book dives and courses", "Diving School"],
    ["Houseplants with photo, watering day and notes", "Houseplants"],
    ["A website where visitors browse our holiday cottages and ask for a date", "Holiday Cottages"],
    ["Community for our village where people share stories and photos", "Village Community"],
    ["Clients, projects and invoices", "Projects"],
  ])("is in the message: %s", (said, name) => {
    expect(built(said).name).toBe(name);
  });
});

it("keeps boats and events out of what members pay", () => {
  const { linksOf } = built("Rowing club: members, membership fees and who has paid, boats, and events");
  expect(linksOf("Boat")).toEqual([]);
  expect(linksOf("Event")).not.toContain("MembershipFee");
  expect(linksOf("MembershipFee")).toEqual(["Member"]);
});

it("does not tell of a new app's board that it is there already", () => {
  const { text } = conversation().say("A kanban board for tasks of our sprint with projects");
  expect(text).not.toMatch(/already/);
  expect(text).not.toContain("You did not say where");
});
