import { type CustomCell, type CustomRenderer, drawTextCell, GridCellKind } from "@glideapps/glide-data-grid";
import { TimeEditor } from "./TimeEditor";

/** `text` is what is edited, `display` what is shown. */
export type TimeCell = CustomCell<{ kind: "time-cell"; text: string; display: string }>;

/** Cells that hold a time. In a column of 100 pixels the day stands above the hour. */
export const timeCell: CustomRenderer<TimeCell> = {
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is TimeCell => (cell.data as { kind?: unknown }).kind === "time-cell",
  draw: (args, { data }) => {
    drawTextCell(args, data.display, undefined, true);
    return true;
  },
  measure: (ctx, { data }, theme) => ctx.measureText(data.display).width + 2 * theme.cellHorizontalPadding,
  provideEditor: () => ({ editor: TimeEditor, disablePadding: true }),
};
