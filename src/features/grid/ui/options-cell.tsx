"use client";
import { lazy } from "react";
import { type CustomCell, type CustomRenderer, GridCellKind } from "@glideapps/glide-data-grid";
import { drawChips, widthOfChips } from "./chips";
import { backgroundOf } from "./option-choices";

// Suspends within the grid's own overlay; keys are held until its field has the focus (use-grid-focus.ts).
const OptionsEditor = lazy(() => import("./OptionsEditor").then((module) => ({ default: module.OptionsEditor })));

export type OptionsCell = CustomCell<{
  kind: "options-cell";
  label: string;
  options: string[];
  values: string[];
  isMany: boolean;
}>;

/** Select and multiselect cells as chips; the editor can add options. */
export const optionsCell: CustomRenderer<OptionsCell> = {
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is OptionsCell => (cell.data as { kind?: unknown }).kind === "options-cell",
  draw: (args, { data: { options, values } }) => {
    drawChips(args, values, (value) => backgroundOf(options, value));
    return true;
  },
  measure: (ctx, { data: { values } }, theme) => widthOfChips(ctx, values, theme),
  provideEditor: () => ({ editor: OptionsEditor, disablePadding: true }),
};
