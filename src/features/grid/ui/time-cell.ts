import { type CustomCell, type CustomRenderer, drawTextCell, GridCellKind } from "@glideapps/glide-data-grid";
import { TimeEditor } from "./TimeEditor";

/** `text` is edited, `display` is shown. */
export type TimeCell = CustomCell<{ kind: "time-cell"; text: string; display: string }>;

/** Datetime cells; a column of 100 px wraps them into date and time. */
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
