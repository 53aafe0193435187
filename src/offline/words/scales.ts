import "server-only";
import { z } from "zod";
import { read } from "./read-data";

const schema = z.array(z.string().includes("|"));

let loaded: string[][] | undefined;
const scales = () => (loaded ??= read(schema, "scales.json").map((steps) => steps.split(" | ")));

/** The steps of a known scale between two of them, both included: "A1", "C2". Null where no scale has both in this order. */
export function stepsBetween(first: string, last: string): string[] | null {
  const at = (steps: string[], step: string) => steps.findIndex((one) => one.toLowerCase() === step.toLowerCase());
  for (const steps of scales()) {
    const from = at(steps, first);
    const to = at(steps, last);
    if (from >= 0 && to > from + 1) return steps.slice(from, to + 1);
  }
  return null;
}

const weekdays = [
  ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
];

/** Whether a step belongs to the known scale that all of some others are of: "XL" to "S", "M" and "L". */
export const isOfScale = (step: string, others: readonly string[]): boolean =>
  others.length > 1 &&
  !others.some((one) => one.toLowerCase() === step.toLowerCase()) &&
  [...scales(), ...weekdays].some((steps) =>
    [step, ...others].every((one) => steps.some((other) => other.toLowerCase() === one.toLowerCase())),
  );
