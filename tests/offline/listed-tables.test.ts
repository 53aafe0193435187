import { expect, it } from "vitest";
import { germanInEnglish } from "@/offline/lexicon/german-in-english";
import { conversation } from "../support/offline";

// Whoever lists what an app keeps gets a table of each, whatever else the words may mean.

const built = (said: string) => {
  const app = conversation();
  app.say(said);
  return Object.fromEntries(app.entities().map((name) => [name, Object.keys(app.entity(name)!.properties)]));
};

it.each([
  [
    "Warehouse management system with locations, pallets, goods receipts, pick lists and stock movements",
    ["GoodsReceipt", "Location", "Pallet", "PickList", "StockMovement"],
  ],
  ["Village cinema. films, screenings, seats, reservations", ["Film", "Reservation", "Screening", "Seat"]],
  [
    "An app with tables Supplier, Product, PurchaseOrder and PurchaseOrderLine",
    ["Product", "PurchaseOrder", "PurchaseOrderLine", "Supplier"],
  ],
  [
    "Data model:\nShip(name, imo, flag, built)\nPort(name, country)\nPortCall(ship, port, arrived_at, left_at, cargo)",
    ["Port", "PortCall", "Ship"],
  ],
  ["Entities: Author(name), Book(title, author, year), Loan(book_id, borrower, due)", ["Author", "Book", "Loan"]],
  ["Lost luggage desk at a bus station: tag no, passenger, phone, colour, found?", ["LostLuggage"]],
  ["knitting: yarn stash and projects", ["Project", "YarnStash"]],
  ["the scouts' tent store", ["Tent"]],
  ["Mushroom hunter. species, edible / poisonous / unsure, place, gps, date, photo", ["Mushroom"]],
  ["Amateur astronomer: observation date & time, object, telescope, eyepiece, sketch", ["Observation"]],
  ["Glassblower stock: piece, colour, height, hours of work, price, sold on, to whom", ["Piece"]],
  ["Geocaches I found: code, name, where, date, difficulty", ["Geocache"]],
  ["crime novels i've read so that i dont buy them twice: author, title, series", ["Novel"]],
  [
    "Wedding planner. Couples (names, phone), vendors (company, phone), and which vendor is booked for which couple with status asked/booked/paid",
    ["Couple", "Vendor", "VendorBooking"],
  ],
  ["Public website for our bakery: products with photo, price. Everybody can see it without an account", ["Product"]],
  ["jogging: date km minutes shoes weather", ["Run"]],
  ["optician orders", ["Order"]],
  [
    "Hospital: wards, beds (number, type), patients and admissions incl. discharge date",
    ["Admission", "Bed", "Patient", "Ward"],
  ],
  ["tree surgeon quotes and jobs on one page for me and the lads", ["Job", "Quote"]],
])("a table of each: %s", (said, tables) => {
  expect(Object.keys(built(said))).toEqual(tables);
});

it.each([
  [
    "Watchmaker repairs like this\n* watch brand, model, serial no\n* customer + mobile\n* fault\n* estimate, agreed on\n* state: in, quoted, on the bench, ready, gone",
    "Repair",
    ["watch_brand", "model", "serial_no", "mobile", "fault", "estimate", "agreed_on", "state"],
  ],
  [
    "Risk register (ISO 27001): asset, threat, likelihood 1-5, owner, due date, status open/closed",
    "Risk",
    ["asset", "threat", "likelihood", "owner", "due_date", "status"],
  ],
  [
    "Our karate dojo needs: students (name, belt), gradings with date and examiner, and for every grading which student got which belt and if passed",
    "GradingResult",
    ["grading", "student", "belt", "passed"],
  ],
  [
    "Landscape gardener: projects – client, address, hedge in m, start, finish, offer sum, status (enquiry, offer sent, done)",
    "Project",
    ["client", "hedge", "start", "finish", "offer_sum", "status"],
  ],
  [
    "Dental lab order form:\nDentist:\nPatient no.:\nWork (crown, bridge, denture):\nShade:\nDue:\nRush y/n:",
    "Order",
    ["dentist", "patient_no", "work", "shade", "due", "rush"],
  ],
  [
    "Refund requests. customer name, order no, reason (damaged, wrong item, too late), amount, approved by",
    "RefundRequest",
    ["customer_name", "order_no", "reason", "amount", "approved_by"],
  ],
  [
    "Radio station: shows with title, host, and a playlist per broadcast (artist, track, label, minute)",
    "Playlist",
    ["artist", "track", "label", "minute", "broadcast"],
  ],
])("and its fields: %s", (said, table, fields) => {
  expect(built(said)[table]).toEqual(expect.arrayContaining(fields));
});

it.each([
  [
    "PurchaseRequest",
    "Purchase requests. Staff ask for something, boss approves. Item, reason, supplier, price, needed by, status: asked → approved → ordered → here, or refused",
    ["asked", "approved", "ordered", "here", "refused"],
  ],
  ["Ticket", "Tickets with title and status enum new/open/closed", ["new", "open", "closed"]],
])("the choices of a state in a programmer's notation: %s, %s", (table, said, options) => {
  const app = conversation();
  app.say(said);
  expect(app.entity(table)!.properties.status!.enum).toEqual(options);
});

it("two names of one thing are two tables, and its own name has its fields", () => {
  const { StockMovement } = built("Warehouse system with pallets, goods receipts and stock movements");
  expect(StockMovement).toEqual(expect.arrayContaining(["kind", "quantity"]));
});

it("a state is a field, and no table", () => {
  expect(
    built("Feature request board: users submit ideas, vote on them. statuses: planned, in progress, shipped"),
  ).not.toHaveProperty("Status");
});

it("what was taken back in the same breath is not built", () => {
  expect(Object.keys(built("Vet? No, dog school! courses (name, start), dogs with breed and age"))).toEqual([
    "Course",
    "Dog",
  ]);
});

it.each([
  [
    "Der Kegelclub braucht ne App: Mitglieder, und Strafen (Mitglied, Grund, bezahlt ja/nein)",
    "Kegelclub: members, and fines (member, reason, paid yes/no)",
  ],
  [
    "Ich brauche: Kurse (Titel, Datum) und eine Übersicht der Stücke, die im Ofen stehen, mit Besitzer und Stand (roh, fertig)",
    "courses (title, date) and Stücke with owners and status (roh, done)",
  ],
  ["Bandkalender: Proben und Auftritte", "band calendar: rehearsals and gigs"],
  ["Boote (Name, Klasse), Fahrten (Boot, Strecke, Ziel)", "boats (name, Klasse), trips (boat, route, goal)"],
])("in German, too: %s", (german, english) => {
  expect(germanInEnglish(german)).toBe(english);
});

it("hears a wish for a view behind a German list", () => {
  const app = conversation();
  app.say("Wir brauchen Kunden (Name, Telefon) und Termine (Datum, Kunde). Bitte auch ein Kalender.");
  expect(app.pages()).toContain("TermineCalendar");
});

it("links what a class names by the id of another", () => {
  expect(built("Entities: Team(name, channel), ApiKey(team_id, label, created_at, revoked)")["ApiKey"]).toContain(
    "team",
  );
});

it("takes test cases for no cases of a lawyer", () => {
  expect(built("Test case management for QA. Suites (name, component), runs (tester, executed at)")).not.toHaveProperty(
    "Case",
  );
});
