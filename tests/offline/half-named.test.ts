import { describe, expect, it } from "vitest";
import { changesOf } from "../support/scenes";

const scenes = {
  camp: "Campsite: pitches (number, size, type: tent/caravan/motorhome, price), guests (name, email, country, plate), reservations (guest, pitch, arrival, departure, persons, state: reserved/arrived/left/no-show, paid)",
  tennis:
    "Tennis club: members (name, email, phone, ranking, membership: junior/adult/senior), courts (number, surface: clay/grass/hard), bookings (court, member, day, hours, fee)",
  bakery:
    "Bakery orders: customers (name, phone, email), products (name, price, category: bread/rolls/cake), orders (customer, product, quantity, pickup date, status: new/baking/ready/collected, note)",
  copies:
    "Copy shop: customers (name, email, phone), orders (customer, title, copies, price, ordered on, paid, status: new/ready/collected)",
  plots:
    "Allotments: tenants (name, phone, email), plots (number, size, tenant, rent), fines (tenant, reason, amount, date)",
  boats: "Boat club: boats (name, type: dinghy/yacht, length, berth), members (name, email, plan: Basic/Gold)",
  vet: "Small vet: owners (name, phone, street), pets (name, species: dog/cat/rabbit, owner, born on, weight), visits (pet, date, reason, fee, status: booked/done, paid)",
  blog: "Blog: posts (title, body, author, status: draft/published), comments (post, name, text)",
};

const after = changesOf(scenes);

type Row = [scene: keyof typeof scenes, message: string, lines: string[], says?: string];

const told = ([scene, message, lines, says]: Row) => {
  const found = after(scene, message);
  expect(found.lines).toEqual(lines);
  if (says) expect(found.text).toContain(says);
  else expect(found.text).not.toContain("What I did not do");
};

describe("what is not there", () => {
  it.each<Row>([
    ["camp", "remove phone from guests", [], "guests have no phone"],
    ["camp", "drop phone and email from guests", ["-field Guest.email"], "guests have no phone"],
    ["camp", "remove email and plate from guests", ["-field Guest.email", "-field Guest.plate"]],
    ["camp", "throw the no-show out of the state", [], "did not understand"],
    ["boats", "show the number of repairs per status as a pie chart", [], "the app has no table of repairs"],
    ["boats", "pie chart of damages by kind please", [], "the app has no table of damages"],
    ["bakery", "put pastry and snacks in", [], "which table or field"],
    ["copies", "orders older than a month in red", ["look condition Order.ordered_on <-30d #ff0000"]],
  ])("%s: %s", (...row) => told(row));
});

describe("what is left out or must not be", () => {
  it.each<Row>([
    ["tennis", "a booking without a member is useless", ["~field Booking.member required"]],
    ["plots", "fines without a reason should not be possible", ["~field Fine.reason required"]],
    ["tennis", "the bookings list without the fee please", ["~page Bookings hides fee"]],
  ])("%s: %s", (...row) => told(row));
});

describe("what people do makes rows", () => {
  it.each<Row>([
    ["tennis", "only members can book courts", [], "“only members can add bookings” is like that already"],
    ["tennis", "courts can only be booked by admins", ["rules Booking create=admin"]],
    ["blog", "anyone may comment", ["rules Comment create=anonymous"]],
  ])("%s: %s", (...row) => told(row));
});

describe("fields with their units, starts and places", () => {
  it.each<Row>([
    [
      "copies",
      "add a price per copy to orders, default 0.05",
      ["+field Order.price_per_copy money default=0.05"],
      "starts as 0.05",
    ],
    ["boats", "add weight in kg and width in cm to boats", ["+field Boat.weight number", "+field Boat.width number"]],
    ["plots", "add 3 fines for testing, and 10 plots", ["rows Fine 3", "rows Plot 10"]],
    [
      "boats",
      "every table needs a photo",
      ["+field Boat.photo image", "+field Member.photo image"],
      "Members have a new field, photo",
    ],
    ["boats", "add the option Plus+ to plan", ["~field Member.plan +Plus+"]],
    ["boats", "green app", ["look accent=#16a34a"]],
    ["boats", "round everything please", ["look radius=round"]],
    ["bakery", 'For an order I want to tick "gift wrapped"', ["+field Order.gift_wrapped boolean"]],
  ])("%s: %s", (...row) => told(row));

  it("tells the unit behind the name", () =>
    expect(after("boats", "boats need a draught in m").text).toContain("Boats have a new field, draught (m)."));
});

describe("two requests in one breath", () => {
  it.each<Row>([
    [
      "copies",
      "copies between 1 and 5000, price at most 900",
      ["~field Order.copies minimum=1", "~field Order.copies maximum=5000", "~field Order.price maximum=900"],
    ],
    [
      "camp",
      "can the plate be a longer text and the country a dropdown with France, Spain and Italy",
      ["~field Guest.country kind=enum options France, Spain, Italy", "~field Guest.plate kind=longtext"],
    ],
    ["tennis", "phone is a must for members, email not", ["~field Member.phone required"], "may stay empty already"],
    ["tennis", "only court and day in the bookings list", ["~page Bookings hides title, hours, fee, member"]],
    ["boats", "hi, round corners please", ["look radius=round"]],
    [
      "tennis",
      "members need a card number (unique) and a shirt size S M L XL",
      ["+field Member.card_number text unique", "+field Member.shirt_size enum S, M, L, XL"],
    ],
    [
      "tennis",
      "for members: height in cm, locker (A/B/C), card number (unique)",
      ["+field Member.height number", "+field Member.locker enum A, B, C", "+field Member.card_number text unique"],
    ],
    [
      "camp",
      "reservations past arrival must be red unless paid",
      ["look condition Reservation.arrival overdue and paid false #ff0000"],
    ],
    ["tennis", "a booking normally lasts 45 minutes", [], "normally"],
    [
      "camp",
      "the first page should be a calendar of the reservations",
      ["+page calendar Reservation.arrival"],
      "is the first page now",
    ],
    ["camp", "i want the total persons on top of the reservations page", [], "did not"],
    [
      "tennis",
      "everybody logged in can add bookings but only edit their own",
      [
        "access Booking read=all write=creator",
        "rules Booking update=creator|admin",
        "rules Booking delete=creator|admin",
      ],
      "only who made a row and admins can change or delete them",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("German", () => {
  it.each<Row>([
    [
      "bakery",
      "Für jedes product bitte noch Gewicht und Bemerkungen als langen Text",
      ["+field Product.weight number", "+field Product.notes longtext"],
    ],
    ["bakery", "Lösch bitte das Feld note bei den orders, das braucht kein Mensch", ["-field Order.note"]],
    ["bakery", "die Seite Orders soll Werkstatt heißen", ["~page Orders title=Werkstatt"]],
    ["bakery", "category soll auch Torten sein können", ["~field Product.category +Torten"]],
    ["bakery", "mach die App dunkelgrün und runde Ecken", ["look accent=#166534", "look radius=round"]],
  ])("%s: %s", (...row) => told(row));
});

describe("pages, lists and names", () => {
  it.each<Row>([
    [
      "vet",
      "call visits consultations everywhere",
      ["~table Visit title=Consultations", "~page Visits title=Consultations"],
    ],
    ["vet", "in the list of pets i only want name, species and owner", ["~page Pets hides born_on, weight"]],
    ["vet", "visits: newest first, fee as last column", ["~page Visits sort date desc"], "“fee as last column”"],
    ["vet", "page with our prices: single 15, ten times 120", ["+page text Prices"]],
    [
      "vet",
      "can we have a calendar for the visits and make it the start page",
      ["+page calendar Visit.date"],
      "is the first page now",
    ],
    ["vet", "status of visits: booked -> planned, done -> finished", ["~field Visit.status options planned, finished"]],
    ["vet", "phone is optional, street isnt", ["~field Owner.street required"], "Phone may stay empty already"],
    ["vet", "owners cannot see the phone of others", [], "the same for all owners"],
    [
      "boats",
      "berth should be a multi choice: north, south, east",
      ["~field Boat.berth kind=multi options north, south, east"],
    ],
  ])("%s: %s", (...row) => told(row));
});
