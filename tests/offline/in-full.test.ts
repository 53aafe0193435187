import { describe, expect, it } from "vitest";
import { withoutRowColors } from "@/offline/description/wishes/row-colors-said";
import { stepsBetween } from "@/offline/words/scales";
import { conversation } from "../support/offline";

// What a first message shortens is written out: scales, ranges, whose place is booked, and the colour of some rows.

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  const fieldsOf = (name: string) =>
    Object.entries(app.entity(name)?.properties ?? {}).map(([field, { type, format, enum: options }]) =>
      options ? `${field}(${options.join("|")})` : `${field}: ${format ?? type}`,
    );
  const name = /"name": "([^"]*)"/.exec(app.read("services/app.js")!)![1];
  return { app, text, fieldsOf, name };
};

it.each([
  [
    "Toys in our toy library: name, age from, price up to, borrowed by",
    "Toy",
    ["age_from: number", "price_up_to: number"],
  ],
  ["Language school: courses with teacher, level from A1 to C2, price", "Course", ["level(A1|A2|B1|B2|C1|C2)"]],
  ["school theatre: roles, pupils, costumes with size S-XL", "Costume", ["size(S|M|L|XL)"]],
  ["wine cellar: wine, vintage, grape, region, bottles, drink from", "Wine", ["name: string", "grape: string"]],
  ["ballroom dance marathon. couples, start number, rounds danced, judges points", "Couple", ["name: string"]],
  [
    "tow truck service. call comes in: name, plate, driver sent, towed to",
    "Call",
    ["name: string", "plate: string", "towed_to: string"],
  ],
  ["When an order is placed we note: customer, cake, pickup day, paid", "Order", ["customer: string", "cake: string"]],
  ["a course list: title, level, price", "Course", ["level(beginner|intermediate|advanced)"]],
  ["board games we own with age from, players min and max", "Game", ["min_players: number", "max_players: number"]],
  ["car pool: car, driver, km start, km end", "Car", ["km_start: number", "km_end: number"]],
  ["rooms (name, opens at, open until), guests with name and phone", "Room", ["open_until: date"]],
  ["Registration form with child's name, age, allergies and parent's phone", "Registration", ["child_name: string"]],
])("a field is what its words say: %s", (said, table, fields) => {
  expect(built(said).fieldsOf(table)).toEqual(expect.arrayContaining(fields));
});

it.each([
  ["Visitors book places on tours. Tours have a title, date and guide", ["Booking", "Tour"]],
  ["an app that tells me what is in which drawer", ["Drawer", "Item"]],
  ["Invoices with client, amount and due date, overdue payments in red", ["Invoice"]],
  ["All the trees in our orchard with variety and year planted", ["Tree"]],
  [
    "A stamp exchange where collectors offer stamps (country, year, condition, photo) and ask each other for swaps",
    ["Collector", "Question", "Stamp"],
  ],
])("no table is made of places that are booked or of a colour: %s", (said, tables) => {
  expect(built(said).app.entities()).toEqual(tables);
});

it.each([
  ["The Green Door is a B&B with 5 rooms. Guests book rooms, we want to see who comes when", "The Green Door"],
  ['Website for "Hof Sonnenberg", our organic farm: products, opening hours, orders', "Hof Sonnenberg"],
  ["My mother's medication plan: drug, dose, refill date", "Mother’s Medication Plan"],
  ["wedding band needs a site: upcoming gigs, song list", "Wedding Band"],
  ["Loans of our tool library with due date", "Tool Library"],
])("an app is called by a name, and no piece of a sentence: %s", (said, name) => {
  expect(built(said).name).toBe(name);
});

describe("the colour of some rows", () => {
  it("is carried out on the finished app, whatever the rows were called", () => {
    expect(built("Loans with borrower, due date, overdue payments in red").text).toContain("are red when due");
  });
  it.each(["shirts in red, green and blue", "bikes with size, painted frames, price", "a wall in our room in blue"])(
    "is no colour of a thing: %s",
    (said) => expect(withoutRowColors(said)).toEqual({ rest: said, wishes: [] }),
  );
});

it("knows the steps of a scale in their order alone", () => {
  expect(stepsBetween("b1", "C1")).toEqual(["B1", "B2", "C1"]);
  expect(stepsBetween("C1", "B1")).toBeNull();
  expect(stepsBetween("Monday", "XL")).toBeNull();
});
