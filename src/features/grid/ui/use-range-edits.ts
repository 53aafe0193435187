"use client";
import type { ClipboardEvent } from "react";
import { CompactSelection, type GridSelection, type Rectangle } from "@glideapps/glide-data-grid";
import { notifyFailure } from "@/ui/notify";
import type { TableColumn } from "@/features/entities/columns";
import type { EntityRow } from "@/features/rows/schema";
import { counted } from "@/features/entities/ui/edit-history";
import type { CellChange, RefusedCell } from "./EntityGrid";
import { copiedText, readPaste } from "./ranges";
import { fitTo, readTsv, writeTsv } from "./tsv";

/** Limit of rows per keyboard or clipboard action. */
const rangeRowsMax = 10_000;

type Names = Record<string, Map<string, string>>;
type Table = {
  columns: TableColumn[];
  names: Names;
  rowCount: number;
  rowAt: (index: number) => EntityRow | undefined;
  /** Rows of an inclusive range, loading what is missing. */
  load: (from: number, to: number) => Promise<(EntityRow | undefined)[]>;
};
/** One batch to save: changed cells, new rows, and what was refused already. */
export type RangeEdit = {
  cells: CellChange[];
  rows: Record<string, unknown>[];
  refused: RefusedCell[];
  words: string;
  before?: (() => Promise<boolean>) | undefined;
};

const toLast = ({ y, height }: Rectangle) => y + height - 1;

/** Clipboard and Delete key on the selected cells. */
export function useRangeEdits(
  table: Table,
  selection: GridSelection,
  onSelect: (selection: GridSelection) => void,
  save: (edit: RangeEdit) => void,
) {
  const { columns, names, rowCount } = table;
  const range = selection.current?.range;

  /** Selected ranges; whole rows when rows are selected. */
  const ranges = (): Rectangle[] => {
    if (selection.current) return [selection.current.range, ...selection.current.rangeStack];
    return selection.rows.toArray().map((y) => ({ x: 0, y, width: columns.length, height: 1 }));
  };
  const isTooMuch = (all: Rectangle[]) => {
    const rows = all.reduce((sum, { height }) => sum + height, 0);
    if (rows > rangeRowsMax) notifyFailure(`Select at most ${counted(rangeRowsMax, "row")} at once`);
    return rows > rangeRowsMax;
  };
  const textsOf = ({ x, width }: Rectangle, rows: (EntityRow | undefined)[]) =>
    rows.map((row) => columns.slice(x, x + width).map((column) => copiedText(column, row?.[column.id], names)));

  const copy = (event: ClipboardEvent): Rectangle[] => {
    const all = selection.current ? [selection.current.range] : ranges();
    if (all.length === 0 || isTooMuch(all)) return [];
    event.preventDefault();
    const present = (one: Rectangle) => Array.from({ length: one.height }, (_, at) => table.rowAt(one.y + at));
    if (all.every((one) => present(one).every((row) => row !== undefined)))
      event.clipboardData.setData("text/plain", writeTsv(all.flatMap((one) => textsOf(one, present(one)))));
    else void copyLater(all);
    return all;
  };
  /** Rows still to be loaded arrive after the copy event: write to the clipboard asynchronously. */
  const copyLater = async (all: Rectangle[]) => {
    try {
      const loaded = await Promise.all(all.map(async (one) => textsOf(one, await table.load(one.y, toLast(one)))));
      await navigator.clipboard.writeText(writeTsv(loaded.flat()));
    } catch {
      notifyFailure("Failed to copy. Scroll through the rows once and try again.");
    }
  };

  const clear = async (all = ranges()) => {
    if (all.length === 0 || isTooMuch(all)) return;
    const edits = await Promise.all(
      all.map(async ({ x, y, width, height }) => {
        const rows = await table.load(y, y + height - 1);
        const own = columns.slice(x, x + width).filter(({ readonly }) => !readonly);
        return rows.flatMap((row, at) =>
          own.map((column): CellChange => ({ index: y + at, rowId: row?.id, column, value: null })),
        );
      }),
    );
    const cells = edits.flat();
    if (cells.length > 0) save({ cells, rows: [], refused: [], words: `clearing of ${counted(cells.length, "cell")}` });
  };

  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    const start =
      range ??
      (selection.rows.length > 0
        ? { x: 0, y: selection.rows.first()!, width: columns.length, height: selection.rows.length }
        : undefined);
    if (!start || text === "") return;
    event.preventDefault();
    const texts = fitTo(readTsv(text), start.width, start.height);
    if (isTooMuch([{ ...start, height: texts.length }])) return;
    const { cells, refused } = readPaste(texts, columns, start.x, names);
    const last = Math.min(start.y + texts.length, rowCount) - 1;
    const there = last >= start.y ? await table.load(start.y, last) : [];
    const beyond = Map.groupBy(
      cells.filter(({ row, value }) => start.y + row > last && value !== null),
      ({ row }) => row,
    );
    const rows = [...beyond.values()].map((row) =>
      Object.fromEntries(row.map(({ column, value }) => [column.id, value])),
    );
    const present = cells
      .filter(({ row }) => start.y + row <= last)
      .map(({ row, column, value }) => ({ index: start.y + row, rowId: there[row]?.id, column, value }));
    save({
      cells: present,
      rows,
      refused: refused.map(({ row, message }) => ({
        index: start.y + row <= last ? start.y + row : undefined,
        message,
      })),
      words: `paste of ${counted(present.length + rows.reduce((sum, row) => sum + Object.keys(row).length, 0), "cell")}`,
    });
    const shown = {
      x: start.x,
      y: start.y,
      width: Math.min(texts[0]!.length, columns.length - start.x),
      height: Math.max(1, last - start.y + 1),
    };
    onSelect({
      columns: CompactSelection.empty(),
      rows: CompactSelection.empty(),
      current: { cell: [start.x, start.y], range: shown, rangeStack: [] },
    });
  };

  /** Only events of the grid itself: an editor over it has its own clipboard handling. */
  const isOfGrid = ({ target }: ClipboardEvent) =>
    !(target instanceof Element && target.closest("#portal, input, textarea"));
  return {
    clear,
    clipboard: {
      onCopy: (event: ClipboardEvent) => void (isOfGrid(event) && copy(event)),
      onCut: (event: ClipboardEvent) => void (isOfGrid(event) && clear(copy(event))),
      onPaste: (event: ClipboardEvent) => void (isOfGrid(event) && paste(event)),
    },
  };
}
