import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// Changing and deleting a row of an app: what others changed stays, what was typed stays, and the focus goes back.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type Page = ComponentType<Record<string, unknown>>;
let RecordPage: Page;
let DataTable: Page;
let rowsOf: (entity: unknown) => { rows: Row[]; hiddenCount: number };
let removeLater: (entity: unknown, rows: Row[]) => void;

beforeAll(async () => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
  ({ RecordPage } = await kit<{ RecordPage: Page }>("@/components/ui/record-page"));
  ({ DataTable } = await kit<{ DataTable: Page }>("@/components/ui/data-table"));
  ({ useRows: rowsOf, removeLater } = await kit<{ useRows: typeof rowsOf; removeLater: typeof removeLater }>(
    "@/lib/rows",
  ));
});
beforeEach(() => (document.body.innerHTML = ""));

let tables = 0;
/** A table with two suppliers, all of whose rows everybody may change. */
function suppliers() {
  const rows: Row[] = [
    { id: "s1", name: "PackRight", contact: "Ola", email: "ola@pack.example" },
    { id: "s2", name: "Krause Tools", contact: "Udo", email: "udo@krause.example" },
  ];
  const properties = { name: text, contact: text, email: { ...text, format: "email" } };
  const yes = () => true;
  const update = vi.fn((id: string, values: Row) =>
    Promise.resolve(
      Object.assign(
        rows.find((row) => row["id"] === id)!,
        values,
      ),
    ),
  );
  const entity = {
    ...table(`Supplier${++tables}`, properties, ["name"], rows),
    get: (id: string) => Promise.resolve(rows.find((row) => row["id"] === id)),
    page: ({ query }: { query?: Row }) =>
      Promise.resolve({ items: rows.filter(({ id }) => !query?.["id"] || id === query["id"]), nextCursor: null }),
    access: () => Promise.resolve({ canAdd: true, canChange: yes, canDelete: yes, canSee: yes, canSet: yes }),
    update,
    delete: vi.fn(() => Promise.resolve()),
  };
  return { entity, update, rows };
}

async function openRow(entity: object) {
  render(<RecordPage entity={entity} id="s1" />, { wrapper: MemoryRouter });
  await screen.findByRole("button", { name: "Change contact" });
}

describe("A row of an app", () => {
  it("is saved with the fields that were changed in its form, and no others", async () => {
    const { entity, update } = suppliers();
    await openRow(entity);
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    const contact = await screen.findByLabelText("Contact");
    await userEvent.clear(contact);
    await userEvent.type(contact, "Eva");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(update).toHaveBeenCalledWith("s1", { contact: "Eva" }));
  });

  it("keeps what was typed into a field that could not be saved", async () => {
    const { entity, update } = suppliers();
    update.mockRejectedValueOnce(new Error("The server cannot be reached"));
    await openRow(entity);
    await userEvent.click(screen.getByRole("button", { name: "Change contact" }));
    await userEvent.keyboard(" Lind{Enter}");
    const input = await screen.findByDisplayValue("Ola Lind");
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(update).toHaveBeenLastCalledWith("s1", { contact: "Ola Lind" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change contact" })));
  });

  it("gives the focus back when a field is left with Escape", async () => {
    const { entity, update } = suppliers();
    await openRow(entity);
    await userEvent.click(screen.getByRole("button", { name: "Change contact" }));
    await userEvent.keyboard("x{Escape}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change contact" }));
    expect(update).not.toHaveBeenCalled();
  });

  it("is gone from every list once it is deleted, and back when that is undone", async () => {
    const { entity, rows } = suppliers();
    const { result } = renderHook(() => rowsOf(entity));
    await waitFor(() => expect(result.current.rows).toHaveLength(2));
    act(() => removeLater(entity, [rows[0]!]));
    expect(result.current.rows.map(({ id }) => id)).toEqual(["s2"]);
    expect(result.current.hiddenCount).toBe(1);
  });
});

describe("A dialog of an app", () => {
  it("returns the focus to the button that opened it, or to the button of the menu", async () => {
    const { entity } = suppliers();
    render(<DataTable entity={entity} columns={["name"]} />, { wrapper: MemoryRouter });
    const add = await screen.findByRole("button", { name: /^New supplier/ });
    await userEvent.click(add);
    await screen.findByRole("dialog");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(add));

    const actions = () => screen.getByRole("button", { name: "Actions for Krause Tools" });
    act(() => actions().focus());
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
    await screen.findByRole("dialog");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(actions()));
  });
});
