import { CompactSelection, type GridSelection } from "@glideapps/glide-data-grid";

export const nothing: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

/** Above this many selected rows, they are not tracked individually. */
const followedMax = 5_000;

/** The selection and its rows' ids at the time: the grid itself knows positions only. */
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
 * Moves the selection with its rows when others are inserted above. Selected rows that are deleted or filtered out are
 * deselected.
 * @param rowCount the grid drops a selection that reaches beyond it
 * @param placesOf positions of loaded rows; called only when something moved
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
