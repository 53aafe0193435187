/** A zone in the text itself; or a date of ISO 8601 alone, which JavaScript takes for one of UTC everywhere. */
const isZoned = /(^|[\d\s])(z|ut|utc|gmt|[ecmp][sd]t)\b|:\d.*[+-]\d|^\d{4}(-\d\d){0,2}$/i;

const dayMs = 86_400_000;
/** A clock costs more than the times of a thousand rows. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clocks are ahead of UTC at a moment. */
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
 * The moment that a text means to somebody in a time zone, as `Date.parse` would tell it there, wherever this runs.
 * @returns NaN when it is no time
 */
export function momentIn(text: string, zone: string | undefined): number {
  const trimmed = text.trim();
  if (zone === undefined || isZoned.test(trimmed)) return Date.parse(trimmed);
  const wall =
    [`${trimmed}Z`, `${trimmed} UTC`].map((one) => Date.parse(one)).find((moment) => !Number.isNaN(moment)) ??
    Number.NaN;
  if (Math.abs(wall) > 8e15 || Number.isNaN(wall)) return wall;
  const [before, after] = [aheadBy(zone, wall - dayMs), aheadBy(zone, wall + dayMs)];
  // The night that clocks are set: an hour that comes twice is the first one, one that is left out is told by the
  // clocks before it.
  const isAfter = aheadBy(zone, wall - before) !== before && aheadBy(zone, wall - after) === after;
  return wall - (isAfter ? after : before);
}
