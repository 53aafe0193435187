import { CompactSelection, type GridSelection } from "@glideapps/glide-data-grid";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { followSelection, hold } from "@/features/grid/ui/follow-selection";
import { useTableSelection } from "@/features/grid/ui/use-table-selection";

const table = (ids: string) => ({
  rowAt: (index: number) => (ids[index] ? { id: ids[index] } : undefined),
  places: () => new Map(ids.split("").map((id, index) => [id, index])),
});
const marked = (...rows: number[]): GridSelection => ({
  columns: CompactSelection.empty(),
  rows: CompactSelection.fromArray(rows),
});
const cell = (row: number): GridSelection => ({
  ...marked(),
  current: { cell: [1, row], range: { x: 1, y: row, width: 2, height: 2 }, rangeStack: [] },
});
const followed = (selection: GridSelection, before: string, after: string) =>
  followSelection(hold(selection, table(before).rowAt), table(after).rowAt, after.length, table(after).places);

describe("A selection", () => {
  it("keeps its place when its pending row is saved or discarded, so that the keyboard goes on there", () => {
    const { result, rerender } = renderHook(
      (ids: string) => useTableSelection({ ...table(ids), rowCount: ids.length }),
      { initialProps: "pab" },
    );
    act(() => result.current.select(cell(0)));
    act(() => result.current.stay());
    for (const saved of ["ab", "nab"]) {
      rerender(saved);
      expect(result.current.selection.current?.cell).toEqual([1, 0]);
    }
  });

  it("stays as it is while its rows stand where they stood", () => {
    const selection = marked(0, 2);
    expect(followed(selection, "abc", "abcd")).toBe(selection);
  });

  it("follows its rows when others come above them, and lets go of those that are gone", () => {
    expect(followed(marked(0, 2), "abc", "xabc").rows.toArray()).toEqual([1, 3]);
    expect(followed(marked(0, 2), "abc", "bc").rows.toArray()).toEqual([1]);
  });

  it("of cells moves with the row that it began in", () => {
    expect(followed(cell(1), "abc", "xyabc").current).toMatchObject({
      cell: [1, 3],
      range: { x: 1, y: 3, width: 2, height: 2 },
    });
    expect(followed(cell(1), "abc", "acd").current).toBeUndefined();
  });

  it("lets go of a last row that is gone, and takes it again when it comes back before anything else is selected", () => {
    const held = hold(cell(2), table("abc").rowAt);
    expect(followSelection(held, table("ab").rowAt, 2, table("ab").places).current).toBeUndefined();
    expect(followSelection(held, table("abc").rowAt, 3, table("abc").places)).toBe(held.selection);
  });

  it("does not guess about rows that are not loaded", () => {
    const selection = marked(5);
    const unknown = () => undefined;
    expect(followSelection(hold(selection, unknown), unknown, 10, () => new Map())).toBe(selection);
  });
});
