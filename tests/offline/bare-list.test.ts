import { describe, expect, it } from "vitest";
import { plainBareList } from "@/offline/rephrase/bare-list";
import { conversation } from "../support/offline";

// Busy people type a list without its commas.

describe("a list without commas", () => {
  it.each([
    ["gym members classes trainers payments", "gym: members, classes, trainers, payments"],
    ["library app books members loans fines", "library app: books, members, loans, fines"],
    ["wedding planning guests tables menu budget", "wedding planning: guests, tables, menu, budget"],
    ["students teachers classes grades", "students, teachers, classes, grades"],
    ["books title author year rating", "books with title, author, year, rating"],
    ["expense tracker date amount category", "expense tracker with date, amount, category"],
  ])("is one: %s", (said, meant) => {
    expect(plainBareList(said)).toBe(meant);
  });

  it.each([
    "client project time tracking",
    "daily water intake tracker",
    "online shop for handmade jewelry",
    "vacation rental property manager",
    "gym members, classes, trainers and payments",
    "a library",
  ])("is none: %s", (said) => {
    expect(plainBareList(said)).toBe(said);
  });

  it("makes a table of each", () => {
    const app = conversation();
    app.say("dog walking business clients dogs walks invoices");
    expect(app.entities()).toEqual(["Client", "Dog", "Invoice", "Walk"]);
  });
});

describe("the usual short forms", () => {
  it("takes a price per month for one field", () => {
    const app = conversation();
    app.say("price list: item, price/month, deposit");
    expect(Object.keys(app.entity("Price")!.properties)).toEqual(["item", "price_per_month", "deposit"]);
  });

  it("takes what a site offers for its rows", () => {
    const app = conversation();
    app.say("an app providing tips for parents");
    expect(app.entities()).toEqual(["Tip"]);
  });
});
