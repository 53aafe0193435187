import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const build = (said: string) => {
  const app = conversation();
  app.say(said);
  return readModel(app.files, "Untitled").model.entities;
};

/** [what a busy person types, the table, fields that it must have, what it must not have] */
const rows: [string, string, string[], string[]][] = [
  [
    "plumber jobs: customer, address, when, what's broken, price, paid or not",
    "Job",
    ["customer", "address", "when", "broken", "price", "paid"],
    ["salary_range"],
  ],
  [
    "asset register, laptops phones monitors, serial number, who has it",
    "Asset",
    ["type", "serial_number", "held_by"],
    ["warranty_until"],
  ],
  [
    "tattoo studio appointments, deposit paid yes/no, artist, sketch upload",
    "Appointment",
    ["deposit_paid", "artist", "sketch_upload"],
    [],
  ],
  ["stamps: country, year, condition mint used damaged, picture", "Stamp", ["country", "year", "condition"], []],
  ["piano lessons, which pupil, when, what we practiced, homework", "Lesson", ["pupil", "when", "practiced"], []],
  ["recipes with ingredients and how long it takes", "Recipe", ["ingredients", "duration_minutes"], []],
  ["church choir: singers with voice part soprano alto tenor bass, rehearsals", "Singer", ["voice_part"], []],
  ["second hand bookshop stock with isbn author price shelf", "Book", ["isbn", "author", "price", "shelf"], []],
];

describe("A first sentence in telegram style", () => {
  it.each(rows)("%s", (said, name, has, lacks) => {
    const entity = build(said).find((one) => one.name === name);
    expect(Object.keys(entity?.properties ?? {})).toEqual(expect.arrayContaining(has));
    for (const field of lacks) expect(entity?.properties).not.toHaveProperty(field);
  });

  it("makes options of words in a row, and of examples", () => {
    expect(build(rows[3]![0])[0]!.properties.condition!.enum).toEqual(["mint", "used", "damaged"]);
    expect(build(rows[1]![0])[0]!.properties.type!.enum).toEqual(["laptop", "phone", "monitor"]);
  });

  it("takes what was last done for a date", () => {
    const [inspection] = build("elevator inspections: building, last checked, passed yes/no, next due");
    expect(inspection!.properties.last_checked!.format).toBe("date");
    expect(inspection!.properties.passed!.type).toBe("boolean");
  });

  it("keeps the person's own words beside a question's field", () => {
    expect(build(rows[1]![0])[0]!.properties.held_by!.title).toBe("Who has it");
  });

  it("links what is done to where, by whom and for whom", () => {
    const task = build("house renovation: rooms, tasks, contractors, cost estimate and actual cost").find(
      ({ name }) => name === "Task",
    );
    const links = Object.values(task!.properties).flatMap((value) => value["x-reference"] ?? []);
    expect(links.sort()).toEqual(["Contractor", "Room"]);
    expect(Object.keys(task!.properties)).toEqual(expect.arrayContaining(["cost_estimate", "actual_cost"]));
  });

  it("reads the notations of programmers", () => {
    const [shoe] = build("shoes = model + size + price");
    expect(Object.keys(shoe!.properties)).toEqual(["model", "size", "price"]);
    const [product] = build("products fields: name, ean, colour options: red, green, blue");
    expect(product!.properties.colour!.enum).toEqual(["red", "green", "blue"]);
  });
});
