import { describe, expect, it } from "vitest";
import { conversation, type Entity } from "../support/offline";

// What a new app shows to whoever opens it: rows that tell one story, forms in a sensible order, ways from row to row.

type Row = Record<string, unknown>;

function built(sentence: string) {
  const app = conversation();
  const { staged } = app.say(sentence);
  const rowsOf = (entity: string): Row[] =>
    staged.records.find((one) => one.entity === entity)!.rows.map(({ label, fields }) => ({ ...fields, label }));
  return {
    app,
    rowsOf,
    page: (name: string) => app.read(`pages/${name}.jsx`),
    entity: (name: string) => app.entity(name)!,
  };
}
const fieldsOf = ({ properties }: Entity) => Object.keys(properties);

describe("The sample rows of an app", () => {
  it("refer to what their other references refer to", () => {
    const { rowsOf } = built("booking site for my massage studio with treatments, therapists and appointments");
    const treatments = new Map(rowsOf("Treatment").map((row) => [`$ref:${String(row["label"])}`, row]));
    for (const { treatment: given, with: who, length_minutes: length } of rowsOf("Appointment")) {
      const treatment = treatments.get(String(given))!;
      expect([who, length]).toEqual([treatment["therapist"], treatment["duration_minutes"]]);
    }
  });

  it("refer to what their own texts name", () => {
    const { rowsOf } = built("portfolio for an architect with projects, photos and a contact form");
    const projects = new Map(rowsOf("Project").map((row) => [`$ref:${String(row["label"])}`, row["title"]]));
    for (const { location, project } of rowsOf("Photo")) expect(projects.get(String(project))).toBe(location);
  });

  it("are those of the last weeks first: what was added last stands on top of a list", () => {
    const days = built("invoice app with clients and invoices")
      .rowsOf("Invoice")
      .map(({ date }) => String(date));
    expect(days).toEqual(days.toSorted());
  });

  it("of earlier months are finished: orders received, and bikes back", () => {
    const orders = built("stock management for our hardware store with suppliers and purchase orders");
    const states = orders
      .rowsOf("PurchaseOrder")
      .slice(0, 8)
      .map(({ status }) => status);
    expect(new Set(states)).toEqual(new Set(["received"]));
    const rentals = built("bike rental shop with bikes, customers and rentals").rowsOf("Rental").slice(0, 8);
    expect(new Set(rentals.map(({ returned }) => returned))).toEqual(new Set([true]));
  });
});

describe("The pages of an app", () => {
  it("lead from a row to those that it refers to", () => {
    const crm = built("crm with companies, contacts and deals");
    expect(crm.page("Deals")).toContain('contact: "Contacts" }}');
    const jobs = built("job board for remote design jobs, companies post jobs and people apply");
    expect(jobs.page("Jobs")).toContain('pages={{ company: "Companies" }}');
  });

  it("tick off habits where they stand", () => {
    const home = built("habit tracker with streaks").page("Home");
    expect(home).toContain('checks: { entity: HabitCheck, by: "habit", on: "date" }');
    expect(home).not.toContain('page: "HabitChecks"');
  });

  it("measure no growth by when somebody was last talked to", () => {
    expect(built("crm with leads, contacts and deals").page("Home")).not.toContain('since="last_contact"');
  });

  it("show what is still to come first, and sales as a list", () => {
    const club = built("event site for our jazz club with concerts, artists and ticket sales");
    expect(club.page("Concerts")).toContain('upcoming="starts_at"');
    expect(club.page("TicketSales")).toContain("<DataTable");
  });

  it("sum what was billed before what something may cost", () => {
    const home = built("invoice app for a freelance translator with clients, projects and invoices").page("Home");
    expect(home).toContain('label="Invoice total"');
  });

  it("show of money what it comes to, and no chart of how often it comes back", () => {
    const home = built("family budget with income, expenses by category and savings goals").page("Home");
    expect(home).toMatch(/<Stat[^>]*label="Expenses"[^>]*sum="amount"/);
    expect(home).toContain('label="Income"');
    expect(home).not.toContain('by="repeats"');
  });

  it("keep from visitors how a business stands with a company", () => {
    const { properties } = built("job board where companies post jobs and people apply").entity("Company");
    expect(properties["relationship"]).toMatchObject({ "x-accessControl": { read: ["admin"] } });
  });

  it("announce no logs that are still to come, and keep the capitals of RSVP", () => {
    const fleet = built("track company cars, drivers, trips and fuel logs").page("Home");
    expect(fleet).toContain('title="Latest fuel logs"');
    expect(built("wedding planner with guests, budget and a seating plan").page("Home")).toContain("by RSVP");
  });

  it("say what needs attention in whole words", () => {
    const home = built("school timetable with classes, teachers, rooms and homework").page("Home");
    expect(home).toContain('title="Homework that needs attention"');
  });
});

describe("The fields of a form", () => {
  it("are no sums of another table", () => {
    const { properties } = built("family budget with income, expenses by category and savings goals").entity("Expense");
    expect(Object.keys(properties)).not.toContain("planned");
  });

  it("are called as their tables are, and stand before the long texts", () => {
    const jobs = built("job board for remote design jobs, companies post jobs and people apply");
    expect(fieldsOf(jobs.entity("Application")).slice(0, 2)).toEqual(["name", "job"]);
    const site = built("portfolio for an architect with projects, photos and a contact form");
    expect(fieldsOf(site.entity("Inquiry"))).toContain("project");
    const club = fieldsOf(built("event site for our jazz club with concerts and artists").entity("Concert"));
    expect(club.indexOf("artist")).toBeLessThan(club.indexOf("description"));
  });
});
