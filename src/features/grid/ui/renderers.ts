"use client";
import {
  booleanCellRenderer,
  GridCellKind,
  type ImageCell,
  type InternalCellRenderer,
  type InnerGridCell,
  loadingCellRenderer,
  markerCellRenderer,
  numberCellRenderer,
  roundedRect,
  textCellRenderer,
} from "@glideapps/glide-data-grid";

const rounding = 4;

/** A picture, as high as its cell. The grid's own renderer brings a carousel along. */
const imageCell: InternalCellRenderer<ImageCell> = {
  kind: GridCellKind.Image,
  getAccessibilityString: ({ data }) => data.join(", "),
  needsHover: false,
  needsHoverPosition: false,
  useLabel: false,
  draw: ({ cell, rect, col, row, theme, ctx, imageLoader }) => {
    const url = cell.data[0];
    const image = url ? imageLoader.loadOrGetImage(url, col, row) : undefined;
    if (!image) return;
    const [x, y] = [rect.x + theme.cellHorizontalPadding, rect.y + theme.cellVerticalPadding];
    const height = rect.height - 2 * theme.cellVerticalPadding;
    const width = image.width * (height / image.height);
    ctx.save();
    ctx.beginPath();
    roundedRect(ctx, x, y, width, height, rounding);
    ctx.clip();
    ctx.drawImage(image, x, y, width, height);
    ctx.restore();
  },
  onPaste: () => undefined,
};

/** What draws the kinds of cells that `cellOf` makes, and the row markers. */
export const renderers = [
  markerCellRenderer,
  booleanCellRenderer,
  imageCell,
  loadingCellRenderer,
  numberCellRenderer,
  textCellRenderer,
] as InternalCellRenderer<InnerGridCell>[];
