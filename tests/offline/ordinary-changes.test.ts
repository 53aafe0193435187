import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { differencesBetween } from "@/offline/request/differences/between";
import { conversation } from "../support/offline";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  agency: "an app for a design agency with clients and projects",
  bikes: "inventory for a small bike shop",
  club: "a contact list for our club with name, email and phone",
  clothes: "a clothing shop inventory with sizes",
  events: "an app for planning events with tasks",
  feedback: "a customer feedback board",
  films: "films with title and duration",
  flats: "a tool to manage rental properties",
  football: "an app for our football club with players, matches and trainings",
  habits: "a habit tracker with goals",
  invoices: "a tool to track invoices for my small business",
  reading: "a reading list app",
  recipes: "a recipe collection for my family",
  salon: "a booking app for a hair salon",
  tasks: "a task manager",
  expenses: "an expense tracker for my team",
  jobs: "a job application tracker",
  library: "a library app with loans",
  projects: "a project tracker",
  repairs: "a maintenance request app for tenants",
  tickets: "a support ticket system",
  leads: "a lead tracker for a roofing company",
  sites: "an app to track construction sites and workers",
  courses: "a course platform with courses, lessons and students",
  candles: "an app for selling handmade candles",
  mileage: "a mileage log for my car",
  physio: "patient appointments for a physio practice",
  crm: "a small crm",
  games: "a library of board games we own",
  bugs: "a bug tracker for our app",
  driving: "a driving school app",
  tutor: "tutoring: pupils (name, grade), lessons (pupil, lesson date, fee, topic, homework)",
  cinema: "a film club app",
  cleaning: "a cleaning company schedule",
  shelter: "a pet adoption site",
  runners: "a running club app",
};
type Row = Told<keyof typeof scenes>;
const told = toldBy(changesOf(scenes));

describe("A field that the table has by another word", () => {
  it.each<Row>([
    ["club", "add a mail field", [], "Contacts already have email"],
    ["club", "add telephone", [], "If telephone is something else, say “add another telephone”"],
    ["habits", "add a weekly goal", [], "already have goal per week"],
    ["films", "add length in minutes", [], "already have duration"],
    ["clothes", "add size", [], "already have sizes"],
    ["football", "add jersey number and position", [], "already have shirt number"],
    ["flats", "füge bei den wohnungen die größe in qm hinzu", [], "already have area"],
    ["bikes", "add min stock", [], "already have reorder level"],
  ])("is not added again: %s, “%s”", (...row) => told(row));

  it("is added where it is said to be another one", () =>
    told(["club", "add another mail to contacts", ["+field Contact.mail text"]]));
});

describe("What somebody is not to do", () => {
  it.each<Row>([
    ["agency", "dont let clients see projects", ["rules Project read=admin"]],
    ["agency", "hide projects from clients", ["rules Project read=admin"]],
    ["agency", "don't let clients edit projects", ["rules Project update=admin"]],
    ["agency", "do not allow clients to delete projects", ["rules Project delete=admin"]],
    [
      "agency",
      "dont let clients see the budget",
      ["~field Project.budget read=admin", "~field Project.budget write=admin"],
    ],
    [
      "salon",
      "dont let customers cancel appointments",
      ["rules Appointment delete=admin"],
      "holds for all members but admins",
    ],
  ])("is left to admins: %s, “%s”", (...row) => told(row));

  it.each<Row>([
    ["recipes", "dont let visitors add recipes", [], "is like that already"],
    ["tasks", "strangers cant see tasks", [], "is like that already"],
  ])("takes nothing from those who sign in, where it is about strangers: %s, “%s”", (...row) => told(row));

  it("is named where the app has no such field", () =>
    told(["feedback", "hide email from everyone but admins", [], "the app has no field called email"]));
});

describe("Rows that are open", () => {
  it.each<Row>([
    [
      "events",
      "show me how many tasks are open per event",
      ["+page dashboard Dashboard", "+chart Task by event where status not done bar"],
    ],
    [
      "events",
      "how many open tasks per event",
      ["+page dashboard Dashboard", "+chart Task by event where status not done bar"],
    ],
    ["tasks", "only show open tasks", ["~page Tasks where status not done"]],
    ["tasks", "only show tasks that are not done", ["~page Tasks where status not done"]],
    ["invoices", "unpaid invoices red", ["look condition Invoice.status not paid #ff0000"]],
    ["invoices", "a page with only unpaid invoices", ["+page list Invoice where status not paid"]],
  ])("are those that are not at their end: %s, “%s”", (...row) => told(row));
});

describe("Rows of one state on top", () => {
  const why = "puts no rows of one state first or last";
  it.each<Row>([
    ["invoices", "newest first, not paid ones on top", ["~page Invoices sort date desc"], why],
    ["invoices", "newest first but not the paid ones", ["~page Invoices sort date desc"], why],
    ["invoices", "unpaid ones on top", [], why],
    ["invoices", "put the paid ones at the bottom", [], why],
    ["reading", "can you make finished books go to the bottom", [], why],
  ])("are told as not done: %s, “%s”", (...row) => told(row));
});

describe("Pictures", () => {
  it("have one size, and “bigger” is no field", () =>
    told(["recipes", "put the pictures bigger", [], "Pictures have the size that their page gives them"]));
});

describe("Rows that are late by more than some days", () => {
  it.each<Row>([
    ["library", "colour red when more than 3 days late", ["look condition Loan.due overdue and due <-3d #ff0000"]],
    ["library", "loans more than a week overdue in red", ["look condition Loan.due overdue and due <-7d #ff0000"]],
    [
      "library",
      "loans that are overdue by 5 days should be orange",
      ["look condition Loan.due overdue and due <-5d #ffa500"],
    ],
    [
      "library",
      "loans 3 days overdue and not returned red",
      ["look condition Loan.returned false and due overdue and due <-3d #ff0000"],
    ],
    [
      "invoices",
      "highlight invoices red if they are over 30 days overdue",
      ["look condition Invoice.due overdue and due <-30d #ff0000"],
      "red when due is more than 30 days ago",
    ],
    [
      "projects",
      "color rows orange when the deadline is in less than 7 days",
      ["look condition Project.due <+7d #ffa500"],
    ],
    [
      "projects",
      "projects whose deadline is less than 3 days away yellow",
      ["look condition Project.due <+3d #ffff00"],
    ],
    ["tickets", "tickets older than 5 days should stand out", ["look condition Ticket.opened_on <-5d #ff0000"]],
  ])("stand out: %s, “%s”", (...row) => told(row));
});

describe("Options behind the name of a field", () => {
  it.each<Row>([
    ["recipes", "add tags vegan, quick, kids", ["~field Recipe.tags kind=multi options vegan, quick, kids"]],
    [
      "repairs",
      "add urgency low medium high, high in red",
      ["~field RepairRequest.urgency options low, medium, high", "look condition RepairRequest.urgency high #ff0000"],
    ],
    [
      "jobs",
      "change the stages to applied, phone call, interview, offer, no",
      ["~field JobApplication.status options applied, phone call, interview, offer, no"],
    ],
  ])("are what it can be: %s, “%s”", (...row) => told(row));
});

describe("What approves rows", () => {
  it.each<Row>([
    [
      "expenses",
      "only the boss can approve expenses",
      ["+field Expense.approved boolean", "~field Expense.approved write=admin"],
    ],
    [
      "expenses",
      "nur der chef darf ausgaben freigeben",
      ["+field Expense.approved boolean", "~field Expense.approved write=admin"],
    ],
    ["salon", "only staff can confirm appointments", ["~field Appointment.status write=staff,admin"]],
  ])("is set by those who may, and others go on as before: %s, “%s”", (...row) => told(row));
});

describe("Requests in a hurry", () => {
  it.each<Row>([
    [
      "jobs",
      "add a column salary from to",
      ["+field JobApplication.salary_from money", "+field JobApplication.salary_to money"],
    ],
    [
      "flats",
      "add a table for inspections with date and which property",
      ["+table Inspection date, property", "+page list Inspection", "rows Inspection 5"],
    ],
    [
      "bikes",
      "make supplier its own list with phone and website",
      ["+field Supplier.website url"],
      "a table of their own already",
    ],
    ["reading", "make genre its own list", [], "did not understand"],
    ["tasks", "fuege ein feld groesse hinzu", ["+field Task.size number"]],
    ["tasks", "loesche das feld prioritaet", ["-field Task.priority"]],
    ["expenses", "show total per month and per person", ["+chart Expense by date sum=amount line"], "“per person”"],
  ])("are read: %s, “%s”", (...row) => told(row));
});

describe("A request that says one thing more", () => {
  it.each<Row>([
    ["sites", "hours per worker per site please", ["+chart SiteReport by worker sum=hours bar"], "I left out “site”"],
    ["sites", "add photos to the sites, more than one", [], "“more than one”"],
    ["sites", "add several photos to the sites", [], "as in “each site has many photos”"],
    ["salon", "show todays appointments first", [], "puts no day before the others"],
    ["driving", "students pass or fail the exam", [], "did not understand"],
    ["runners", "add pb times for 5k and 10k", [], "please name it"],
    [
      "cinema",
      "sort films by title but newest on top",
      ["~page Films sort title"],
      "“newest”: a list opens sorted by one field",
    ],
    ["bugs", "hide closed bugs, newest on top", ["~page Bugs sort reported_on desc"], "“hide closed bugs”"],
    [
      "bugs",
      "severity: low, medium, high, critical instead of priority",
      ["~field Bug.severity options low, medium, high, critical"],
      "“Remove the priority”",
    ],
  ])("has it named: %s, “%s”", (...row) => told(row));

  it.each<Row>([
    [
      "leads",
      "add where the lead came from: google, facebook, referral",
      ["~field Lead.lead_source options google, facebook, referral"],
    ],
    [
      "physio",
      "add insurance number, must be unique, and birth date",
      ["+field PatientAppointment.insurance_number text unique", "+field PatientAppointment.birth_date date"],
    ],
    ["candles", "farbe auf dunkelgrün, knöpfe rund", ["look accent=#166534", "look radius=round"]],
    [
      "courses",
      "lektionen heißen jetzt einheiten",
      [
        "~table Lesson title=Einheiten",
        "~page Lessons title=Einheiten",
        "~page Lessons calendar title=Einheiten calendar",
      ],
    ],
    [
      "bugs",
      "hide fixed bugs, newest on top",
      ["~page Bugs sort reported_on desc", "~page Bugs where status not fixed"],
    ],
    [
      "games",
      "add min players max players and playing time",
      ["+field Game.min_players number", "+field Game.max_players number"],
      "already have play time",
    ],
    ["tutor", "homework needs more than one line", []],
    ["tutor", "topic needs more than one line", ["~field Lesson.topic kind=longtext"]],
    ["cleaning", "assign cleaner to each job", [], "already have cleaner"],
    ["shelter", "add age in months and if its neutered", ["+field ShelterAnimal.neutered boolean"], "already have age"],
    ["candles", "add scent and burn time in hours", [], "already have burns in hours"],
    ["mileage", "chart of km per month", ["+chart Trip by date sum=kilometres line"]],
    [
      "reading",
      'change "to read" to "wish list"',
      ["~field Book.status options wish list, reading, finished, gave up"],
    ],
    [
      "crm",
      "get rid of the company table",
      [
        "-field Deal.company",
        "-field Contact.company",
        "-table Company",
        "-chart Company by relationship pie",
        "-page Companies",
      ],
    ],
  ])("is done whole: %s, “%s”", (...row) => told(row));
});

describe("What was there before", () => {
  /** What the last of some messages changes. */
  function last(scene: string, ...messages: string[]) {
    const app = conversation();
    app.say(scene);
    const before = messages.map((message) => {
      const { model } = readModel(app.files, "Untitled");
      return { model, text: app.say(message).text };
    });
    const { model } = readModel(app.files, "Untitled");
    return {
      lines: differencesBetween(before.at(-1)!.model, model).map(({ line }) => line),
      text: before.at(-1)!.text,
    };
  }

  it.each([
    [["rename tasks to todos", "rename it back"], "~table Task title=Tasks"],
    [["rename tasks to todos", "make it blue", "call them tasks again"], "~table Task title=Tasks"],
    [["rename tasks to todos", "change todos back to tasks"], "~table Task title=Tasks"],
    [["remove the priority", "put the priority back"], "+field Task.priority enum low, medium, high, urgent"],
    [
      ["remove the priority from tasks", "i want priority again"],
      "+field Task.priority enum low, medium, high, urgent",
    ],
    [["delete the calendar", "make it green", "bring the calendar back"], "+page calendar Task.due"],
    [["make it green", "make it blue", "change the color back to green"], "look accent=#16a34a"],
  ])("comes back by its name: %s", (messages, line) => expect(last(scenes.tasks, ...messages).lines).toContain(line));

  it.each([["put the menu back"], ["name it back"]])("is named where nobody took it: “%s”", (message) => {
    const { lines, text } = last(scenes.tasks, message);
    expect(lines).toEqual([]);
    expect(text).toContain("did not understand");
  });
});
