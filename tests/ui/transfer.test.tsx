import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By variables: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const transfer: string = "@/components/ui/data-transfer";
type Kit = {
  ImportDialog: ComponentType<Record<string, unknown>>;
  downloadRows: (entity: object, rows: Row[]) => Promise<void>;
};

beforeAll(() => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

const load = async () => (await import(transfer)) as Kit;
const clients = [{ id: "c1", name: "Harbour Theatre" }];
const client = {
  ...table("Client", { name: text }, ["name"], clients),
  filter: (query: Record<string, { $in: string[] }>) =>
    Promise.resolve(
      clients.filter((row) => Object.entries(query).every(([by, { $in }]) => $in.includes((row as Row)[by] as string))),
    ),
};
const invoices = () => ({
  ...table(
    "Invoice",
    {
      number: text,
      client: { ...text, "x-reference": "Client" },
      due: { ...text, format: "date" },
      total: { type: "number" },
    },
    ["number"],
    [],
  ),
  related: () => client,
  bulkCreate: vi.fn((rows: Row[]) => Promise.resolve(rows)),
});

async function choose(entity: object, lines: string[]) {
  const { ImportDialog } = await load();
  const [closed, done] = [vi.fn(), vi.fn()];
  render(<ImportDialog entity={entity} onClose={closed} onDone={done} />);
  const file = new File([lines.join("\n")], "invoices.csv", { type: "text/csv" });
  await userEvent.upload(screen.getByLabelText("File"), file);
  await screen.findByText(/rows with/);
  return { closed, done };
}
const press = () => userEvent.click(screen.getByRole("button", { name: "Import" }));

describe("The import of a file", () => {
  it("reads amounts and days as people write them, and finds rows by their name", async () => {
    const entity = invoices();
    await choose(entity, [
      "Number;Client;Due;Total",
      "1;Harbour Theatre;24.12.2026;1.234,50",
      "2;c1;2026-12-24;85,5",
      '3;;12/24/2026;"1,234.50"',
      "4;;;1,234",
    ]);
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0]).toEqual([
      { number: "1", client: "c1", due: "2026-12-24", total: 1234.5 },
      { number: "2", client: "c1", due: "2026-12-24", total: 85.5 },
      { number: "3", due: "2026-12-24", total: 1234.5 },
      { number: "4", total: 1234 },
    ]);
  });

  it("says what it did not understand before anything is stored", async () => {
    await choose(invoices(), ["Number,Client,Total", "1,Nobody Ltd,about ten"]);
    expect(screen.getByRole("status").textContent).toContain(
      "Not understood, and left empty: Total “about ten”, Client “Nobody Ltd”.",
    );
  });

  it("stays open with the reason when a row is refused", async () => {
    const entity = invoices();
    entity.bulkCreate.mockRejectedValue(new Error("Row 2: Number must be unique"));
    const { closed } = await choose(entity, ["Number", "1", "1"]);
    await press();
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Stopped after 0 of 2 rows. Row 2: Number must be unique",
    );
    expect(closed).not.toHaveBeenCalled();
  });
});

describe("The export", () => {
  it("writes the names of rows, and not their ids", async () => {
    const { downloadRows } = await load();
    let written: Blob | undefined;
    URL.createObjectURL = (blob) => ((written = blob as Blob), "blob:x");
    URL.revokeObjectURL = () => undefined;
    await downloadRows(invoices(), [{ id: "i", number: "7", client: "c1", total: 5 }]);
    expect(await written!.text()).toContain("7,Harbour Theatre,,5");
  });
});
