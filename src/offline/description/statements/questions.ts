import "server-only";
import { endsAs } from "../../words/happenings";
import { isPlural, plural, singular } from "../../language/inflect";
import { readFrames } from "./acts";
import { askedIn } from "../../lexicon/asked";
import { isEvent, isPerson } from "../plan/happenings";
import { knownAs } from "../../lexicon/known";
import { isAttribute, isRecordVerb } from "../../lexicon/lexicon";
import { linkParts } from "../plan/place";
import { type Plan, planTable, type PlannedTable } from "../plan/plan";
import { framesOf } from "./statements";
import { readAttendance, readWhoDoes } from "./who-does";

const opening =
  /^(?:(?:and|also|so|i|we|mark|see|know|note|plan|must|organi[sz]e|to see|to know|need to know|keep track of)\s+)*(?:who|whom|whose|which|what|what's|who's|when|where|how|why|whether|if|since when|until when|till when|from when|by when)\b/i;

/** Whether a piece asks for something: "who has it", "which room", "whether it is paid". */
export const isQuestion = (text: string): boolean => opening.test(text);

const two =
  /^who\s+(?:has\s+|have\s+|is\s+|are\s+)?(\w+(?:\s(?:up|in|out)(?:\s(?:for|to))?)?)\s+(?:which|what|how much|how many)\b\s*((?!until|when|at|on|in|from|for|by|and)\w+(?:\s(?!on|at|in|from|for|until|when|and|which|by)\w+)?)?/i;
const whichWhich =
  /^(?:which|what)\s+(?!(?:is|are|was|were|does|do|did|has|have|can)\b)(\w+)\s+(?:has\s+|have\s+)?(\w+)\s+(?:which|what)\s+(\w+)/i;
/** "which pattern needs how much fabric": how much of it each takes. */
const howMuch = /^(?:which|what)\s+(\w+)\s+(?:needs?|uses?|takes?|gets?|eats?|has)\s+how (?:much|many)\s+(\w+)$/i;
const came =
  /^who\s+(?:has\s+|have\s+|is\s+|was\s+)?(?:signed up|signs up|registered|registers|enrolled|enrolls|attended|attends|coming|comes|came|joined|present)\b/i;

const toDo =
  /^what (?:(?:i|we|they) (?:have|need|must) )?(?:to |must )([a-z]+)(?: (?:when|next|first|today|tomorrow|on which day|for whom|(?:each|every) \w+))*$/i;

const push = (plan: Plan, table: PlannedTable | undefined, phrase: string): void => {
  if (table) {
    if (!table.said.includes(phrase)) table.said.push(phrase);
  } else plan.pending.push(phrase);
};

/** Words behind a question that ask for a time as well: "who has which key since when". */
function timesIn(text: string): string[] {
  const times: string[] = [];
  if (/\b(?:until|till|to) when\b|\bhow long\b/i.test(text)) times.push("until (date)");
  else if (/\b(?:at (?:what|which) time|when|what time|which time)\b/i.test(text) && !/since when/i.test(text))
    times.push("when (datetime)");
  return times;
}

/** How much a plan holds: whether reading something has changed it. */
const sizeOf = ({ tables, pending, pendingAsked }: Plan): number =>
  tables.reduce((sum, { said, asked, links }) => sum + 1 + said.length + (asked?.length ?? 0) + links.length, 0) +
  pending.length +
  pendingAsked.length;

/** A question about rows is a field of theirs, a link, or something done that must be remembered. */
export function readQuestion(plan: Plan, said: string, about: PlannedTable | undefined): void {
  const before = sizeOf(plan);
  readAsked(plan, said, about);
  if (sizeOf(plan) === before) return;
  for (const word of said.toLowerCase().split(/[^a-z]+/))
    if (isRecordVerb(word) || /(?:ed|ght|es|[^s]s)$/.test(word)) plan.heard.add(word);
}

function readAsked(plan: Plan, said: string, about: PlannedTable | undefined): void {
  const text = said
    .replace(
      /^(?:(?:and|also|so|i|we|mark|see|know|note|plan|must|organi[sz]e|to see|to know|need to know|keep track of)\s+)+/i,
      "",
    )
    .replace(/\bwhich ones?\b/i, "it")
    .replace(/\?$/, "");

  // "what to bake when": in the order of its day, which is no field.
  if (toDo.test(text)) {
    for (const word of text.toLowerCase().split(" ")) plan.heard.add(word);
    return;
  }
  if (readAttendance(plan, text)) return;
  const both = two.exec(text);
  if (both && isKnownDeed(both, about) && readWhoWhich(plan, both, text, about)) return;
  if (!(about && isDealing(about)) && readWhoDoes(plan, text)) return;
  const [, whole, amount] = howMuch.exec(text) ?? [];
  if (whole && amount) {
    const { tables } = plan;
    const table = tables.find(({ noun }) => noun === singular(whole) || noun.endsWith(` ${singular(whole)}`)) ?? about;
    return push(plan, table, `${amount} needed`);
  }
  const pair = whichWhich.exec(text);
  if (pair) return readWhichWhich(plan, pair, text);
  if (came.test(text))
    return readFrames(
      plan,
      framesOf(
        text.replace(/^who\s+(?:has |have |is |was )?(?:came|comes|coming|present|joined)/i, "people attend"),
        plan.among,
      ),
    );

  if (/^whether\b|^if\b/i.test(text))
    return push(
      plan,
      about,
      `${text.replace(/^(?:whether|if)\s+(?:it|they|he|she|the \w+)?\s*(?:['’]s|['’]re|is|are|was|were|has|have|been|already|or not|\s)*/i, "").trim() || "done"} checkbox`,
    );

  const asked = askedIn(text);
  if (asked === null) return;
  if ("field" in asked) {
    // "when I last watered them": plants have that.
    const done = /^(?:last_)?([a-z]+)_(?:date|on)$/.exec(asked.field.name)?.[1];
    if (done && about?.thing?.fields.some(({ spec }) => spec.name === `last_${done}` || spec.name === `${done}_on`))
      return;
    if (about) about.asked = [...(about.asked ?? []), asked.field];
    else plan.pendingAsked.push(asked.field);
    return;
  }
  const to = planTable(plan, asked.other, knownAs(asked.other, plan.among) ?? undefined);
  if (about && to !== about) about.links.push({ to });
}

/** An order, a lesson: what asks for who did it and with what is a field of it. Of a party it is rows. */
const isDealing = (table: PlannedTable) =>
  isEvent(table) && (endsAs("dealt", table.noun) || table.thing?.kind === "record");

/** "who booked which hall", and whatever is asked of what happens. */
const isKnownDeed = ([, verb = "", noun]: RegExpExecArray, about: PlannedTable | undefined): boolean =>
  (about !== undefined && isDealing(about)) ||
  /^(?:has|have|had|holds?|gets?|got)$/i.test(verb) ||
  (isRecordVerb(verb.split(" ")[0]!.toLowerCase()) && noun !== undefined && !/^this\b/i.test(noun));

/** "which kid has which book": what one of them does to the other. */
function readWhichWhich(plan: Plan, [, who = "", verb = "", what = ""]: RegExpExecArray, text: string): void {
  const isHeld = /^(?:has|have|keeps|holds)$/i.test(verb);
  const before = new Set(plan.tables);
  readFrames(
    plan,
    framesOf(`${plural(who)} can ${isHeld ? "borrow" : verb.replace(/s$/, "")} ${plural(what)}`, plan.among),
  );
  const done = plan.tables.find((table) => table.act !== undefined && !before.has(table));
  const [one, other] = [who, what].map((noun) => planTable(plan, noun, knownAs(noun, plan.among) ?? undefined));
  if (!done && one !== other) linkParts(one!, other!);
  for (const time of timesIn(text)) push(plan, done, time);
}

/** "who booked which hall at what time": what was done, with the hall and the time. */
function readWhoWhich(plan: Plan, both: RegExpExecArray, text: string, about: PlannedTable | undefined): boolean {
  const verb = both[1]!.toLowerCase();
  const noun = both[2] === undefined || isRecordVerb(both[2]) ? undefined : both[2];
  const times = timesIn(text);
  const other =
    noun === undefined ? undefined : plan.tables.find((table) => table.noun === singular(noun).toLowerCase());
  const hasPeople = other !== undefined && other === about && plan.tables.some(isPerson) && isRecordVerb(verb);
  if (about && isEvent(about) && (other === undefined || other === about) && !hasPeople) {
    if (noun && !isAttribute(noun) && !` ${about.noun} `.includes(` ${singular(noun)} `)) {
      const to = planTable(plan, noun, knownAs(noun, plan.among) ?? undefined);
      if (to !== about && !about.links.some((link) => link.to === to)) about.links.push({ to });
    }
    const asked = askedIn(`who ${verb} it`);
    if (asked && "field" in asked) about.asked = [...(about.asked ?? []), asked.field];
    for (const time of times) push(plan, about, time);
    return true;
  }
  const object = noun ?? about?.noun;
  if (!object) return false;
  const someone = plan.tables.find(isPerson);
  const who = someone && isRecordVerb(verb.split(" ")[0]!) ? plural(someone.noun) : "people";

  readFrames(
    plan,
    framesOf(`${who} ${verb.replace(/(?<=[^s])s$/, "")} ${isPlural(object) ? "the" : "a"} ${object}`, plan.among),
  );

  return true;
}
