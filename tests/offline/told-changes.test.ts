import { describe, expect, it } from "vitest";
import { changesOf } from "../support/scenes";

const scenes = {
  winery:
    "Winery: wines (name, year, price, taste: dry/medium/sweet), repairs (description, reported on, urgency: low/medium/high, status: open/ordered/fixed, cost), boats (name, damaged yes/no, bought on), jobs (title, quantity, kind: flyer/poster), papers (name, weight), releases (title, cover photo), stays (guest name, arrives on), examinations (patient, date, remarks)",
  tracker:
    "Ticket tracker: projects (name, owner, status: planned/active/closed), tickets (title, project, assignee, priority: low/medium/high, estimate, due date, state: todo/doing/done), releases (version, project, released on, notes)",
};
const after = changesOf(scenes);
type Row = [scene: keyof typeof scenes, message: string, lines: string[], says?: string];

const told = ([scene, message, lines, says]: Row) => {
  const found = after(scene, message);
  expect(found.lines.toSorted()).toEqual(lines.toSorted());
  if (says) expect(found.text).toContain(says);
};

describe("amounts", () => {
  it.each<Row>([
    [
      "winery",
      "quantity is 100 if nothing is entered and must be at least 1",
      ["~field Job.quantity default=100", "~field Job.quantity minimum=1"],
    ],
    [
      "winery",
      "quantity is 2 if we don't enter anything, at least 1 and never more than 8",
      ["~field Job.quantity default=2", "~field Job.quantity minimum=1", "~field Job.quantity maximum=8"],
    ],
    [
      "winery",
      "price from 3 to 200, year can't be before 1990",
      ["~field Wine.price minimum=3", "~field Wine.price maximum=200", "~field Wine.year minimum=1990"],
    ],
    [
      "tracker",
      "default priority = medium, estimate >= 0",
      ["~field Ticket.priority default=medium", "~field Ticket.estimate minimum=0"],
    ],
    ["winery", "the weight should be 95, and never below zero", [], "What I did not do"],
  ])("%s: %s", (...row) => told(row));
});

describe("what is told of tables and rows", () => {
  it.each<Row>([
    [
      "winery",
      "alcohol, award and a label picture for each wine",
      ["+field Wine.alcohol text", "+field Wine.award text", "+field Wine.label_picture image"],
    ],
    [
      "winery",
      "how many dogs, and a license plate, both on the stay",
      ["+field Stay.number_of_dogs number", "+field Stay.license_plate text"],
    ],
    ["winery", "when someone reports a repair, put today's date in", ["~field Repair.reported_on default=today"]],
    ["winery", "damaged boats in red", ["look condition Boat.damaged true #ff0000"]],
    ["winery", "jobs need a link to the paper they use", ["+field Job.paper reference"]],
    [
      "winery",
      "examinations are medical data: only admins can read them",
      ["access Examination read=admin write=admin"],
    ],
    ["winery", "releases with their covers next to each other", ["~page Releases gallery"]],
    ["winery", "urgency very high is missing", ["~field Repair.urgency +very high"]],
    ["winery", "remove the weight, we have the name", ["-field Paper.weight"]],
  ])("%s: %s", (...row) => told(row));
});

describe("what people who make software type", () => {
  it.each<Row>([
    [
      "tracker",
      "add columns story_points (int), labels, and blocked (bool, default false) to tickets",
      ["+field Ticket.story_points number", "+field Ticket.labels tags", "+field Ticket.blocked boolean"],
    ],
    ["tracker", "add retry_count: int to releases", ["+field Release.retry_count number"]],
    ["tracker", "add a boolean blocked to projects", ["+field Project.blocked boolean"]],
    [
      "tracker",
      "Dashboard widgets: tickets per assignee (bar), sum of estimate per project (pie)",
      ["+chart Ticket by project sum=estimate pie"],
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("German", () => {
  it.each<Row>([
    [
      "winery",
      "Weine (wines): Feld venue dazu und year als Pflichtfeld",
      ["+field Wine.venue text", "~field Wine.year required"],
    ],
    ["winery", "Bei den Weinen (wines) soll price jetzt Preis heißen", ["~field Wine.price label=Preis"]],
    [
      "winery",
      "Bitte bei den Booten (boats) eine Telefonnummer ergänzen, und damaged brauchen wir nicht mehr",
      ["+field Boat.phone_number phone", "-field Boat.damaged"],
    ],
    ["winery", "weight bei den Papieren (papers) brauchen wir nie, bitte weg damit", ["-field Paper.weight"]],
  ])("%s: %s", (...row) => told(row));
});

describe("nothing else is changed", () => {
  it.each<Row>([
    ["winery", "remove the wines calendar and the repairs board", []],
    ["winery", "show 20 boats per page", [], "How many rows a page of a list has is fixed."],
    ["winery", "paginate the boats", [], "How many rows a page of a list has is fixed."],
    ["winery", "gimme a page that has only the open repairs", [], "I build no list that hides rows for good."],
    ["winery", "wines should be 95", []],
    [
      "winery",
      "add a comment to wines, call it remark",
      ["+field Wine.comment longtext"],
      "Comment of wines is called Remark now.",
    ],
  ])("%s: %s", (...row) => told(row));
});

describe("how people type who type as they speak", () => {
  it.each<Row>([
    ["tracker", "make estimate required but notes not", ["~field Ticket.estimate required"]],
    [
      "winery",
      "weight must be filled in. and urgency as well",
      ["~field Paper.weight required", "~field Repair.urgency required"],
    ],
    [
      "winery",
      "get rid of the repairs' cost. And of their urgency",
      ["-field Repair.cost", "-field Repair.urgency", "-chart Repair by urgency pie"],
    ],
    ["winery", "add off-dry between dry and medium", ["~field Wine.taste +off-dry"]],
    ["winery", "repairs: everyone reads, only admin writes", ["access Repair read=anonymous write=admin"]],
    ["winery", "i'd rather see the releases as pictures than as a table", ["~page Releases gallery"]],
    ["winery", "invent a dozen boats so we can see how it looks", ["rows Boat 12"]],
    ["winery", "could you make a list of all repairs this year", [], "I build no list that hides rows for good."],
    ["winery", "mark repairs red when reported on is past and not fixed", [], "here two must hold together"],
    ["winery", "default 2", [], "please name it"],
    [
      "winery",
      "guests should look at the boats on the internet without registering",
      ["access Boat read=anonymous write=all"],
    ],
  ])("%s: %s", (...row) => told(row));
});
