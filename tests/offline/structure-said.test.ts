import { describe, expect, it } from "vitest";
import { plainStructure } from "@/offline/description/software/structure-said";
import { conversation } from "../support/offline";

// People who know software speak of tables, fields and features: none of these is what an app keeps.

const built = (said: string) => {
  const app = conversation();
  app.say(said);
  return { app, tables: app.entities(), fields: (name: string) => Object.keys(app.entity(name)?.properties ?? {}) };
};

describe("tables, fields and features by their names", () => {
  it.each([
    ["I need an app with the following tables: customers, orders, products", ["Customer", "Order", "Product"]],
    ["database with tables books, authors and loans", ["Author", "Book", "Loan"]],
    ["an app that has three tables: patients, doctors and appointments", ["Appointment", "Doctor", "Patient"]],
    ["create customers, orders and products tables", ["Customer", "Order", "Product"]],
    ["Create an app with these entities: Customer (name, email), Order (date, total)", ["Customer", "Order"]],
    ["Data model: author (name, bio), book (title, year, author)", ["Author", "Book"]],
    [
      "project management tool with the following features: tasks, milestones, time tracking",
      ["Milestone", "Project", "Task", "TimeEntry"],
    ],
    ["Build a CRM with lead management, deal tracking and invoicing", ["Deal", "Invoice", "Lead"]],
    [
      "HR tool: employee records, leave management, payroll, recruitment",
      ["Candidate", "Employee", "LeaveRequest", "Payroll"],
    ],
    [
      "gym management software with member management, class scheduling, payments and trainer profiles",
      ["Class", "Member", "Payment", "Trainer"],
    ],
    [
      "Build an online bookstore with product catalog, shopping cart, checkout, order history and reviews",
      ["Order", "Product", "Review"],
    ],
    ["help desk ticketing system with SLA, priorities, agents and knowledge base", ["Agent", "Article", "Ticket"]],
  ])("make the tables that they mean: %s", (said, tables) => {
    expect(built(said).tables).toEqual(tables);
  });

  it.each([
    [
      "I need to store the following information about my employees: name, department, salary, start date",
      "Employee",
      ["name", "department", "salary", "start_date"],
    ],
    [
      "App to manage my wine cellar. I need fields for name, vintage, country, grape, price and rating",
      "Wine",
      ["name", "vintage", "country", "grape", "price", "rating"],
    ],
    [
      "make me an app for my book collection. Fields: title, author, year, read yes/no",
      "Book",
      ["title", "author", "year", "read"],
    ],
    [
      "Task management app with user authentication, task assignment, due dates, priorities and status tracking",
      "Task",
      ["title", "assignee", "due_date", "priority", "status"],
    ],
  ])("make the fields that they mean: %s", (said, name, fields) => {
    const made = built(said);
    expect(made.tables).toEqual([name]);
    expect(made.fields(name)).toEqual(fields);
  });

  it.each(["a restaurant with tables and reservations", "a furniture shop that sells tables, chairs and lamps"])(
    "are left alone where they are things: %s",
    (said) => {
      expect(plainStructure(said)).toBe(said);
    },
  );
});

describe("an app that is called by what it does", () => {
  it.each([
    ["restaurant reservation system", "Reservation", "party_size"],
    ["customer feedback collection tool", "Feedback", "satisfaction"],
    ["real estate listings with search by location, price range and number of bedrooms", "Listing", "bathrooms"],
    ["lost and found desk for our train station: items, where found, when, picked up by", "LostItem", "status"],
    ["museum collection with objects, artists, rooms and loans to other museums", "Object", "inventory_number"],
    ["quiz night organiser: teams, rounds, scores and the winner", "Round", "questions"],
    ["A directory of local craftspeople where visitors can search by trade and town", "Craftsperson", "trade"],
  ])("keeps what that is: %s", (said, name, field) => {
    expect(built(said).fields(name)).toContain(field);
  });

  it("keeps what is booked online, and shows when it takes place", () => {
    const { app, tables } = built(
      "Website for my yoga studio with class schedule, teachers, prices and online booking",
    );
    expect(tables).toEqual(["Booking", "Class", "Teacher"]);
    expect(app.entity("Class")!["x-accessControl"]!.permissions!.read).toBe("anonymous");
  });

  it("takes what is due for rows of which something is due", () => {
    expect(
      built("Vet clinic: owners, animals (species, breed, born), visits with fee, vaccinations due").tables,
    ).toEqual(["Animal", "Owner", "Vaccination", "Visit"]);
  });

  it.each([
    ["recipe collection with ingredients, cooking time, difficulty and ratings from my family", "Rating", "from"],
    ["personal library: books i own, who i lent them to and what i want to read next", "Loan", "i"],
  ])("has no field of a word that only ties others together: %s", (said, name, field) => {
    expect(built(said).fields(name)).not.toContain(field);
  });

  it("has no followers because somebody is to be called again", () => {
    expect(
      built("simple CRM: companies, contacts, deals with value and stage, notes and follow-up tasks").tables,
    ).toEqual(["Company", "Contact", "Deal", "FollowUpTask", "Note"]);
  });
});

describe("fields beside each other", () => {
  it.each([
    ["appointments (date, time, client)", "Appointment", "time", "client"],
    ["trips with start, destination, date and km", "Trip", "start", "destination"],
    ["shifts: date, start, end, employee", "Shift", "end", "employee"],
  ])("are texts where their table has the day, or the way: %s", (said, name, field, title) => {
    const { app } = built(said);
    expect(app.entity(name)!.properties[field]).toMatchObject({ type: "string" });
    expect(app.entity(name)!.properties[field]!.format).toBeUndefined();
    expect(app.entity(name)!.required).toEqual([title]);
  });
});

describe("lists without a colon", () => {
  it.each([
    ["old cameras. brand, model, year, works?", "OldCamera", ["brand", "model", "year", "works"]],
    ["diesel log. date, litres, price per litre, full?", "Diesel", ["date", "litres", "price_per_litre", "full"]],
    ["Night shift: handover notes. bed, patient, urgent?, written by", "Note", ["bed", "patient", "urgent"]],
  ])("are the fields of the rows in their heading: %s", (said, name, fields) => {
    expect(built(said).fields(name)).toEqual(expect.arrayContaining(fields));
  });

  it("are the options of a status, up to the end of the sentence", () => {
    const { app } = built("lost umbrellas with colour, brand, finder; status reported, traced, on its way, returned.");
    expect(app.entity("LostUmbrella")!.properties.status).toMatchObject({
      enum: ["reported", "traced", "on its way", "returned"],
    });
  });

  it("leave a status that is followed by other fields alone", () => {
    const { fields } = built("umbrellas with colour, status, brand, notes");
    expect(fields("Umbrella")).toEqual(expect.arrayContaining(["colour", "status", "brand", "notes"]));
  });
});

describe("bulleted lists", () => {
  it.each([
    [
      "HR portal – features:\n- employees (name, phone)\n- leave requests (employee, from, to)\n- announcements\n- managers approve requests",
      ["Announcement", "Employee", "LeaveRequest"],
    ],
    [
      "Clinic app. Modules:\n* patients (name, birthday)\n* visits (patient, date)\n* invoices\n* doctors see only their own visits",
      ["Doctor", "Invoice", "Patient", "Visit"],
    ],
    ["Garden club\n1. members (name, phone)\n2. plots (number, size)\n3. tools", ["Member", "Plot", "Tool"]],
  ])("have a table on every line that is a name: %s", (said, tables) => {
    expect(built(said).tables).toEqual(tables);
  });
});

describe("types that programmers write behind fields", () => {
  const app = conversation();
  app.say(
    "webshop: products (name, price, stock int, published bool, sku varchar(20)), orders (customer, total decimal(10,2), status enum[new,paid,shipped,refunded])",
  );

  it.each([
    ["Product", "published", { type: "boolean" }],
    ["Product", "stock", { type: "number" }],
    ["Product", "sku", { type: "string" }],
    ["Order", "total", { type: "number" }],
    ["Order", "status", { enum: ["new", "paid", "shipped", "refunded"] }],
  ])("are the types of the fields: %s.%s", (table, field, property) => {
    expect(app.entity(table)!.properties[field]).toMatchObject(property);
  });
});

it("APIs are tables of their own, by an English singular", () => {
  const app = conversation();
  app.say("APIs (service, path, version, deprecated boolean), services (name, repo)");
  expect(app.entity("Api")!.properties["deprecated"]).toMatchObject({ type: "boolean" });
});
