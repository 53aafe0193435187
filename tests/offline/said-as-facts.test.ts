import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const garage = conversation();
garage.say(
  "Garage: owners (name, email, mobile, born on), cars (plate, brand, seats, front points, rear points, source: referral/website/agency, photo), visits (car, starts at, minutes, fee, payment: cash/card, status: open/done), races (car, driver, seconds, distance)",
);

/** The app's difference after a message, and the reply. */
function after(said: string): { lines: string; text: string } {
  const app = conversation(undefined, undefined, garage.begun);
  const before = modelOf(app);
  const { text } = app.say(said);
  return {
    lines: differencesBetween(before, modelOf(app))
      .map(({ line }) => line)
      .join(","),
    text,
  };
}

describe("What a change that is told as a fact asks for", () => {
  it.each([
    // Fields, where their table stands in front of the request or behind a question.
    ["cars: add a nickname", "+field Car.nickname text"],
    ["alarm? yes/no on every car", "+field Car.alarm boolean"],
    [
      "cars get a colour and a fuel: petrol, diesel, electric",
      "+field Car.colour text,+field Car.fuel enum petrol, diesel, electric",
    ],
    ["add Visit.kind as enum small, big", "+field Visit.kind enum small, big"],
    [
      "put the left and the right mirror in the cars, two numbers",
      "+field Car.left_mirror number,+field Car.right_mirror number",
    ],
    ["linkedin as a fourth source", "~field Car.source +linkedin"],
    ["owners need a hobby, no sorry, a nickname", "+field Owner.nickname text"],
    // What numbers may be.
    ["seats 4 as standard, never more than 9", "~field Car.seats default=4,~field Car.seats maximum=9"],
    [
      "points can't go below 0 or above 20 (both of them)",
      "~field Car.front_points minimum=0,~field Car.front_points maximum=20,~field Car.rear_points minimum=0,~field Car.rear_points maximum=20",
    ],
    ["plate and brand must not be empty, they keep forgetting", "~field Car.brand required"],
    [
      "the brand must be filled in. same for the owner's email",
      "~field Owner.email required,~field Car.brand required",
    ],
    // Names.
    ["an owner's mobile is fine but we call it phone", "~field Owner.mobile label=Phone"],
    [
      "born on of the owners should be a must, and call it birthday",
      "~field Owner.born_on label=Birthday,~field Owner.born_on required",
    ],
    // Rights.
    ["mechanics may add and change visits but not delete them", "rules Visit delete=admin"],
    ["visits are read-only for everyone except admins", "access Visit read=all write=admin"],
    // The look.
    ["navy header, sandy page", "look page=#d9c7a0,look header=#000080"],
    ["Menu across the top instead of the left side", "look layout=top"],
    ["fastest first in the races", "~page Races sort seconds"],
    // German.
    [
      "Bei den Autos (cars) fehlt mir noch die Farbe, und der Name der Besitzer muss ausgefüllt werden",
      "+field Car.colour text",
    ],
    ["brand darf auch nicht leer sein", "~field Car.brand required"],
  ])("%s", (said, lines) => {
    expect(after(said).lines).toBe(lines);
  });

  it.each([
    // What lies outside of the app is no table, and a name is no question.
    "connect it to the scanner over USB",
    "visits should say which two mechanics work",
    "let members write reviews",
    // One of two fields that stand beside each other is meant, and not both.
    "the brands plate isn't needed",
    "add these cars: Red Lion (brand Audi), Blue Boy (brand VW)",
  ])("changes nothing by itself, and says so: %s", (said) => {
    const { lines, text } = after(said);
    expect(lines).toBe("");
    expect(text).toMatch(/What I did not do/);
  });

  it("tells that a list is not grouped where it makes a board", () => {
    expect(after("group the visits by status").text).toMatch(/cannot be grouped/);
  });

  it("takes an option for no reference by its first letters", () => {
    expect(modelOf(garage).entities.find(({ name }) => name === "Car")?.properties["source"]?.enum).toEqual([
      "referral",
      "website",
      "agency",
    ]);
  });
});
