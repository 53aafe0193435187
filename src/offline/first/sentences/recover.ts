import "server-only";
import { isPlural, plural, singular, wordsOf } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { isAttribute, isPlainVerb, isRecordVerb } from "../../lexicon/lexicon";
import { appWord, people, screenWord, weak } from "../../lexicon/nouns";
import { plain } from "../../lexicon/plain-words";
import { typedPhrase } from "../../description/plan/field-words";
import { linkMain } from "../../description/plan/happenings";
import { linkParts } from "../../description/plan/place";
import { piecesIn } from "../../description/text/pieces";
import { type Plan, planTable, type PlannedTable } from "../../description/plan/plan";
import { isQuestion } from "../../description/statements/questions";
import { weigh } from "../../description/plan/weigh";

/** Longer descriptions are read by their statements alone: every word of them would be looked at again and again. */
const lengthMax = 3000;

/** Words of the plan in either number: what a noun of the text has become already. */
function wordsIn({ tables, pending, refused, heard, phrase, kind }: Plan): Set<string> {
  const texts = tables.flatMap((table) => [
    table.noun,
    ...(table.called ?? []),
    table.thing?.name ?? "",
    table.act?.makes ?? "",
    ...table.said,
    ...(table.asked ?? []).map(({ label }) => label),
    ...(table.isExact ? [] : (table.thing?.fields ?? []).map(({ spec }) => spec.label)),
    ...table.features.flatMap(({ phrases, fields }) => [...phrases, ...fields]),
  ]);
  return new Set(
    [...texts, ...pending, ...refused, ...heard, phrase, kind?.name ?? ""]
      // "pick-up time" has "pick-up" among its words, too.
      .flatMap((text) => [...wordsOf(text), ...text.toLowerCase().split(/\s+/)])
      .flatMap((word) => [word, singular(word), plural(word)]),
  );
}

/** Whether a word asks for nothing that rows or fields could answer to. */
const isSmall = (word: string): boolean =>
  word.length < 3 ||
  /^\d|^(?:listing|ad|entry|entrie|offer)s?$/.test(word) ||
  screenWord.test(word) ||
  appWord.test(word) ||
  people.test(word) ||
  (plain.has(word) && !isAttribute(word)) ||
  ((isPlainVerb(word) || isRecordVerb(word)) && weigh(word, []).weight < 0.7 && !isAttribute(word));

/** The table that was named last in a text: what its fields are told of. */
function namedLast({ tables }: Plan, text: string): PlannedTable | undefined {
  const key = ` ${wordKey(text)} `;
  const at = (table: PlannedTable) =>
    Math.max(
      ...[table.noun, ...(table.called ?? []), table.thing?.name ?? table.noun]
        .map(wordKey)
        .flatMap((noun) => [key.lastIndexOf(` ${noun} `), key.lastIndexOf(` ${plural(noun)} `)]),
    );
  return tables
    .map((table) => ({ table, at: at(table) }))
    .filter((one) => one.at >= 0)
    .sort((left, right) => right.at - left.at)[0]?.table;
}

/** Whom or what the app is for, examples of a thing, and what is refused: no rows of their own. */
const unkept =
  /\b(?:for|like|such as|e\.?g\.?|no|not|without|instead of|than|by|every|each|per)\s+(?:(?:my|our|the|a|an|all|any|young|old|other|new|some)\s+)*$/i;

/** Gives a place to the nouns of a description that no statement has used: rows where they are many and known, else fields. */
export function recover(plan: Plan, sentences: string[]): void {
  if (plan.tables.length === 0 || sentences.join(" ").length > lengthMax) return;
  let before = "";
  for (const sentence of sentences)
    for (const { text, inner } of piecesIn(sentence)) {
      if (!isQuestion(text) && !/\b(?:don't|dont|do not|no|not|without)\b/i.test(text)) place(plan, text, before);
      before += ` ${text} ${inner ?? ""} `;
    }
}

function place(plan: Plan, text: string, before: string): void {
  const words = text.split(/[\s/]+/);
  let run: string[] = [];
  for (const [at, word] of [...words, ""].entries()) {
    const key = wordKey(word);
    // "ratings from my family", but "deliveries from, to".
    const isLead = at + 1 < words.length && /^(?:from|until|since)$/i.test(word);
    if (key !== "" && !isLead && !isSmall(key) && !wordsIn(plan).has(key)) {
      run.push(key);
      if (!/[.,;:!?]$/.test(word)) continue;
    }
    if (run.length > 0) {
      const lead = words.slice(0, at - run.length + (key !== "" && run.at(-1) === key ? 1 : 0)).join(" ");
      const behind = words.slice(at + (key !== "" && run.at(-1) === key ? 1 : 0)).join(" ");
      placeRun(plan, run, `${before} ${lead} `, behind);
    }
    run = [];
  }
}

const doing = /^\s*(?:can|could|may|should|must|will|who|to)\b/i;

function placeRun(plan: Plan, run: string[], before: string, after: string): void {
  const owner = namedLast(plan, before);
  for (let from = 0; from < run.length; from++) {
    const noun = run.slice(from).join(" ");
    const { weight, isMany, thing } = weigh(noun, plan.among);
    if (weak.has(noun) || plan.refused.includes(singular(noun))) return;
    const isSaid = !unkept.test(before) && from === 0;
    // "readers can comment": whoever only acts is told of by the verb.
    if (isMany && thing?.kind === "person" && doing.test(after)) return;
    if (isMany && isPlural(noun) && weight >= 0.7 && (thing ?? / \d+ $/.test(before)) && isSaid) {
      const table = planTable(plan, noun, thing);
      if (owner && owner !== table) {
        if (/\b(?:their|its|with|has|have)\s+$/i.test(before)) linkParts(owner, table);
        else linkMain(owner, table, plan.tables);
      }
      return;
    }
    // "for a small practice": where it is used.
    if (isAttribute(noun) && owner && run.length - from < 4 && isSaid && !/\bfor (?:an?|my|our)\s+$/i.test(before)) {
      owner.said.push(typedPhrase(noun));
      return;
    }
  }
}
