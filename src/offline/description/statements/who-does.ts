import "server-only";
import { singular } from "../../language/inflect";
import { knownAs, knownNamed } from "../../lexicon/known";
import { isAttribute, verbAt } from "../../lexicon/lexicon";
import { tokenize } from "../../lexicon/tokens";
import { infinitiveOf } from "../../language/participle";
import { isEvent, isPerson } from "../plan/happenings";
import { nameIn, type Plan, planTable, type PlannedTable } from "../plan/plan";
import { standingAs } from "../plan/standing";
import { weigh } from "../plan/weigh";

/** "who cleans what this week", "who helps at which stall", "who waters when": what somebody does, with what else is asked of it. */
const doing =
  /^who\s+(?:(?:has|have|is|are|was|will|can|may|should|must|wants? to)\s+)?([a-z]+)\b(?=.*\b(?:what|which|whom|when|how much|how many|whose)\b)(.*)$/i;
const asks =
  /(?:\b(at|in|on|to|for|of|with|from)\s+)?\b(which|what|whose|whom|how much|how many|until when|since when|when)\b(?:\s+(?!this\b|next\b|each\b|every\b|at\b|in\b|on\b|for\b|to\b|from\b|and\b|is\b|it\b|them\b|we\b|until\b|since\b|when\b|how\b)([a-z]+))?/gi;
const time =
  /^(?:day|days|date|time|week|weekend|morning|evening|hour|slot|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i;

/** Plain nouns for what people do, where the verb has none of its own. */
const deeds: Record<string, string> = {
  bring: "Contribution",
  owe: "Debt",
  help: "Helper",
  work: "Shift",
  on: "Duty",
  read: "Reading",
  play: "Part",
  lead: "Session",
  use: "Usage",
};

const nounOf = (verb: string) =>
  deeds[verb] ??
  `${/[^aeiou]e$/.test(verb) ? verb.slice(0, -1) : verb}ing`.replace(/^./, (first) => first.toUpperCase());

/** Reads such a question as rows of what is done: by whom, with what, when. False where it asks for less. */
export function readWhoDoes(plan: Plan, text: string): boolean {
  const match = doing.exec(text);
  if (!match) return false;
  const verb = infinitiveOf(match[1]!);
  const asked = [...match[2]!.matchAll(asks)];
  const entry = verbAt(tokenize(verb), 0)?.entry;
  const act = entry?.sort === "record" ? entry.data : undefined;
  const makes = act && !act.makes.includes("{") ? act.makes : nounOf(verb);

  const done = planTable(plan, makes.toLowerCase(), knownAs(makes, plan.among) ?? undefined);
  if (act) done.act ??= act;
  // An order says by whom and of what, whatever else is asked of it.
  const isTold = done.thing?.kind === "document" || done.thing?.kind === "record";
  const others = isTold ? asked.filter(([, , word = "", noun]) => !/^wh(?:at|ich)$/i.test(word) || noun) : asked;
  for (const [, preposition = "", word = "", noun = ""] of others) place(plan, done, { preposition, word, noun });
  // Whoever does it may be named further on.
  plan.after.push(() => {
    const person = plan.tables.find((table) => isPerson(table) && table !== done);
    if (person && !done.links.some(({ to }) => to === person)) done.links.push({ to: person });
    const isKnown = done.thing?.fields.some(({ relates }) => relates && knownNamed(relates)?.kind === "person");
    if (!person && !isKnown && !done.said.some((one) => /^(?:who|name|by)\b/.test(one))) done.said.unshift("who");
  });
  plan.heard.add(match[1]!.toLowerCase());
  plan.heard.add(verb);
  return true;
}

const say = ({ said }: PlannedTable, phrase: string) => void (said.includes(phrase) || said.push(phrase));

function place(
  plan: Plan,
  done: PlannedTable,
  { preposition, word, noun }: Record<"preposition" | "word" | "noun", string>,
) {
  if (/^until/i.test(word)) say(done, "until (date)");
  else if (/^since/i.test(word)) say(done, "since (date)");
  else if (/^when$/i.test(word)) say(done, "when (datetime)");
  else if (time.test(noun)) say(done, "date");
  else if (/^whom$/i.test(word)) {
    say(done, preposition ? `${preposition} whom` : "to whom");
  } else if (/^how/i.test(word)) say(done, noun && noun !== "money" ? `${noun} (number)` : "amount (money)");
  else if (noun === "" || isAttribute(noun)) say(done, noun === "" ? "what" : noun);
  else {
    const other = standingAs(plan, noun) ?? planTable(plan, noun, knownAs(noun, plan.among) ?? undefined);
    if (other !== done && !done.links.some(({ to }) => to === other)) done.links.push({ to: other });
  }
}

/** "who came", "who was there". */
export const attending =
  /^who(?:['’]s)?\s+(?:has\s+|have\s+|is\s+|was\s+|will\s+|can\s+)?(?:be\s+)?(?:attended|attends?|attending|coming|comes?|came|present|absent|missing|there|took part|takes part|taking part|take part|participates?|participated|participating|shows? up|showed up|turns? up|(?<=can )(?:play|sing|dance|row|serve|make it))\b/i;
/** "to which rehearsal", "at which training". */
const whereTo = /\b(?:to |at |in |for |on )?which ([a-z]+(?: [a-z]+)?)$/i;
const isAhead = /\b(?:coming|comes?|will|can)\b/i;

/** Whoever comes to what such an app keeps: a choir's singers. */
function attendeeOf(plan: Plan): PlannedTable | undefined {
  const named = plan.tables.find(isPerson);
  if (named) return named;
  const thing = plan.kind?.things.map(knownNamed).find((one) => one?.kind === "person");
  return thing ? planTable(plan, nameIn(plan, thing), thing) : undefined;
}

/** "who came", "who is coming to which rehearsal": a row for each who was there, or said so. */
export function readAttendance(plan: Plan, text: string): boolean {
  if (!attending.test(text)) return false;
  const noun = whereTo.exec(text)?.[1];
  const before = plan.tables.length;
  const person = attendeeOf(plan);
  const event = noun
    ? planTable(plan, singular(noun.toLowerCase()), knownAs(noun, plan.among) ?? undefined)
    : (plan.tables.findLast((table) => isEvent(table) && !isPerson(table) && !table.noun.endsWith("attendance")) ??
      plan.tables.findLast((table) => table !== person && weigh(table.noun, plan.among).weight > 0));
  if (!event || (!person && !noun && !isAhead.test(text))) {
    plan.tables.length = before;
    return false;
  }
  const kept = isAhead.test(text) ? "Attendance answer" : person ? "Attendance" : "Attendance mark";
  const made = planTable(plan, "attendance", knownNamed(kept) ?? undefined);
  for (const to of [event, person]) if (to && !made.links.some((link) => link.to === to)) made.links.push({ to });
  for (const word of text.toLowerCase().split(" ")) plan.heard.add(word);
  return true;
}
