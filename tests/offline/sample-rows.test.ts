import { describe, expect, it } from "vitest";
import type { AppModel, Entity, Property } from "@/offline/model/app-model";
import { defaultLook } from "@/offline/model/look";
import { inferProperty } from "@/offline/model/field-kinds";
import { sampleFor } from "@/offline/words/samples";
import { sampleRows } from "@/offline/write/seed/seed";
import { today } from "../support/offline";

/** "name!, start: date, customer -> Customer" */
function table(name: string, fields: string): Entity {
  const required: string[] = [];
  const properties = fields.split(", ").map((field): [string, Property] => {
    const [own, target] = field.split(" -> ") as [string, string | undefined];
    if (own.endsWith("!")) required.push(own.slice(0, -1));
    const key = own.replace("!", "");
    return [key, target ? { type: "string", "x-reference": target } : inferProperty(key)];
  });
  return { name, type: "object", properties: Object.fromEntries(properties), required };
}

/** The sample rows of tables, some of which are things of the domain data: { Hire: "Rental" }. */
function rowsOf(entities: Entity[], things: Record<string, string> = {}): Record<string, Record<string, unknown>[]> {
  const model: AppModel = { name: "Test", purpose: "office", look: defaultLook, pages: [], entities };
  const seeds = entities.map(({ name }) => ({ entity: name, count: 6, isStory: true }));
  return Object.fromEntries(
    sampleRows(model, seeds, today, things).map(({ entity, lines }) => [
      entity.name,
      lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    ]),
  );
}
const cells = (entity: Entity, field: string, thing?: string) =>
  rowsOf([entity], thing ? { [entity.name]: thing } : {})[entity.name]!.map((row) => row[field]);

describe("The samples", () => {
  it.each([
    ["lead translator", "person"],
    ["inspectors", "person"],
    ["ear tag", "code"],
    ["insurance company", "company"],
    ["meeting room", undefined],
  ])("of “%s” are found by its last words", (label, is) => {
    expect(sampleFor(label)?.values ?? []).toBeInstanceOf(Array);
    expect(sampleFor(label)!.is).toBe(is);
  });
});

describe("Sample documents", () => {
  const line = table("QuotePosition", "name!, quantity, unit_price, amount, quote -> Quote");
  const num = (value: unknown) => Number(value);

  it("come to the sum of their lines, and their tax", () => {
    const quote = table("Quote", "customer!, subtotal, tax, total");
    const { Quote = [], QuotePosition = [] } = rowsOf([quote, line]);
    for (const [at, row] of Quote.entries()) {
      const own = QuotePosition.filter((position) => position.quote === `$ref:quote${at + 1}`);
      expect(own.length).toBeGreaterThan(0);
      for (const { quantity, unit_price, amount } of own)
        expect(amount).toBeCloseTo(num(quantity) * num(unit_price), 2);
      expect(row.subtotal).toBeCloseTo(
        own.reduce((sum, { amount }) => sum + num(amount), 0),
        2,
      );
      expect(row.tax).toBeCloseTo(num(row.subtotal) * 0.2, 1);
      expect(row.total).toBeCloseTo(num(row.subtotal) + num(row.tax), 2);
    }
  });

  it("of the domain data keep their sums", () => {
    const invoice = table("Invoice", "number!, subtotal, vat_rate, vat_amount, total");
    const position = table("InvoiceLine", "description!, quantity, unit_price, amount, invoice -> Invoice");
    const rows = rowsOf([invoice, position], { Invoice: "Invoice", InvoiceLine: "Invoice line" });
    expect(rows.Invoice![1]).toMatchObject({ subtotal: 1190, vat_rate: 21, vat_amount: 249.9, total: 1439.9 });
  });
});

describe("A sample row", () => {
  it("has a number where its number is asked for, not who hires", () => {
    for (const number of cells(table("Hire", "number!, start, end_date"), "number", "Rental"))
      expect(number).toMatch(/^HIR-\d+$/);
  });

  it.each([
    ["Class", "room", "Course", "Room 1"],
    ["Job", "pay", "Job opening", "32,000 a year"],
    ["Repair", "parts_used", "Repair", "Drive belt"],
    ["Appointment", "place", "Appointment", "Market square"],
  ])("of a %s has a %s, not how a %s is called", (name, field, thing, expected) => {
    expect(cells(table(name, `${field}!, notes`), field, thing)).toContain(expected);
  });

  it("names a booking by who booked, not by what for", () => {
    const names = cells(table("Booking", "name!, phone, starts_at"), "name", "Room booking");
    expect(names).toContain("Priya");
    expect(names).not.toContain("Board meeting");
  });

  it("keeps what a thing is called under another label", () => {
    expect(cells(table("Score", "name!"), "name", "Score")).toContain("Harbour Traders");
    expect(cells(table("Boat", "name!"), "name", "Boat")).toContain("Seagull");
  });

  it("says nothing where nothing is known, instead of what would fit anywhere", () => {
    const rows = rowsOf([table("Gizmo", "name!, notes, description")]).Gizmo!;
    expect(rows.every((row) => row.notes === undefined && row.description === undefined)).toBe(true);
  });

  it("has a machine's notation of days in no text", () => {
    const texts = cells(table("BloodPressure", "morning!, evening"), "morning", "Blood pressure");
    expect(texts.join(" ")).not.toMatch(/\d{4}-\d\d-\d\d/);
  });

  it("is called by its day where it takes place on one and nobody knows what it is called", () => {
    expect(cells(table("ForagingWalk", "name!, date"), "name")[0]).toMatch(/^Foraging walk, \d+ [A-Z]/);
  });

  it("belongs to the category that fits, of those that its table has", () => {
    const { Category, Expense } = rowsOf(
      [table("Expense", "title!, category -> Category"), table("Category", "name!")],
      {
        Expense: "Expense",
      },
    );
    const rent = Expense!.find(({ title }) => title === "Rent")!;
    expect(Category!.find(({ $ref }) => `$ref:${String($ref)}` === rent.category)!.name).toBe("Home");
  });

  it("has a person's name where the name of one is asked for", () => {
    const names = cells(table("Feedback", "author_name!, stars, date"), "author_name");
    for (const name of names) expect(sampleFor("person")!.values).toContain(name);
  });

  it("is numbered in the words of its table where those are no English", () => {
    const gizmo: Entity = { ...table("Gizmo", "name!"), title: "Gerät" };
    expect(cells(gizmo, "name")[0]).toBe("Gerät 1");
  });

  it("of an animal has an animal's name", () => {
    expect(cells(table("Ferret", "name!, age, health_notes"), "name")).toContain("Luna");
  });

  it("has numbers of the size of its thing", () => {
    const most = (entity: Entity, field: string) => Math.max(...cells(entity, field).map(Number));
    expect(most(table("Boat", "name!, number_of_seats"), "number_of_seats")).toBeLessThanOrEqual(8);
    expect(most(table("Ferret", "name!, age"), "age")).toBeLessThanOrEqual(12);
    expect(most(table("Repair", "name!, hours_spent"), "hours_spent")).toBeLessThanOrEqual(8);
  });

  it("of what somebody has said lies in the past", () => {
    const days = cells(table("Comment", "text!, date"), "date").map((day) => Date.parse(String(day)));
    expect(Math.max(...days)).toBeLessThan(today.getTime());
  });

  it("takes place on the weekday that it names", () => {
    const course = table("Course", "title!, starts_on, weekday");
    course.properties["starts_on"] = { type: "string", format: "date" };
    course.properties["weekday"] = {
      type: "string",
      enum: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    };
    for (const row of rowsOf([course])["Course"]!) {
      const day = new Date(String(row["starts_on"]));
      expect(day.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" })).toBe(row["weekday"]);
    }
  });

  it("names the customer to whom it points", () => {
    const { Quote, Client } = rowsOf([
      table("Client", "name!, email"),
      table("Quote", "title!, customer, client -> Client"),
    ]);
    const names = new Map(Client!.map((row) => [`$ref:${String(row["$ref"])}`, row["name"]]));
    for (const row of Quote!) expect(row["customer"]).toBe(names.get(String(row["client"])));
  });

  it("has the name, phone and address of whom it points to", () => {
    const { Owner, Appointment } = rowsOf(
      [table("Owner", "name!, phone, email"), table("Appointment", "name!, starts_at, owner -> Owner, phone, email")],
      { Owner: "Pet owner", Appointment: "Appointment" },
    );
    const owners = new Map(Owner!.map((row) => [`$ref:${String(row["$ref"])}`, row]));
    for (const { name, phone, email, owner } of Appointment!) {
      const { name: own, phone: theirs, email: address } = owners.get(String(owner))!;
      expect([name, phone, email ?? address]).toEqual([own, theirs, address]);
    }
  });

  it("of a kind that is an option of its thing is of that kind", () => {
    const { Dog } = rowsOf([table("Dog", "name!, species, breed")], { Dog: "Pet" });
    expect(Dog!.length).toBeGreaterThan(3);
    for (const { species } of Dog!) expect(species).toBe("dog");
    expect(Dog!.map((row) => row.breed)).not.toContain("Lop");
  });

  it("has the address of the person whom it names, and others beside", () => {
    const [row] = rowsOf([table("Pupil", "name!, email, teacher")]).Pupil!;
    expect(row!.email).toBe(`${String(row!.name).toLowerCase().replace(" ", ".")}@example.com`);
    expect(row!.teacher).not.toBe(row!.name);
  });

  it("are of the patient to whom they are linked, where they name somebody and an address", () => {
    const rows = rowsOf([table("Patient", "name!, email"), table("Visit", "name!, email, patient -> Patient")]);
    const emails = rows.Patient!.map(({ email }) => email);
    expect(rows.Visit!.length).toBeGreaterThan(2);
    for (const { email } of rows.Visit!) expect(emails).toContain(email);
  });

  it("of birds that are named by their species are of different species", () => {
    const { Bird } = rowsOf([table("Bird", "species!, photo, story")], { Bird: "Bird" });
    const species = Bird!.map((row) => row.species);
    expect(species.length).toBeGreaterThan(1);
    expect(new Set(species).size).toBe(species.length);
  });
});

describe("The members of a club", () => {
  it("are its board and treasurer, too", () => {
    const roles = cells(table("Member", "name!, role, status"), "role", "Member");
    expect(new Set(roles).size).toBeGreaterThan(2);
  });

  it("are of one kind where a table is called by that: dogs among pets", () => {
    const pets = cells(table("Dog", "name!, species"), "species", "Pet");
    expect(new Set(pets)).toEqual(new Set(["dog"]));
  });
});
