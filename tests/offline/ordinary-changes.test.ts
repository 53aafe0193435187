import { describe, it } from "vitest";
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
};
type Row = Told<keyof typeof scenes>;
const told = toldBy(changesOf(scenes));

describe("A field that the table has by another word", () => {
  it.each<Row>([
    ["club", "add a mail field", [], "Contacts already have email"],
    ["club", "add telephone", [], 'If telephone is something else, say it in quotes: “add "telephone"”'],
    ["habits", "add a weekly goal", [], "already have goal per week"],
    ["films", "add length in minutes", [], "already have duration"],
    ["clothes", "add size", [], "already have sizes"],
    ["football", "add jersey number and position", [], "already have shirt number"],
    ["flats", "füge bei den wohnungen die größe in qm hinzu", [], "already have area"],
    ["bikes", "add min stock", [], "already have reorder level"],
  ])("is not added again: %s, “%s”", (...row) => told(row));

  it("is added where its name stands in quotes", () =>
    told(["club", 'add "mail" to contacts', ["+field Contact.mail text"]]));
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
