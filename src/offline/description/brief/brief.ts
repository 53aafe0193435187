import "server-only";
import { briefs } from "../../words/briefs";
import { isPlural, singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { type Heard, isDealt } from "./hear";
import { keptIn } from "./kept-rows";
import { app, clausesIn, isLook, isPerson, readAudience, readPurpose, readSentence, readWith } from "./sentences";

/**
 * A brief in the words of a list: `text` names what is kept and what people do with it, `said` is
 * all that was said with who does what in plain sentences, `wishes` are fields that rows are
 * searched by, as requests ("add city to donors"), `left` is what nothing is made of.
 */
export type Brief = { text: string; said: string; wishes: string[]; left: string[]; isDetailed: boolean };

/** "Please implement a tea shop website", and what follows. */
const opener = new RegExp(
  `^((?:please )?(?:implement|build|create|develop|design|make|write|code|generate|set up|i (?:need|want)|we (?:need|want))(?: me| us)? (?:an? |the )?(?:[\\w'’&/-]+ ){0,6}?${app}(?: (?:web )?${app})*)\\b,?(?: (.*))?$`,
  "i",
);
const opening =
  /^(?:please )?(?:implement|build|create|develop|design|make|write|code|generate|set up|i (?:need|want)|we (?:need|want))(?: me| us)? (?:an? |the )/i;
/** "used items" beside "listings": no other rows. */
const withoutGeneral = (rows: string[]): string[] => {
  // "adding products, tracking stock levels": the stock of each product.
  const isStocked = rows.some((noun) => /\b(?:products|items|materials|parts|books|goods)$/.test(noun));
  const special = rows.filter(
    (noun) =>
      !/^(?:(?:used|second.hand|old|different|own) )?(?:items|things|goods|stuff|contents?)$/.test(noun) &&
      !(isStocked && /^(?:stocks?|stock items|inventor(?:y|ies))$/.test(noun)),
  );
  // "receiving goods, picking orders": what is ordered is the goods.
  return special.some(
    (noun) =>
      !isPerson(noun) &&
      !/^(?:dashboard|calendar|kanban|board)$/.test(noun) &&
      (knownAs(singular(noun))?.kind ?? "item") === "item",
  )
    ? special
    : rows;
};

const anybody =
  /^(?:users?|visitors?|admins?|administrators?|staff|guests?|customers?|managers?|organi[sz]ers?|everyone|people|fans?|listeners?|readers?|creators?|sellers?|buyers?|owners?|authors?|editors?|moderators?)$/;

/** Patients, teachers and drivers: an app that they use keeps them, too. */
const isOwnSort = (noun: string): boolean =>
  isPlural(noun) && !anybody.test(noun) && knownAs(singular(noun))?.kind === "person";

/** "leave reviews": of what is not said. */
const isUntold =
  /^(.+ can) (?:leave|write|give|post|submit|share) (?:an? |their )?(?:reviews?|ratings?|(comments?))(?: and (?:reviews?|ratings?|comments?))?$/i;

/** What an app is about: its first rows that are no people, or the last people. */
const aboutOf = (rows: string[]): string => rows.find((noun) => !isPerson(noun)) ?? rows.at(-1) ?? "";

/** Who types a price in, and reads the rate, keeps nothing. */
const outOfReach = /\b(?:calculator|converter|translator|timer|stopwatch)\b/i;

/** A site that everybody comes to, and no office or circle. */
const isForAll = (first: string): boolean =>
  /\b(?:web ?site|site|shop|store)\b/i.test(first) &&
  !/\b(?:manag\w+|track\w*|internal|staff|admin\w*|organi[sz]\w+|network|communit\w+|personal|plann\w+|collaborat\w+)\b/i.test(
    first,
  );

/** A brief that tells more of its rows than this is read sentence by sentence. */
const detailsMax = 3;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "shipments" and "packages" are the same rows. */
const withoutTwins = (rows: string[]): string[] =>
  rows.filter(
    (one, at) => !briefs().twins.some((same) => same.has(one) && rows.slice(0, at).some((row) => same.has(row))),
  );

/** "news articles" and "articles" are the same rows. */
const inFullNames = (rows: string[]): string[] =>
  rows.filter((one) => !rows.some((other) => other !== one && other.endsWith(` ${one}`)));

/**
 * A brief ("Please implement a tea shop website. The website should have functionalities for displaying teas and placing
 * orders.") as a list of what is kept, with what people do that leaves a record. Null where a message is none.
 */
export function plainBrief(text: string): Brief | null {
  const [first = "", ...sentences] = text
    .split(/(?<=[.!?])\s+/)
    .flatMap((sentence) => (isLook(sentence) ? sentence : sentence.split(/;\s+/)))
    .map((sentence) => sentence.replace(/[.!]+$/, ""));
  const others = sentences.flatMap((sentence) => (isLook(sentence) ? sentence : clausesIn(sentence)));
  const [, named, rest = ""] = opener.exec(first) ?? [];
  if (!named || outOfReach.test(named)) return null;
  const heard: Heard = {
    rows: [],
    statements: [],
    wishes: [],
    left: [],
    deeds: [],
    isPlain: true,
    details: 0,
    people: [],
  };
  const told = rest === "" ? "" : readPurpose(rest, heard);
  const hasPurpose = rest !== "" && told !== null;
  const purposes = heard.statements.length;
  const kept = heard.rows.length;
  const owner = told ?? readWith(rest, heard);
  const isAudience = /^for (?!.*\b(?:with|where|that|which|to)\b)/i.test(owner ?? rest);
  const before = isAudience ? readAudience(owner ?? rest, heard) : owner;
  const unread = others.filter((sentence) => !readSentence(sentence, heard));
  const isRead =
    unread.length < others.length ||
    (hasPurpose && others.length > 0 && heard.rows.length + heard.statements.length > 1);
  if (!isRead || heard.details > detailsMax || !heard.isPlain || !unread.every((sentence) => isLook(sentence)))
    return null;
  // "a website for buying and renting homes": what else is told says what people do there.
  const isTold =
    heard.statements
      .slice(purposes)
      .some((one) => !/ can (?:pay|comment|review|rate|subscribe|log|vote|like)\b/.test(one)) ||
    heard.rows.slice(kept).some((noun) => isDealt.test(singular(noun)));
  const idle = isTold ? heard.statements.splice(0, purposes) : [];
  heard.rows.push(...idle.flatMap((one) => keptIn(one.replace(/^.*? can \S+ /, ""), true)));
  if (!isForAll(first)) heard.rows.push(...heard.people.filter(isOwnSort));
  const rows = withoutTwins(withoutGeneral(inFullNames([...new Set(heard.rows)])));
  const title = (before === null ? first : `${named} ${before}`.trim()).replace(opening, "");
  const list = rows.length === 0 ? "" : `${before === null && /\bwith /i.test(rest) ? "," : ":"} ${rows.join(", ")}`;
  const done = heard.statements.map((one) =>
    one.replace(
      isUntold,
      (_, who: string, comment?: string) => `${who} ${comment ? "comment on" : "review"} ${aboutOf(rows)}`,
    ),
  );
  const statements = [...new Set(done)].map(capital);
  return {
    text: `${[`${title}${list}`, ...statements, ...unread].join(". ")}.`,
    said: [text, ...(isForAll(first) ? heard.deeds : []).map((deed) => `${capital(deed)}.`)].join(" "),
    wishes: heard.wishes,
    left: heard.left,
    isDetailed: heard.details > 0,
  };
}
