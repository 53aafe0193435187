import { describe, expect, it } from "vitest";
import { isBrought, isOfLife, isOfTeam, isOfTheHouse, isServed } from "@/offline/first/pages/is-private";

const table = (name: string) => ({ name, type: "object" as const, properties: {} });

describe("Of a table it is known by its name, in words", () => {
  it.each([
    ["NightShift", true],
    ["PurchaseOrder", true],
    ["Order", false],
    ["Stocktake", true],
    ["Makeshift", false],
  ])("whether those who run a place note it for themselves: %s", (name, isOwn) => {
    expect(isOfTheHouse(table(name))).toBe(isOwn);
  });

  it.each([
    ["Customer", true],
    ["booked_guest", true],
    ["Trainer", false],
    ["Guestbook", false],
  ])("whether it is of people who are served: %s", (name, isOne) => {
    expect(isServed(name)).toBe(isOne);
  });

  it.each([
    ["StaffMember", true],
    ["PersonalTrainer", false],
    ["Stylist", false],
  ])("whether its people are the team, whom nobody chooses: %s", (name, isOne) => {
    expect(isOfTeam(table(name))).toBe(isOne);
  });

  it.each([
    ["ClassifiedAd", true],
    ["Thread", false],
    ["LostItem", true],
  ])("whether members bring it in: %s", (name, isOne) => {
    expect(isBrought(table(name))).toBe(isOne);
  });
});

it.each([
  ["date_of_birth", true],
  ["medical_history", true],
  ["born_on", true],
  ["airborne", false],
])("Of a field it is known whether it tells of a life: %s", (name, isOne) => {
  expect(isOfLife(name)).toBe(isOne);
});
