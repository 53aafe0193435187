import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { knownAs, quietAs } from "../../lexicon/known";
import { isPlainVerb, isRecordVerb } from "../../lexicon/lexicon";
import { isPersonLike, isSomebody, people } from "../../lexicon/nouns";
import { removeTable } from "./kindred";
import type { Plan, PlannedTable } from "./plan";

const pronoun = /^(?:it|them|they|this|that|these|those|one|ones|him|her|us|me)$/;
const noVerb =
  /^(?:each|every|what|which|whose|one|two|three|four|five|all|any|some|no|per|of|and|or|with|for|in|on|at|to|by|from|who|when|where)$/;
const modal = "(?:can|could|should|must|may|to|will|would)";
const telling = /^(?:tell|show|let|help|give|remind|inform|warn|notify|ask|invite|teach|send)$/;
const article = "(?:(?:the|their|my|our|his|her|a|an|new|all|some) )*";

/** "family can leave memories", "staff scan boxes": where the verb stands in words that were taken for a noun. -1: nowhere. */
function verbIn(text: string, words: readonly string[]): number {
  return words.findIndex((word, at) => {
    const rest = words.slice(at + 1).join(" ");
    if (rest === "" || noVerb.test(word)) return false;
    const object = `${article}(?:${rest}|${plural(rest)}) `;
    if (new RegExp(` ${modal} ${word} ${object}`).test(text)) return true;
    // "tell visitors which trails are open".
    if (at === 0 && telling.test(word) && new RegExp(`^ ${word} ${object}`).test(text)) return true;
    const who = words[at - 1];
    if (who === undefined || !(people.test(who) || isSomebody(who))) return false;
    const isVerb = isPlainVerb(word) || isRecordVerb(word) || pronoun.test(rest);
    // "customers scan boxes": of many somebodies. "customer loyalty cards" are cards.
    const isDone = isVerb || (!/(?:ing|ed)$/.test(word) && !knownAs(word));
    const many = who === "staff" || isPlural(who) ? who : plural(who);
    const whoever = isVerb ? `(?:${who}|${many})` : many;
    return isDone && new RegExp(` ${whoever} ${word} ${article}${plural(rest)} `).test(text);
  });
}

/** "each interviewer leaves a score": somebody and what they do, of whom the rows are. */
function doerIn(text: string, words: readonly string[]): string | undefined {
  const [who = "", deed = "", ...others] = words;
  const isWho = others.length === 0 && isSomebody(who);
  const does = new RegExp(` ${who}s? (?:${deed}|${plural(deed)}) (?:an?|the|their|his|her|its) `);
  return isWho && !knownAs(deed) && !quietAs(deed) && does.test(text) ? who : undefined;
}

/** Takes the verb of a sentence out of a table's name, and a table of nothing but a verb away: "leave memories" keeps memories, "trade them" keeps nothing. */
export function plainNouns(plan: Plan): void {
  for (const table of plan.tables.slice()) {
    const words = table.noun.split(" ");
    if (words.length < 2 || words.length > 5 || table.act) continue;
    const doer = doerIn(plan.text, words);
    if (doer) {
      rename(plan, table, doer);
      continue;
    }
    const at = verbIn(plan.text, words);
    if (at < 0) continue;
    const noun = singular(words.slice(at + 1).join(" "));
    // By the end of the word alone: "show guests" still keeps guests.
    const isAddressed = at === 0 && (people.test(noun) || isPersonLike(noun));
    if (pronoun.test(noun) || isAddressed) removeTable(plan, table);
    else rename(plan, table, noun);
  }
}

function rename(plan: Plan, table: PlannedTable, noun: string): void {
  const thing = knownAs(noun, plan.among) ?? undefined;
  const other = plan.tables.find(
    (one) => one !== table && (one.noun === noun || (thing !== undefined && one.thing?.name === thing.name)),
  );
  if (other) {
    other.said.push(...table.said.filter((phrase) => !other.said.includes(phrase)));
    return removeTable(plan, table);
  }
  table.noun = noun;
  if (thing) table.thing = thing;
}
