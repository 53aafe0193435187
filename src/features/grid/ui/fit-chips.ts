/** Narrower chips are unreadable. */
const narrowest = 36;

/** Leading chips to show, the first one's width if it must be truncated, and the number hidden. */
export type FittingChips = { shown: number; firstWidth: number | undefined; hidden: number };

/**
 * Which chips of a cell fit beside the count of the others. Only the first is ever truncated: one value says more than
 * a count alone.
 * @param widthOf measured only for chips that could fit
 * @param widthOfCount the width of "+3"
 */
export function fitChips(
  count: number,
  room: number,
  gap: number,
  widthOf: (index: number) => number,
  widthOfCount: (hidden: number) => number,
): FittingChips {
  // Right edges of the chips, until one is out of room.
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
