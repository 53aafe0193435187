"use client";
import dynamic from "next/dynamic";
import type { useOpenedCell } from "./use-opened-cell";

const loadDialog = () => import("./CellDialog");
const CellDialog = dynamic(() => loadDialog().then((module) => module.CellDialog), { ssr: false });
const ImageEditor = dynamic(() => import("./ImageEditor").then((module) => module.ImageEditor), { ssr: false });

/** Call when a cell is selected: keys must not reach the grid while the dialog of a cell loads. */
export const preloadCellDialog = () => void loadDialog();

type Props = {
  appId: string;
  cell: ReturnType<typeof useOpenedCell>;
  /** Names of referenced rows by column. */
  names: Record<string, Map<string, string>>;
  onSave: (value: unknown) => void;
};

/** The dialog editor of the cell that is open, if any. */
export function OpenedCell({ appId, cell, names, onSave }: Props) {
  if (!cell.opened) return null;
  const { row, column, draft } = cell.opened;
  const key = `${row.id} ${column.id}`;
  const value = row[column.id];
  if (column.dataType === "image")
    return (
      <ImageEditor key={key} appId={appId} label={column.label} value={value} onClose={cell.close} onSave={onSave} />
    );
  return (
    <CellDialog
      key={key}
      column={column}
      value={value}
      names={names[column.id]}
      draft={draft}
      onDraft={cell.type}
      onClose={cell.close}
      onSave={onSave}
    />
  );
}
