import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { singular } from "../language/inflect";
import { wordKey } from "./word-key";

/** What is charged for each of: "windows 6". `amount` undefined: nobody said a price. */
export type Count = { name: string; unit: string; amount?: number };
/** "size: Small 1 | Large 1.6": `amounts` multiply the price. */
export type Choice = { name: string; options: { label: string; factor: number }[] };
export type Extra = { label: string; amount: number };

export type Service = { names: string[]; base: number; counts: Count[]; choices: Choice[]; extras: Extra[] };

const schema = z.array(
  z.strictObject({
    names: z.array(z.string().min(2)).min(1),
    base: z.number().positive().optional(),
    counts: z.array(z.string().regex(/ [\d.]+$/)).default([]),
    choices: z.array(z.string().regex(/^[^:|]+: [^|]+ [\d.]+(?: \| [^|]+ [\d.]+)+$/)).default([]),
    extras: z.array(z.string().regex(/ [\d.]+$/)).default([]),
  }),
);

/** "Second photographer 400" → its words and its number. */
function priced(text: string): [string, number] {
  const [, words = "", amount = ""] = /^(.+) ([\d.]+)$/.exec(text.trim())!;
  return [words, Number(amount)];
}

/** "weight in kg" is charged by the kg, "windows" by the window. */
export const unitOf = (name: string): string => / in (\S+)$/.exec(name)?.[1] ?? singular(name);

/** "size: Small 1 | Large 1.6" */
export function parseChoice(text: string): Choice {
  const [name = "", list = ""] = text.split(": ");
  return {
    name,
    options: list.split(" | ").map((option) => {
      const [label, factor] = priced(option);
      return { label, factor };
    }),
  };
}

let loaded: Service[] | undefined;

/** Usual services with usual prices, read once. */
export const loadServices = (): Service[] =>
  (loaded ??= schema
    .parse(JSON.parse(readFileSync(join(process.cwd(), "src/offline/words/usual-prices.json"), "utf8")))
    .map(({ names, base = 0, counts, choices, extras }) => ({
      names,
      base,
      counts: counts.map((text) => {
        const [name, amount] = priced(text);
        return { name, unit: unitOf(name), amount };
      }),
      choices: choices.map(parseChoice),
      extras: extras.map((text) => {
        const [label, amount] = priced(text);
        return { label, amount };
      }),
    })));

/** The service that a text names: the longest name, each of whose words stands in it. */
export function findService(text: string): Service | undefined {
  const key = ` ${wordKey(text).split(" ").map(singular).join(" ")} `;
  let best: { service: Service; length: number } | undefined;
  for (const service of loadServices())
    for (const name of service.names) {
      const isThere = key.includes(` ${wordKey(name).split(" ").map(singular).join(" ")} `);
      if (isThere && name.length > (best?.length ?? 0)) best = { service, length: name.length };
    }
  return best?.service;
}
