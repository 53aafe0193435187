import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { columnsOf } from "@/features/entities/columns";
import { filledFields, pendingRows, unsavableWords } from "@/features/grid/ui/pending-rows";
import { usePendingRows } from "@/features/grid/ui/use-pending-rows";

const columns = columnsOf({
  name: "Book",
  type: "object",
  properties: { title: { type: "string" }, year: { type: "number" }, lent: { type: "boolean" } },
  required: ["title"],
});

describe("Pending rows (2-builder.md §4)", () => {
  it("stand on top, the newest first, and go one by one", () => {
    let rows = pendingRows(pendingRows([], { type: "add" }), { type: "add" });
    rows = pendingRows(rows, {
      type: "set",
      cells: [
        { index: 1, field: "title", value: "first" },
        { index: 0, field: "title", value: "second" },
        { index: 0, field: "year", value: 1900 },
      ],
    });
    expect(rows.map(({ fields }) => fields)).toEqual([{ title: "second", year: 1900 }, { title: "first" }]);
    expect(pendingRows(rows, { type: "drop", keys: [rows[0]!.key] }).map(({ fields }) => fields.title)).toEqual([
      "first",
    ]);
  });

  it("cannot be saved empty, nor without what is required", () => {
    const free = columnsOf({ name: "Note", type: "object", properties: { text: { type: "string" } } });
    expect(unsavableWords(free, {})).toBe("An empty row cannot be saved");
    expect(unsavableWords(columns, { year: 1900 })).toBe("Title is required");
    expect(unsavableWords(columns, { title: "Emma" })).toBeUndefined();
  });

  it("are still there after a reload or a closed tab, and apart in each app", () => {
    window.localStorage.setItem(
      "joinery.rows.reloaded.Book",
      JSON.stringify([{ key: "pending-1", fields: { title: "Emma" } }]),
    );
    const { result } = renderHook(() => usePendingRows("reloaded", "Book"));
    expect(result.current[0]).toMatchObject([{ fields: { title: "Emma" } }]);
    act(() => result.current[1]({ type: "add" }));
    expect(JSON.parse(window.localStorage.getItem("joinery.rows.reloaded.Book")!)).toHaveLength(2);
    expect(new Set(result.current[0].map(({ key }) => key)).size).toBe(2);
  });

  it("are still there when another table was open meanwhile", () => {
    const open = (entity: string) => renderHook(() => usePendingRows("app", entity));
    const books = open("Book");
    act(() => books.result.current[1]({ type: "add" }));
    act(() => books.result.current[1]({ type: "set", cells: [{ index: 0, field: "title", value: "Emma" }] }));
    books.unmount();
    const notes = open("Note");
    expect(notes.result.current[0]).toEqual([]);
    notes.unmount();
    expect(open("Book").result.current[0]).toMatchObject([{ fields: { title: "Emma" } }]);
  });

  it("are created of the fields that hold something", () =>
    expect(filledFields({ title: "Emma", year: null, lent: false, note: "" })).toEqual({ title: "Emma", lent: false }));
});
