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

const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,?\s+(\d{1,2})(:\d\d(?::\d\d)?)(?:\s+Uhr)?)?$/;

/**
 * A day with dots as ISO 8601, with its time: "24.12.2026" → "2026-12-24", "1.2.2026 9:30" → "2026-02-01" and "09:30".
 * Where days are written with dots they begin with the day; `Date.parse` takes 1.2. for the second of January.
 * @returns undefined for what is no such day, also for one that is in no calendar (31.2.2026)
 */
export function dottedDay(text: string): { day: string; time: string } | undefined {
  const [, day, month, year, hour = "0", rest = ":00"] = dotted.exec(text.trim()) ?? [];
  if (!day || !month || !year) return undefined;
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = moment.getUTCDate() === Number(day) && moment.getUTCMonth() === Number(month) - 1;
  if (!isReal) return undefined;
  return { day: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, time: hour.padStart(2, "0") + rest };
}

/**
 * Parses a local time in a time zone like `Date.parse` on a machine there.
 * @returns NaN for an invalid time
 */
export function momentIn(text: string, zone: string | undefined): number {
  const dots = dottedDay(text);
  if (!dots && dotted.test(text.trim())) return Number.NaN;
  const trimmed = dots ? `${dots.day}T${dots.time}` : text.trim();
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
