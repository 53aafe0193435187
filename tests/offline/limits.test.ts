import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// For how many there is room: a rule for what takes place, and no field or table of its words.

function app(said: string) {
  const made = conversation();
  return { made, text: made.say(said).text };
}

describe("A first message that says how many there is room for", () => {
  it.each([
    ["ticket sales for a school play, seats limited to 120", "Event", "capacity", 120],
    ["pottery courses, max 6 participants per course, people can sign up", "Course", "capacity", 6],
    ["yoga retreat, places limited to 12", "YogaRetreat", "places", 12],
    ["workshop bookings, max 8 people", "Workshop", "capacity", 8],
  ])("%s", (said, table, field, limit) => {
    const { made } = app(said);
    expect(made.entity(table)!.properties[field]!.default).toBe(limit);
    expect(JSON.stringify(made.files)).not.toMatch(/limited_|LimitedPlace/);
  });

  it.each(["concert tickets, max 4 tickets per customer", "events with tickets, only 2 people work at the door"])(
    "gives no event so few places: %s",
    (said) => expect(JSON.stringify(app(said).made.files)).not.toMatch(/"default": ?[24]\b/),
  );

  it("is told where nothing has places", () =>
    expect(app("escape room up to 6 players per booking").text).toContain("the limit of 6"));
});
