import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// A list offers each visitor what they may do with its rows, and nothing else.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type List = ComponentType<{ entity: object; columns: string[] }>;
let DataTable: List;
let setToken: (token: string | null) => void;

beforeAll(async () => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"published"}</script>';
  ({ DataTable } = await kit<{ DataTable: List }>("@/components/ui/data-table"));
  ({ setToken } = await kit<{ setToken: typeof setToken }>("../../src/shipped/sdk/config.js"));
});

const rows = ["Oak bench", "Ash stool"].map((name, at) => ({ id: `p${at}`, name, state: "new" }));

async function showList(access: { canAdd: boolean; canChange: (row: Row) => boolean; canDelete: () => boolean }) {
  const properties = { name: text, state: { ...text, enum: ["new", "sold"] } };
  const may = { canRead: true, canSee: () => true, canSet: () => true, ...access };
  const entity = { ...table("Product", properties, ["name"], rows), access: () => Promise.resolve(may) };
  render(<DataTable entity={entity} columns={["name", "state"]} />, { wrapper: MemoryRouter });
  await screen.findByRole("button", { name: "Oak bench" });
}
const no = () => false;

describe("The list of a table", () => {
  it("has nothing to tick, to import or to export for a stranger who may only read", async () => {
    setToken(null);
    await showList({ canAdd: false, canChange: no, canDelete: no });
    await waitFor(() => expect(screen.queryAllByRole("checkbox")).toEqual([]));
    expect(screen.queryByRole("button", { name: "Import and export" })).toBeNull();
    expect(document.querySelectorAll("col")).toHaveLength(2);
  });

  it("is exported by a member who may only read, and not imported", async () => {
    setToken("of a member");
    await showList({ canAdd: false, canChange: no, canDelete: no });
    await userEvent.click(screen.getByRole("button", { name: "Import and export" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent?.trim())).toEqual(["Export as CSV"]);
  });

  it("offers for ticked rows only what may be done with each of them", async () => {
    setToken("of a member");
    await showList({ canAdd: true, canChange: vi.fn((row: Row) => row["id"] === "p0"), canDelete: no });
    const bar = () => screen.getByRole("toolbar").textContent;
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select Oak bench" }));
    expect(bar()).toContain("Set state");
    expect(bar()).not.toContain("Delete");
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Ash stool" }));
    expect(bar()).not.toContain("Set state");
  });
});
