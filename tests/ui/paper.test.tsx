import { render, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, it } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const page: string = "@/components/ui/record-page";

beforeAll(() => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

const number = { type: "number" };
const no = () => false;
const access = () => Promise.resolve({ canRead: true, canAdd: false, canChange: no, canDelete: no, canSet: no });
const one = (entity: ReturnType<typeof table>, row: Row) => ({ ...entity, access, get: () => Promise.resolve(row) });

async function show() {
  const { RecordPage } = (await import(page)) as { RecordPage: ComponentType<Record<string, unknown>> };
  const theatre = { id: "c", name: "Harbour Theatre", billing_address: "Quay 3" };
  const client = one(table("Client", { name: text, billing_address: text }, ["name"], [theatre]), theatre);
  const row = { id: "i", number: "2026-020", client: "c", status: "draft", subtotal: 1300, vat_rate: 21, total: 1573 };
  const properties = {
    number: text,
    client: { ...text, "x-reference": "Client" },
    status: { ...text, enum: ["draft", "sent"] },
    subtotal: number,
    vat_rate: number,
    total: number,
  };
  const invoice = { ...one(table("Invoice", properties, ["number"], [row]), row), related: () => client };
  const lines = table(
    "InvoiceLine",
    {
      invoice: { ...text, "x-reference": "Invoice" },
      description: text,
      quantity: number,
      unit_price: number,
      amount: number,
    },
    [],
    [{ id: "l", invoice: "i", description: "Programme", quantity: 16, unit_price: 75, amount: 1200 }],
  );
  const items = { ...lines, aggregate: () => Promise.resolve([{ count: 1, "sum:amount": 1200 }]) };
  render(<RecordPage entity={invoice} id="i" canPrint related={[{ entity: items, by: "invoice" }]} />, {
    wrapper: MemoryRouter,
  });
  await screen.findByText("Programme");
  return lines;
}

it("An invoice on paper says whom it is for, what each line is, and what it comes to at the end", async () => {
  const lines = await show();
  await waitFor(() => expect(document.querySelector("address")?.textContent).toBe("Harbour TheatreQuay 3"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Invoice 2026-020");
  // The address says it: no line repeats it.
  expect(screen.getByText("Client").closest("div")?.className).toContain("print:hidden");
  const sums = [...document.querySelectorAll("dl")].at(-1)!;
  expect(
    within(sums)
      .getAllByRole("term", { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(["Subtotal", "VAT rate", "Total"]);
  const region = within(screen.getByRole("region", { name: "Invoice lines" }));
  for (const label of ["Quantity", "Unit price", "Amount"]) expect(region.getByText(label)).toBeTruthy();
  // All lines, in the order in which they were written.
  expect(lines.page).toHaveBeenCalledWith(expect.objectContaining({ sort: "createdAt", limit: 200 }));
});
