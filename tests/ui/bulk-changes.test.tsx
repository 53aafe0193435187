import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Toaster } from "sonner";
import { expect, it, vi } from "vitest";

const kit = async <Module,>(name: string) => (await import(name)) as Module;

it("A change of several rows of an app can be undone: each gets the value that it had", async () => {
  const { changeAll } = await kit<{
    changeAll: (list: object, rows: object[], field: object, value: string) => Promise<void>;
  }>("@/lib/bulk");
  const save = vi.fn((id: string, _values: object) =>
    id === "locked" ? Promise.reject(new Error("You may not change this")) : Promise.resolve({ id }),
  );
  render(<Toaster />);
  const field = { name: "status", kind: "enum", options: ["cutting", "sewing", "ready"] };
  const rows = [{ id: "jib", status: "cutting" }, { id: "main", status: "sewing" }, { id: "storm" }, { id: "locked" }];
  await changeAll({ save }, rows, field, "ready");
  expect(save.mock.calls.map(([id, values]) => [id, values])).toEqual(rows.map(({ id }) => [id, { status: "ready" }]));
  // Toasts of other tests may still be there.
  const toast = (await screen.findByText("3 changed to Ready")).closest("li")!;
  save.mockClear();
  fireEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(save.mock.calls).toEqual([
      ["jib", { status: "cutting" }],
      ["main", { status: "sewing" }],
      ["storm", { status: null }],
    ]),
  );
  await screen.findByText("3 changed back");
});
