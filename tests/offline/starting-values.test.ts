import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// What a field starts with has to be what the field may hold: a new row with its default must be savable.

const events = "an event site, max 80 seats per event";
const orders = "orders with number, boxes (number), status (new, paid, sent)";

function after(first: string, ...changes: string[]) {
  const app = conversation();
  app.say(first);
  const text = changes.map((change) => app.say(change).text).at(-1)!;
  const field = (table: string, name: string) =>
    app.entity(table)!.properties[name] as { default?: unknown; minimum?: number; maximum?: number; enum?: string[] };
  return { text, field };
}

describe("A default follows the limits of its field", () => {
  it.each([
    ["max 60 people per event", 60],
    ["max 100 people per event", 100],
  ])("which was the limit and stays it: %s", (said, limit) => {
    const { field, text } = after(events, said);
    expect(field("Event", "capacity")).toMatchObject({ maximum: limit, default: limit });
    expect(text).toContain(`starts as ${limit}`);
  });

  it.each([
    ["boxes at most 3", { maximum: 3, default: 3 }],
    ["boxes at least 10", { minimum: 10, default: 10 }],
    ["boxes between 8 and 12", { minimum: 8, maximum: 12, default: 8 }],
    ["boxes at most 50", { maximum: 50, default: 5 }],
  ])("and is the nearest number that is allowed: %s", (said, expected) =>
    expect(after(orders, "default boxes is 5", said).field("Order", "boxes")).toMatchObject(expected),
  );

  it("is refused with words where the limits refuse it", () => {
    const { field, text } = after(orders, "boxes at most 10", "default boxes is 50");
    expect(field("Order", "boxes").default).toBeUndefined();
    expect(text).toMatch(/at most 10/);
  });

  it.each([
    ["boxes at least 10", "boxes at most 4"],
    ["boxes at most 4", "boxes at least 10"],
  ])("is no reason to allow nothing: %s, then %s", (first, second) => {
    const { field, text } = after(orders, first, second);
    const { minimum = -Infinity, maximum = Infinity } = field("Order", "boxes");
    expect(minimum).toBeLessThanOrEqual(maximum);
    expect(text).toContain("What I did not do");
  });
});

describe("A default that is no option any more", () => {
  it("becomes the first that is left, and that is told", () => {
    const { field, text } = after(orders, "remove new from the status");
    expect(field("Order", "status")).toMatchObject({ enum: ["paid", "sent"], default: "paid" });
    expect(text).toMatch(/new row starts as paid/);
  });

  it("goes with its option's new name", () =>
    expect(after(orders, "rename new to incoming").field("Order", "status")).toMatchObject({
      enum: ["incoming", "paid", "sent"],
      default: "incoming",
    }));
});

describe("An option's new name", () => {
  const named = (...changes: string[]) => after(orders, ...changes, "rename new to incoming");

  it("keeps the colour of its rows", () => {
    const app = conversation();
    for (const said of [orders, "colour new orders red", "rename new to incoming"]) app.say(said);
    const conditions = app.read("services/app.js")!;
    expect(conditions).toMatch(/"is": ?"incoming"/);
    expect(conditions).not.toMatch(/"is": ?"new"/);
  });

  it("is told not to reach rows that are stored", () => expect(named().text).toMatch(/say “?new”? keep that value/));

  it("has to be of one field, where several have the option", () => {
    const { text, field } = after(
      "orders with number, status (new, paid), delivery (new, sent)",
      "rename new to fresh",
    );
    expect(text).toContain("What I did not do");
    expect(field("Order", "status").enum).toEqual(["new", "paid"]);
  });
});
