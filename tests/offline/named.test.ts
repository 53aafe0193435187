import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

const tablesOf = (message: string) => {
  const app = conversation();
  const { text } = app.say(message);
  const fields = (entity: string) => Object.keys(app.entity(entity)?.properties ?? {});
  return { app, text, names: app.entities(), fields };
};

describe("A table is named by what it keeps", () => {
  it.each<[string, string[]]>([
    [
      "We care for people at home. For each of our fourteen clients: name, address, key number. Visits: client, carer, start, end.",
      ["Client"],
    ],
    ["mum's pills: name, dose, time of day; refills: date, amount", ["Pill", "Refill"]],
    ["We keep mostly goats (name, ear tag, birth date) and sometimes geese (name, colour)", ["Goat", "Goose"]],
  ])("and not by how many there are, how often, or whose: %s", (message, tables) => {
    const { names, text } = tablesOf(message);
    expect(names, text).toEqual(expect.arrayContaining(tables));
    expect(names.join(" ")).not.toMatch(/Fourteen|Mum|Mostly|Sometimes/);
  });

  it("and no greeting is one", () => {
    const { names, text } = tablesOf(
      "Dear Sir or Madam,\n\nwe run a small chapel and need the candles with colour, length, price and shelf.\n\nKind regards\nP. Holm, verger",
    );
    expect(names, text).toEqual(["Candle"]);
    expect(text).not.toMatch(/regards|Holm|verger/);
  });

  it.each([
    ["Good morning bakery: breads (name, price), orders (bread, day, pieces)", ["Bread", "Order"]],
    ["greeting cards: recipient, best wishes, print date", ["GreetingCard"]],
  ])("and a name or a field that sounds like a letter stays: %s", (message, tables) => {
    const { names, app, text } = tablesOf(message);
    expect(names, text).toEqual(tables);
    expect(JSON.stringify(app.files)).toMatch(/Good Morning Bakery|best_wishes/);
  });

  it("and a status in a sentence of its own is a choice of the table before", () => {
    const { names, fields, app, text } = tablesOf(
      "Sail loft. orders for sails: boat, owner, area, cloth, price, promised date. Status: measured, cut, sewn, collected",
    );
    expect(names, text).not.toContain("Status");
    expect(fields("Order")).toContain("status");
    expect(app.entity("Order")!.properties.status!.enum).toEqual(["measured", "cut", "sewn", "collected"]);
  });

  it("and what stands behind its colon stays there, whatever else is paid or agreed", () => {
    const { fields, text } = tablesOf(
      "I let 8 garages. For every garage: street, rent, deposit, tenant, lease start and lease end. And rent payments so I see who is late.",
    );
    expect(fields("Garage"), text).toEqual(expect.arrayContaining(["street", "rent", "deposit", "lease_start"]));
  });
});

it("A log of something is a table of that, and its sentence is not about the app", () => {
  const { names, fields, text } = tablesOf(
    "We drill water wells. Customers: name, phone. Wells belong to a customer and have a location, depth in m, status (planned, done) and price. Log of layers per well: from, to, soil type",
  );
  expect(
    names.filter((name) => !/^(?:Customer|Layer|(?:Water)?Well)$/.test(name)),
    text,
  ).toEqual([]);
  expect(fields(names.find((name) => name.endsWith("Well"))!), text).toEqual(
    expect.arrayContaining(["location", "depth", "status", "price", "customer"]),
  );
  expect(fields("Layer"), text).toEqual(expect.arrayContaining(["from", "to", "soil_type"]));
});

it.each([
  [
    "A site for our brewery: beers with name, style and photo. People can order a beer with name, address and quantity",
    "Beer",
    ["name", "photo", "style"],
    "Order",
    ["address", "name", "quantity"],
  ],
  [
    "Pottery studio: courses with title, date and seats, guests can book a course with phone and number of persons",
    "Course",
    ["date", "seats", "title"],
    "Booking",
    ["number_of_persons", "phone"],
  ],
])("What is entered for one of them is no field of the thing itself: %s", (message, thing, its, deed, entered) => {
  const { fields, text } = tablesOf(message);
  expect(fields(thing), text).toEqual(expect.arrayContaining(its));
  expect(fields(thing), text).not.toEqual(expect.arrayContaining([entered.at(-1)]));
  expect(fields(deed), text).toEqual(expect.arrayContaining([...entered, thing.toLowerCase()]));
});

it("A field with a hyphen stands in its own table alone", () => {
  const { fields } = tablesOf("Drivers: name, phone. Rides: driver, pick-up time, destination");
  expect(fields("Driver")).toEqual(["name", "phone"]);
  expect(fields("Ride")).toContain("pick_up_time");
});

it("People in a table have a name, whatever else is said of them", () => {
  const { fields } = tablesOf("wedding guest list with rsvp, diet and table number");
  expect(fields("WeddingGuest")).toContain("name");
});

it("A booking goes by who booked, unless it links to them", () => {
  const open = tablesOf("padel courts (number, surface), bookings (court, date, start, end)");
  expect(open.fields("Booking"), open.text).toContain("booked_by");
  const linked = tablesOf("players (name, phone), padel courts (number), bookings (court, player, date)");
  expect(linked.fields("Booking"), linked.text).not.toContain("booked_by");
});

it("An app is renamed by who names it, and not by who praises it", () => {
  const { app } = tablesOf("flats to let: tenants (name, phone), flats (address, rooms, rent)");
  const nameAfter = (message: string) => {
    app.say(message);
    return /name: "([^"]*)"|"name": "([^"]*)"/.exec(app.read("services/app.js")!)!.slice(1).find(Boolean);
  };
  const before = nameAfter("the app is great");
  expect(before).not.toMatch(/great/i);
  expect(nameAfter("Dear all, thank you, the app is lovely.")).toBe(before);
  expect(nameAfter("the app should be called Flat Finder")).toBe("Flat Finder");
});

it("A change is told in words: colours by their names, and a chart by the rows that it counts", () => {
  const { app } = tablesOf(
    "A website for our vineyard: wines with grape, vintage, price, tastings that visitors can book with date and number of people",
  );
  const { text } = app.say("thanks! add a chart of tastings per month and make the buttons burgundy");
  expect(text).toContain("line chart of tastings by starts at");
  expect(text).toContain("The buttons are burgundy now");
  expect(text).not.toContain("as “make the buttons");
  const more = app.say("add an award number to wines, and could it mail the visitors a reminder?").text;
  expect(more).toContain("could it mail the visitors a reminder”: Mails");
  expect(app.entity("Wine")!.properties.award_number).toMatchObject({ type: "string" });
});

describe("Everybody who may add rows", () => {
  const begun = () => {
    const { app } = tablesOf("drivers: name, phone; rides: driver, date, status");
    app.say("only admins can delete rides");
    return { app, rights: () => app.entity("Ride")!["x-accessControl"] };
  };

  it("is who uses the app, and no stranger", () => {
    const { app, rights } = begun();
    const { text } = app.say("everyone can add rides");
    expect(rights(), text).toMatchObject({ permissions: { write: "all" }, rules: { delete: ["admin"] } });
  });

  it("and is told that it is so already, without a version", () => {
    const { app } = tablesOf("drivers: name, phone; rides: driver, date, status");
    const before = JSON.stringify(app.files);
    const { text } = app.say("everyone can add rides");
    expect(text).toContain("is like that already");
    expect(JSON.stringify(app.files)).toBe(before);
  });

  it("may be a stranger where forms are sent, who may delete nothing for that", () => {
    const { app, rights } = begun();
    const { text } = app.say("everyone can submit rides");
    expect(rights(), text).toMatchObject({ rules: { create: ["anonymous"], delete: ["admin"] } });
    expect(rights()?.permissions?.write).not.toBe("anonymous");
  });
});
