import { ExpressionError } from "./parse";
import {
  asDay,
  asList,
  asNumber,
  asText,
  compare,
  dayText,
  isEqual,
  isNumeric,
  isTrue,
  numberText,
  type Value,
} from "./values";

type ExpressionFunction = { min: number; max: number; run: (args: Value[], now: Date) => Value };

const rangeMax = 1_000;

/** Fixed arity: `of(1, 2, …)` takes one or two arguments. */
const of = (min: number, max: number, run: ExpressionFunction["run"]): ExpressionFunction => ({ min, max, run });

/** A function of numbers with defaults for missing trailing ones. */
const numeric = (count: number, run: (...numbers: number[]) => number, ...defaults: number[]): ExpressionFunction =>
  of(count - defaults.length, count, (args) => {
    const given = args.map(asNumber);
    return run(...given, ...defaults.slice(defaults.length - (count - given.length)));
  });

/** A variadic function of numbers, single or in lists; empty ones are skipped. */
const overall = (run: (numbers: number[]) => number): ExpressionFunction =>
  of(1, Infinity, (args) =>
    run(
      args
        .flatMap(asList)
        .filter((one) => one !== null && one !== "")
        .map(asNumber),
    ),
  );

const text = (count: 1 | 2 | 3, run: (...texts: [string, string, string]) => Value): ExpressionFunction =>
  of(count, count, ([first = "", second = "", third = ""]) => run(asText(first), asText(second), asText(third)));

function roundTo(value: number, digits: number): number {
  const places = Math.max(-10, Math.min(10, Math.trunc(digits)));
  // Decimal shift as text, because 1.005 * 100 is slightly less than 100.5.
  const shift = (number: number, by: number) => {
    const [base, exponent = "0"] = String(number).split("e");
    return Number(`${base}e${Number(exponent) + by}`);
  };
  return Math.sign(value) * shift(Math.round(shift(Math.abs(value), places)), -places);
}

function median(numbers: number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function fixed(value: number, digits: number): string {
  const places = Math.max(0, Math.min(6, Math.trunc(digits)));
  return roundTo(value, places).toLocaleString("en-US", {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

/** Deterministic by key, so that a recomputed result is the same. */
function hashOf(key: string): number {
  let hash = 2_166_136_261;
  for (const sign of key) hash = Math.imul(hash ^ sign.codePointAt(0)!, 16_777_619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2_246_822_507);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function shuffled(list: Value[], key: string): Value[] {
  return list
    .map((value, index) => ({ value, rank: hashOf(`${key}/${index}/${asText(value)}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** The payment of an annuity. @param rate per period, as a fraction */
const payment = (rate: number, periods: number, amount: number) => {
  if (periods <= 0) throw new ExpressionError("A loan needs at least one period");
  return rate === 0 ? amount / periods : (amount * rate) / (1 - (1 + rate) ** -periods);
};

function range(from: number, to: number, step: number): Value[] {
  if (step === 0 || Math.abs((to - from) / step) >= rangeMax)
    throw new ExpressionError(`A list has at most ${rangeMax} elements`);
  const list: Value[] = [];
  for (let value = from; step > 0 ? value <= to : value >= to; value = roundTo(value + step, 8)) list.push(value);
  return list;
}

const months = (left: Value, right: Value) => {
  const [from, to] = [dayText(asDay(left)), dayText(asDay(right))];
  const count =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return count - (Number(to.slice(8)) < Number(from.slice(8)) ? 1 : 0);
};

/** Add months; the 31st is clamped to the end of a shorter month. */
function addMonths(day: Value, count: number): string {
  const [year, month, date] = dayText(asDay(day)).split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + Math.trunc(count), 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dayText(Math.floor(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)) / 86_400_000));
}

const dateWords = (day: Value, options: Intl.DateTimeFormatOptions) =>
  new Date(asDay(day) * 86_400_000).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

const cellOf = (row: Value, index: Value): Value => asList(row)[Math.trunc(asNumber(index))] ?? null;

/** A row, or a line such as "Menu, 4, 75", as its cells. */
const cellsOf = (row: Value): Value =>
  Array.isArray(row)
    ? row
    : asText(row)
        .split(",")
        .map((cell) => cell.trim());

/** "Nuts, Milk" → its two names. */
const namesIn = (cell: Value): string[] =>
  asText(cell)
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** All functions of templates. Pure: no I/O. */
export const functions: Record<string, ExpressionFunction> = {
  round: numeric(2, roundTo, 0),
  floor: numeric(1, Math.floor),
  ceil: numeric(1, Math.ceil),
  abs: numeric(1, Math.abs),
  sqrt: numeric(1, (value) => {
    if (value < 0) throw new ExpressionError("A negative number has no square root");
    return Math.sqrt(value);
  }),
  pow: numeric(2, (base, exponent) => base ** exponent),
  exp: numeric(1, Math.exp),
  ln: numeric(1, Math.log),
  log: numeric(2, (value, base) => Math.log(value) / Math.log(base), 10),
  mod: numeric(2, (value, by) => (by === 0 ? NaN : ((value % by) + by) % by)),
  clamp: numeric(3, (value, low, high) => Math.min(high, Math.max(low, value))),
  min: overall((numbers) => (numbers.length > 0 ? numbers.reduce((a, b) => Math.min(a, b)) : 0)),
  max: overall((numbers) => (numbers.length > 0 ? numbers.reduce((a, b) => Math.max(a, b)) : 0)),
  sum: overall((numbers) => numbers.reduce((a, b) => a + b, 0)),
  avg: overall((numbers) => (numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0)),
  median: overall(median),
  pmt: numeric(3, payment),

  number: of(1, 2, ([value, otherwise = 0]) => (isNumeric(value!) ? asNumber(value!) : otherwise)),
  text: of(1, 1, ([value]) => asText(value!)),
  format: of(1, 2, ([value, digits = 0]) => fixed(asNumber(value!), asNumber(digits))),
  money: of(1, 2, ([value, sign = "$"]) => {
    const amount = asNumber(value!);
    return `${amount < 0 ? "-" : ""}${asText(sign)}${fixed(Math.abs(amount), 2)}`;
  }),
  percent: of(1, 2, ([value, digits = 0]) => `${fixed(asNumber(value!) * 100, asNumber(digits))}%`),
  plural: of(2, 3, ([count, one, many]) => {
    const number = asNumber(count!);
    return `${numberText(number)} ${number === 1 ? asText(one!) : many === undefined ? `${asText(one!)}s` : asText(many)}`;
  }),

  upper: text(1, (value) => value.toUpperCase()),
  lower: text(1, (value) => value.toLowerCase()),
  title: text(1, (value) => value.replace(/(^|[\s-])(\p{L})/gu, (all) => all.toUpperCase())),
  capitalize: text(1, (value) => value.charAt(0).toUpperCase() + value.slice(1)),
  trim: text(1, (value) => value.trim()),
  replace: text(3, (value, from, to) => (from === "" ? value : value.replaceAll(from, () => to))),
  startswith: text(2, (value, start) => value.toLowerCase().startsWith(start.toLowerCase())),
  concat: of(0, Infinity, (args) => args.map(asText).join("")),
  slice: of(2, 3, ([value, from, to]) => {
    const [start, end] = [Math.trunc(asNumber(from!)), to === undefined ? undefined : Math.trunc(asNumber(to))];
    return Array.isArray(value) ? value.slice(start, end) : asText(value!).slice(start, end);
  }),
  split: of(1, 2, ([value, by = ","]) =>
    asText(value!)
      .split(asText(by))
      .map((part) => part.trim())
      .filter(Boolean),
  ),
  lines: of(1, 1, ([value]) =>
    asText(value!)
      .split(/[\n\u2028]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
  words: of(1, 1, ([value]) => asText(value!).trim().split(/\s+/).filter(Boolean).length),
  bar: of(1, 2, ([share, width = 10]) => {
    const cells = Math.max(1, Math.min(40, Math.trunc(asNumber(width))));
    const full = Math.round(Math.max(0, Math.min(1, asNumber(share!))) * cells);
    return "█".repeat(full) + "░".repeat(cells - full);
  }),

  list: of(0, Infinity, (args) => args),
  range: of(1, 3, ([from, to, step]) =>
    to === undefined
      ? range(1, asNumber(from!), 1)
      : range(asNumber(from!), asNumber(to), step === undefined ? 1 : asNumber(step)),
  ),
  count: of(1, 1, ([value]) =>
    Array.isArray(value) ? value.length : typeof value === "string" ? Array.from(value).length : 0,
  ),
  at: of(2, 2, ([value, index]) => {
    const list = asList(value!);
    // Wraps around, so that seven days can share five recipes.
    return list.length === 0 ? null : list[((Math.trunc(asNumber(index!)) % list.length) + list.length) % list.length]!;
  }),
  /** Rows whose cell names any of the values ("Vegan,Vegetarian"), or names none, which suits everybody. */
  where: of(3, 3, ([rows, index, values]) =>
    asList(rows!).filter((row) => {
      const named = namesIn(cellOf(row, index!));
      return named.length === 0 || named.some((name) => asList(values!).some((value) => isEqual(value, name)));
    }),
  ),
  /** Rows whose cell names none of the values. */
  except: of(3, 3, ([rows, index, values]) =>
    asList(rows!).filter((row) =>
      namesIn(cellOf(row, index!)).every((name) => !asList(values!).some((value) => isEqual(value, name))),
    ),
  ),
  column: of(2, 2, ([rows, index]) => asList(rows!).map((row) => cellOf(cellsOf(row), index!))),
  /** For lines such as "Menu, 4, 75": each line's product of two of its cells. */
  products: of(3, 3, ([rows, left, right]) =>
    asList(rows!).map((row) => {
      const [first, second] = [left!, right!].map((index) => asText(cellOf(cellsOf(row), index)));
      return isNumeric(first!) && isNumeric(second!) ? asNumber(first!) * asNumber(second!) : 0;
    }),
  ),
  first: of(1, 1, ([value]) => asList(value!)[0] ?? null),
  last: of(1, 1, ([value]) => asList(value!).at(-1) ?? null),
  join: of(1, 2, ([value, by = ", "]) => asList(value!).map(asText).join(asText(by))),
  contains: of(2, 2, ([value, part]) =>
    Array.isArray(value)
      ? value.some((one) => isEqual(one, part!))
      : asText(value!).toLowerCase().includes(asText(part!).toLowerCase()),
  ),
  without: of(2, 2, ([value, out]) =>
    asList(value!).filter((one) => !asList(out!).some((other) => isEqual(one, other))),
  ),
  sort: of(1, 1, ([value]) => [...asList(value!)].sort(compare)),
  reverse: of(1, 1, ([value]) => asList(value!).toReversed()),
  unique: of(1, 1, ([value]) =>
    asList(value!).filter((one, index, all) => all.findIndex((other) => isEqual(other, one)) === index),
  ),
  filled: of(1, 1, ([value]) => asList(value!).filter(isTrue)),
  empty: of(1, 1, ([value]) => value === null || value === "" || (Array.isArray(value) && value.length === 0)),
  coalesce: of(1, Infinity, (args) => args.find((one) => one !== null && one !== "") ?? null),
  /** A deterministic choice by key. */
  pick: of(2, 2, ([value, key]) => {
    const list = asList(value!);
    return list.length === 0 ? null : list[hashOf(asText(key!)) % list.length]!;
  }),
  shuffle: of(2, 2, ([value, key]) => shuffled(asList(value!), asText(key!))),
  lookup: of(3, 4, ([key, keys, values, otherwise = null]) => {
    const at = asList(keys!).findIndex((one) => isEqual(one, key!));
    return at < 0 ? otherwise : (asList(values!)[at] ?? otherwise);
  }),

  today: of(0, 0, (_, now) => now.toISOString().slice(0, 10)),
  year: of(1, 1, ([day]) => Number(dayText(asDay(day!)).slice(0, 4))),
  month: of(1, 1, ([day]) => Number(dayText(asDay(day!)).slice(5, 7))),
  weekday: of(1, 1, ([day]) => dateWords(day!, { weekday: "long" })),
  date: of(1, 1, ([day]) => dateWords(day!, { year: "numeric", month: "long", day: "numeric" })),
  adddays: of(2, 2, ([day, count]) => dayText(asDay(day!) + Math.trunc(asNumber(count!)))),
  addmonths: of(2, 2, ([day, count]) => addMonths(day!, asNumber(count!))),
  days: of(2, 2, ([from, to]) => asDay(to!) - asDay(from!)),
  months: of(2, 2, ([from, to]) => months(from!, to!)),
  years: of(1, 2, ([from, to], now) => Math.floor(months(from!, to ?? now.toISOString().slice(0, 10)) / 12)),
};
