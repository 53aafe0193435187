/** Lines of an axis that are aimed at: as many as fit without crowding. */
const linesMax = 5;

/**
 * The values of an axis' grid lines: multiples of 1, 2 or 5 times a power of ten, from at most the smallest value (or 0)
 * to at least the largest (or 0). A step of 1.25 would be labelled 1.3.
 */
export function scaleAxis(values: number[]): number[] {
  const least = Math.min(...values, 0);
  // Nothing but zeros still has an axis.
  const most = Math.max(...values, 0) || (least === 0 ? 1 : 0);
  const span = most - least;
  const power = 10 ** Math.floor(Math.log10(span / linesMax));
  const step = [1, 2, 5, 10].map((size) => size * power).find((size) => span / size <= linesMax) ?? span;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  // Multiplied, not added up: 0.1 + 0.2 is no 0.3. The precision drops what multiplying leaves.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
