import "server-only";
import { participleOf } from "../../language/participle";
import { knownAs } from "../../lexicon/known";
import { give, keep, type Kept, link, tableOf, type Told } from "./kept";
import { doneTo } from "./object";
import { type Doing, pronoun, spoken } from "./rows";
import { statesIn } from "./states";

const truth =
  /^whether (?:(?:an?|the|their|its|it|they|he|she|one) ?)([a-z-]+)? ?(?:is|are|was|were|has|have) (?:an? )?(.+)$/i;

/** "see whether an animal is vaccinated", "see whether their car is waiting, in work or ready". */
export function tellTruth(told: Told, clause: string): boolean {
  const [, noun, is] = truth.exec(clause) ?? [];
  if (!is) return false;
  const table = (noun ? tableOf(told, noun) : undefined) ?? spoken(told);
  if (!table) return true;
  const states = is.split(/,\s*(?:or )?| or /i);
  if (states.length > 2) give(table, { text: "status", options: states, isCriterion: true });
  else
    for (const one of is.split(/,| or | and (?=gets?|is|has|can) ?(?:is |has )?/i))
      give(table, { text: one.replace(/^(?:is|has) /, ""), options: ["yes", "no"], isCriterion: true });
  return true;
}

/** "record who has accepted or declined", "say whether they come to a rehearsal". */
export function tellAnswered(told: Told, clause: string): boolean {
  const [, one, other] = /^who has ([a-z]+ed) or ([a-z]+ed)$/i.exec(clause) ?? [];
  const table = spoken(told);
  if (one && other && table) give(table, { text: `${one} or ${other}`, options: [one, other] });
  const [, to = ""] =
    /^whether they (?:can )?(?:come|attend|take part|will come)(?: (?:to|in|at) (?:an? |the )?(.+))?$/i.exec(clause) ??
    [];
  if (!/^whether they (?:can |will )?(?:come|attend|take part)/i.test(clause)) return one !== undefined;
  link(keep(told, "attendance", { isDeed: true }), (to ? tableOf(told, to) : undefined) ?? table);
  return true;
}

/** "set it to new, packed or shipped", "mark a lesson as finished"; undefined where nothing is put anywhere. */
export function tellStates(told: Told, { verb, object }: Doing): Kept[] | undefined {
  const found = statesIn(object);
  if (found) {
    const isNamed = found.of !== "" && !pronoun.test(found.of);
    const named = isNamed ? tableOf(told, doneTo(found.of).phrases[0]?.head ?? found.of) : undefined;
    const isOwn = isNamed && !named && found.of.split(" ").length < 4;
    const deed = /status/i.test(object) ? told.tables.find(({ isDeed }) => isDeed) : undefined;
    const entered = pronoun.test(found.of) ? told.entered : undefined;
    const table =
      named ??
      entered ??
      (told.topic && told.topic.verbs.size + told.topic.to.size > 0 ? told.topic : (deed ?? spoken(told)));
    if (table) give(table, { text: isOwn ? found.of : "status", options: found.states });
    return table ? [table] : [];
  }
  const [, of = "", state = ""] = /^(.*?) as (?:an? )?([a-z-]+(?: [a-z]+)?)$/i.exec(object) ?? [];
  const table = state
    ? ((pronoun.test(of) ? told.topic : tableOf(told, doneTo(of).phrases[0]?.head ?? "")) ?? spoken(told))
    : undefined;
  if (table && !knownAs(state)) give(table, { text: state, options: ["yes", "no"], isCriterion: true });
  return table || !/^(?:set|follow|see|update|change)$/.test(verb) ? (table ? [table] : []) : undefined;
}

/** "an offer that the seller accepts or declines". */
export function tellDecided(clause: string, table: Kept | undefined): void {
  const [, one, other] = /\b(accept|approve|confirm)s? or (declin|reject|refus|den)(?:e|y|ie)?s?\b/i.exec(clause) ?? [];
  if (table && one && other)
    give(table, {
      text: "status",
      options: [
        "requested",
        participleOf(one),
        participleOf({ declin: "decline", reject: "reject", refus: "refuse", den: "deny" }[other]!),
      ],
    });
}
