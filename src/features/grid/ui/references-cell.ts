import { type CustomCell, type CustomRenderer, GridCellKind } from "@glideapps/glide-data-grid";
import { drawChips, widthOfChips } from "./chips";

/** References of a cell, as ids and names. */
export type ReferencesCell = CustomCell<{ kind: "references-cell"; ids: string[]; names: string[] }>;

/** Cells with several references as chips of names; edited in the dialog. */
export const referencesCell: CustomRenderer<ReferencesCell> = {
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is ReferencesCell => (cell.data as { kind?: unknown }).kind === "references-cell",
  draw: (args, { data }) => {
    drawChips(args, data.names, () => args.theme.bgBubble);
    return true;
  },
  measure: (ctx, { data }, theme) => widthOfChips(ctx, data.names, theme),
};
