import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { snake } from "../language/inflect";
import { numberKeys, wordKey } from "./word-key";
import { parseRows, type Row } from "./row-notation";
import type { Thing } from "./thing";

/** "bread | pastry": the options of a field, by the field. */
const options = z.record(z.string(), z.string().min(3)).default({});
const rows = z.array(z.string().min(3)).min(2);
/** Fields that a thing has only in an app that keeps one of some others, too: a client's VAT number where there are invoices. */
const business = z.strictObject({ fields: z.string().min(2), beside: z.string().min(2) }).optional();

/** What things of a trade are called: their sample rows in the notation of things, and options, by "Thing.field". */
const tradesSchema = z.array(
  z.strictObject({ words: z.string().min(2), options, rows: z.record(z.string(), rows).default({}) }),
);
/**
 * Rows of things whose own ones belong to a trade (`home`: its words; "*": those of any app that names no other trade).
 * `{trade}` stands for the word before one of `heads`, which is none of `plain`: the kite of "my kite school".
 */
const neutralSchema = z.strictObject({
  heads: z.string(),
  plain: z.string(),
  things: z.record(z.string(), z.strictObject({ home: z.string(), options, rows, business })),
});

type Samples = { options: Record<string, string>; rows: Record<string, string[]> };
type Words = {
  trades: (Samples & { keys: string[] })[];
  heads: Set<string>;
  plain: Set<string>;
  neutral: Map<string, z.infer<typeof neutralSchema>["things"][string] & { homes: string[] }>;
};

const split = (text: string) => text.split(",").map((part) => part.trim());
const listed = (text: string) => split(text).map(wordKey).filter(Boolean);

let loaded: Words | undefined;
/** Trades, read once. */
export function loadTrades(): Words {
  if (loaded) return loaded;
  const folder = join(process.cwd(), "src/offline/words");
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"));
  const { heads, plain, things } = neutralSchema.parse(read("neutral.json"));
  const files = readdirSync(join(folder, "trades")).sort();
  loaded = {
    trades: files.flatMap((file) =>
      tradesSchema.parse(read(`trades/${file}`)).map(({ words, ...samples }) => ({ ...samples, keys: listed(words) })),
    ),
    heads: new Set(listed(heads)),
    plain: new Set(listed(plain)),
    neutral: new Map(
      Object.entries(things).map(([name, thing]) => [
        name,
        { ...thing, homes: thing.home === "*" ? ["*"] : listed(thing.home) },
      ]),
    ),
  };
  return loaded;
}

/** What may be picked for a field ("Expense.category") in the trades that have options of their own for it. */
export function optionsInTrades(field: string): string[][] {
  const { trades, neutral } = loadTrades();
  return [...trades, ...neutral.values()].flatMap((one) =>
    Object.entries(one.options).flatMap(([name, list]) =>
      name.toLowerCase() === field.toLowerCase() ? [list.split("|").map((option) => option.trim())] : [],
    ),
  );
}

/** Where the first of some words stands in a text; -1 where none does. */
function firstOf(keys: string[], padded: string): number {
  const places = keys.map((key) => padded.indexOf(` ${key} `)).filter((at) => at >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}

/** "my kite school" → "kite"; none where a message names no such trade. */
function tradeWord(text: string): string {
  // Words of a list are no name: "with courses, members and route setters".
  const clauses = text.split(/[,.;:!?()\n–]|\b(?:and|with|und|mit)\b/i).map(wordKey);
  return clauses.map(wordInClause).find((word) => word !== "") ?? "";
}

function wordInClause(key: string): string {
  const { heads, plain } = loadTrades();
  const words = key.split(" ");
  const isName = (word: string | undefined) => word !== undefined && !plain.has(word) && !heads.has(word);
  const at = words.findIndex((word, place) => heads.has(word) && isName(words[place - 1]));
  if (at < 1) return "";
  return words.slice(isName(words[at - 2]) ? at - 2 : at - 1, at).join(" ");
}

/** Puts a word where a line has `{trade}`: "Kite beginner course", or "Beginner course" without one. */
const withWord = (word: string) => (line: string) =>
  line.replaceAll(/(^|\| )\{trade\} (\p{L})/gu, (_, start: string, letter: string) => {
    const name = word ? `${word} ${letter}` : letter;
    return `${start}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });

/** What the sample rows of an app's things say, by the trade that a text names. */
export type Trade = {
  /** The rows of a table of a noun that keeps a thing; undefined where its own ones fit. */
  rowsOf: (thing: Thing, noun: string, now: Date) => Row[] | undefined;
  /** The options of a thing's field; undefined where its own ones fit. */
  optionsOf: (thing: Thing, noun: string, field: string) => string[] | undefined;
  /** The fields of a thing that an app of these things has no use for: nobody asks a barber's client for a VAT number. */
  unfit: (thing: Thing, things: string[]) => string[];
};

/** The trade of an app, by what was said of it: the first that is named there. */
export function tradeIn(text: string): Trade {
  const { trades, neutral } = loadTrades();
  const key = wordKey(text);
  const padded = ` ${key} `;
  const word = tradeWord(text);
  const known = trades
    .map((trade) => ({ ...trade, at: firstOf(trade.keys, padded) }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at);
  const teaches = known.some(({ rows: own }) => Object.keys(own).some((name) => neutral.get(name)?.homes[0] === "*"));

  /** The samples for a thing of a noun; undefined where its own ones are of this trade. */
  const samplesFor = (thing: string, noun: string): Samples | undefined => {
    const tells = ({ rows: own, options: others }: Samples) =>
      own[thing] !== undefined || Object.keys(others).some((name) => name.startsWith(`${thing}.`));
    const named = trades.find((trade) => numberKeys(noun).some((one) => trade.keys.includes(one)) && tells(trade));
    if (named) return named;
    const plain = neutral.get(thing);
    const home = plain ? firstOf(plain.homes, padded) : -1;
    const trade = known.find((one) => tells(one) && (home < 0 || one.at <= home));
    if (trade) return trade;
    if (!plain || home >= 0 || (plain.homes[0] === "*" && !word && !teaches)) return undefined;
    const qualified = Object.entries(plain.options).map(([field, values]) => [`${thing}.${field}`, values] as const);
    return { options: Object.fromEntries(qualified), rows: { [thing]: plain.rows } };
  };
  const optionsOf: Trade["optionsOf"] = (thing, noun, field) =>
    samplesFor(thing.name, noun)
      ?.options[`${thing.name}.${field}`]?.split("|")
      .map((option) => option.trim());
  return {
    rowsOf: (thing, noun, now) => {
      // "Hot sauces" are products that are called otherwise.
      const isOwn = [thing.name, thing.plural, ...thing.synonyms].flatMap(numberKeys).includes(wordKey(noun));
      const lines = samplesFor(thing.name, noun)?.rows[thing.name]?.map(withWord(word || (isOwn ? "" : noun)));
      const fields = thing.fields.map((field) => {
        const values = optionsOf(thing, noun, field.name);
        return values ? { ...field, options: values.map((value) => ({ value, meaning: "neutral" as const })) } : field;
      });
      return lines && parseRows(lines, fields, now);
    },
    optionsOf,
    unfit: (thing, things) => {
      const { business: of, homes } = neutral.get(thing.name) ?? {};
      if (!of || firstOf(homes!, padded) >= 0 || split(of.beside).some((name) => things.includes(name))) return [];
      return split(of.fields)
        .map(snake)
        .filter((name) => !padded.includes(` ${wordKey(name.replaceAll("_", " "))} `));
    },
  };
}
