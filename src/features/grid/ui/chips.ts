import {
  type BaseDrawArgs,
  getMiddleCenterBias,
  measureTextCached,
  roundedRect,
  type Theme,
} from "@glideapps/glide-data-grid";
import { fitChips } from "./fit-chips";
import { fitting } from "./fitting";

const height = 22;
const padding = 8;
const gap = 4;

type Where = Pick<BaseDrawArgs, "ctx" | "theme" | "rect">;

/** Draws texts as chips, as many as fit, followed by a count of the rest. */
export function drawChips(where: Where, texts: string[], backgroundOf: (text: string) => string): void {
  const { ctx, theme, rect } = where;
  const room = rect.width - 2 * theme.cellHorizontalPadding;
  const widthOf = (text: string) => measureTextCached(text, ctx).width + 2 * padding;
  const labelOf = (index: number, width: number) => fitting(ctx, texts[index]!, width - 2 * padding);
  const { shown, firstWidth, hidden } = fitChips(
    texts.length,
    room,
    gap,
    (index) => widthOf(labelOf(index, room)),
    (count) => widthOf(`+${count}`),
  );
  let x = rect.x + theme.cellHorizontalPadding;
  for (const [index, text] of texts.slice(0, shown).entries()) {
    const label = labelOf(index, index === 0 ? (firstWidth ?? room) : room);
    drawChip(where, label, x, widthOf(label), backgroundOf(text), theme.textDark);
    x += widthOf(label) + gap;
  }
  if (hidden > 0) drawChip(where, `+${hidden}`, x, widthOf(`+${hidden}`), theme.bgHeaderHovered, theme.textMedium);
}

function drawChip(
  { ctx, theme, rect }: Where,
  label: string,
  x: number,
  width: number,
  background: string,
  color: string,
): void {
  ctx.fillStyle = background;
  ctx.beginPath();
  roundedRect(ctx, x, rect.y + (rect.height - height) / 2, width, height, 4);
  ctx.fill();
  ctx.fillStyle = color;
  ctx.fillText(label, x + padding, rect.y + rect.height / 2 + getMiddleCenterBias(ctx, theme));
}

/** Width of chips. */
export const widthOfChips = (
  ctx: CanvasRenderingContext2D,
  texts: string[],
  { cellHorizontalPadding }: Theme,
): number =>
  texts.reduce((sum, text) => sum + ctx.measureText(text).width + 2 * padding + gap, 2 * cellHorizontalPadding);
