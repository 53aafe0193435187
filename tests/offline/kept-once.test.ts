import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

const build = (message: string) => {
  const app = conversation();
  const { text } = app.say(message);
  return {
    text,
    tables: app.entities(),
    pages: app.pages(),
    fields: (entity: string) => Object.keys(app.entity(entity)?.properties ?? {}),
    links: (entity: string) =>
      Object.values(app.entity(entity)?.properties ?? {}).flatMap((value) => value["x-reference"] ?? []),
  };
};

describe("What a first message keeps is one table", () => {
  it.each<[string, string, RegExp]>([
    ["appointment booking for a hair salon", "Appointment", /Booking/],
    ["car rental booking website", "Rental", /Booking/],
    ["elevator maintenance", "Elevator", /Asset/],
    ["drone inventory", "Drone", /StockItem/],
    ["laptop inventory", "Laptop", /StockItem/],
    ["bike repair shop: customers can check the status of their repair", "Repair", /Their/],
  ])("under one name: %s", (message, table, none) => {
    const { tables, text } = build(message);
    expect(tables, text).toContain(table);
    expect(tables.join(" ")).not.toMatch(none);
  });

  it("and no field where its rows are kept on their own", () => {
    const { tables, fields } = build("instagram for plants: posts with photo, comments, likes");
    expect(tables).toContain("Comment");
    expect(fields("Post")).not.toContain("comments");
  });

  it("and what has no plural has none in the menu", () =>
    expect(build("elevator maintenance").pages).toContain("Maintenance"));
});

it("What we lend to somebody has loans beside it", () => {
  const { tables, links } = build("vinyl i lend to friends & never get back lol");
  expect(tables).toEqual(expect.arrayContaining(["Loan", "Vinyl"]));
  expect(links("Loan")).toContain("Vinyl");
});

it.each([
  ["jobs on a board from enquiry to done", "Job", ["enquiry", "scheduled", "in progress", "done"]],
  [
    "candidates on a pipeline from applied to hired, with notes",
    "Candidate",
    ["applied", "screening", "interview", "offer", "hired"],
  ],
])("The usual states begin and end where a message says: %s", (message, table, options) => {
  const app = conversation();
  app.say(message);
  expect(app.entity(table)!.properties.status!.enum).toEqual(options);
});

describe("Rows of what happens", () => {
  it.each([
    ["aquarium water tests: ph, nitrate, temp", "WaterTest"],
    ["bell ringers & practice attendance", "Attendance"],
    ["village theatre - plays, performances, seats sold", "Performance"],
  ])("have a date: %s", (message, table) => expect(build(message).fields(table)).toContain("date"));

  it("are of their own people, and of nothing that is somebody else's", () =>
    expect(build("HR tool with candidates, interviews, employees and leave requests").links("LeaveRequest")).toEqual([
      "Employee",
    ]));
});
