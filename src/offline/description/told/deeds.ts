import "server-only";
import { singular } from "../../language/inflect";
import { participleOf } from "../../language/participle";
import { knownAs } from "../../lexicon/known";
import { recordVerbOf, verbAt } from "../../lexicon/lexicon";
import { tokenize } from "../../lexicon/tokens";
import { briefs } from "../../words/briefs";
import { tasks } from "../../words/tasks";
import { endsIn, isDealt } from "../brief/heard";
import { give, keep, type Kept, link, tableOf, type Told } from "./kept";
import { isField, rowNoun } from "./nouns";
import { type Done, doneTo } from "./object";
import { type Doing, mainOf, meant, pronoun, spoken, tablesFor, tell } from "./rows";

const makesOwn: Record<string, string> = {
  pledge: "pledge",
  back: "pledge",
  reply: "reply",
  sign: "signature",
  message: "message",
  "check out": "order",
  evaluate: "evaluation",
  reserve: "reservation",
};

/** The table that a deed leaves: "book a lane" makes bookings. */
function deedOf(told: Told, verb: string, object: Kept | undefined): Kept {
  const first = verb.split(" ")[0]!;
  const said = verbAt(tokenize(verb), 0)?.entry;
  const deed = said?.sort === "record" ? said.data : recordVerbOf(first);
  const thing = object && knownAs(object.noun)?.name;
  const makes =
    makesOwn[verb] ?? ((thing && deed?.makesFor[thing]) || (deed && !deed.makes.includes("{") ? deed.makes : first));
  const noun = makes.toLowerCase();
  // "grant applications" where applications are handed in.
  const last = told.tables.find((table) => noun.endsWith(` ${table.noun}`) && (table.isDeed || isDealt(table.noun)));
  return last ?? keep(told, noun, { isDeed: true });
}

const tellsOf = (told: Told, { phrases }: Done): Kept | undefined =>
  phrases.flatMap(({ of }) => of.flatMap(({ noun }) => tableOf(told, noun) ?? []))[0];

/** What is done is of what it is for, and of who does it where they are kept. */
function linkDone(told: Told, table: Kept, { phrases }: Done, who: string | null): void {
  for (const { of } of phrases)
    for (const { word, noun } of of)
      if (/^(?:for|on|of|at|to|about|from|in)$/.test(word)) link(table, tableOf(told, noun));
  for (const one of told.chosen) link(table, one);
  if (who)
    told.later.push(() =>
      link(
        table,
        told.tables.find((one) => one.isPerson && one.noun === singular(who)),
      ),
    );
}

/** "subscribe to the newsletter", "sign up for updates": no rows but those who get them. */
function subscribed(told: Told, { verb, object }: Doing, done: Done): Kept | null {
  const isOfMail = /^(?:subscribe|sign up)/.test(verb) && endsIn(briefs().mailed, done.phrases[0]?.head ?? object);
  if (!isOfMail && !(verb === "subscribe" && object === "")) return null;
  const table = keep(told, "subscriber", { isPerson: true });
  tell(told, table, done.told);
  return table;
}

/** "book a ride", "rate it", "apply with a letter"; null where the object is the row itself. */
export function tellDeed(told: Told, task: Doing, done: Done, isFunction: boolean): Kept[] | null {
  const { verb, who, object } = task;
  const [first] = done.phrases;
  const subscriber = subscribed(told, task, done);
  if (subscriber) return [subscriber];
  const isAs = /^as (?:an? )?/i.test(first?.head ?? object);
  if (verb === "register" && (!first || isAs || !/^(?:for|to)\b/.test(object))) return null;
  if (verb === "sell" || (/^(?:sign up|enroll?)$/.test(verb) && first && !/^for\b/.test(object))) return null;
  if (/^(?:like|upvote)$/.test(verb)) return [];
  // "book a place", "reserve seats": of what takes place.
  const isPlaces = /^(?:book|reserve|select)$/.test(verb) && tasks().places.has(first?.head ?? "");
  const head = isPlaces ? "" : (first?.head ?? "");
  if (/^(?:results?|performance|progress|statistics)$/.test(head)) return [];
  const noun = pronoun.test(head) || head === "" ? null : rowNoun(head, false);
  const before = noun ? tableOf(told, noun) : undefined;
  const isReport = verb === "report" || verb === "request";
  if (verb === "report" && told.hasReports) {
    const table = keep(told, "report", { isDeed: true });
    if (before || isFunction)
      for (const one of tablesFor(told, done.phrases, {
        isShown: false,
        isFunction: isFunction || !!before,
        isTold: true,
      }))
        link(table, one);
    tell(told, table, done.told);
    linkDone(told, table, done, who);
    return [table];
  }
  const isRecord =
    before !== undefined &&
    (before.isDeed || /^(?:record|document|event|message|money)$/.test(knownAs(before.noun)?.kind ?? ""));
  if (
    isReport &&
    !pronoun.test(head) &&
    !(before && !isRecord && !before.verbs.has(verb) && before.fields.length + before.verbs.size > 0)
  )
    return null;
  // "book an appointment", "ask a question": what is made by doing it.
  if (
    noun &&
    tasks().making.has(verb) &&
    (isDealt(noun) || before?.isDeed || (verb === "ask" && noun === "question"))
  ) {
    const table = before ?? keep(told, noun, { isDeed: true });
    table.isDeed = true;
    tell(told, table, done.told);
    linkDone(told, table, done, who);
    return [table];
  }
  // "reserve metres": how much of what is reserved.
  const done1 = told.tables.find(({ isDeed, verbs }) => isDeed && verbs.has(verb));
  if (done1 && !isFunction && noun && !before && first!.isMany && knownAs(noun) === null && done.phrases.length === 1) {
    tell(told, done1, [head, ...done.told]);
    linkDone(told, done1, done, who);
    return [done1];
  }
  // "answering inquiries": what comes in, and where it stands.
  if (isFunction && noun && !before && isDealt(noun) && /^(?:answer|reply to)$/.test(verb))
    return [keep(told, noun, { isDeed: true })];
  const isOfOther = !tasks().making.has(verb) && noun !== null && !before && isDealt(noun);
  const isStuff = isFunction && first !== undefined && !first.isMany && !first.isOne && !pronoun.test(head) && !before;
  const objects =
    pronoun.test(head) || head === "" || isOfOther || isStuff
      ? []
      : tablesFor(
          told,
          done.phrases.filter(({ head }) => !isField(head)),
          { isShown: false, isFunction: true, isTold: true },
        );
  const about =
    told.chosen[0] ?? (tasks().main.has(verb) && (head === "" || told.topic?.isDeed) ? mainOf(told) : spoken(told));
  const one = objects[0] ?? tellsOf(told, done) ?? (pronoun.test(head) ? (meant(told)[0] ?? spoken(told)) : about);
  const table = deedOf(told, verb, one);
  for (const other of objects.length > 0 ? objects : [one]) link(table, other);
  tell(told, table, done.told);
  if (done.by.length > 0 && one) tell(told, one, done.by, true);
  if (done.choices.length > 0) give(table, { text: done.choices.join(" or "), options: done.choices });
  if (objects.length === 0 && first && isField(head) && !/slot|time|date|day|evening/.test(head))
    tell(told, table, [head]);
  if (isPlaces && !isFunction && first!.isMany && /^(?:places|seats|spots)$/.test(first!.head))
    tell(told, table, [first!.head]);
  linkDone(told, table, done, who);
  return [table];
}

/** "leave a review", "write a comment with stars": what is said of what was spoken of. */
export function leftIn(told: Told, { verb, object }: Doing): Kept | undefined {
  if (!/^(?:leave|write|give|post|submit|share|add|collect|read|receive)$/.test(verb)) return undefined;
  const [, head, rest = ""] =
    /^(?:an? |the |their |honest |short |own )*(reviews?|ratings?|comments?|feedback|references?|testimonials?|replies|reply|(?:[a-z]+ )?(?:messages?|condolences?|tributes?|greetings?))\b(.*)$/i.exec(
      object,
    ) ?? [];
  if (!head) return undefined;
  const done = doneTo(rest);
  const noun = /^rating/i.test(head) ? "review" : singular(head.toLowerCase());
  const about = spoken(told);
  const table = keep(told, noun, { isDeed: true });
  const of = /^ (?:of|on|for|about) (?:an? |the |their |past )*([a-z -]+?)(?: with .*)?$/i.exec(rest)?.[1];
  link(table, (of ? tableOf(told, of) : undefined) ?? (about && about.noun.endsWith(" item") ? mainOf(told) : about));
  tell(told, table, done.told);
  return table;
}

/** "approve or reject requests": where they stand. */
export function tellDecision(told: Told, pair: readonly Doing[]): Kept[] {
  const object = pair.map(({ object }) => object).findLast((one) => one !== "") ?? "";
  const done = doneTo(object);
  const [phrase] = done.phrases;
  const named =
    phrase && !pronoun.test(phrase.head)
      ? (tableOf(told, phrase.head) ?? tablesFor(told, [phrase], { isShown: false, isFunction: true, isTold: true })[0])
      : undefined;
  const table = named ?? spoken(told);
  if (!table) return [];
  give(table, { text: "status", options: ["requested", ...pair.map(({ verb }) => participleOf(verb))] });
  tell(told, table, done.told);
  return [table];
}
