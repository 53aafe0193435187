import { GridCellKind } from "@glideapps/glide-data-grid";
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { columnsOf } from "@/features/entities/columns";
import { useCellEditing } from "@/features/grid/ui/use-cell-editing";

const columns = columnsOf({ properties: { seats: { type: "number" } } } as never);
const at = columns.findIndex(({ id }) => id === "seats");
const typed = (index: number, data: string) => ({
  location: [at, index] as const,
  value: { kind: GridCellKind.Text, data, displayData: data, allowOverlay: true } as const,
});

function edit(...cells: ReturnType<typeof typed>[]) {
  const onEdit = vi.fn();
  const table = { columns, rowAt: () => undefined, disabled: new Set<string>(), onEdit, onOpen: vi.fn() };
  const focus = { opens: vi.fn(), ends: vi.fn() };
  const { result } = renderHook(() => useCellEditing(table, () => cells[0]!.value, focus));
  result.current.onCellsEdited(cells);
  return onEdit.mock.calls[0] as [{ index: number }[], { index?: number; message: string }[]];
}

it("Every value that a fill cannot save is told with its row, and the others are saved", () => {
  const [saved, refused] = edit(typed(0, "4"), typed(1, "many"), typed(2, "few"));
  expect(saved.map(({ index }) => index)).toEqual([0]);
  expect(refused).toEqual([
    { index: 1, message: "Seats must be a number" },
    { index: 2, message: "Seats must be a number" },
  ]);
});

it("A single value that cannot be saved is told without its row", () => {
  expect(edit(typed(1, "many"))[1]).toEqual([{ index: undefined, message: "Seats must be a number" }]);
});
