import { describe, expect, it } from "vitest";
import { withoutUnique } from "@/offline/description/wishes/unique-said";
import { conversation } from "../support/offline";

type App = ReturnType<typeof conversation>;
const uniqueIn = (app: App) =>
  app.entities().flatMap((name) =>
    Object.entries(app.entity(name)!.properties)
      .filter(([, property]) => (property as { "x-unique"?: boolean })["x-unique"])
      .map(([field]) => `${name}.${field}`),
  );

const shop =
  "A shop app with customers (name, email, phone, customer number), products (name, sku, price, tags as list of: new, used), vehicles (plate number, model) and bookings (date, room)";
function openShop(): App {
  const app = conversation();
  app.say(shop);
  return app;
}

describe("A field is made unique", () => {
  it.each([
    ["the customer e-mail must be unique", "Customer.email"],
    ["no two customers with the same number", "Customer.customer_number"],
    ["two customers can't have the same email", "Customer.email"],
    ["make sure that no two products have the same sku", "Product.sku"],
    ["make the sku unique", "Product.sku"],
    ["sku must be unique and required", "Product.sku"],
    ["the email can be used only once", "Customer.email"],
    ["an email cannot be used twice", "Customer.email"],
    ["each sku only once", "Product.sku"],
    ["no sku twice", "Product.sku"],
    ["no duplicate plate numbers", "Vehicle.plate_number"],
    ["don't allow duplicate emails", "Customer.email"],
    ["plate unique", "Vehicle.plate_number"],
    ["names of products must be unique", "Product.name"],
    ["every vehicle has a unique plate number", "Vehicle.plate_number"],
    ["email and phone of customers must be unique", "Customer.email Customer.phone"],
    ["add a unique serial number to vehicles", "Vehicle.serial_number"],
    ["add a serial number to vehicles, unique", "Vehicle.serial_number"],
    ["die Kundennummer muss eindeutig sein", "Customer.customer_number"],
    ["keine doppelten E-Mails", "Customer.email"],
    ["Kennzeichen darf nur einmal vorkommen", "Vehicle.plate_number"],
    ["es darf keine doppelten Kundennummern geben", "Customer.customer_number"],
  ])("by “%s”: %s", (said, fields) => {
    const app = openShop();
    const { text } = app.say(said);
    expect(uniqueIn(app).join(" ")).toBe(fields);
    expect(text).toContain("must be unique");
    expect(text).not.toContain("What I did not do");
  });

  it.each([
    "no two bookings for the same room and date",
    "the combination of room and date must be unique",
    "the room and date of a booking must be unique together",
    "no two bookings with the same room on the same date",
  ])("but not two fields together: “%s” is declined in words", (said) => {
    const app = openShop();
    const before = app.files;
    const { text } = app.say(said);
    expect(text).toContain("One field by itself can be unique");
    expect(app.files).toEqual(before);
  });

  it("but nothing that has several values", () => {
    const app = openShop();
    expect(app.say("tags must be unique").text).toContain("only a single text, number, date, option or link");
    expect(uniqueIn(app)).toEqual([]);
  });

  it("says so where it is already, and takes it back", () => {
    const app = openShop();
    app.say("email of customers must be unique");
    expect(app.say("email of customers must be unique").text).toContain("Email must be unique already.");
    expect(app.say("emails need not be unique any more").text).toContain(
      "Email of customers need not be unique: several rows may have the same value.",
    );
    expect(uniqueIn(app)).toEqual([]);
    app.say("make the email unique");
    app.say("die E-Mail muss nicht mehr eindeutig sein");
    expect(uniqueIn(app)).toEqual([]);
  });
});

describe("A first message says what is unique", () => {
  it.each([
    [
      "A club with members (name, member number, email). No two members with the same member number.",
      "Member.member_number",
    ],
    ["Members with name, unique email and phone", "Member.email"],
    ["Parts: name, article number (text, unique), price", "Part.article_number"],
    ["An app for cars with plate and model. No duplicate plates", "Car.plate"],
    ["An inventory app with products (name, sku, price). the sku must be unique", "Product.sku"],
    [
      "Eine App für Kunden mit Name, E-Mail und Kundennummer. Die Kundennummer muss eindeutig sein.",
      "Customer.customer_number",
    ],
  ])("“%s”: %s", (said, field) => {
    const app = conversation();
    app.say(said);
    expect(uniqueIn(app)).toEqual([field]);
    expect(app.files.some(({ content }) => content.includes("unique_"))).toBe(false);
  });

  it("and its sample rows have a value each", () => {
    const app = conversation();
    const { actions } = app.say(
      "Parts with name, colour (red, blue) and unit price. The unit price must be unique. The name must be unique",
    );
    const rows = actions
      .filter(({ type }) => type === "insert_entity_records")
      .flatMap(({ content }) => content.trim().split("\n"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.length).toBeGreaterThan(3);
    for (const field of ["name", "unit_price"]) {
      const values = rows.map((row) => row[field]).filter((value) => value !== undefined);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it("and leaves other things alone that are called unique", () => {
    for (const text of [
      "A shop for unique handmade items with name and price",
      "A gym where members train twice a week.",
      "Same day deliveries with address and time",
    ])
      expect(withoutUnique(text)).toEqual({ rest: text, wishes: [] });
  });
});
