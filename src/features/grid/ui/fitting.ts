import { measureTextCached } from "@glideapps/glide-data-grid";

/** No column shows more characters: skip measuring the rest. */
const shownMax = 200;

/** The first line of a text, truncated with an ellipsis to fit. */
export function fitting(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  const line = text.split(/\r?\n/, 1)[0]!.slice(0, shownMax);
  const isWhole = line.length === text.length;
  const width = measureTextCached(line, ctx).width;
  if (width <= room && isWhole) return text;
  const fits = (end: number) => measureTextCached(`${line.slice(0, end)}…`, ctx).width <= room;
  // Estimate by average character width, then adjust.
  let end = Math.min(line.length, Math.floor((room / width) * line.length));
  while (end < line.length && fits(end + 1)) end += 1;
  while (end > 1 && !fits(end)) end -= 1;
  return `${line.slice(0, Math.max(1, end)).trimEnd()}…`;
}
