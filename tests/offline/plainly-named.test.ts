import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { differencesBetween } from "@/offline/request/differences/between";
import { conversation } from "../support/offline";

const apps = {
  sitter:
    "Pet sitter: owners (name, phone), pets (name, owner, species: dog/cat), stays (pet, arrival, departure, status: requested/confirmed)",
  fire: "Fire brigade: members (name, rank: recruit/officer), vehicles (name, plate, next inspection, seats), callouts (date, place, vehicle, hours)",
  wine: "Vineyard: wines (name, vintage, colour: red/white, bottles in stock, price), harvests (date, kilos)",
  chess: "Chess club: players (name, rating, email), tournaments (name, town, start date)",
  truck: "Food truck: stops (place, date, takings, weather: sun/rain), dishes (name, price)",
  bank: "Food bank: volunteers (name, phone), donations (item, date, category: tins/bread), pickups (household, date)",
  flats: "Rental flats: flats (name, rooms), defects (flat, title, urgency: low/normal/high, state: open/fixed)",
};
const lines = (app: keyof typeof apps, request: string) => {
  const talk = conversation();
  talk.say(apps[app]);
  const before = readModel(talk.files, "x").model;
  const { text, staged } = talk.say(request);
  const rows = staged.records.map(({ entity, rows: { length } }) => `rows ${entity} ${length}`);
  return {
    text,
    lines: [...differencesBetween(before, readModel(talk.files, "x").model).map(({ line }) => line), ...rows],
  };
};

describe("A right to one's own rows", () => {
  it.each([
    ["sitter", "can owners log in and see only what they entered themselves, for stays and pets", ["Stay", "Pet"]],
    ["flats", "everybody should only see and edit the defects they reported", ["Defect"]],
  ] as const)("leaves out admins, who have all, and is of no table of people: %s, %s", (app, request, tables) => {
    const { lines: found } = lines(app, request);
    expect(found.map((line) => line.replace(/ write=\w+$/, "")).sort()).toEqual(
      tables
        .flatMap((table) => [
          `access ${table} read=creator`,
          ...["read", "update", "delete"].map((one) => `rules ${table} ${one}=creator|admin`),
        ])
        .sort(),
    );
  });

  it("stays with admins where these are named", () =>
    expect(lines("sitter", "only admins can see the pets").lines).toEqual([
      expect.stringMatching(/^access Pet read=admin/),
    ]));
});

describe("What a request is about", () => {
  it("is of the table that it names, and no other one that links to it", () => {
    const { lines: found } = lines(
      "fire",
      "vehicles whose inspection date has passed in red, this cost us trouble last year",
    );
    expect(found.filter((line) => line.includes("Callout"))).toEqual([]);
  });

  it("goes by words that are part of a field's name before other words for a table", () => {
    expect(lines("wine", "wines under 50 bottles should be marked yellow").lines.join()).not.toContain("vintage");
  });

  it("is ordered the way that its superlative says", () =>
    expect(lines("chess", "sort players by rating, strongest first").lines).toEqual([
      "~page Players sort rating desc",
    ]));

  it("starts as what is said for want of anything else", () =>
    expect(lines("flats", "urgency should be normal when nobody says different").lines).toEqual([
      "~field Defect.urgency default=normal",
    ]));
});

describe("A number", () => {
  it("is no name of a field, and what follows a wish is no part of it", () =>
    expect(lines("chess", "add three sample tournaments so the thing is not so empty").lines).toEqual([
      "rows Tournament 3",
    ]));
});

describe("A chart", () => {
  it.each([
    ["takings per place as bars", "takings"],
    ["the average takings per place", "takings"],
  ])("adds nothing up that is kept as a text, and counts nothing instead: %s", (request, field) => {
    const { lines: found, text } = lines("truck", request);
    expect(found).toEqual([]);
    expect(text).toContain(`make ${field} of stops a number`);
  });

  it("groups by nothing that the app does not have", () =>
    expect(lines("bank", "chart of donations per continent").lines).toEqual([]));

  it("is of no rows and no number that a strange word may stand for", () =>
    expect(lines("fire", "how much frobnication did each vehicle do? i want a bar chart of it").lines).toEqual([]));
});

describe("What stands in a message beside its requests", () => {
  it("is asked for where it begins with “then”", () => {
    const { lines: found } = lines(
      "bank",
      "a pie chart of the donations by category, then a welcome page that says hello",
    );
    expect(found).toContainEqual(expect.stringMatching(/^\+page text/));
  });

  it("hides no field that no word names", () =>
    expect(lines("sitter", "he is already in the owners list").lines).toEqual([]));

  it("is no name of a field behind the noun that is to be kept", () =>
    expect(lines("sitter", "each stay needs the sitter who did it").lines.join()).not.toContain("who_did_it"));

  it("becomes no table with an article in its name", () => {
    const request = "we need list of drivers with name and phone, and please link the pickups with a volunteer";
    const { lines: found } = lines("bank", request);
    expect(found).toContain("+field Pickup.volunteer reference");
    expect(found.filter((line) => line.startsWith("+table"))).toEqual(["+table Driver name, phone"]);
  });
});

it("A right behind “but each one” is not lost", () =>
  expect(lines("flats", "Tenants may report defects but each one sees only their own please").lines).toEqual([
    expect.stringMatching(/^access Defect read=creator/),
    "rules Defect read=creator|admin",
    "rules Defect update=creator|admin",
    "rules Defect delete=creator|admin",
  ]));

it("A right behind “but” is to the rows that were spoken of, and not to those of the people", () =>
  expect(lines("fire", "members should see all callouts but change only their own ones").lines).toEqual([
    expect.stringMatching(/^access Callout .*write=creator/),
    "rules Callout update=creator|admin",
    "rules Callout delete=creator|admin",
  ]));

describe("A new field", () => {
  it.each([
    ["new field format with A6, A5, A4 for dishes", "+field Dish.format enum A6, A5, A4"],
    ["add a field size with small, medium and large to dishes", "+field Dish.size enum small, medium, large"],
  ])("has the options behind its name, and none of them is a field: %s", (request, line) =>
    expect(lines("truck", request).lines).toEqual([line]),
  );

  it("is asked for beside what somebody means by it in brackets", () =>
    expect(lines("bank", "Hi, the Kaution is missing at the volunteers (deposit i mean)").lines).toEqual([
      expect.stringMatching(/^\+field Volunteer\.kaution/),
    ]));
});

it("An opinion renames no table", () =>
  expect(lines("bank", "volunteers should be shown as cards instead of a boring table").lines.join()).not.toContain(
    "title=",
  ));
