import { describe, expect, it } from "vitest";
import { plainFeatures } from "@/offline/description/software/features-said";
import { conversation } from "../support/offline";

// Software is described by its features: "customer management, role-based permissions, calendar view, Slack notifications".

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  return { app, text, tables: app.entities() };
};

describe("a list of features", () => {
  it.each([
    ["Build a CRM with login, contacts, dashboard, and role-based permissions.", "contacts and dashboard."],
    [
      "Build a CRM with customer management, deal pipeline tracking, and contact history",
      "customers, deals and interactions",
    ],
    ["Blog platform with posts, comments, and author profiles", "posts, comments and authors"],
    [
      "Create a restaurant menu with categories, item cards with images, and an order button",
      "categories and menu items with images",
    ],
    ["Design a travel site with destination browsing, reviews, and booking.", "destinations, reviews and bookings."],
    [
      "Create a library management system with book catalog, member loans, fine tracking, and admin dashboard",
      "books, member loans, fines and dashboard",
    ],
    [
      "Build a real estate listing page with property cards, filters (price, beds, location), and detail modal.",
      "properties and price, beds, location.",
    ],
    [
      "Build a clinic app with provider profiles by specialty, appointment scheduling with status tracking (booked, done)",
      "providers with specialty and appointments with status (booked, done)",
    ],
  ])("is one of the rows and fields that are kept for them: %s", (said, kept) => {
    expect(plainFeatures(said).text).toMatch(new RegExp(`with ${kept.replaceAll(/[().]/g, "\\$&")}$`));
  });

  it.each([
    "my book club with members, meetings and a reading list",
    "catering orders: event date, headcount, menu, dietary notes",
    "uni lab: samples with barcode, freezer shelf, project and expiry",
    "Pottery studio: customers can see the workshops and sign up",
    "customers with name, contact information, order history",
    "A forum. Users: name, email. Posts: title, text",
    "theatre club. Roles: name, actor, costume",
    "museum collection with objects, donors, loans to other museums, and condition reports",
  ])("is none where things are listed with their fields: %s", (said) => {
    expect(plainFeatures(said).text).toBe(said);
  });

  it("has no table of what is usual of each row, and adds to the first what none of them has", () => {
    const { app, tables } = built("Build a learning platform with courses, lessons, and progress tracking");
    expect(tables).toEqual(["Course", "Lesson"]);
    expect(app.entity("Course")!.properties["progress"]).toMatchObject({ type: "number" });
    expect(built("Build a project tool with tasks, milestones and team assignments").tables).not.toContain("Assignee");
  });
});

it("leaves the picture of a row its own where an app keeps photos too", () => {
  const { app } = built("Build a restaurant website with a menu, table reservations, reviews, and photos");
  expect(app.entity("MenuItem")!.properties["photo"]!["x-reference"]).toBeUndefined();
});

describe("what a list of features names besides", () => {
  it("is told where it lies outside of the app, in the person's own words", () => {
    const { tables, text } = built(
      "Build an HR platform with employee profiles, leave requests and Slack notifications",
    );
    expect(tables).toEqual(["Employee", "LeaveRequest"]);
    expect(text).toContain("“Slack notifications”: what reaches outside of the app needs a function");
  });

  it("is told where apps are made with something else", () => {
    const { tables, text } = built("Build a library system with books and loans using Spring Boot, React and MongoDB.");
    expect(tables).toEqual(["Book", "Loan"]);
    expect(text).toContain("I did not use Spring Boot and MongoDB");
  });

  it.each([
    ["YouTube clone", ["Channel", "Comment", "Video"]],
    ["Build a Spotify clone with playlists and songs", ["Playlist", "Song"]],
    ["A Trello-style kanban board with tasks", ["Task"]],
  ])("is the kind of app that a product stands for: %s", (said, tables) => {
    expect(built(said).tables).toEqual(expect.arrayContaining(tables));
  });

  it("is what a copy for something else is of", () => {
    expect(built("clone of Airbnb for houseboats").tables).toEqual(["Booking", "Houseboat", "Review"]);
  });

  it("is told where people were to have roles of their own", () => {
    const { tables, text } = built("Bar POS with drinks, orders and payments. Roles: admin, waiter.");
    expect(tables).toEqual(["Drink", "Order", "Payment"]);
    expect(text).toContain("“admin, waiter”: people of an app are members or admins");
  });

  it("makes no table of accounts, which every app has", () => {
    expect(built("A blog with posts and comments. Users can sign up and log in.").tables).toEqual(["Comment", "Post"]);
  });

  it.each([
    ["Create a CRUD app for laptops (serial, model, owner) and repairs (laptop, date, cost)", ["Laptop", "Repair"]],
    ["Time log for our studio, entities: Client, Job (client, budget, status = open | done)", ["Client", "Job"]],
    ["Create a chore tracker for families with kids, chores and rewards", ["Chore", "Family", "Kid", "Reward"]],
  ])("names the tables: %s", (said, tables) => {
    expect(built(said).tables).toEqual(tables);
  });

  it("makes no table of a word for any business", () => {
    expect(built("Build a SaaS").tables).toEqual([]);
  });
});
