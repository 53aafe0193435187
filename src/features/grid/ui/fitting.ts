import { measureTextCached } from "@glideapps/glide-data-grid";

/** More of a text than any column shows: what lies behind it need not be measured. */
const shownMax = 200;

/** The first line of a text, as much of it as fits, with dots when that is not all. */
export function fitting(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  const line = text.split(/\r?\n/, 1)[0]!.slice(0, shownMax);
  const isWhole = line.length === text.length;
  const width = measureTextCached(line, ctx).width;
  if (width <= room && isWhole) return text;
  const fits = (end: number) => measureTextCached(`${line.slice(0, end)}…`, ctx).width <= room;
  // Letters are about alike wide, so the end is near.
  let end = Math.min(line.length, Math.floor((room / width) * line.length));
  while (end < line.length && fits(end + 1)) end += 1;
  while (end > 1 && !fits(end)) end -= 1;
  return `${line.slice(0, Math.max(1, end)).trimEnd()}…`;
}
