import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** What numbers are measured in, as in `units.json`. */
const schema = z.strictObject({ "of things": z.string(), "of time": z.string() });

let loaded: { things: ReadonlySet<string>; time: ReadonlySet<string> } | undefined;
function units() {
  if (loaded) return loaded;
  const data = read(schema, "units.json");
  loaded = { things: new Set(data["of things"].split(", ")), time: new Set(data["of time"].split(", ")) };
  return loaded;
}

export const isUnit = (word: string): boolean => units().things.has(word) || units().time.has(word);

/** All units, the long ones first, as an alternative of a pattern. */
export const unitPattern = (): string =>
  [...units().things, ...units().time].toSorted((left, right) => right.length - left.length).join("|");

const isDone = (word: string) => /(?:ed|en|ght|ilt)$/.test(word);

/** "height_cm", "km_start", "kilos_in_stock", "minutes_late": the name of a number, by a unit within it. */
export function namesMeasure(name: string): boolean {
  const words = name.split("_");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length < 2) return first.length > 4 && isUnit(first) && first.endsWith("s");
  if ([first, last].some((word) => word.length > 1 && units().things.has(word))) return true;
  // "hours worked", "year harvested"; a "year group" is none.
  return units().time.has(first) && (first.endsWith("s") || (first === "year" && isDone(last)));
}
