import { CompactSelection, type GridSelection } from "@glideapps/glide-data-grid";

export const nothing: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

/** Rows that are followed one by one. Whoever marks more does not watch each of them. */
const followedMax = 5_000;

/** What is selected, and which rows those were at the time: a grid knows places only. */
export type Held = { selection: GridSelection; marked: Map<string, number>; current: string | undefined };

export const heldNothing: Held = { selection: nothing, marked: new Map(), current: undefined };

type RowAt = (index: number) => { id: string } | undefined;

export function hold(selection: GridSelection, rowAt: RowAt): Held {
  const places = selection.rows.length <= followedMax ? selection.rows.toArray() : [];
  const marked = new Map(
    places.flatMap((index): [string, number][] => (rowAt(index) ? [[rowAt(index)!.id, index]] : [])),
  );
  return { selection, marked, current: selection.current && rowAt(selection.current.cell[1])?.id };
}

/**
 * The selection where its rows stand now: a row that somebody adds on top moves the others, and what is done next is
 * meant for them. Marked rows that are gone, or out of sight, are no longer marked.
 * @param rowCount how many there are: a grid gives up a whole selection that reaches beyond
 * @param placesOf where the rows that are known stand; asked only when something moved
 */
export function followSelection(
  { selection, marked, current }: Held,
  rowAt: RowAt,
  rowCount: number,
  placesOf: () => Map<string, number>,
): GridSelection {
  const isElsewhere = (id: string, index: number) =>
    index >= rowCount || (rowAt(index) !== undefined && rowAt(index)!.id !== id);
  const hasMarksMoved = [...marked].some(([id, index]) => isElsewhere(id, index));
  const hasCellMoved =
    selection.current !== undefined &&
    (current === undefined ? selection.current.cell[1] >= rowCount : isElsewhere(current, selection.current.cell[1]));
  if (!hasMarksMoved && !hasCellMoved) return selection;
  const places = placesOf();
  const rows = hasMarksMoved
    ? CompactSelection.fromArray([...marked.keys()].flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b))
    : selection.rows;
  if (!hasCellMoved) return { ...selection, rows };
  const place = current === undefined ? undefined : places.get(current);
  const { cell, range } = selection.current;
  if (place === undefined) return { columns: selection.columns, rows };
  const by = place - cell[1];
  return {
    columns: selection.columns,
    rows,
    current: { cell: [cell[0], place], range: { ...range, y: Math.max(0, range.y + by) }, rangeStack: [] },
  };
}
