import "server-only";
import { type Definition, tagsDefined, withItems } from "./owners/definitions";
import { looksOf, type Scene, sceneOf } from "./tagging/features";
import { lemmas, nameFor } from "./names/names";
import { isTurned } from "./owners/direction";
import { fieldListsIn } from "./owners/flat-lists";
import { plainChoicesIn, tagsOfChoices } from "./owners/plain-choices";
import { linkFeatures, type Named, ownerFeatures } from "./owners/relate";
import { toldOwner } from "./owners/owner-rules";
import { settle } from "./names/settle";
import { type Span, spansOf } from "./tagging/tags";
import { tagTokens, type TagWeights } from "./tagging/tagger";
import { tokensOf } from "../../lexicon/message-tokens";
import type { Weights } from "../../lexicon/sparse-rows";

/** How two tables are linked: the first points to the second, or the other way round. */
export const ways = ["none", ">", "<"] as const;

export type ReaderModel<Rows extends Weights = Weights> = {
  tagger: TagWeights<Rows>;
  /** Weight of a field's stand to a table. */
  owner: ReadonlyMap<string, number>;
  /** Weights of each of `ways`. */
  link: Rows;
  /** What a table is called for which the message has other words: "lend out" → "Loan". */
  names: ReadonlyMap<string, string>;
};

/** `isCriterion`: people look for rows by it ("filter tours by difficulty and price"), which tells not all that a row has. */
export type ReadField = { text: string; options: string[]; isCriterion?: boolean };
export type ReadTable = { name: string; fields: ReadField[]; links: string[] };

/** Groups names that mean the same table. */
function tablesOf(scene: Scene, spans: readonly Span[], names: ReadonlyMap<string, string>): Named[] {
  const tables: { name: string; mentions: Span[] }[] = [];
  const named = spans
    .filter(({ role }) => role === "table")
    .map((span) => ({ span, name: nameFor(scene, span, names) }));
  const own = new Set(named.map(({ name }) => name.toLowerCase()));
  for (const { span, name: learned } of named) {
    // "they write a report. Report: week, hours": what goes by another name elsewhere goes by its own where rows are called so.
    const said = lemmas(scene.tokens, span);
    const name = own.has(said) ? said : learned;
    const key = name.toLowerCase();
    const same = tables.find((table) => {
      const other = table.name.toLowerCase();
      return other === key || other.endsWith(` ${key}`);
    });
    if (same) same.mentions.push(span);
    else tables.push({ name, mentions: [span] });
  }
  return tables;
}

/** The table to which each field belongs, from left to right. */
function ownersOf(
  scene: Scene,
  spans: readonly Span[],
  tables: readonly Named[],
  weights: ReadonlyMap<string, number>,
  definitions: readonly Definition[],
): (string | undefined)[] {
  let last: string | undefined;
  return spans
    .filter(({ role }) => role === "field")
    .map((field) => {
      const head = toldOwner({ scene, field, spans, definitions });
      if (head) return (last = tables.find(({ mentions }) => mentions.includes(head))?.name);
      let best: { name: string; score: number } | undefined;
      for (const table of tables)
        for (const mention of table.mentions) {
          let score = 0;
          for (const feature of ownerFeatures(scene, field, table, mention, spans, last))
            score += weights.get(feature) ?? 0;
          if (!best || score > best.score) best = { name: table.name, score };
        }
      last = best?.name;
      return last;
    });
}

/** How much likelier no link must be: one too many is a dropdown that nobody needs, for one too few nothing can be entered. */
const linkDoubt = 120;

function wayOf(features: readonly string[], weights: Weights): (typeof ways)[number] {
  const scores = [-linkDoubt, 0, 0];
  for (const feature of features) {
    const row = weights.get(feature);
    if (row) for (let way = 0; way < 3; way++) scores[way]! += row[way]!;
  }
  return ways[scores.indexOf(Math.max(...scores))]!;
}

/** "fragile y/n", "paid (yes or no)", "vegan?" behind the name of a field. */
const isAsked = /^ ?(?:\(?(?:yes ?(?:\/|or) ?no|y ?\/ ?n|ja ?(?:\/|oder) ?nein|j ?\/ ?n)\b|\?)/i;

/** The options in a field's own words, or behind it up to the next field or table. */
function optionsOf(field: Span, next: number, spans: readonly Span[]): Span[] {
  const end = spans.find(({ role, from }) => role === "table" && from >= field.to)?.from ?? Infinity;
  return spans.filter(
    ({ role, from, to }) => role === "option" && from >= field.from && (to <= field.to || from < Math.min(next, end)),
  );
}

/** A novel asks for no app; and owners and links take time that grows with the square of a message. */
const tokensMax = 700;

/** Reads a first message: the tables that it asks for, with their fields and links; none of a message of more than 700 tokens. */
export function readMessage(message: string, model: ReaderModel): ReadTable[] {
  const tokens = tokensOf(message);
  if (tokens.length > tokensMax) return [];
  const scene = sceneOf(tokens);
  const definitions = fieldListsIn(scene);
  const isDefined = tagsDefined(scene, definitions);
  const isChosen = tagsOfChoices(plainChoicesIn(scene));
  const tags = tagTokens(tokens, looksOf(scene), model.tagger, (at, tag) => isDefined(at, tag) && isChosen(at, tag));
  const spans = withItems(scene, definitions, settle(scene, spansOf(tags), model.names)).filter(
    (span) => !isToldOfField(scene, span, definitions),
  );
  const tables = tablesOf(scene, spans, model.names);
  const textOf = ({ from, to }: Span) => message.slice(tokens[from]!.from, tokens[to - 1]!.to);
  const read = tables.map(({ name }): ReadTable => ({ name, fields: [], links: [] }));
  const fields = spans.filter(({ role }) => role === "field");
  const owners = ownersOf(scene, spans, tables, model.owner, definitions);
  for (const [at, field] of fields.entries()) {
    const said = optionsOf(field, fields[at + 1]?.from ?? Infinity, spans).map(textOf);
    const options = said.length < 2 && isAsked.test(message.slice(tokens[field.to - 1]!.to)) ? ["yes", "no"] : said;
    const isCriterion = isSearchedBy(scene, field);
    const owner = read.find(({ name }) => name === owners[at]);
    const text = textOf(field);
    // "only the caretaker changes the status": the one that has its options already.
    const isAgain = owner?.fields.some(
      (one) => one.text.toLowerCase() === text.toLowerCase() && one.options.length > 1,
    );
    if (options.length > 1 || !isAgain) owner?.fields.push({ text, options, isCriterion });
  }
  for (const [at, left] of tables.entries())
    for (const right of tables.slice(at + 1)) {
      const way = wayOf(linkFeatures(scene, left, right, tables, spans), model.link);
      if (way === "none") continue;
      const [child, parent] = way === ">" ? [left.name, right.name] : [right.name, left.name];
      const [from, to] = isTurned(child, parent) ? [parent, child] : [child, parent];
      read.find(({ name }) => name === from)!.links.push(to);
    }
  linkListed(definitions, spans, tables, read);
  return read;
}

/** "score = impact x likelihood", "red when score above 15": what a list of fields tells of one is no further field. */
function isToldOfField({ tokens }: Scene, { role, from }: Span, lists: readonly Definition[]): boolean {
  const list = lists.find(({ list }) => list.from <= from && from < list.to)?.list;
  if (!list || role !== "field" || tokens[from]!.depth !== tokens[list.from]!.depth) return false;
  const start = tokens.findLastIndex(({ text }, at) => at < from && (text === "," || at < list.from)) + 1;
  return tokens.slice(start + 1, from).some(({ word }) => /^(?:=|when|if|unless|wenn)$/.test(word));
}

/** "booking: customer, stylist, day": a table in another's list of fields is chosen there. */
function linkListed(
  definitions: readonly Definition[],
  spans: readonly Span[],
  tables: readonly Named[],
  read: readonly ReadTable[],
): void {
  const tableAt = (is: (span: Span) => boolean) => {
    const named = tables.find(({ mentions }) => mentions.some(is));
    return read.find(({ name }) => name === named?.name);
  };
  for (const { head, items } of definitions) {
    const owner = tableAt(({ from, to }) => from <= head && head < to);
    for (const item of items) {
      const chosen = tableAt(({ role, from, to }) => role === "table" && from === item.from && to === item.to);
      if (!owner || !chosen || owner === chosen) continue;
      if (!owner.links.includes(chosen.name)) owner.links.push(chosen.name);
      chosen.links = chosen.links.filter((name) => name !== owner.name);
    }
  }
}

const searching =
  /^(?:filter|filtered|search|searched|sort|sorted|browse|browsed|group|grouped|find|compare|compared|look|narrow)$/;

/** "Users can filter tours by difficulty, duration and *price*." */
function isSearchedBy({ tokens }: Scene, { from }: Span): boolean {
  const start = tokens.findLastIndex(({ text }, at) => at < from && /^[.!?;:(\n]$/.test(text)) + 1;
  const by = tokens.findLastIndex(({ word }, at) => at >= start && at < from && word === "by");
  return by >= 0 && tokens.slice(start, by).some(({ word }) => searching.test(word));
}
