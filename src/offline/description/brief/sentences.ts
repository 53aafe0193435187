import "server-only";
import { isPlural, singular, wordsOf } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { knownAs, namesThing, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike, people } from "../../lexicon/nouns";
import { software } from "../../words/software";
import { isDetailed, isExact } from "./details";
import { hear } from "./hear";
import type { Heard } from "./heard";
import { keptIn } from "./kept-rows";
import { type Form, verbPhrases } from "./verb-phrases";

/** What is built, in the usual words. */
export const app =
  "(?:web ?sites?|sites?|platforms?|(?:web |mobile )?apps?|(?:web )?applications?|systems?|portals?|tools?|simulators?|dashboards?|trackers?|blogs?|shops?|stores?|market ?places?|software|databases?|(?:knowledge|data) ?bases?|pages?|hubs?|forums?|boards?|director(?:y|ies)|library|catalog(?:ue)?|network|planner|organi[sz]er|diary|journal|wiki|calendar|magazine|(?:book|web|online )?(?:store|shop)|communit(?:y|ies)(?=$|[.,;:]| (?:for|to|where|that|which|in which)\\b)|(?:online|digital|virtual) (?:[a-z-]+ ){0,2}?(?:gallery|pharmacy|academy|museum|bank|clinic|school|exchange|community|archive|guide|auction)(?= (?:for|that|which|where|with|to|selling|of)\\b|$)|(?:help|service|support|learning|resource|media) cent(?:er|re)s?)";

const functions =
  "(?:functionalit(?:y|ies)|functions?|features?|capabilit(?:y|ies)|options|tools|modules|sections|pages|the ability|the possibility)";
/** "The website should have functionalities for browsing teas": what it can do. */
const able = new RegExp(
  `^(?:(?:the|this|our|my|your) )?(?:[\\w-]+ ){0,3}?(?:${app}|it|[a-z]+) (?:(?:should|must|will|can|could|shall|needs? to) )?(?:also )?(?:have|has|provide|provides|include|includes|offer|offers|support|supports|feature|features|contain|contains|come with|comes with) (?:(?:the|all|basic|core|main|key|following|these|various) )*${functions}(?: (?:for|to|of|like|such as|including))?:? (.+)$`,
  "i",
);
/** "Users should be able to browse teas": who does what. */
const doing =
  /^(?:(?:the|all|registered|logged-in|signed-in|our) )*([a-z][a-z-]*(?: [a-z][a-z-]*)?) (?:(?:should|must|will|shall|would) (?:also )?(?:be able to|have the ability to)|(?:are|is) (?:also )?able to|(?:can|could|may|should|must) (?:also )?(?!be\b|have\b)) ?(.+)$/i;
/** "Staff manage rooms and see occupancy". */
const telling = /^(?:(?:the|all|registered) )?((?:[a-z-]+ )?(?:[a-z-]*[^s\W]s|people|staff)|i|we) (.+)$/i;
/** "The application should allow users to add transactions". */
const allowing = new RegExp(
  `^(?:(?:the|this|our|my) )?(?:[\\w-]+ ){0,3}?(?:${app}|it) (?:(?:should|must|will|can) )?(?:also )?(?:allows?|lets?|enables?|helps?) (?:(?:the|its|all) )*([a-z][a-z-]*(?: [a-z][a-z-]*)?) (?:to )?(.+)$`,
  "i",
);
const purpose: [RegExp, Form][] = [
  [
    new RegExp(`^(?:(.*?) )??with ${functions} (?:for|to|of|like|such as|including):?() (\\w+ing\\b.+)$`, "i"),
    "gerund",
  ],
  [/^(?:(.*?) )?(?:that|which) (?:allows?|lets?|enables?|helps?) (.+?) (?:to )?((?:\w+) .+)$/i, "base"],
  [/^(?:(.*?) )?(?:that|which)() (?:can|could|should|must|will|is able to|are able to) (.+)$/i, "base"],
  [/^(?:(.*?) )?(?:that|which)() (.+)$/i, "third"],
  [/^(?:(.*?) )??for() (\w+ing\b.+)$/i, "gerund"],
  // "for our region showing attractions and hotels".
  [
    /^(?:(.*?) )??()((?:show|display|list|present|featur|manag|track|record|sell|promot|publish|organi[sz])ing\b.+)$/i,
    "gerund",
  ],
  [/^(?:(.*?) )??to() (.+)$/i, "base"],
];

export const isPerson = (noun: string): boolean => {
  const one = singular(noun.toLowerCase());
  return (
    people.test(one) ||
    /^(?:i|we)$/.test(one) ||
    (knownAs(one) ?? quietAs(one))?.kind === "person" ||
    isPersonLike(one.split(" ").at(-1)!)
  );
};
/** The purpose behind the name of an app: whose it is stays there, what it does is taken out. Null where it tells nothing of that. */
export function readPurpose(rest: string, heard: Heard): string | null {
  const [, owner, clause] = /^(?:(.*?) )?(?:where|in which|on which) (.+)$/i.exec(rest) ?? [];
  if (clause && !/\b(?:with|that|which)\b/i.test(owner ?? "")) {
    const clauses = clausesIn(clause);
    return clauses.every((one) => readSentence(one, heard)) ? (owner ?? "") : null;
  }
  const doers = readDoers(rest, heard);
  if (doers !== null) return doers;
  for (const [pattern, form] of purpose) {
    const [, before = "", who, list] = pattern.exec(rest) ?? [];
    if (list === undefined || /\b(?:with|where|that|which)\b/i.test(before)) continue;
    const phrases = verbPhrases(list, form);
    if (!phrases) continue;
    const known = heard.rows.length;
    for (const phrase of phrases) hear(phrase, who || "users", heard);
    // "for tracking income, expenses and budgets": three nouns are as good as three verbs.
    heard.isOfDeeds = form === "gerund" && (phrases.length > 1 || heard.rows.length - known > 2);
    return before;
  }
  return null;
}

const someTo = /^(?:the |our |all )?((?:[a-z-]+ )?(?:[a-z-]*[^s\W]s|people|staff)) to (.+)$/i;
/** "that allows organizations to post opportunities, volunteers to apply", "for lawyers to manage cases": who does what. */
function readDoers(rest: string, heard: Heard): string | null {
  const [, owner = "", list] =
    /^(?:(.*?) )??(?:(?:that|which) (?:allows?|lets?|enables?|helps?)|for(?= (?:[a-z-]+ ){1,3}to )) (.+)$/i.exec(
      rest,
    ) ?? [];
  if (!list || /\b(?:with|where|that|which)\b/i.test(owner)) return null;
  const parts = list.split(
    /(?:,\s*(?:and |while )?|\s+(?:and|while)\s+)(?:for )?(?=(?:[a-z-]+ )?[a-z-]*[^s\W]s to [a-z])/i,
  );
  const done = parts
    .map((part) => someTo.exec(part))
    .map((found) => found && { who: found[1]!, phrases: verbPhrases(found[2]!, "base", true) });
  const known = heard.rows.length;
  if (done.some((one) => !one?.phrases)) return null;
  for (const one of done) {
    heard.people.push(one!.who.toLowerCase());
    for (const phrase of one!.phrases!) hear(phrase, one!.who.toLowerCase(), heard);
  }
  heard.isOfDeeds = done.flatMap((one) => one!.phrases!).length > 1 || heard.rows.length - known > 2;
  return owner;
}

const told = (sentence: string): string[] | null => {
  const found = telling.exec(sentence);
  // "home cooks publish recipes": whoever does something, and nothing that is done ("viewing details with photos").
  const isDone = (noun: string) => /^\w+ing /i.test(noun) || (noun.includes(" ") && verbPhrases(noun, "base") !== null);
  const isDoer = (noun: string) => isPerson(noun) || !(namesThing(noun) || isAttribute(noun) || isDone(noun));
  return found && isDoer(found[1]!) ? found : null;
};

/** Services outside of an app, and frameworks, are told by those who read lists of features. */
const isOutside = (list: string): boolean =>
  /:/.test(list) ||
  wordsOf(list.toLowerCase()).some((word) => software().outside.has(word) || software().stack.includes(word));

/** "with speakers, sessions and registration": what an app has. */
export function readWith(rest: string, heard: Heard): string | null {
  const [, owner = "", list] =
    /^(?:(.*?) )?(?:with|including|featuring|supporting|offering|providing|covering|that has|which has|for(?= [^.]*,[^.]*\b(?:submission|registration|assignment|management|tracking|booking|scheduling|placement|browsing|creation)\b)) (?:(?:modules|sections|features|functions|pages) (?:for|on|about) )?(.+)$/i.exec(
      rest,
    ) ?? [];
  if (!list || isDetailed(list) || isOutside(list) || /\b(?:with|where|that|which|to)\b/i.test(owner)) return null;
  // "with writing entries, adding photos and searching by date": what people do.
  const phrases = /^\w+ing /i.test(list) ? verbPhrases(list, "gerund") : null;
  if (phrases && phrases.length > 1) {
    for (const phrase of phrases) hear(phrase, "users", heard);
    heard.isOfDeeds = true;
    return owner;
  }
  const members = splitList(list);
  if (members.length < 2 || members.some((one) => one.split(/\s+/).length > 6)) return null;
  heard.rows.push(...members.flatMap((one) => keptIn(one, false)));
  heard.isOfDeeds = /^(?:for|supporting|offering|providing|covering) /i.test(rest.slice(owner.length).trim());
  return owner;
}

/** "It should have a dashboard, an exercise library and challenges". */
const having = new RegExp(
  `^(?:(?:(?:the|this|our|my) )?(?:[\\w-]+ ){0,3}?(?:${app}|it) (?:(?:should|must|will) )?(?:also )?(?:have|has|include|includes|feature|features|offer|offers|provide|provides|contain|contains)|there (?:(?:should|must|will) be|is|are)|include) (.+)$`,
  "i",
);
const readHaving = (sentence: string, heard: Heard): boolean => {
  const list = having.exec(sentence)?.[1];
  return list !== undefined && readWith(`with ${list}`, heard) !== null;
};

/** "Clients post projects, freelancers submit proposals": each on its own. */
export function clausesIn(sentence: string): string[] {
  const parts = sentence.split(/(?:,\s+(?:and |while )?|\s+(?:and|while)\s+)(?=(?:the )?[a-z-]+ [a-z]+ [a-z])/i);
  const joined: string[] = [];
  for (const part of parts) {
    const found = doing.exec(part) ?? told(part.replace(/^both /i, "users "));
    const isOwn =
      joined.length === 0 || /^both /i.test(part) || (found !== null && verbPhrases(found[2]!, "base") !== null);
    if (isOwn) joined.push(part.replace(/^both /i, "users "));
    else
      joined[joined.length - 1] = sentence.slice(
        sentence.indexOf(joined.at(-1)!),
        sentence.indexOf(part) + part.length,
      );
  }
  return joined;
}

/** "Use ivory as the background color". */
export const isLook = (sentence: string): boolean =>
  /\b(?:background|component|colou?rs?|theme|fonts?|style|design|look)s?\b/i.test(sentence);

/** "loan calculation and branch search". */
const areNouns = (list: string): boolean =>
  splitList(list).every((one) => /(?:tion|ment|ing|search|support|history)$/i.test(one.trim()));

/** Whether a sentence told what people do, which is worked into what is kept. */
export function readSentence(sentence: string, heard: Heard): boolean {
  const functional = able.exec(sentence)?.[1];
  const modal = allowing.exec(sentence) ?? doing.exec(sentence);
  const [, who = "users", what] = modal ?? told(sentence) ?? [];
  if (!functional && readHaving(sentence, heard)) return true;
  // "Display yields per field": whoever uses the app.
  const imperative = isLook(sentence) ? null : verbPhrases(sentence, "base");
  const phrases = functional
    ? (verbPhrases(functional, "gerund") ?? (areNouns(functional) ? null : verbPhrases(functional, "base")))
    : what === undefined
      ? imperative
      : verbPhrases(what, "base", modal !== null);
  if (isExact(sentence) && !isLook(sentence)) heard.isPlain = false;
  // "functionalities for donor registration and appointment scheduling".
  if (!phrases) return functional !== undefined && readWith(`with ${functional}`, heard) !== null;
  if (!functional && what !== undefined) heard.people.push(who.toLowerCase());
  for (const phrase of phrases) hear(phrase, functional ? "users" : who.toLowerCase(), heard);
  return true;
}

/** "for logistics companies": who has the app, and no rows. */
const organisation =
  /\b(?:compan(?:y|ies)|business(?:es)?|organi[sz]ations?|agenc(?:y|ies)|firms?|teams?|universit(?:y|ies)|institutions?|enterprises?|start-?ups?|non-?profits?|charit(?:y|ies)|clubs?|communit(?:y|ies)|famil(?:y|ies)|everyone|everybody|people|users?|visitors?|individuals?)$/i;

/** "for students and teachers": two groups are rows that others are linked to, one only uses the app. What else an app is for tells its kind. */
export function readAudience(before: string, heard: Heard): string {
  const groups = /^for (?:(?:the|our|my|all) )?(.+)$/i.exec(before)?.[1]?.split(/, (?:and )?| and /i) ?? [];
  const isUser = (noun: string) => organisation.test(noun) || (isPlural(noun) && (isPerson(noun) || !namesThing(noun)));
  if (groups.length === 0 || !groups.every(isUser)) return before;
  if (groups.length > 1)
    heard.rows.push(
      ...groups.filter((noun) => !organisation.test(noun) && isPerson(noun)).map((noun) => noun.toLowerCase()),
    );
  return "";
}
