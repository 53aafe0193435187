import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  workshop:
    "workshop: repairs (item, received on, ready by date, status: received/in repair/done, urgency: low/high, paid), parts (name, stock, reorder level, price)",
  lending: "lending: loans (item, borrower, due date, returned yes/no)",
  translators: "translation bureau with translators, clients and jobs",
  camp: "Campsite: guests (name), reservations (guest, arrival, departure, state: reserved/arrived/left/no-show, paid)",
  billing: "billing: customers, invoices (customer, amount, issued on, paid, status: draft/sent/overdue)",
  club: "club: members (name, level: junior/senior, active), payments (member, amount, open yes/no)",
};
const after = changesOf(scenes);
type Row = Told<keyof typeof scenes>;
const told = toldBy(after);

describe("Rows that stand out for several reasons", () => {
  it.each<Row>([
    [
      "workshop",
      "mark repairs red when overdue and not done",
      ["look condition Repair.ready_by_date overdue and status not done #ff0000"],
      "when ready by date is past and status is not done",
    ],
    [
      "workshop",
      "late and unpaid repairs orange",
      ["look condition Repair.ready_by_date overdue and paid false #ffa500"],
    ],
    [
      "workshop",
      "colour repairs red if they are overdue but not paid",
      ["look condition Repair.ready_by_date overdue and paid false #ff0000"],
    ],
    ["workshop", "done repairs that are not paid yellow", ["look condition Repair.status done and paid false #ffff00"]],
    [
      "workshop",
      "repairs with high urgency that are still in repair pink",
      ["look condition Repair.urgency high and status in repair #ffc0cb"],
    ],
    [
      "workshop",
      "when ready by is past and status is received make the row purple",
      ["look condition Repair.ready_by_date overdue and status received #800080"],
    ],
    [
      "workshop",
      "parts where price is above 100 and stock below 2 pink",
      ["look condition Part.price >100 and stock <2 #ffc0cb"],
    ],
    [
      "lending",
      "red when overdue and not returned",
      ["look condition Loan.due_date overdue and returned false #ff0000"],
    ],
    [
      "lending",
      "overdue loans that aren't returned in red",
      ["look condition Loan.due_date overdue and returned false #ff0000"],
    ],
    ["camp", "reservations red unless paid", ["look condition Reservation.paid false #ff0000"]],
    [
      "camp",
      "reservations past departure and not left in orange",
      ["look condition Reservation.departure overdue and state not left #ffa500"],
    ],
    [
      "translators",
      "mark jobs that are late but not done",
      ["look condition Job.date overdue and status not done #ff0000"],
      "You named no colour",
    ],
  ])("%s: %s", (...row) => told(row));

  it.each<Row>([
    ["translators", "jobs overdue and not delivered in red", [], "no box that tells what is “not delivered”"],
    ["lending", "due date passed and not paid back in red", [], "no box that tells what is “not paid back”"],
  ])("says which reason nothing tells: %s: %s", (...row) => told(row));

  it("takes options of one field for either, and what is not so for itself", () => {
    expect(after("workshop", "repairs in repair and received blue").lines).toEqual([
      "look condition Repair.status in repair #0000ff",
      "look condition Repair.status received #0000ff",
    ]);
    expect(after("workshop", "repairs not done grey").lines).toEqual(["look condition Repair.status not done #808080"]);
  });
});

describe("Numbers of a row against one another", () => {
  it.each<Row>([
    ["workshop", "flag parts below their reorder level", ["look condition Part.stock <reorder_level #ff0000"]],
    [
      "workshop",
      "parts with stock under the reorder level orange",
      ["look condition Part.stock <reorder_level #ffa500"],
    ],
  ])("%s: %s", (...row) => told(row));

  it("has a narrow limit before a wide one, whatever was said first", () => {
    const app = conversation();
    app.say(scenes.workshop);
    app.say("parts with stock under 10 yellow, under 3 red");
    expect(app.read("pages/Parts.jsx")).toMatch(/is: "<3"[^\]]*is: "<10"/);
  });

  it("writes all reasons into the list", () => {
    const app = conversation();
    app.say(scenes.lending);
    app.say("red when overdue and not returned");
    expect(app.read("pages/Loans.jsx")).toContain('and: [{ field: "returned", is: "false" }]');
  });
});

describe("Charts of some rows", () => {
  it.each<Row>([
    [
      "billing",
      "total of unpaid invoices per customer",
      ["+chart Invoice by customer sum=amount where paid false bar"],
    ],
    ["billing", "unpaid invoices per month", ["+chart Invoice by issued_on where paid false line"]],
    [
      "billing",
      "number of draft invoices per customer as pie",
      ["+chart Invoice by customer where status draft pie"],
      "of those where status is draft",
    ],
    ["billing", "chart of invoices that are not paid by status", ["+chart Invoice by status where paid false bar"]],
    [
      "billing",
      "average amount of paid invoices per customer",
      ["+chart Invoice by customer average=amount where paid true bar"],
    ],
    ["club", "open payments per member", ["+chart Payment by member where open true bar"]],
    ["club", "chart of active members by level", ["+chart Member by level where active true bar"]],
    ["lending", "total of unpaid loans per borrower", [], "I did not understand"],
  ])("%s: %s", (...row) => told(row));

  it("asks the server for these alone, and goes with the field that tells them", () => {
    const app = conversation();
    app.say(scenes.billing);
    app.say("total of unpaid invoices per customer");
    expect(app.read("pages/Home.jsx")).toMatch(/query=\{\{ paid: \{ \$ne: true \} \}\}/);
    expect(app.read("pages/Home.jsx")).toContain("Invoices: amount by customer (not paid)");
    app.say("remove paid from invoices");
    expect(app.read("pages/Home.jsx")).not.toContain("not paid");
  });
});
