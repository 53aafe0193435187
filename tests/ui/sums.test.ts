import { describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const sums: string = "@/lib/sums";
const fields: string = "@/lib/fields";
type Sums = {
  withFollowing: (fields: object[], before: Row, after: Row) => Row;
  followingOf: (entity: object, row: Row, values: Row) => Row;
  addUp: (entity: object, lines: Row[]) => Promise<void>;
};
const load = async () => (await import(sums)) as Sums;
const number = { type: "number" };

const percent = { ...number, "x-display": "percent" };

const invoiceFields = { number: text, subtotal: number, vat_rate: percent, vat_amount: number, total: number };
const lineFields = {
  invoice: { ...text, "x-reference": "Invoice" },
  description: text,
  quantity: number,
  unit_price: number,
  amount: number,
};

/** An invoice and its lines, as their pages see them. */
function paper(row: Row, lines: Row[], { canChange = true } = {}) {
  const update = vi.fn((_id: string, values: Row) => Promise.resolve({ ...row, ...values }));
  const invoice = {
    ...table("Invoice", invoiceFields, [], [row]),
    get: () => Promise.resolve(row),
    update,
    access: () => Promise.resolve({ canChange: () => canChange, canSet: () => true }),
  };
  const line = {
    ...table("InvoiceLine", lineFields, [], lines),
    related: () => invoice,
    filter: (query: Row) => Promise.resolve(lines.filter((one) => one.invoice === query.invoice)),
  };
  return { invoice, line, update };
}

describe("figures that follow from others", () => {
  const of = async (entity: object) =>
    ((await import(fields)) as { fieldsOf: (entity: object) => object[] }).fieldsOf(entity);

  it.each([
    ["a line's amount", lineFields, {}, { quantity: "3", unit_price: "19.99" }, { amount: 59.97 }],
    ["tax and total", invoiceFields, {}, { subtotal: 100, vat_rate: 19 }, { vat_amount: 19, total: 119 }],
    ["a total without tax", invoiceFields, {}, { subtotal: 100 }, { total: 100 }],
    [
      "what was computed before, when a part changes",
      lineFields,
      { quantity: 2, unit_price: 10, amount: 20 },
      { quantity: 3, unit_price: 10, amount: 20 },
      { amount: 30 },
    ],
    [
      "and not what somebody has agreed on",
      lineFields,
      { quantity: 2, unit_price: 10, amount: 15 },
      { quantity: 3, unit_price: 10, amount: 15 },
      { amount: 15 },
    ],
    ["no price of a piece by itself", { quantity: number, price: number }, {}, { quantity: 3, price: 4 }, { price: 4 }],
    [
      "nothing that the server computes",
      { ...lineFields, amount: { ...number, "x-total": { of: "product", price: "price" } } },
      {},
      { quantity: 3, unit_price: 4 },
      { amount: undefined },
    ],
  ])("are %s", async (_, properties, before, after, expected) => {
    const { withFollowing } = await load();
    const done = withFollowing(await of(table("T", properties, [], [])), before, after);
    for (const [name, value] of Object.entries(expected)) expect(done[name]).toBe(value);
  });

  it("are saved along with the figure that changes where it stands", async () => {
    const { followingOf } = await load();
    const row = { subtotal: 100, vat_rate: 20, vat_amount: 20, total: 120 };
    expect(followingOf(table("Invoice", invoiceFields, [], []), row, { vat_rate: 10 })).toEqual({
      vat_amount: 10,
      total: 110,
    });
  });
});

describe("a document with lines", () => {
  const lines = [
    { id: "a", invoice: "i1", quantity: 2, unit_price: 50, amount: 100 },
    { id: "b", invoice: "i1", quantity: 3, unit_price: 10 },
    { id: "c", invoice: "i2", quantity: 1, unit_price: 7, amount: 7 },
  ];

  it("comes to the sum of its lines, with its tax and total", async () => {
    const { addUp } = await load();
    const { line, update } = paper({ id: "i1", subtotal: 100, vat_rate: 10, vat_amount: 10, total: 110 }, lines);
    await addUp(line, [lines[1]!]);
    expect(update.mock.calls).toEqual([["i1", { subtotal: 130, vat_amount: 13, total: 143 }]]);
  });

  it.each([
    ["it comes to that already", { id: "i1", subtotal: 130, total: 130 }, true],
    ["whoever adds the line may not change it", { id: "i1", subtotal: 1, total: 1 }, false],
  ])("stays as it is where %s", async (_, row, canChange) => {
    const { addUp } = await load();
    const { line, update } = paper(row, lines, { canChange });
    await addUp(line, [lines[1]!]);
    expect(update).not.toHaveBeenCalled();
  });

  it("is none of a payment, which has no number and price", async () => {
    const { addUp } = await load();
    const { invoice, update } = paper({ id: "i1", total: 5 }, []);
    const payment = {
      ...table("Payment", { invoice: lineFields.invoice, amount: number }, [], []),
      related: () => invoice,
    };
    await addUp(payment, [{ invoice: "i1", amount: 3 }]);
    expect(update).not.toHaveBeenCalled();
  });
});
