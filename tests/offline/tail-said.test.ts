import { describe, expect, it } from "vitest";
import { withoutGroup } from "@/offline/rephrase/group-said";
import { plainTail } from "@/offline/description/wishes/tail-said";
import { conversation } from "../support/offline";

const built = (said: string) => {
  const app = conversation();
  const { text } = app.say(said);
  return {
    app,
    text,
    tables: app.entities(),
    pages: app.pages(),
    fields: (name: string) => Object.keys(app.entity(name)?.properties ?? {}),
  };
};

describe("what stands behind what is kept", () => {
  it.each([
    ["Roofing. Sites with customer, start. And a calendar so the boys know where to be", "Add a calendar"],
    ["Jobs: client, price, status asked / booked. Board by status please.", "Add a board by status."],
    ["Trips: who, from, to. I'd like a calendar view too.", "Add a calendar."],
  ])("is a view of its own: %s", (said, view) => {
    expect(plainTail(said)).toContain(view);
  });

  it("makes the views", () => {
    const { pages } = built("Tree jobs: client, price, status asked / booked. Board by status please. And a calendar");
    expect(pages).toEqual(["Jobs", "JobsBoard"].concat(pages.filter((page) => /Calendar/.test(page))));
  });

  it("is a right of its own", () => {
    const { app, tables } = built(
      "services (name, url), api keys (service, name, created on), only admins can see the api keys",
    );
    expect(tables).toEqual(["ApiKey", "Service"]);
    expect(app.entity("ApiKey")!["x-accessControl"]?.permissions?.read).toBe("admin");
  });

  it("is a colour of rows, and no field", () => {
    const { fields, text } = built(
      "drain unblocking emergency jobs. caller, phone, address, problem, urgent yes/no, plumber, done at. Red if urgent",
    );
    expect(fields("Job")).toEqual(["caller", "phone", "address", "problem", "urgent", "plumber", "done_at"]);
    expect(text).toContain("red when urgent is yes");
  });

  it("leaves a board of people and a calendar of dates in a list as they are", () => {
    for (const said of ["The board meets monthly.", "Club: members, board, calendar", "a calendar of our events"])
      expect(plainTail(said)).toBe(said);
  });
});

it.each([
  [
    "tool for nurses, with patients (name, admitted at, doctor), visits (patient, date)",
    "Patient",
    ["name", "admitted_at", "doctor"],
  ],
  ["nanny agency: nannies, families, placements from-to", "Placement", ["from", "to"]],
  ["board games: which ones, how many players, minutes", "Game", ["name", "players", "minutes"]],
  [
    "Mountain hut reservations. guest name, arrival, nights, number of beds, half board yes or no",
    "Reservation",
    ["guest_name", "arrival", "number_of_nights", "number_of_beds", "half_board"],
  ],
])("reads the list of: %s", (said, table, fields) => {
  expect(built(said).fields(table)).toEqual(expect.arrayContaining(fields));
});

it("gives both ends of a range one type", () => {
  const { app } = built("subscribers (name, street, holiday stop from, holiday stop to)");
  expect(app.entity("Subscriber")!.properties.holiday_stop_to!.format).toBe("date");
});

it("makes a table of each of the entities that are named without fields", () => {
  expect(
    built("Pet insurance MVP - entities: policyholder, pet, policy, claim. A claim has amount, date").tables,
  ).toEqual(["Claim", "Pet", "Policy", "Policyholder"]);
});

describe("a group that keeps something", () => {
  it.each([
    ["fencing club weapons and masks we lend out", "weapons and masks we lend out"],
    ["curling club ice times", "ice times"],
    ["choir members and rehearsals", "choir members and rehearsals"],
    ["running club results", "running club results"],
    ["my book club: books (title)", "my book club: books (title)"],
  ])("%s", (said, rest) => {
    expect(withoutGroup(said)).toBe(rest);
  });
});
