import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { archetypes } from "@/offline/words/archetypes";
import { writeApp } from "@/offline/write/app";
import { listed, pascal, plural } from "@/offline/language/inflect";
import { compileValidator } from "@/features/rows/validate-row";
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
    ["a CRM", ["Company", "Contact", "Deal", "SalesActivity"]],
    ["a task tracker", ["Subtask", "Task"]],
    ["a to-do list", ["Subtask", "ToDo"]],
    ["an inventory app", ["StockItem", "StockMovement", "StorageLocation", "Supplier"]],
    ["a booking system for a barber shop", ["Appointment", "Service"]],
    ["a recipe book", ["Recipe", "RecipeRating"]],
    ["a recipe app", ["Recipe", "RecipeRating"]],
    ["a blog", ["Comment", "Post"]],
    ["an expense tracker", ["Budget", "Expense"]],
    ["a gym log", ["ExerciseSet", "Goal", "Workout"]],
    ["a habit tracker", ["Habit", "HabitCheck"]],
    ["a library", ["Book", "Borrower", "Loan"]],
    ["a helpdesk", ["HelpArticle", "Reply", "Ticket"]],
    ["an event RSVP app", ["Event", "Registration"]],
    ["a job board", ["Candidate", "Company", "JobOpening"]],
    ["a real estate listings site", ["Listing", "PurchaseOffer", "Viewing"]],
    ["an invoicing tool", ["Client", "ClientProject", "Invoice", "InvoiceLine", "TimeEntry"]],
    [
      "a school management system",
      ["Assignment", "Attendance", "Course", "Enrolment", "Grade", "Lesson", "Student", "Teacher"],
    ],
    ["a clinic app", ["Doctor", "Patient", "Prescription", "Visit"]],
    ["a restaurant menu", ["DiningTable", "MenuItem", "Reservation"]],
    ["a waitlist", ["WaitlistEntry"]],
    ["a customer feedback app", ["Feedback"]],
    ["a survey tool", ["Survey", "SurveyResponse"]],
    ["an applicant tracking system", ["Applicant", "Interview", "JobOpening"]],
    ["a project management app", ["Milestone", "Project", "Risk", "Task"]],
    ["a movie watchlist", ["Movie", "MovieReview"]],
    ["a reading list", ["Book"]],
    ["a hotel", ["Guest", "Room", "Stay"]],
    ["a fleet management tool", ["Driver", "FuelLog", "Vehicle", "VehicleService"]],
    ["a travel planner", ["Flight", "ItineraryItem", "PackingItem", "Trip", "TripExpense"]],
    ["a charity donation tracker", ["Beneficiary", "Donation", "Donor", "Fundraiser"]],
    ["a time tracking tool", ["Client", "ClientProject", "TimeEntry"]],
    ["a journal", ["JournalEntry"]],
    ["a plant care app", ["Plant", "Watering"]],
    ["a pet clinic", ["Owner", "Pet", "Vaccination", "VetVisit"]],
    ["a bookmark manager", ["Bookmark"]],
    ["a goal tracker", ["Goal"]],
    ["an employee directory", ["Department", "Employee"]],
    ["a marketing campaign planner", ["Campaign", "Subscriber"]],
    ["an online store", ["Customer", "Order", "OrderLine", "Product", "ProductReview"]],
    ["a music collection", ["Playlist", "Record", "Song"]],
    ["a subscription tracker", ["Subscription"]],
    ["a wedding guest list", ["EventTask", "Guest", "SeatingTable", "Vendor"]],
    ["a quote generator for estimates", ["Customer", "Estimate"]],
    ["a donation page for our animal shelter", ["Campaign", "Donation"]],
    ["order form for a pizza place", ["MenuItem", "Order"]],
    ["a time sheet for my employees", ["Employee", "Project", "TimeEntry"]],
    ["price list for a tailor", ["Service"]],
    ["a crm for my business", ["Company", "Contact", "Deal", "SalesActivity"]],
    ["lost and found for a school", ["FoundItem"]],
    ["cleaning schedule for a shared flat", ["Chore", "Flatmate"]],
    ["photo contest", ["Photo", "Vote"]],
    ["a simple store", ["Customer", "Order", "OrderLine", "Product", "ProductReview"]],
    ["a contact manager", ["Contact"]],
    ["class roster for a dance school", ["Class", "Student"]],
    ["a page for our sports day", ["Event", "Registration"]],
    ["ticket sales for a school play", ["Event", "Ticket"]],
    ["I need a rota for our staff", ["Employee", "Shift"]],
    ["invoice tool for freelancers with clients and line items", ["Client", "Invoice", "LineItem"]],
    ["job board for remote designers", ["Candidate", "Company", "JobOpening"]],
    ["my wine cellar with tastings", ["Tasting", "Wine"]],
    ["a pantry app that tells me what expires soon", ["Ingredient", "ShoppingItem"]],
    ["shop for handmade candles", ["Candle", "Customer", "Order", "OrderLine", "ProductReview"]],
  ])("%s", (sentence, names) => {
    expect(build(sentence).entities).toEqual(names);
  });

  it.each(archetypes().map(({ noun }) => noun))("a table of every known noun: %s", (noun) => {
    const { app, pages } = build(
      `an app to track ${noun} records: table ${noun}`.replace(
        /.*/,
        `I want to manage my ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`,
      ),
    );
    expect(app.entities().length).toBeGreaterThan(0);
    expect(pages.length).toBeGreaterThan(0);
  });

  it("knows at least forty nouns", () => expect(archetypes().length).toBeGreaterThanOrEqual(40));
});

describe("an app described in sentences", () => {
  const fields = (app: ReturnType<typeof build>["app"], name: string) =>
    Object.keys(app.entity(name)?.properties ?? {});

  it.each([
    [
      "Build me an app to track my books: title, author, rating and status (to read, reading, finished)",
      "Book",
      ["title", "author", "rating", "status"],
    ],
    [
      "I want to track my plants with name, species and last watered date",
      "Plant",
      ["name", "species", "last_watered_date"],
    ],
    ["A recipe app with title, ingredients, steps and a photo", "Recipe", ["title", "ingredients", "steps", "photo"]],
    [
      "Make a simple task tracker where each task has a title, a due date, a priority (low/medium/high) and a done checkbox",
      "Task",
      ["title", "due_date", "priority", "done"],
    ],
    [
      "An expense tracker with amount, category: food/rent/fun, date and notes",
      "Expense",
      ["title", "amount", "category", "date", "notes"],
    ],
    ["Create a tool to manage llamas (name, age, wool color)", "Llama", ["name", "age", "wool_color"]],
    ["books: title, author, pages", "Book", ["title", "author", "pages"]],
    ["Inventory of products with name, sku, quantity and price", "Product", ["name", "sku", "quantity", "price"]],
    ["contacts (name, email, phone)", "Contact", ["name", "email", "phone"]],
    [
      "A job board where companies post jobs. Jobs have a title, location, salary and type: full time/part time/contract.",
      "Job",
      ["title", "location", "salary", "type", "company"],
    ],
    [
      "Guest list for my wedding with name, email, number of guests and rsvp: yes/no/maybe",
      "Guest",
      ["name", "email", "number_of_guests", "rsvp"],
    ],
  ])("%s", (sentence, name, names) => {
    const { app } = build(sentence);
    expect(fields(app, name)).toEqual(names);
  });

  it.each([
    [
      "Build a project management app with projects and tasks. Tasks have an assignee, a due date and a status (todo, doing, done). Show tasks on a kanban board.",
      ["Home", "Projects", "Tasks", "TasksBoard"],
    ],
    [
      "I run a small bakery and need to manage orders, customers and products. Each order has a customer, a pickup date, a total and a status: new, baking, ready, picked up.",
      ["Customers", "Home", "Orders", "Products"],
    ],
    [
      "Create a simple personal finance tracker to log income and expenses with categories and monthly charts",
      ["Budgets", "Dashboard", "Expenses", "Income"],
    ],
    [
      "I want an app where users can submit feedback and vote on feature requests",
      ["FeatureRequests", "Feedback", "Home", "Overview", "Votes"],
    ],
    [
      "Make a website for my photography business with a portfolio, a contact form and an about page",
      ["About", "ContactUs", "Home", "Inquiries", "PortfolioProjects"],
    ],
    ["build a pokemon card collection tracker", ["PokemonCards"]],
    [
      "An app for tracking employee vacations. Employees have a name, department and start date. Vacation requests have a start date, an end date, a reason and a status (requested, approved, rejected). Employees can see their own requests.",
      ["Employees", "Home", "VacationRequests"],
    ],
    ["A habit tracker with streaks and a calendar", ["HabitChecks", "HabitChecksCalendar", "Habits", "Home"]],
    [
      "Please create an application to manage a library. It should have books with title, author, ISBN, number of copies, and members with name, email and membership date. Members can borrow books. Each loan has a due date and return date.",
      ["Books", "Home", "Loans", "Members"],
    ],
    [
      "I need a CRM for my real estate agency with leads, properties, viewings and a dashboard showing leads by status",
      ["Dashboard", "Home", "Leads", "Properties", "RequestViewing", "Viewings", "ViewingsCalendar"],
    ],
    [
      "Make a landing page for my startup with a waitlist signup form",
      ["Home", "Landing", "WaitlistSignups", "WaitlistSignupsBoard"],
    ],
    [
      "An inventory management system for a warehouse: products (name, SKU, quantity, price, category), suppliers (name, email), purchase orders. Dashboard with charts.",
      ["Dashboard", "Products", "PurchaseOrders", "Suppliers"],
    ],
    [
      "Can you build me a workout tracker?",
      ["ExerciseSets", "Goals", "GoalsBoard", "Home", "Workouts", "WorkoutsCalendar"],
    ],
    [
      "I'd like to keep track of the wines in my cellar: name, vintage, grape, region, rating, and price in euros",
      ["Wines"],
    ],
    [
      "we need a booking app for our yoga studio, with classes, instructors and bookings. Clients book classes.",
      ["Book", "Bookings", "BookingsCalendar", "Classes", "Clients", "Instructors"],
    ],
    [
      "Build me an app for my dog walking business where I can track dogs, owners and walks. Each walk has a dog, a date and a duration. Owners have a name, phone and address. Anyone can view dogs but only admins can edit them.",
      ["Dogs", "Home", "Owners", "Walks", "WalksCalendar"],
    ],
  ])("reads a description as people write it: %s", (sentence, pages) => {
    const { turn, pages: built } = build(sentence);
    expect(built).toEqual(pages);
    expect(turn.text).not.toContain("What I did not do");
  });

  it.each([
    "a simple chat app",
    "Build a weather app",
    "make a calculator",
    "Please implement a browser game in which a penguin jumps over blocks of ice. The game should have functionalities for jumping, getting points and sounds.",
    "Please implement a mortgage calculator website. The website should have a calculator with which visitors type in the price of a house and their savings.",
  ])("does not pretend that %s is a list of records", (sentence) => {
    const turn = conversation().say(sentence);
    expect(turn.actions).toEqual([]);
    expect(turn.text).toContain("needs more than records and pages");
  });

  it("reads bullets", () => {
    const { app, entities } = build(
      "I need a school app:\n- Students: name, email, grade level\n- Courses: title, start date, teacher\n- Each student belongs to a course",
    );
    expect(entities).toEqual(["Course", "Student"]);
    expect(fields(app, "Student")).toEqual(["name", "email", "grade_level", "course"]);
    expect(app.entity("Student")!.properties.course!["x-reference"]).toBe("Course");
  });

  it("reads relations, permissions, views, colours and names in later sentences", () => {
    const { app, turn } = build(
      'Build a helpdesk called "Ask Us". Customers have a name and an email. Tickets have a subject, a description, a priority (low, medium, high) and a status (open, waiting, closed). Each ticket belongs to a customer. Anyone can submit tickets, only admins can view them. Add a kanban board for tickets. Make it teal.',
    );
    expect(app.entity("Ticket")!.properties.customer!["x-reference"]).toBe("Customer");
    expect(app.entity("Ticket")!["x-accessControl"]!.permissions).toEqual({ read: "admin", write: "anonymous" });
    expect(app.pages()).toEqual(expect.arrayContaining(["Customers", "Tickets", "TicketsBoard", "SendTicket"]));
    expect(app.read("services/app.js")).toContain('"name": "Ask Us"');
    expect(app.read("services/app.js")).toContain("#0d9488");
    expect(turn.text).not.toContain("What I did not do");
  });

  it("reads many tables at once", () => {
    const { entities } = build(
      "A school app with students, teachers, courses and grades. Each grade belongs to a student and a course. Teachers have many courses.",
    );
    expect(entities).toEqual(["Course", "Grade", "Student", "Teacher"]);
  });

  it("makes a table of every known noun that a list names, however many", () => {
    const nouns = archetypes().map(({ noun }) => noun);
    for (let at = 0; at < nouns.length; at += 20) {
      const some = nouns.slice(at, at + 20);
      const { entities } = build(`A tool with ${listed(some.map(plural))}`);
      // Two names of one thing are one table.
      expect(some.filter((noun) => !entities.includes(pascal(noun))).length).toBeLessThanOrEqual(3);
    }
  });

  it.each(["A shop with products, orders and payments", "a tool to manage tenants, contracts and payments"])(
    "takes payments for records of them: %s",
    (sentence) => expect(build(sentence).entities).toContain("Payment"),
  );

  it("names rows by what must be filled in, and numbers orders as people do", () => {
    const { app, turn } = build("A tool with orders, posts and comments");
    expect(app.entity("Order")!.properties.number).toEqual({ type: "string" });
    expect(
      turn.staged.records
        .find(({ entity }) => entity === "Order")!
        .rows.map(({ fields }) => fields.number)
        .slice(0, 2),
    ).toEqual(["1022", "1023"]);
  });

  it("gives a table the fields that it usually has before it makes a view of it", () => {
    const { app } = build(
      "A tool with events, tasks and orders. Add a calendar for events. Show tasks on a kanban board. Add a chart of orders by status.",
    );
    expect(fields(app, "Event")).toEqual(expect.arrayContaining(["title", "starts_at", "capacity", "status"]));
    expect(app.entity("Task")!.properties.status!.enum!.length).toBeGreaterThan(2);
    expect(fields(app, "Order")).toContain("total");
    expect(app.pages()).toEqual(expect.arrayContaining(["EventsCalendar", "TasksBoard"]));
    // A task of a project is no task of a product.
    expect(fields(build("A tool with tasks and products").app, "Task")).not.toContain("product");
    expect(app.read("services/app.js")).toMatch(/"by": "(?:order_)?status"/);
  });

  it("keeps rows that are listed after a word which asks for choices", () => {
    const { entities } = build(
      "dialysis unit: patients, chairs, sessions. session has weight before, weight after, blood pressure and nurse in charge",
    );
    expect(entities).toEqual(["Chair", "Patient", "Session"]);
  });

  it("makes nothing of what an app is about where the message tells all that it keeps", () => {
    const { entities } = build(
      "Hall hire for our village. Hirers: name, phone, club or private. Halls: name, seats. Bookings: date, from, to, hall, hirer, fee, deposit back y/n",
    );
    expect(entities).toEqual(["Booking", "Hall", "Hirer"]);
  });

  it.each(["Name it Ringside.", "call the app Ringside.", "Call it Ringside."])("is named by “%s”", (wish) => {
    const { app } = build(`${wish} Boxers (weight class, wins, losses), bouts (date, winner)`);
    expect(readModel(app.files, "").model.name).toBe("Ringside");
  });

  it("forgets the usual fields when the real ones are said, but for the one that a view goes by", () => {
    const { app } = build("A tool with events and tasks. Add a calendar for events. Events have a name and a speaker.");
    expect(fields(app, "Event")).toEqual(["name", "speaker", "starts_at"]);
    expect(app.pages()).toContain("EventsCalendar");
  });

  it("gives as many sample rows as asked, and none when told so", () => {
    const some = build("A CRM with contacts (name, email) and 15 sample contacts").turn;
    expect(some.staged.records.map(({ rows }) => rows.length)).toEqual([15]);
  });

  it.each([
    "A CRM with contacts (name, email), without sample data",
    "Build a CRM with contacts (name, email). Don't add any sample rows.",
    "A CRM with contacts (name, email). Leave the tables empty please",
    "A CRM with contacts and deals and no demo data",
  ])("leaves the tables empty when told so, and says that it did: %s", (sentence) => {
    const { turn } = build(sentence);
    expect(turn.staged.records).toEqual([]);
    expect(turn.text).not.toMatch(/did not understand|did not do|sample rows, which/);
  });

  it("lets nothing in the sample rows end before it begins", () => {
    const { staged } = build(
      "An app with events (title, starts at, ends at) and loans (title, loan date, due date)",
    ).turn;
    for (const { fields } of staged.records.find(({ entity }) => entity === "Event")!.rows)
      expect(String(fields.ends_at) > String(fields.starts_at)).toBe(true);
    for (const { fields } of staged.records.find(({ entity }) => entity === "Loan")!.rows)
      expect(String(fields.due_date) > String(fields.loan_date)).toBe(true);
  });

  it("starts with a calendar or a board when asked", () => {
    expect(build("An event planner with events (title, date, location) and a calendar").pages).toContain(
      "EventsCalendar",
    );
    expect(build("A task app with tasks (title, status: todo/doing/done) and a kanban board").pages).toContain(
      "TasksBoard",
    );
  });

  it("shows amounts in the currency of the text", () => {
    expect(
      build("An invoice app with invoices (number, amount in euros, due date)").app.read("services/app.js"),
    ).toContain('"currency": "EUR"');
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

describe("a bakery, in one breath", () => {
  const bakery = conversation();
  const { staged } = bakery.say(
    "A bakery shop: products (name, price, category: bread/cake/pastry), orders with customer name, pickup date, status: new/baking/ready, linked to a product, a board of orders by status",
  );

  it("links what is said to be linked among the fields", () => {
    const properties = bakery.entity("Order")!.properties;
    expect(Object.keys(properties)).toEqual(["customer_name", "pickup_date", "status", "product"]);
    expect(properties["product"]).toMatchObject({ "x-reference": "Product" });
  });

  it("names its things by their kind", () => {
    const products = staged.records
      .find(({ entity }) => entity === "Product")!
      .rows.map(({ fields }) => fields["name"]);
    expect(products.slice(0, 3)).toEqual(["Sourdough loaf", "Rye & walnut loaf", "Butter croissant"]);
  });
});

describe("a dashboard", () => {
  it.each([
    "A CRM with contacts, companies and deals",
    "A website for gondola rides: boats with photos, people can book",
  ])("is code that is indented as deep as it is nested: %s", (sentence) => {
    const depths = build(sentence)
      .app.read("pages/Home.jsx")!
      .split("\n")
      .map((line) => /^ */.exec(line)![0].length);
    for (const [at, depth] of depths.entries()) expect(depth - (depths[at - 1] ?? 0), `line ${at}`).toBeLessThan(5);
  });

  it("lets the server count and sum all rows instead of loading some of them", () => {
    const { app } = build(
      "Build a CRM with contacts, companies and deals, with a dashboard that shows deals by stage and deal amount by month",
    );
    const page = app.files.find(({ path }) => path === "pages/Dashboard.jsx" || path === "pages/Home.jsx")!.content;
    expect(page).toMatch(/<Stat\b/);
    expect(page).toContain('by="stage"');
    expect(page).not.toMatch(/useRows|\.list\(|\.rows\.length}/);
  });
});

describe("a public site", () => {
  it("starts with its home page, and calls a form by what visitors come to do", () => {
    const { pages, app } = build("a job board where companies post jobs and people apply");
    expect(pages).toContain("Apply");
    expect(readModel(app.files, "").model.pages[0]?.page).toBe("Home");
    expect(app.read("pages/Apply.jsx")).toContain('title="Apply"');
  });

  it("shows what is still to come, the next first, where people come to something", () => {
    expect(build("a website for events").app.read("pages/Home.jsx")).toMatch(
      /title="Upcoming events"\s+upcoming="\w+"/,
    );
    expect(build("a recipe website").app.read("pages/Home.jsx")).toContain('title="New recipes"');
  });

  it("is for visitors when it is called a site for a group, even of a kind for those who run it", () => {
    const { app } = build("a site for our amateur theatre with plays and performances");
    expect(readModel(app.files, "").model.pages[0]).toMatchObject({ page: "Home", form: "home" });
  });
});

describe("a service business", () => {
  it("means its own work by jobs, and keeps no list of vacancies", () => {
    const { entities } = build("a cleaning company: clients, cleaners, jobs by date, invoices");
    expect(entities).not.toContain("JobOpening");
    expect(entities.filter((name) => /job|cleaning/i.test(name))).toHaveLength(1);
  });

  it("does not wait for people as for events", () => {
    const { app } = build("bike rental: bikes, customers with a member since date, rentals with start, end");
    expect(app.read("pages/Home.jsx") ?? app.read("pages/Dashboard.jsx")).not.toContain("Next customers");
  });

  it("has no list of what comes next by a day on which something was done", () => {
    const app = conversation();
    app.say("A cinema office with movies, halls and showtimes");
    expect(app.read("pages/Home.jsx") ?? app.read("pages/Dashboard.jsx")).not.toContain("Next movies");
  });
});

describe("a warehouse", () => {
  it("watches the stock of goods, and of no supplier", () => {
    const { app } = build("warehouse stock with low stock alert and suppliers");
    expect(Object.keys(app.entity("Supplier")!.properties)).not.toContain("reorder_level");
    expect(Object.keys(app.entity("StockItem")!.properties)).toContain("reorder_level");
  });
});
