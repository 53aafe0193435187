import { describe, expect, it } from "vitest";
import { languageOf } from "@/offline/lexicon/other-languages";
import { conversation } from "../support/offline";

/** The tables of the app that a sentence makes, each with the tables that it links to. */
function linksAfter(...sentences: string[]): Record<string, string[]> {
  const app = conversation();
  for (const sentence of sentences) app.say(sentence);
  const names = app.files.flatMap(({ path }) => /^entities\/(.+)\.json$/.exec(path)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.values(app.entity(name)!.properties)
        .flatMap((value) => value["x-reference"] ?? [])
        .sort(),
    ]),
  );
}

describe("an app whose tables are all spelled out", () => {
  it("has those tables and the links among their fields, and no others", () => {
    expect(
      linksAfter(
        "Lab: samples (code, organism, status: fresh/frozen/used), boxes (name, rack), measurements (sample, date, value)",
      ),
    ).toEqual({ Sample: [], Box: [], Measurement: ["Sample"] });
    expect(
      linksAfter(
        "Parish: families (name, phone), events (title, date, kind: mass/wedding), helpers (name, task), payments (family, amount, date)",
      ).Payment,
    ).toEqual(["Family"]);
  });

  it("has a table where one of the fields in brackets is a yes or no", () =>
    expect(
      linksAfter(
        "School trips: pupils (name, birthday), trips (title, date, cost), consents (pupil, trip, signed yes/no, paid yes/no)",
      ),
    ).toEqual({ Pupil: [], Trip: [], Consent: ["Pupil", "Trip"] }));

  it("still links whom the rows are for, where only the other links were said", () =>
    expect(
      linksAfter(
        "upholstery workshop\ncustomers: name, phone\njobs: piece of furniture, fabric, hours, price\nfabrics: name, supplier",
      ).Job,
    ).toEqual(["Customer", "Fabric"]));
});

describe("sample rows of an app that is spelled out", () => {
  const app = conversation();
  const turn = app.say(
    "Van fleet: vans (plate, model, status: free/driving/workshop), drivers (name, phone), trips (van, driver, date, km)",
  );
  const rowsOf = (entity: string) => turn.staged.records.find((one) => one.entity === entity)!.rows;

  it("have the options that were said, and numbers where units stand", () => {
    expect(new Set(rowsOf("Van").map(({ fields }) => fields.status))).toEqual(new Set(["free", "driving", "workshop"]));
    expect(rowsOf("Trip").every(({ fields }) => typeof fields.km === "number")).toBe(true);
  });

  it("are called in the story by the field that has the name's last word", () =>
    expect(String(rowsOf("Van")[0]!.fields.plate)).toMatch(/^[A-Z]+ \d/));

  it("are coloured by a name, and not by a number", () =>
    expect(app.say("vans in the workshop red").text).toContain("are red when status is workshop"));
});

describe("the language of a request", () => {
  it.each([
    "Van fleet: vans (plate, model), drivers (name, phone), trips (van, driver, date, km)",
    "app for our van, van trips, van repairs",
    "pros and cons list, con for each pro, con count",
  ])("is English where a word of another language is an English one, too: %s", (text) =>
    expect(languageOf(text)).toBeNull(),
  );
  it("is still told by its small words", () => expect(languageOf("maak een app voor mijn klanten")).toBe("nl"));
});

it("keeps a person's word where it is the German name of something else", () =>
  expect(
    Object.keys(linksAfter("hunting club. Stands have number, map position and next check. Hunters with phone")),
  ).toContain("Stand"));

describe("a link in people's words", () => {
  const lab = "Lab: samples (code, organism), boxes (name, rack), tests (sample, date)";
  it.each([
    "a sample sits in a box",
    "samples are kept in a box",
    "each sample has one box",
    "a sample may have a box",
  ])("%s", (sentence) => expect(linksAfter(lab, sentence).Sample).toEqual(["Box"]));
  it("stands beside a new table in one message", () =>
    expect(linksAfter(lab, "add keepers with name and phone, each box has one keeper checking it").Box).toEqual([
      "Keeper",
    ]));
});
