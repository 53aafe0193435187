import "server-only";
import type { Person } from "@/engines/model/schema";
import type { Draft } from "../draft/draft";
import { colorsIn } from "../language/colors";
import { isPlural, listed, plural, wordsOf } from "../language/inflect";
import { loadWords } from "../words/load";
import { isReason, type Reason, reasonOf } from "../words/reasons";
import { faultHint, modelHint } from "../draft/person";
import { fontsOffered } from "../look/roles";
import { findEntity } from "../draft/resolve";
import { pairSaid } from "../lexicon/unique-words";
import { isNotBuilt, ownRow, signingIn, whyNotBuilt } from "./not-built";
import { unansweredWords } from "../request/gate";
import { marksOf } from "../request/meaning/marks";
import { automatic, computed, conditionHint, drawing, movedChart, multiplied } from "../request/meaning/texts";

/** Whether rules must not try a clause, whose words would mean something else to them. */
export const isBeyond = (clause: string): boolean =>
  isNotBuilt(clause) ||
  beyond.test(clause) ||
  ownRow.test(clause) ||
  drawing.test(clause) ||
  multiplied.test(clause) ||
  movedChart.test(clause);

/** What needs more than records and pages, wherever it is asked for. */
const beyond =
  /\b(?:scan\w* .{0,20}\bfaces?|weather|video ?(?:calls?|chats?|conferenc\w+|streaming)|voice (?:calls?|chat)|live ?(?:stream\w*|chat)|screen ?shar\w+|face recognition|handykamera|(?:aus dem|from the) (?:internet|web)|blockchain|crypto ?wallet|augmented reality|machine learning)\b/i;
/** Of an app of bugs, too. */
const faults =
  /\berrors? (?:happened|occurred)|\bfix (?:the|this|these|that|it|my)\b|\bbugs?\b|\bdoesn't work|\bnot working\b|\bbroken\b/i;
const uniqueHint =
  "One field by itself can be unique: name it and its table, as in “the email of customers must be unique”.";
const oneField = `${uniqueHint} That two fields together are never the same I cannot say; a page for bookings refuses two of the same time.`;
const because =
  (reason: Reason, more = "") =>
  (person: Person): string =>
    `${reasonOf(reason).replace("{model}", modelHint(person))}${more}`;
const ownRowsNote = "Rows of your own are typed or imported on their list page; I add sample rows only.";
const unsupported: [RegExp, string | ((person: Person) => string)][] = [
  [beyond, because("beyond")],
  [
    /^(?:please )?(?:remind|warn|notify|alert|text|e-?mail|message)\s+(?!is\b|was\b|has\b)(?:me|us|them|people|everyone|[\w-]+s|the)\b/i,
    because("mail", " A chart or a list sorted by date shows what comes next."),
  ],
  [ownRow, ownRowsNote],
  [automatic, because("mail")],
  [pairSaid, oneField],
  [
    /^(?!.*\b(?:colou?r|round|square|font)\w*\b)(?:(?:please )?(?:add|put|make|create|give|show|include)|(?:i|we) (?:need|want)|there should be)\b.*\bbuttons?\b/i,
    "Every list and every page of a row has the buttons that it needs (new, edit, delete); I add no others.",
  ],
  [
    /^(?:change|rename|replace|set) .*\b(?:text|label|word(?:ing)?)s?\b.*\bbuttons?\b/i,
    "What a button says goes by the name of its table: “rename orders to sales” changes it.",
  ],
  [
    /^(?:split|divide|separate) .*\b(?:in|into|to)\b/i,
    "I cannot take stored values apart; “rename name to last name” and “add first name” make two fields of one.",
  ],
  [
    /^(?:merge|combine|join|unite|put together) .*\b(?:in|into|to|as|and)\b/i,
    "I cannot put stored values together; rename the field that stays and remove the other one.",
  ],
  [
    /\b(?:bold|italic|underlined?)\b/i,
    "The letters of a single field cannot be set; fonts and colours are those of the whole app.",
  ],
  [
    /\b(?:freeze|frozen|pin(?:ned)?|sticky) (?:it|them|the|columns?|rows?|first)\b|\b(?:and|,) (?:freeze|pin) /i,
    "Columns do not stay in place when a list is scrolled.",
  ],
  [
    movedChart,
    "Charts stay where they are; “add a page with a chart of deals per stage” makes one on a page of its own.",
  ],
  [drawing, "I draw no pictures; the app goes by its name, which “call the app …” changes."],
  [computed, "I do not compute one field from others; a chart or a figure on a page adds numbers up."],
  [/\bgets? (?:an? )?(?:e-?mail|notification|sms|reminder|alert)s?\b/i, because("mail")],
  [
    /\b(?:more |look |looks )?(?:modern|prettier|nicer|beautiful|professional|fancy|elegant)\b/i,
    "The look follows one design of its own; name a colour, a background or a theme, as in “use navy on a cream background”.",
  ],
  [
    faults,
    (person) =>
      `I build by fixed rules and cannot find faults in code. Press Revert below the last message that worked${faultHint(person)}.`,
  ],
  [
    signingIn,
    "Accounts come with the platform: people sign in on the published app, so there is nothing to build. Say who may see what, as in “only admins can edit deals”.",
  ],
  [
    /\b(?:stripe|paypal|checkout(?! (?:must|should|has|date|time|day|is|before|after|on)\b)|payments? (?:gateway|integration)|take payments?|pay online)\b/i,
    because("payment"),
  ],
  [
    /\b(?:send|(?<!\b(?:the|an?|their|his|her|same|and) )e-?mail(?! (?:of|is|and|must|should|field|address|has)\b)|sms|notify|notifications?|reminders?|alerts?)\b.*\b(?:mail|email|sms|when|remind\w*|notif\w*|alert\w*)\b|\b(?:notifications?|(?:email|mail) (?:reminders?|alerts?))\b/i,
    because("mail"),
  ],
  [/\b(?:ai|gpt|chatgpt|chat ?bot|llm|recommendations?|summari[sz]e)\b/i, because("model")],
  [
    /\b(?:export|import|csv|excel|pdf|print)\b/i,
    "CSV import and export are in the Database panel; the app itself gets no button for it.",
  ],
  [/\bsearch(?:ing|able)?\b/i, "Every list already has a search box over its texts."],
  [
    /\b(?:responsive|mobile(?:[- ]friendly)?|on (?:a |my )?phones?)\b/i,
    "Every page already fits a phone: the table becomes cards and the sidebar a menu.",
  ],
  [/\b(?:map|google maps|gps)\b/i, because("map")],
];

/** What is said of a wish that others could read in other words: it tells how to say it, and not that it is not built. */
const hints: [RegExp, string][] = [
  [/\b(?:fonts?|typeface|typography|lettering)\b/i, fontsOffered],
  [
    /^(?:colou?r|highlight)\b(?!\s*[:,])/i,
    "Every value of a dropdown is shown as a badge with a colour of its own already.",
  ],
  [/\bsort(?:ing|able)?\b/i, "Every table sorts by a press on a column's title."],
  [/\bunique\b|\b(?:not|never|no)\b.*\b(?:twice|more than once|duplicates?)\b/i, uniqueHint],
  [
    /\b(?:edit|delete|add|create) (?:and|or|buttons?|records?|rows?|them|it)\b/i,
    "Every list already adds, edits and deletes rows.",
  ],
  [
    /\b(?:charts?|graphs?|diagrams?)\b/i,
    "I could not tell which field this is about: name a table and a dropdown or a date of it, as in “a bar chart of deals by stage”.",
  ],
];

export const isUnsupported = (clause: string): boolean =>
  isNotBuilt(clause) || [...unsupported, ...hints].some(([pattern]) => pattern !== faults && pattern.test(clause));

/** How a wish of this sort is said. */
export const hintFor = (clause: string): string | undefined =>
  /^highlight\b|^(?:colou?r|mark|paint)\b/i.test(clause) && (colorsIn(clause).length > 0 || /^highlight/i.test(clause))
    ? conditionHint
    : hints.find(([pattern]) => pattern.test(clause))?.[1];

/** Why nothing of the sort is built. In an app of bugs the word is no complaint. */
export function reasonAgainst(clause: string, { model, person }: Draft): string | undefined {
  // "add weight training as a class".
  const of = /^add .+ as (?:an? )(?:new )?([\w ]+)$/i.exec(clause)?.[1];
  if (of && !isPlural(of) && findEntity(model, of).kind === "one")
    return `Rows are entered in the app itself, with the button above the list of ${plural(of.toLowerCase())}; I add sample rows only.`;
  // In an app of bugs, or of tools that may be broken, these words are no complaint.
  const own = marksOf(clause, model).filter(
    ({ entities, states, pages }) => entities.length + states.length + pages.length > 0,
  );
  const others = own.reduce((text, mark) => text.replace(mark.text, " "), clause);
  const why = whyNotBuilt(clause, person);
  if (why !== undefined) return why;
  const note = unsupported.find(([pattern]) =>
    pattern.test(pattern === faults || pattern === signingIn ? others : clause),
  );
  return typeof note?.[1] === "function" ? note[1](person) : note?.[1];
}

/** Why nothing is built of a request that is known to ask for more than records and pages. */
export function whyBeyond(said: string, draft: Draft): string {
  const words = new Set(wordsOf(said));
  const [name] = [...loadWords().beyond].find(([, list]) => list.some((word) => words.has(word))) ?? [];
  return reasonAgainst(said, draft) ?? because(name !== undefined && isReason(name) ? name : "beyond")(draft.person);
}

/** Names words that nothing was done for, with the reason where there is one. */
export function nameMissed(said: string, draft: Draft): void {
  const reason = reasonAgainst(said, draft);
  if (reason) draft.skipped.push(`“${said}”: ${reason}`);
  else sayUnclear(said, draft);
}

/** With more strange words than this a sentence is not understood as a whole. */
const namedMax = 4;

/** Says of a request that it was not understood, by its strange words where there are few. */
export function sayUnclear(said: string, draft: Draft, words: string[] = []): void {
  const colors = new Set(colorsIn(said).flatMap(({ name }) => wordsOf(name)));
  const left = words.length > 0 ? words : unansweredWords(said, [], [draft.model]).filter((word) => !colors.has(word));
  const strange = [...new Set(left)];
  draft.unclear.push(
    strange.length > 0 && strange.length <= namedMax
      ? `“${said}”: I did not understand ${listed(strange.map((word) => `“${word}”`))} here, so I changed nothing for it.`
      : `“${said}”: I did not understand this.`,
  );
}
