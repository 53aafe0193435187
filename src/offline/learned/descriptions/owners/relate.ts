import "server-only";
import { loadWords } from "../../../words/load";
import { wordKey } from "../../../words/word-key";
import { singular, sentence } from "../../../language/inflect";
import { knownAs } from "../../../lexicon/known";
import { isPersonLike } from "../../../lexicon/nouns";
import { type Scene } from "../tagging/features";
import { standingsOf } from "./standing";
import type { Span } from "../tagging/tags";

/** A table of a reading: all names in the message that mean it. */
export type Named = { name: string; mentions: readonly Span[] };

const bucket = (count: number) =>
  count > 20 ? "21+" : count > 10 ? "11-20" : count > 5 ? "6-10" : count > 2 ? "3-5" : String(count);
/** Whether a sentence or a line ends. */
const isEnd = (text: string) => /^[.!?\n]$/.test(text);

const between = ({ tokens }: Scene, left: number, right: number) => tokens.slice(left, right);
const sentenceAt = ({ tokens }: Scene, at: number) => {
  let count = 0;
  for (let index = 0; index < at; index++) if (isEnd(tokens[index]!.text)) count += 1;
  return count;
};

const sortsOf = new Map<string, string>();
/** What sort of thing a table keeps. */
export function sortOfTable(name: string): string {
  const found =
    sortsOf.get(name) ??
    (() => {
      const thing = knownAs(name) ?? knownAs(name.split(" ").at(-1)!);
      return thing ? thing.kind : isPersonLike(name.toLowerCase()) ? "person" : "?";
    })();
  sortsOf.set(name, found);
  return found;
}

const fieldsOf = new Map<string, Set<string>>();
const usualFields = (name: string): Set<string> => {
  const found = fieldsOf.get(name) ?? new Set((knownAs(name)?.fields ?? []).map(({ spec }) => wordKey(spec.label)));
  fieldsOf.set(name, found);
  return found;
};

/** Whether a name hangs on another, at once or by a third. */
function reaches(standings: ReturnType<typeof standingsOf>, span: Span, to: Span): boolean {
  for (let at = standings.get(span)?.head; at; at = standings.get(at)?.head) if (at === to) return true;
  return false;
}

/**
 * How a field stands to a table that was named at `mention`. `last`: the table that the field before belongs to.
 */
export function ownerFeatures(
  scene: Scene,
  field: Span,
  table: Named,
  mention: Span,
  spans: readonly Span[],
  last: string | undefined,
): string[] {
  const { tokens, sorts } = scene;
  const isBefore = mention.from < field.from;
  const way = isBefore ? "<" : ">";
  const [from, to] = isBefore ? [mention.to, field.from] : [field.to, mention.from];
  const gap = between(scene, from, to);
  const texts = gap.map(({ text }) => text);
  const tables = spans.filter((span) => span.role === "table" && span.from >= from && span.to <= to).length;
  const fields = spans.filter((span) => span.role === "field" && span.from >= from && span.to <= to).length;
  const depth = tokens[field.from]!.depth;
  let open = field.from - 1;
  while (open >= 0 && !(tokens[open]!.depth < depth && /^[([]$/.test(tokens[open]!.text))) open -= 1;
  const isHead = depth > 0 && open === mention.to;
  const inSame = depth > 0 && mention.from > open && tokens[mention.from]!.depth === depth;
  const isColon = tokens[mention.to]?.text === ":";
  const lines = sentenceAt(scene, field.from) - sentenceAt(scene, mention.from);
  const text = tokens
    .slice(field.from, field.to)
    .map(({ lemma }) => lemma)
    .join(" ");
  const isUsual = usualFields(table.name).has(wordKey(text));
  const sticky = last === undefined ? "first" : last === table.name ? "same" : "other";
  const first = !spans.some(
    (span) =>
      span.role === "table" &&
      span.from < mention.from &&
      sentenceAt(scene, span.from) === sentenceAt(scene, mention.from),
  );
  const marks = [";", ")", ":", "(", "-", "–"].filter((mark) => texts.includes(mark)).join("");
  const next = tokens[mention.to]?.word ?? "$";
  const before = tokens[field.from - 1]?.word ?? "^";
  const standings = standingsOf(scene, spans);
  const { standing } = standings.get(mention) ?? { standing: "head" };
  // What hangs on this name, and is followed by what it is like: "traps at each site (type, …)".
  let end = mention.to;
  for (const span of spans)
    if (isBefore && span.from >= end && span.to <= to && standings.get(span)?.head && reaches(standings, span, mention))
      end = span.to;
  const others = spans.filter(
    (span) =>
      span.role === "table" &&
      span.from >= (isBefore ? end : from) &&
      span.to <= to &&
      (standings.get(span)?.standing ?? "head") === "head",
  ).length;
  const then = end > mention.to ? (tokens[end]?.word ?? "$") : "";
  const many = tokens[mention.to - 1]!.isPlural ? "s" : "";
  return [
    `stands:${standing}${many} ${way} n${tables}`,
    `stands:${standing} ${next} ${way} n${tables}`,
    `stands:${standing}${many} h${others} ${way}`,
    `stands:${standing} ${sticky} ${way} h${others}`,
    `then:${then} ${way} h${others}`,
    `then:${then} ${way} h${others} l${lines === 0}`,
    `h${others} ${way} l${Math.max(-3, Math.min(3, lines))}`,
    way,
    `${way}n${tables}`,
    `${way}n${tables} l${Math.max(-3, Math.min(3, lines))}`,
    `${way}d${bucket(gap.length)}`,
    `head:${isHead}`,
    `in:${inSame}`,
    `colon:${isColon} ${way} n${tables}`,
    `l${Math.max(-3, Math.min(3, lines))} ${way} ${first}`,
    `usual:${isUsual}`,
    `usual:${isUsual} ${way}n${tables}`,
    `sticky:${sticky}`,
    `sticky:${sticky} ${way}n${tables}`,
    `sticky:${sticky} l${lines} head:${isHead} depth:${depth > 0}`,
    `marks:${marks} ${way} n${tables}`,
    `depth:${depth > 0} head:${isHead} n${tables} ${way}`,
    `next:${next} ${way}`,
    `next:${next} ${way} n${tables}`,
    `before:${before} ${way} n${tables}`,
    `last:${texts.at(isBefore ? -1 : 0)} ${way} n${tables}`,
    `first:${first} ${way} l${lines === 0}`,
    `plural:${tokens[mention.to - 1]!.isPlural} ${way}`,
    `fields:${Math.min(4, fields)} ${way} n${tables}`,
    `sort:${sortOfTable(table.name)} ${sorts[field.to - 1]}`,
    `sort:${sortOfTable(table.name)} ${text}`,
    `name:${table.name.toLowerCase().split(" ").at(-1)} ${text}`,
  ];
}

const belongsTo = (child: string, parent: string): boolean => {
  const { belongs } = loadWords();
  const names = [sentence(child), sentence(child.split(" ").at(-1)!), knownAs(child)?.name ?? ""];
  const parents = names.flatMap((name) => belongs.get(name) ?? []);
  return parents.some(
    (name) =>
      name === sentence(parent) ||
      name === knownAs(parent)?.name ||
      singular(name) === singular(parent.split(" ").at(-1)!),
  );
};

/** How two tables stand to each other: `left` was named first. */
export function linkFeatures(
  scene: Scene,
  left: Named,
  right: Named,
  all: readonly Named[],
  spans: readonly Span[],
): string[] {
  const { tokens, sorts } = scene;
  const standings = standingsOf(scene, spans);
  const pairs = left.mentions.flatMap((one) =>
    right.mentions.map((other) => ({
      one,
      other,
      gap: one.from < other.from ? other.from - one.to : one.from - other.to,
    })),
  );
  const features: string[] = [];
  const names = [left.name.toLowerCase().split(" ").at(-1)!, right.name.toLowerCase().split(" ").at(-1)!] as const;
  const kinds = `${sortOfTable(left.name)} ${sortOfTable(right.name)}`;
  const known = `${belongsTo(left.name, right.name) ? "<" : ""}${belongsTo(right.name, left.name) ? ">" : ""}`;
  features.push(
    "b",
    `kinds:${kinds}`,
    `L:${names[0]}`,
    `R:${names[1]}`,
    `LR:${names.join(" ")}`,
    `known:${known}`,
    `known:${known} ${kinds}`,
    `all:${Math.min(all.length, 5)}`,
    `all:${Math.min(all.length, 5)} ${kinds}`,
  );
  if (left.name.toLowerCase().startsWith(`${right.name.toLowerCase()} `)) features.push("in:<");
  if (right.name.toLowerCase().startsWith(`${left.name.toLowerCase()} `)) features.push("in:>");
  const rank = (table: Named) => all.indexOf(table);
  features.push(`rank:${Math.min(4, rank(left))} ${Math.min(4, rank(right) - rank(left))}`);
  pairs.sort((a, b) => a.gap - b.gap);
  const seen = new Set<string>();
  for (const [index, { one, other }] of pairs.entries()) {
    const isForward = one.from < other.from;
    const [a, b] = isForward ? [one, other] : [other, one];
    const way = isForward ? ">" : "<";
    const gap = tokens.slice(a.to, b.from);
    const inner = spans.filter((span) => span.from >= a.to && span.to <= b.from);
    const tables = inner.filter(({ role }) => role === "table").length;
    const lines = gap.filter(({ text }) => isEnd(text)).length;
    const add = (text: string) => seen.add(`${way}${text}`);
    const standing = (span: Span) => standings.get(span)?.standing ?? "head";
    const heads = inner.filter((span) => span.role === "table" && standing(span) === "head").length;
    add(`stands:${standing(a)} ${standing(b)} h${Math.min(2, heads)} ${lines === 0}`);
    add(`stands:${standing(b)} h${Math.min(2, heads)} ${kinds}`);
    const hangs = standings.get(b)?.head === a;
    if (hangs) {
      const words = gap.map(({ word }) => word).filter((word) => !/^(?:the|an?|each|every)$/.test(word));
      add(`on:${standing(b)} ${words.at(-1) ?? ""}`);
      add(`on:${standing(b)} ${kinds}`);
      add(`on:${standing(b)} ${words.join(" ")}`);
    } else if (standings.get(a)?.head && standings.get(a)?.head === standings.get(b)?.head) add("siblings");
    if (standing(b) === "item" && heads === 0 && standing(a) === "head" && lines === 0) {
      add("item");
      add(`item ${kinds}`);
    }
    const depth = tokens[b.from]!.depth;
    let open = b.from - 1;
    while (open >= 0 && !(tokens[open]!.depth < depth && /^[([]$/.test(tokens[open]!.text))) open -= 1;
    if (depth > 0 && open === a.to) add("head");
    else if (depth > 0 && open >= a.to) add("inner");
    if (lines === 0) {
      const shown = gap.map((token) =>
        inner.some((span) => token.from >= tokens[span.from]!.from && token.to <= tokens[span.to - 1]!.to)
          ? "_"
          : token.word,
      );
      if (gap.length <= 4) add(`gap:${shown.join(" ")}`);
      if (gap.length <= 4) add(`gap:${shown.join(" ")} ${kinds}`);
      for (const word of new Set(shown)) add(`w:${word} n${Math.min(2, tables)}`);
      add(`n${Math.min(3, tables)} same ${kinds}`);
      add(`n${Math.min(3, tables)} same f${inner.length > tables}`);
      const seps = shown.filter((word) => /^(?:[,;:()]|and|with|per|has|have|for|of)$/.test(word));
      add(`seps:${seps.slice(0, 4).join("")} n${Math.min(2, tables)}`);
    } else add(`lines:${Math.min(3, lines)} n${Math.min(2, tables)}`);
    add(
      `plural:${tokens[a.to - 1]!.isPlural ? "s" : ""} ${tokens[b.to - 1]!.isPlural ? "s" : ""} ${lines === 0} n${Math.min(2, tables)}`,
    );
    if (index === 0) {
      add(`sorts:${sorts[a.to - 1]} ${sorts[b.to - 1]} n${Math.min(2, tables)}`);
      add(`before:${tokens[b.from - 1]?.word} n${Math.min(2, tables)}`);
      add(`before:${tokens[a.from - 1]?.word} ${tokens[b.from - 1]?.word}`);
      add(`after:${tokens[b.to]?.word ?? "$"} n${Math.min(2, tables)}`);
      add(`near:${lines}`);
    }
  }
  return [...features, ...seen];
}
