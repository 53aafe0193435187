import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fieldTimeOf, tableTimeOf } from "@/offline/words/days";
import { conversation, type Entity } from "../support/offline";

type Rows = { entity: Entity; rows: Record<string, unknown>[] };
function firstRows(message: string): Rows[] {
  const app = conversation();
  const { staged } = app.say(message);
  return staged.records.map(({ entity, rows }) => ({
    entity: app.entity(entity)!,
    // By their labels, to which references point.
    rows: rows
      .toSorted((one, other) => Number(one.label?.replace(/\D/g, "")) - Number(other.label?.replace(/\D/g, "")))
      .map(({ fields }) => fields),
  }));
}
const rowsOf = (message: string, table: string) => firstRows(message).find(({ entity }) => entity.name === table)!.rows;
const daysFromNow = (value: unknown) =>
  Math.round((Date.parse(String(value).slice(0, 10)) - Date.parse("2026-11-21")) / 86_400_000);
const months = (values: unknown[]) => new Set(values.map((value) => String(value).slice(0, 7))).size;

describe("What a name says of its days", () => {
  it.each([
    ["date_of_birth", "birth"],
    ["valid_until", "until"],
    ["due_date", "due"],
    ["next_inspection", "due"],
    ["last_service", "past"],
    ["paid_on", "closed"],
    ["customer_since", "since"],
    ["starts_at", "planned"],
    ["Lieferdatum", "planned"],
    ["colour", undefined],
  ])("%s: %s", (name, time) => expect(fieldTimeOf(name)).toBe(time));

  it.each([
    ["DiveLog", "past"],
    ["Fundraising event", "planned"],
    ["Reparatur", "past"],
    ["Gizmo", undefined],
  ])("rows of a %s are %s", (name, time) => expect(tableTimeOf(name)).toBe(time));
});

describe("Days of sample rows", () => {
  it.each([
    ["observations of otters: place, date, count", "Observation"],
    ["kiln repairs: name, date, amount", "KilnRepair"],
    ["foraging walks: name, date, guide", "ForagingWalk"],
  ])("of “%s” are spread over months", (message, table) => {
    expect(months(rowsOf(message, table).map((row) => row.date))).toBeGreaterThan(2);
  });

  it("of what is planned lie on both sides of today", () => {
    const days = rowsOf("foraging walks: name, date, guide", "ForagingWalk").map((row) => daysFromNow(row.date));
    expect(Math.min(...days)).toBeLessThan(0);
    expect(Math.max(...days)).toBeGreaterThan(0);
  });

  it("have a loan returned when it is over, and not before", () => {
    const rows = rowsOf("loans of costumes: costume, borrower, start, return date, returned", "Loan");
    expect(new Set(rows.map((row) => row.returned))).toEqual(new Set([true, false]));
    for (const row of rows) if (daysFromNow(row.return_date) > 0) expect(row.returned).toBe(false);
  });

  it("of an invoice are due after it was written, and it is paid in between or not at all", () => {
    const message = "invoices for a plumber with date, due date, paid on and status draft, sent, paid, overdue";
    for (const row of rowsOf(message, "Invoice")) {
      expect(String(row.due_date) > String(row.date)).toBe(true);
      expect(row.paid_on === undefined).toBe(row.status !== "paid");
      if (row.status === "overdue") expect(daysFromNow(row.due_date)).toBeLessThan(0);
    }
  });
});

describe("Sample rows of a running business", () => {
  it.each([
    ["bike shop: orders, order lines, customers", "Order", "ordered_on"],
    ["dog grooming salon with appointments, owners", "Appointment", "starts_at"],
    ["scuba gear rental: equipment, rentals, customers", "Rental", "from"],
    ["escape room: rooms, bookings", "Booking", "starts_at"],
  ])("go back for months: %s", (message, table, field) => {
    const days = rowsOf(message, table).map((row) => row[field]);
    expect(months(days)).toBeGreaterThan(4);
    const within = (from: number, to: number) => days.map(daysFromNow).filter((day) => day > from && day <= to).length;
    expect(within(-60, -30)).toBeGreaterThan(0);
    expect(within(-30, 0)).toBeLessThan(3 * within(-60, -30));
  });

  it.each([
    ["habit tracker", "HabitCheck", "date"],
    ["medication tracker", "Dose", "taken_at"],
    ["fasting tracker", "Fast", "date"],
    ["kindergarten attendance", "Attendance", "date"],
    ["a CRM with companies, contacts and deals", "Deal", "expected_close"],
  ])("fill the months that a chart shows: %s", (message, table, field) => {
    const counts = new Map<string, number>();
    for (const row of rowsOf(message, table)) {
      const month = String(row[field]).slice(0, 7);
      if (month <= "2026-11") counts.set(month, (counts.get(month) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(3);
    const all = [...counts.values()];
    expect(Math.max(...all)).toBeLessThan(all.reduce((sum, count) => sum + count, 0) / 2);
  });

  it("finish what is over, and number it on", () => {
    const orders = rowsOf("bike shop: orders, order lines, customers", "Order");
    for (const { ordered_on: day, order_status: status } of orders)
      if (daysFromNow(day) < -30) expect(status).toBe("delivered");
    const numbers = orders.toSorted((a, b) => daysFromNow(a.ordered_on) - daysFromNow(b.ordered_on));
    expect(numbers.map((row) => Number(row.number))).toEqual(
      numbers.map((row) => Number(row.number)).toSorted((a, b) => a - b),
    );
  });

  it("repeat no text that somebody wrote", () => {
    const texts = rowsOf("a blog with posts and comments", "Comment").map((row) => row.text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe("Days of rows that are for others", () => {
  const message = "courses with start date and registrations with course, date, name; reviews with course, date, stars";

  it("bill the work of the weeks before an invoice", () => {
    const tables = firstRows("invoices with date and lines with date, hours, rate");
    const rows = (name: string) => tables.find(({ entity }) => entity.name === name)!.rows;
    const lines = rows("InvoiceLine");
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const invoice = rows("Invoice")[Number(String(line.invoice).replace(/\D/g, "")) - 1]!;
      const before = daysFromNow(invoice.date) - daysFromNow(line.date);
      expect(before).toBeGreaterThanOrEqual(0);
      expect(before).toBeLessThan(45);
    }
  });

  it.each([
    ["Registration", -1],
    ["Review", 1],
  ])("are where they make sense: %s", (table, sign) => {
    const tables = firstRows(message);
    const courses = tables.find(({ entity }) => entity.name === "Course")!.rows;
    const rows = tables.find(({ entity }) => entity.name === table)!.rows;
    for (const row of rows) {
      const course = courses[Number(String(row.course).replace(/\D/g, "")) - 1]!;
      expect(sign * (daysFromNow(row.date) - daysFromNow(course.start_date))).toBeGreaterThanOrEqual(0);
    }
  });
});

/** First messages of the development corpus, of which sample rows must make sense, whatever they are about. */
const messages = readFileSync("tests/offline/corpus/dev-first.txt", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("  "));

const isDay = (format: string | undefined) => format === "date" || format === "date-time";
/** What contradicts itself in a row. */
function faultsOf({ entity, rows }: Rows): string[] {
  const days = Object.keys(entity.properties).filter((name) => isDay(entity.properties[name]!.format));
  const first = days.find((name) =>
    /^(?:starts?|starts_at|start_date|arrival|date|check_in|ordered_on|received_on|out_on)$/.test(name),
  );
  const ends = days.filter((name) =>
    /^(?:ends?|ends_at|end_date|departure|check_out|due|due_date|return_date|returned_on)$/.test(name),
  );
  const statuses = Object.keys(entity.properties).filter((name) => name.endsWith("status"));
  return rows.flatMap((row) => {
    const textOf = (name: string) => (typeof row[name] === "string" ? row[name] : "");
    const from = textOf(first ?? "").slice(0, 10);
    const early = from ? ends.filter((name) => row[name] !== undefined && textOf(name).slice(0, 10) < from) : [];
    const ahead = from && daysFromNow(from) > 1 ? statuses : [];
    const finished = ahead.filter((name) =>
      /^(?:done|completed|finished|returned|delivered|held)$/.test(String(row[name])),
    );
    return [...early, ...finished].map((name) => `${entity.name}: ${name} ${textOf(name)} with ${first} ${from}`);
  });
}

describe("Sample rows of first messages", () => {
  it("say nothing that contradicts itself", () => {
    expect(messages.length).toBeGreaterThan(40);
    const faults = messages.flatMap((message) =>
      firstRows(message)
        .flatMap(faultsOf)
        .map((fault) => `${message}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});
