import { describe, expect, it } from "vitest";
import { readModel } from "@/engines/model/offline/app-model";
import { archetypes } from "@/engines/model/offline/archetypes";
import { writeApp } from "@/engines/model/offline/write/app";
import { compileValidator } from "@/features/entities/validate-row";
import { brokenLinks, conversation, faultsOf } from "../support/offline";

/** Builds an app and asserts what holds for every app: sound code, sound rows, and files that match their model. */
function build(sentence: string) {
  const app = conversation();
  const turn = app.say(sentence);
  expect(turn.failed, turn.text).toEqual([]);
  expect(faultsOf(app.files), sentence).toEqual([]);
  expect(brokenLinks(turn.staged)).toEqual([]);
  for (const { entity, rows } of turn.staged.records) {
    const validate = compileValidator(app.entity(entity) as never);
    for (const { fields } of rows) expect(validate(fields), `${entity} ${JSON.stringify(fields)}`).toBeNull();
  }
  for (const { path, content } of writeApp(readModel(app.files, "").model)) expect(app.read(path), path).toBe(content);
  return { app, turn, entities: app.entities(), pages: app.pages() };
}

describe("an app described by one noun", () => {
  it.each([
    ["a CRM", ["Company", "Contact", "Deal"]],
    ["a task tracker", ["Task"]],
    ["a to-do list", ["Task"]],
    ["an inventory app", ["Order", "Product", "Supplier"]],
    ["a booking system for a barber shop", ["Appointment", "Customer", "Service"]],
    ["a recipe book", ["Recipe"]],
    ["a recipe app", ["Recipe"]],
    ["a blog", ["Category", "Comment", "Post"]],
    ["an expense tracker", ["Budget", "Expense"]],
    ["a gym log", ["Goal", "Workout"]],
    ["a habit tracker", ["Habit"]],
    ["a library", ["Book", "Loan", "Member"]],
    ["a helpdesk", ["Customer", "Ticket"]],
    ["an event RSVP app", ["Attendee", "Event"]],
    ["a job board", ["Candidate", "Company", "Job"]],
    ["a real estate listings site", ["Agent", "Property", "Viewing"]],
    ["an invoicing tool", ["Customer", "Invoice"]],
    ["a school management system", ["Course", "Student", "Teacher"]],
    ["a clinic app", ["Appointment", "Doctor", "Patient"]],
    ["a restaurant menu", ["Customer", "MenuItem", "Order"]],
    ["a waitlist", ["Signup"]],
    ["a customer feedback app", ["Review"]],
    ["a survey tool", ["Question", "Survey"]],
    ["an applicant tracking system", ["Candidate", "Job"]],
    ["a project management app", ["Project", "Task"]],
    ["a movie watchlist", ["Movie"]],
    ["a reading list", ["Book"]],
    ["a hotel", ["Guest", "Reservation", "Room"]],
    ["a fleet management tool", ["Driver", "Trip", "Vehicle"]],
    ["a travel planner", ["Expense", "Trip"]],
    ["a charity donation tracker", ["Campaign", "Donation", "Volunteer"]],
    ["a time tracking tool", ["Project", "TimeEntry"]],
    ["a journal", ["Note"]],
    ["a plant care app", ["Plant", "Task"]],
    ["a pet clinic", ["Appointment", "Pet"]],
    ["a bookmark manager", ["Bookmark"]],
    ["a goal tracker", ["Goal"]],
    ["an employee directory", ["Department", "Employee", "LeaveRequest"]],
    ["a marketing campaign planner", ["Campaign", "Lead"]],
    ["an online store", ["Customer", "Order", "Product"]],
    ["a music collection", ["Song"]],
    ["a subscription tracker", ["Subscription"]],
    ["a wedding guest list", ["Attendee", "Event"]],
    ["a quote generator for estimates", ["Quote"]],
  ])("%s", (sentence, names) => {
    expect(build(sentence).entities).toEqual(names);
  });

  it.each(archetypes.map(({ noun }) => noun))("a table of every known noun: %s", (noun) => {
    const { app, pages } = build(`an app to track ${noun} records: table ${noun}`.replace(/.*/, `I want to manage my ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`));
    expect(app.entities().length).toBeGreaterThan(0);
    expect(pages.length).toBeGreaterThan(0);
  });

  it("knows at least forty nouns", () => expect(archetypes.length).toBeGreaterThanOrEqual(40));
});

describe("an app described in sentences", () => {
  const fields = (app: ReturnType<typeof build>["app"], name: string) => Object.keys(app.entity(name)?.properties ?? {});

  it.each([
    ["Build me an app to track my books: title, author, rating and status (to read, reading, finished)", "Book", ["title", "author", "rating", "status"]],
    ["I want to track my plants with name, species and last watered date", "Plant", ["name", "species", "last_watered_date"]],
    ["A recipe app with title, ingredients, steps and a photo", "Recipe", ["title", "ingredients", "steps", "photo"]],
    ["Make a simple task tracker where each task has a title, a due date, a priority (low/medium/high) and a done checkbox", "Task", ["title", "due_date", "priority", "done"]],
    ["An expense tracker with amount, category: food/rent/fun, date and notes", "Expense", ["title", "amount", "category", "date", "notes"]],
    ["Create a tool to manage llamas (name, age, wool color)", "Llama", ["name", "age", "wool_color"]],
    ["books: title, author, pages", "Book", ["title", "author", "pages"]],
    ["Inventory of products with name, sku, quantity and price", "Product", ["name", "sku", "quantity", "price"]],
    ["contacts (name, email, phone)", "Contact", ["name", "email", "phone"]],
    ["A job board where companies post jobs. Jobs have a title, location, salary and type: full time/part time/contract.", "Job", ["title", "location", "salary", "type"]],
    ["Guest list for my wedding with name, email, number of guests and rsvp: yes/no/maybe", "Guest", ["name", "email", "number_of_guests", "rsvp"]],
  ])("%s", (sentence, name, names) => {
    const { app } = build(sentence);
    expect(fields(app, name)).toEqual(names);
  });

  it("reads bullets", () => {
    const { app, entities } = build("I need a school app:\n- Students: name, email, grade level\n- Courses: title, start date, teacher\n- Each student belongs to a course");
    expect(entities).toEqual(["Course", "Student"]);
    expect(fields(app, "Student")).toEqual(["name", "email", "grade_level", "course"]);
    expect(app.entity("Student")!.properties.course!["x-reference"]).toBe("Course");
  });

  it("reads relations, permissions, views, colours and names in later sentences", () => {
    const { app, turn } = build("Build a helpdesk called \"Ask Us\". Customers have a name and an email. Tickets have a subject, a description, a priority (low, medium, high) and a status (open, waiting, closed). Each ticket belongs to a customer. Anyone can submit tickets, only admins can view them. Add a kanban board for tickets. Make it teal.");
    expect(app.entity("Ticket")!.properties.customer!["x-reference"]).toBe("Customer");
    expect(app.entity("Ticket")!["x-accessControl"]!.permissions).toEqual({ read: "admin", write: "anonymous" });
    expect(app.pages()).toEqual(expect.arrayContaining(["Customers", "Tickets", "TicketsBoard", "SendTicket"]));
    expect(app.read("services/app.js")).toContain('"name": "Ask Us"');
    expect(app.read("services/app.js")).toContain("#0d9488");
    expect(turn.text).not.toContain("What I did not do");
  });

  it("reads many tables at once", () => {
    const { entities } = build("A school app with students, teachers, courses and grades. Each grade belongs to a student and a course. Teachers have many courses.");
    expect(entities).toEqual(["Course", "Grade", "Student", "Teacher"]);
  });

  it("gives as many sample rows as asked, and none when told so", () => {
    const some = build("A CRM with contacts (name, email) and 15 sample contacts").turn;
    expect(some.staged.records.map(({ rows }) => rows.length)).toEqual([15]);
    expect(build("A CRM with contacts (name, email), without sample data").turn.staged.records).toEqual([]);
  });

  it("starts with a calendar or a board when asked", () => {
    expect(build("An event planner with events (title, date, location) and a calendar").pages).toContain("EventsCalendar");
    expect(build("A task app with tasks (title, status: todo/doing/done) and a kanban board").pages).toContain("TasksBoard");
  });

  it("shows amounts in the currency of the text", () => {
    expect(build("An invoice app with invoices (number, amount in euros, due date)").app.read("services/format.js")).toContain('currency: "EUR"');
  });

  it("keeps the account's own users apart", () => {
    const { entities, turn } = build("An app with users (name, email) and posts (title, content)");
    expect(entities).toEqual(["Member", "Post"]);
    expect(turn.text).toContain("Accounts are the platform's own");
  });

  it("names no thing when there is none, and builds nothing", () => {
    for (const words of ["asdf qwer", "hello", "please help", "42", "make it pop", ""]) {
      const app = conversation();
      const turn = app.say(words);
      expect(turn.actions, words).toEqual([]);
      expect(turn.text.length, words).toBeGreaterThan(20);
    }
  });
});
