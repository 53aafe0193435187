import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Toaster } from "sonner";
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
  filter: (query: Record<string, { $in?: string[]; $contains?: string }>) =>
    Promise.resolve(
      clients.filter((row) =>
        Object.entries(query).every(([by, { $in, $contains }]) => {
          const value = String((row as Row)[by]);
          return $in ? $in.includes(value) : value.toLowerCase().includes($contains!.toLowerCase());
        }),
      ),
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
  access: () => Promise.resolve({ mayBuild: false, canDelete: () => true }),
  related: () => client,
  bulkCreate: vi.fn((rows: Row[]) => Promise.resolve(rows)),
});

async function choose(entity: object, lines: (string | Uint8Array<ArrayBuffer>)[]) {
  const { ImportDialog } = await load();
  const [closed, done] = [vi.fn(), vi.fn()];
  const { unmount } = render(<ImportDialog entity={entity} onClose={closed} onDone={done} />);
  // As its page does.
  closed.mockImplementation(unmount);
  const parts = lines.flatMap((line) => [line, ...(typeof line === "string" ? ["\n"] : [])]);
  const file = new File(parts, "invoices.csv", { type: "text/csv" });
  await userEvent.upload(screen.getByLabelText("File"), file);
  await screen.findByText(/rows? with/);
  return { closed, done };
}
const press = () => userEvent.click(screen.getByRole("button", { name: "Import" }));

describe("The columns of a file whose headings are no field's name", () => {
  it("are each given a field before anything is stored, with a value to know them by", async () => {
    const entity = invoices();
    await choose(entity, ["Nr.;Kunde / Firma;Fällig am;Total (EUR)", "1;Harbour Theatre;24.12.2026;1.234,50"]);
    expect(screen.getByText("1.234,50")).toBeTruthy();
    const field = (heading: string) => screen.getByRole<HTMLSelectElement>("combobox", { name: heading });
    // What stands in brackets is no part of a name.
    expect(field("Total (EUR)").value).toBe("total");
    expect(field("Nr.").value).toBe("");
    await userEvent.selectOptions(field("Nr."), "Number");
    await userEvent.selectOptions(field("Fällig am"), "Due");
    await screen.findByText(/1 row with Number, Due, Total\. Left out: Kunde \/ Firma\./);
    // A field is filled by one column.
    await userEvent.selectOptions(field("Kunde / Firma"), "Number");
    await waitFor(() => expect(field("Nr.").value).toBe(""));
    await userEvent.selectOptions(field("Kunde / Firma"), "Client");
    await userEvent.selectOptions(field("Nr."), "Number");
    await screen.findByText(/1 row with Number, Client, Due, Total\./);
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0]).toEqual([
      { number: "1", client: "c1", due: "2026-12-24", total: 1234.5 },
    ]);
  });

  it("are not asked for where all are known", async () => {
    await choose(invoices(), ["Number;Total", "1;2"]);
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});

describe("The import of a file", () => {
  it("reads amounts and days as people write them, and finds rows by their name", async () => {
    const entity = invoices();
    await choose(entity, [
      "Number;Client;Due;Total",
      "1;Harbour Theatre;24.12.2026;1.234,50",
      "2;harbour theatre;2026-12-24;85,5",
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

  it("stores all rows but those that are refused, and tells which and why", async () => {
    const entity = invoices();
    entity.bulkCreate.mockRejectedValueOnce(
      Object.assign(new Error("Row 2: Number must be unique"), { details: { row: 1 } }),
    );
    const { closed, done } = await choose(entity, ["Number", "1", "1", "3"]);
    await press();
    expect((await screen.findByRole("alert")).textContent).toContain("Row 2: Number must be unique");
    expect(entity.bulkCreate.mock.lastCall![0]).toEqual([{ number: "1" }, { number: "3" }]);
    expect(done).toHaveBeenCalled();
    expect(closed).not.toHaveBeenCalled();
  });

  it("does not speak of rows that are in where all are refused", async () => {
    const entity = invoices();
    const refusal = Object.assign(new Error("Row 1: Number is taken"), { details: { row: 0 } });
    entity.bulkCreate.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    await choose(entity, ["Number", "1", "2"]);
    await press();
    const said = (await screen.findByRole("alert")).textContent;
    expect(said).toContain("Nothing was imported:");
    expect(said).not.toContain("others are in");
  });

  it("stays open with the reason when nothing can be stored, and goes on with what is not in yet", async () => {
    const entity = invoices();
    entity.bulkCreate.mockRejectedValueOnce(new Error("You are offline"));
    const { closed } = await choose(entity, ["Number", "1", "2"]);
    await press();
    expect((await screen.findByRole("alert")).textContent).toBe("Stopped after 0 of 2 rows. You are offline");
    await press();
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.lastCall![0]).toEqual([{ number: "1" }, { number: "2" }]);
  });

  it.each([
    ["points between thousands where the file has decimal commas", ["Total;Due", "1.234;", "99,50;"], [1234, 99.5]],
    ["points between thousands in a file of semicolons", ["Total;Due", "1.234;"], [1234]],
    ["points of decimals in a file of semicolons", ["Total;Due", "1234.50;", "1.234;"], [1234.5, 1.234]],
    ["a dash for no cents", ["Total;Due", "1.200,- €;"], [1200]],
  ])("reads %s", async (_, lines, totals) => {
    const entity = invoices();
    await choose(entity, lines);
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0].map(({ total }: Row) => total)).toEqual(totals);
  });

  it("reads all days of a column as one of them must be meant", async () => {
    const entity = invoices();
    await choose(entity, ["Number,Due", "1,13/11/2026", "2,02/12/2026", "3,5.3.26", "4,31.02.2026"]);
    expect(screen.getByRole("status").textContent).toContain("left empty: Due “31.02.2026”.");
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0].map(({ due }: Row) => due)).toEqual([
      "2026-11-13",
      "2026-12-02",
      "2026-03-05",
      undefined,
    ]);
  });

  it("brings its own export back, with signs that are kept from being formulas", async () => {
    const entity = invoices();
    await choose(entity, ["Number,Total", "'+49 30 1,5"]);
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0]).toEqual([{ number: "+49 30 1", total: 5 }]);
  });

  it("reads files of spreadsheets that do not write UTF-8", async () => {
    const entity = invoices();
    await choose(entity, [Uint8Array.from("Number\nM\u00fcller", (letter) => letter.charCodeAt(0))]);
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0]).toEqual([{ number: "Müller" }]);
  });
});

describe("An import that was a mistake", () => {
  const contacts = (canDelete = true) => {
    const rows: Row[] = [{ id: "there", name: "Ada" }];
    return {
      ...table("Contact", { name: text, status: { ...text, enum: ["lead", "won"] } }, ["name"], rows),
      rows,
      access: () => Promise.resolve({ mayBuild: false, canDelete: () => canDelete }),
      bulkCreate: vi.fn((values: Row[]) => {
        const made = values.map((one, at) => ({ id: `new ${rows.length + at}`, ...one }));
        rows.push(...made);
        return Promise.resolve(made);
      }),
      delete: vi.fn((id: string) => {
        rows.splice(
          rows.findIndex((row) => row.id === id),
          1,
        );
        return Promise.resolve();
      }),
    };
  };
  const show = () => render(<Toaster />);
  /** The Undo of the toast that says so. */
  const undo = async (words: string) => {
    const said = (await screen.findByText(words)).closest<HTMLElement>("[data-sonner-toast]")!;
    return within(said).queryByRole("button", { name: "Undo" });
  };

  it("is undone from the toast that tells of it: exactly those rows go", async () => {
    show();
    const entity = contacts();
    const { closed, done } = await choose(entity, ["Name", ...Array.from({ length: 120 }, (_, at) => `N${at}`)]);
    await press();
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(entity.rows).toHaveLength(121);
    await userEvent.click((await undo("120 contacts imported"))!);
    await screen.findByText("120 contacts taken back");
    expect(entity.rows).toEqual([{ id: "there", name: "Ada" }]);
    expect(done).toHaveBeenCalledTimes(2);
  });

  it("is told with the rows that could not be taken back", async () => {
    show();
    const entity = contacts();
    entity.delete.mockRejectedValueOnce(new Error("The server cannot be reached"));
    await choose(entity, ["Name", "Bea", "Cid"]);
    await press();
    await userEvent.click((await undo("2 contacts imported"))!);
    await screen.findByText("1 contact could not be taken back");
  });

  it("has no Undo for whoever may not delete", async () => {
    show();
    await choose(contacts(false), ["Name", "Bea", "Cid", "Dan"]);
    await press();
    expect(await undo("3 contacts imported")).toBeNull();
  });
});

describe("Words of a file that are no option", () => {
  const tasks = (mayBuild: boolean) => ({
    ...table("Task", { title: text, status: { ...text, enum: ["open", "done"] } }, ["title"], []),
    access: () => Promise.resolve({ mayBuild, canDelete: () => true }),
    bulkCreate: vi.fn((rows: Row[]) => Promise.resolve(rows)),
  });
  const lines = ["Title,Status", "A,Offen", "B,offen", "C,Erledigt", "D,done"];

  it("are each told with their column and rows, and stand for the option that is chosen", async () => {
    const entity = tasks(false);
    await choose(entity, lines);
    await screen.findByText("Status, 2 rows");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Status “Offen”" }), "Open");
    await screen.findByText(/New options can be added only by whoever builds this app/);
    await press();
    await waitFor(() => expect(entity.bulkCreate).toHaveBeenCalled());
    expect(entity.bulkCreate.mock.calls[0]![0]).toEqual([
      { title: "A", status: "open" },
      { title: "B", status: "open" },
      { title: "C" },
      { title: "D", status: "done" },
    ]);
  });

  it("become options by a request to the assistant, for whoever builds the app", async () => {
    await choose(tasks(true), lines);
    await screen.findByText("add the options Offen, Erledigt to status of tasks");
    expect(screen.getByRole("button", { name: "Copy the request" })).toBeTruthy();
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
