import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { differencesBetween } from "@/offline/change/differences/between";
import { conversation } from "../support/offline";

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
  blog: "Blog: posts (title, body, author, status: draft/published), comments (post, name, text)",
};

const begun = new Map<string, ReturnType<typeof conversation>["begun"]>();

/** What a message changes in an app, line by line, the rows that it adds, and what the reply says. */
function after(scene: keyof typeof scenes, message: string) {
  if (!begun.has(scene)) {
    const first = conversation();
    first.say(scenes[scene]);
    begun.set(scene, first.begun);
  }
  const app = conversation(undefined, undefined, begun.get(scene));
  const before = readModel(app.files, "Untitled").model;
  const { text, staged } = app.say(message);
  return {
    lines: [
      ...differencesBetween(before, readModel(app.files, "Untitled").model).map(({ line }) => line),
      ...staged.records.map(({ entity, rows }) => `rows ${entity} ${rows.length}`),
    ],
    text,
  };
}

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
    ["copies", "orders older than a month and not paid in red", [], "did not understand"],
    [
      "copies",
      "colour orders red that are unpaid and older than 30 days",
      [],
      "“older than 30 days” would be a second reason",
    ],
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
