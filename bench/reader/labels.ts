/** Labelled first messages: the notation of tests/offline/learn, read into spans of tokens. */
import { readdirSync, readFileSync } from "node:fs";
import { singular } from "@/offline/language/inflect";
import type { Span } from "@/offline/learned/descriptions/tagging/tags";
import { type Token, tokensOf } from "@/offline/lexicon/message-tokens";

type GoldField = { text: string; options: string[] };
type GoldTable = { name: string; surface: string; links: string[]; fields: GoldField[] };
type Example = { say: string; tables: GoldTable[] };

function splitFields(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of text) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (char === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].map((one) => one.trim()).filter(Boolean);
}

function parse(text: string): Example[] {
  const examples: Example[] = [];
  for (const line of text.split("\n")) {
    if (!line.trim() || line.startsWith("#")) continue;
    if (!line.startsWith("  ")) {
      examples.push({ say: line.trim().replaceAll("\\n", "\n"), tables: [] });
      continue;
    }
    const match = /^  ([^@:]+?)@(.+?)(?: -> ([^:]+?))?(?:: (.*))?$/.exec(line);
    if (!match) continue;
    examples.at(-1)!.tables.push({
      name: match[1]!.trim(),
      surface: match[2]!.trim(),
      links: (match[3] ?? "")
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
      fields: splitFields(match[4] ?? "").flatMap((part) => {
        const field = /^([^(]*)(?:\((.*)\))?$/.exec(part);
        return field
          ? [
              {
                text: field[1]!.trim(),
                options: (field[2] ?? "")
                  .split("|")
                  .map((one) => one.trim())
                  .filter(Boolean),
              },
            ]
          : [];
      }),
    });
  }
  return examples;
}

/** Where the words of a label stand. */
function places(tokens: readonly Token[], say: string, text: string): { from: number; to: number }[] {
  const low = say.toLowerCase();
  const wanted = text.toLowerCase();
  const found: { from: number; to: number }[] = [];
  if (wanted === "") return found;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1)) {
    const from = tokens.findIndex((token) => token.from === at);
    const to = tokens.findIndex((token) => token.to >= at + wanted.length);
    if (from < 0 || to < from) continue;
    if (tokens[to]!.to > at + wanted.length + 2) continue;
    found.push({ from, to: to + 1 });
  }
  return found;
}

export type Labelled = {
  say: string;
  tokens: Token[];
  spans: Span[];
  /** Table by span. */
  tableOf: Map<Span, string>;
  /** Table by the first token of a field. */
  ownerOf: Map<number, string>;
  gold: GoldTable[];
};

/** The words from the first of the options to the last: a field that has no other name. */
function between(say: string, options: readonly string[]): string {
  const low = say.toLowerCase();
  const last = options.at(-1)!.toLowerCase();
  const from = low.indexOf(options[0]!.toLowerCase());
  return say.slice(from, low.indexOf(last, from) + last.length);
}

const clashes = (one: { from: number; to: number }, spans: readonly Span[]) =>
  spans.some(({ from, to }) => one.from < to && from < one.to);

export function label({ say, tables }: Example): Labelled {
  const tokens = tokensOf(say);
  const spans: Span[] = [];
  const tableOf = new Map<Span, string>();
  const ownerOf = new Map<number, string>();
  for (const { name, surface } of tables) {
    const place = places(tokens, say, surface).find((one) => !clashes(one, spans));
    if (!place) continue;
    const span: Span = { role: "table", ...place };
    spans.push(span);
    tableOf.set(span, name);
  }
  for (const table of tables) {
    const home = [...tableOf].find(([, name]) => name === table.name)?.[0];
    let last = home?.to ?? 0;
    for (const field of table.fields) {
      field.text ||= between(say, field.options);
      const inner = places(tokens, say, field.text).filter(
        (one) => !spans.some((span) => span.role !== "option" && one.from < span.to && span.from < one.to),
      );
      const cost = ({ from }: { from: number }) => (from >= last ? from - last : (last - from) * 3 + 10);
      const place = inner.sort((a, b) => cost(a) - cost(b))[0];
      if (!place) continue;
      const parts: { from: number; to: number }[] = [];
      const holds =
        field.options.length > 1 &&
        field.options.every((option) => field.text.toLowerCase().includes(option.toLowerCase()));
      if (!holds) {
        const span: Span = { role: "field", ...place };
        spans.push(span);
        ownerOf.set(span.from, table.name);
      }
      let after = holds ? place.from : place.to;
      for (const option of field.options) {
        const found = places(tokens, say, option)
          .filter((one) => !clashes(one, spans) && (one.from >= after || one.to <= place.from))
          .sort((a, b) => Math.abs(a.from - after) - Math.abs(b.from - after))[0];
        if (!found) continue;
        parts.push(found);
        const span: Span = { role: holds && parts.length === 1 ? "choice" : "option", ...found };
        spans.push(span);
        if (span.role === "choice") ownerOf.set(span.from, table.name);
        after = found.to;
      }
      last = Math.max(place.to, after);
    }
  }
  // Further mentions of a table: the same noun again.
  for (const table of tables) {
    const home = [...tableOf].find(([, name]) => name === table.name)?.[0];
    if (!home) continue;
    const key = tokens.slice(home.from, home.to).map(({ lemma }) => lemma);
    const head = key.at(-1)!;
    const isNoun = singular(table.name).toLowerCase().endsWith(head) || head.length > 3;
    if (!isNoun) continue;
    for (let at = 0; at < tokens.length; at++) {
      if (
        key.every((word, index) => tokens[at + index]?.lemma === word) &&
        !clashes({ from: at, to: at + key.length }, spans)
      ) {
        const span: Span = { role: "table", from: at, to: at + key.length };
        spans.push(span);
        tableOf.set(span, table.name);
      }
    }
  }
  spans.sort((a, b) => a.from - b.from);
  return { say, tokens, spans, tableOf, ownerOf, gold: tables };
}

/** The labelled messages of a folder, or one of so many. */
export const labelledIn = (folder: string, every = 1): Labelled[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .flatMap((file) => parse(readFileSync(`${folder}/${file}`, "utf8")))
    .filter((_, at) => at % every === 0)
    .map(label);
