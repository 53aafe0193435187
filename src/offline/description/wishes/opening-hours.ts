import "server-only";
import { type Opening, usualOpening } from "../../model/app-model";

const weekday = ["sun", "mon", "tues?", "wed(?:nes)?", "thu(?:r|rs)?", "fri", "sat(?:ur)?"];
const day = `(?:${weekday.join("|")})(?:days?|s)?`;
const dayMatches = weekday.map((name) => new RegExp(`^${name}(?:days?|s)?$`));
const oneDay = `(?:the )?(?:${day}|weekends?|weekdays|working days|every day|daily)`;
const days = new RegExp(
  `^${oneDay}(?:(?:,| and| or| &|,? (?:to|until|through)| ?[-–]) ${oneDay}| ?[-–] ?${oneDay})*\\b`,
);
const clock = "(\\d{1,2})(?:[:.](\\d{2}))?(?: ?(am|pm|a\\.m\\.|p\\.m\\.|h|uhr|o'clock))?";
const hours = new RegExp(`^(?:from |between )?${clock} ?(?:-|–|to|until|till|and) ?${clock}(?![\\d:.]|-minute| min)`);
const booked =
  "(?:slots?|appointments?|bookings?|reservations?|times?|visits?|sessions?|lessons?|games?|rounds?|cuts?|treatments?|each|it|they)";
const amount = "(?:(\\d{1,3}|one|an|half an|0[. ]5)[ -]?(min(?:ute)?s?|h|hours?))";
const lengths = [
  new RegExp(
    `^(?:(?:each|every|one|an?|all) )?${booked} (?:should )?(?:takes?|lasts?|is|are|be|of|have|has|:)(?: about)? ${amount}(?: each| long)?\\b`,
  ),
  new RegExp(`^${amount}(?:[ -]long)? (?:per |for each |for every |for an? )?${booked}\\b`),
  new RegExp(`^${booked} (?:every|of|with) ${amount}\\b`),
];
const fillers =
  /^(?:opening (?:hours|times)|(?:working|business|office|booking) hours|we're|we are|we|i|our shop|the shop|the salon|our|the|are|is|be|should|can|must|will|only|just|possible|made|offered|available|on|at|of|and|but|please|set|to|change|make|allow|no|not|closed|shut|open|also|too|as well|except|bookings?|appointments?|slots?|times?|book(?:able|ed)?|customers|people|clients|cannot|can't|off|take|with|every|each|[,:;-])(?= |$|[,:;])/;

type Said = { opening: Opening; isClosed: boolean; isOnly: boolean; isAlso: boolean; facts: number; ownDays: number };

function hourOf(hour: string, minute: string | undefined, half: string | undefined): number {
  const number = Number(hour) + Number(minute ?? 0) / 60;
  if (half?.startsWith("p") && number < 12) return number + 12;
  return half?.startsWith("a") && number === 12 ? 0 : number;
}

/** "9 to 6": in the evening. */
function readHours(said: Said, rest: string): number {
  const match = hours.exec(rest);
  if (!match) return 0;
  const [, from, fromMinute, fromHalf, to, toMinute, toHalf] = match;
  const start = hourOf(from!, fromMinute, fromHalf);
  const last = hourOf(to!, toMinute, toHalf);
  const end = last <= start && last <= 12 ? last + 12 : last;
  if (start >= end || end > 24) return 0;
  Object.assign(said.opening, { from: start, to: end });
  said.facts += 1;
  return match[0].length;
}

/** "until 8pm", "we close at 6", "we open at 8". */
const edges = new RegExp(
  `^(?:(until|till|up to|close at|close|closing at|ends? at)|(?:from|open at|opening at|starts? at)) ${clock}(?![\\d:.]|-minute| min)`,
);
function readEdge(said: Said, rest: string): number {
  const match = edges.exec(rest);
  if (!match) return 0;
  const [, isEnd, hour = "", minute, half] = match;
  const at = hourOf(hour, minute, half);
  const { opening } = said;
  if (!isEnd) opening.from = at;
  else opening.to = at <= opening.from && at <= 12 ? at + 12 : at;
  if (opening.from >= opening.to || opening.to > 24) return 0;
  said.facts += 1;
  return match[0].length;
}

function readLength(said: Said, rest: string): number {
  const match = lengths.map((pattern) => pattern.exec(rest)).find((one) => one !== null);
  if (!match) return 0;
  const [, number = "", unit = ""] = match;
  const count = /^(?:half an|0[. ]5)$/.test(number) ? 0.5 : /^(?:an|one)$/.test(number) ? 1 : Number(number);
  const minutes = unit.startsWith("h") ? count * 60 : count;
  if (minutes < 5 || minutes > 480) return 0;
  said.opening.minutes = minutes;
  said.facts += 1;
  return match[0].length;
}

/** The days that words name, 0 is Sunday: "monday to friday", "weekends". */
function daysIn(text: string): number[] {
  const found = new Set<number>();
  const parts = text.split(/(,| and | or | & |,? (?:to|until|through) | ?[-–] ?)/);
  let before: number | undefined;
  let isRange = false;
  for (const part of parts.map((one) => one.trim().replace(/^the /, ""))) {
    if (/^(?:to|until|through|[-–])$/.test(part.replace(/^,? /, ""))) isRange = true;
    if (/^weekends?$/.test(part)) for (const one of [0, 6]) found.add(one);
    else if (/^(?:weekdays|working days)$/.test(part)) for (const one of [1, 2, 3, 4, 5]) found.add(one);
    else if (/^(?:every day|daily)$/.test(part)) for (const one of [0, 1, 2, 3, 4, 5, 6]) found.add(one);
    const one = dayMatches.findIndex((pattern) => pattern.test(part));
    if (one === -1) continue;
    for (let at = isRange && before !== undefined ? before : one; ; at = (at + 1) % 7) {
      found.add(at);
      if (at === one) break;
    }
    before = one;
    isRange = false;
  }
  return [...found];
}

const closedBehind = /^\s*(?:(?:we are|we're|is|are|always) )*(?:closed|shut|off|not open)\b/;

function readDays(said: Said, rest: string): number {
  const match = days.exec(rest);
  if (!match) return 0;
  const named = daysIn(match[0]);
  const { opening } = said;
  const isMore = said.isAlso || (!said.isOnly && named.length === 1 && opening.daysOff.includes(named[0]!));
  // "mondays closed": what is said of them stands behind.
  const isClosed = said.isClosed || closedBehind.test(rest.slice(match[0].length));
  if (!isClosed && !said.isOnly) said.ownDays = named.length;
  if (isClosed) opening.daysOff = [...new Set([...opening.daysOff, ...named])].toSorted((a, b) => a - b);
  else if (isMore) opening.daysOff = opening.daysOff.filter((one) => !named.includes(one));
  else opening.daysOff = [0, 1, 2, 3, 4, 5, 6].filter((one) => !named.includes(one));
  said.facts += 1;
  return match[0].length;
}

function readFiller(said: Said, rest: string): number {
  const word = fillers.exec(rest)?.[0] ?? "";
  if (/^(?:no|not|closed|shut|cannot|can't|except|off)$/.test(word)) said.isClosed = true;
  if (/^(?:open|only|but)$/.test(word)) said.isClosed = false;
  if (/^(?:only|just)$/.test(word)) said.isOnly = true;
  return word.length;
}

/** What a sentence says of when something can be booked, and whether it gives one day hours of its own; null where it says anything else. */
export function openingSaid(text: string, before: Opening): { opening: Opening; isOfOneDay: boolean } | null {
  let rest = text
    .toLowerCase()
    .replace(/[.!]+$/, "")
    .trim();
  const said: Said = {
    opening: structuredClone(before),
    isClosed: false,
    isOnly: false,
    isAlso: /\b(?:also|too|as well)\b/.test(rest),
    facts: 0,
    ownDays: 0,
  };
  while (rest !== "") {
    const read = [readHours, readEdge, readLength, readDays, readFiller].reduce(
      (used, read) => used || read(said, rest),
      0,
    );
    if (read === 0) return null;
    rest = rest.slice(read).trim();
  }
  const { opening, facts, ownDays } = said;
  const hasHours = opening.from !== before.from || opening.to !== before.to;
  // Who is open for an hour has no time for what takes two.
  const isPossible = opening.daysOff.length < 7 && (opening.to - opening.from) * 60 >= opening.minutes;
  return facts > 0 && isPossible ? { opening, isOfOneDay: hasHours && ownDays === 1 } : null;
}

const tellsHours = /\b(?:open|opening|closed|hours?|slots?|minutes?|no (?:bookings|appointments)|takes?|lasts?)\b/i;
const withHours = /\b(?:open|opening|closed|hours are|no (?:bookings|appointments))\b/i;
const toBook = /^[^,.:;!?]*\b(?:booking|reservation)s?\b/i;
const isBooked = /\b(?:book\w*|appointments?|reserv\w+|slots?)\b/i;
const lead = /^\s*(?:(?:and|but|also|with|where)\s+)?/i;

/** A first message without what it says of opening hours, which are requests of their own: "barber booking, open 9 to 18, closed mondays". */
export function withoutOpening(text: string): { rest: string; wishes: string[] } {
  if (!isBooked.test(text) || !tellsHours.test(text)) return { rest: text, wishes: [] };
  const wishes: string[] = [];
  const take = (piece: string): boolean => {
    const plain = piece.replace(lead, "").trim();
    if (!tellsHours.test(plain) || openingSaid(plain, usualOpening) === null) return false;
    // "10 minute slots, parents pick one": what is booked, and no hours.
    if (!withHours.test(text) && !toBook.test(text)) return false;
    wishes.push(plain);
    return true;
  };
  const rest = text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => !take(sentence.replace(/[.!?]+$/, "")))
    .map((sentence) => {
      const [head = "", ...pieces] = sentence.split(/,(?=\s)/);
      const end = /[.!?]+$/.exec(sentence)?.[0] ?? "";
      const kept = pieces.filter((piece) => !take(piece.replace(/[.!?]+$/, "")));
      return kept.length === pieces.length ? sentence : `${[head, ...kept].join(",").replace(/[.!?]+$/, "")}${end}`;
    })
    .join(" ");
  if (wishes.length === 0 || rest.trim() === "") return { rest: text, wishes: [] };
  const all = wishes.join(", ");
  return { rest, wishes: openingSaid(all, usualOpening) ? [all] : wishes };
}
