/** An explicit zone in the text, or a bare ISO 8601 date, which JavaScript always reads as UTC. */
const isZoned = /(^|[\d\s])(z|ut|utc|gmt|[ecmp][sd]t)\b|:\d.*[+-]\d|^\d{4}(-\d\d){0,2}$/i;

const dayMs = 86_400_000;
/** Cache: constructing a DateTimeFormat costs more than parsing a thousand rows. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** A zone's UTC offset at a moment, ms. */
function aheadBy(zone: string, moment: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  clocks.set(zone, clock);
  const seconds = Math.floor(moment / 1_000) * 1_000;
  const parts = Object.fromEntries(clock.formatToParts(seconds).map(({ type, value }) => [type, Number(value)]));
  return (
    Date.UTC(parts["year"]!, parts["month"]! - 1, parts["day"], parts["hour"], parts["minute"], parts["second"]) -
    seconds
  );
}

/**
 * Parses a local time in a time zone like `Date.parse` on a machine there.
 * @returns NaN for an invalid time
 */
export function momentIn(text: string, zone: string | undefined): number {
  const trimmed = text.trim();
  if (zone === undefined || isZoned.test(trimmed)) return Date.parse(trimmed);
  const wall =
    [`${trimmed}Z`, `${trimmed} UTC`].map((one) => Date.parse(one)).find((moment) => !Number.isNaN(moment)) ??
    Number.NaN;
  if (Math.abs(wall) > 8e15 || Number.isNaN(wall)) return wall;
  const [before, after] = [aheadBy(zone, wall - dayMs), aheadBy(zone, wall + dayMs)];
  // DST changes: a repeated hour means the first one, a skipped hour uses the offset before the change.
  const isAfter = aheadBy(zone, wall - before) !== before && aheadBy(zone, wall - after) === after;
  return wall - (isAfter ? after : before);
}
