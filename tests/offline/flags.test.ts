import { describe, expect, it } from "vitest";
import type { Entity } from "@/offline/model/app-model";
import { flagsOf } from "@/offline/write/flags";
import { conversation } from "../support/offline";

const number = { type: "number" } as const;
const table = (name: string, properties: Entity["properties"]): Entity => ({ name, type: "object", properties });

describe("What needs attention in a table", () => {
  it("is said by the thing that it holds", () =>
    expect(
      flagsOf(
        table("Loan", {
          due: { type: "string", format: "date" },
          returned: { type: "boolean" },
        }),
      ),
    ).toContainEqual({ label: "Overdue", when: { due: { $lt: "today" }, returned: { $ne: true } } }));

  it("is said by a feature whose fields it has, by other names, too", () =>
    expect(
      flagsOf(table("Cheese", { name: { type: "string" }, stock: { type: "integer" }, reorder_level: number })),
    ).toEqual([
      { label: "Out of stock", when: { stock: { $lte: 0 } } },
      { label: "Low stock", when: { stock: { $lte: { $field: "reorder_level" } } } },
    ]));

  it.each([
    ["a bound is missing", table("Cheese", { stock: number })],
    ["a date is a text", table("Loan", { due: { type: "string" }, returned: { type: "boolean" } })],
    ["nobody knows the thing", table("Zorp", { due: { type: "string", format: "date" } })],
  ])("is nothing where %s", (_why, entity) => expect(flagsOf(entity)).toEqual([]));

  it("leaves out an option that the table does not have", () =>
    expect(
      flagsOf(
        table("Invoice", {
          due: { type: "string", format: "date" },
          status: { type: "string", enum: ["open", "paid"] },
        }),
      ),
    ).toContainEqual({ label: "Overdue", when: { due: { $lt: "today" }, status: { $nin: ["paid"] } } }));

  it("stands on the home page and above the list, for those who work with it", () => {
    const app = conversation();
    app.say("Inventory for my bakery");
    const low = 'label: "Low stock", when: { stock: { $lte: { $field: "reorder_level" } } }';
    expect(app.read("pages/Home.jsx")).toMatch(/<Flagged\s+entity=\{Product\}/);
    expect(app.read("pages/Home.jsx")).toContain(low);
    expect(app.read("pages/Products.jsx")).toContain(low);
  });
});
