/** A chip that is narrower than this says nothing. */
const narrowest = 36;

/**
 * The leading chips that are shown, how wide the first one may be when it has to be cut, and how many are only counted
 * behind them.
 */
export type FittingChips = { shown: number; firstWidth: number | undefined; hidden: number };

/**
 * Which of a cell's chips fit, with room for the count of those that do not. Only the first is ever cut: a cell that
 * names one of its values says more than one that only counts them.
 * @param widthOf asked for no more chips than could fit
 * @param widthOfCount the width of "+3"
 */
export function fitChips(
  count: number,
  room: number,
  gap: number,
  widthOf: (index: number) => number,
  widthOfCount: (hidden: number) => number,
): FittingChips {
  // Where each chip ends, as long as it ends in time.
  const ends: number[] = [];
  for (let index = 0, start = 0; index < count; index += 1) {
    const end = start + widthOf(index);
    if (end > room) break;
    ends.push(end);
    start = end + gap;
  }
  if (ends.length === count) return { shown: count, firstWidth: undefined, hidden: 0 };
  if (count === 1) return { shown: 1, firstWidth: room, hidden: 0 };
  while (ends.length > 0 && ends.at(-1)! + gap + widthOfCount(count - ends.length) > room) ends.pop();
  if (ends.length > 0) return { shown: ends.length, firstWidth: undefined, hidden: count - ends.length };
  const firstWidth = room - gap - widthOfCount(count - 1);
  return firstWidth < narrowest
    ? { shown: 0, firstWidth: undefined, hidden: count }
    : { shown: 1, firstWidth, hidden: count - 1 };
}
