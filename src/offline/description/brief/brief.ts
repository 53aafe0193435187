import "server-only";
import type { Heard } from "./hear";
import { app, clausesIn, isPerson, readAudience, readPurpose, readSentence, readWith } from "./sentences";

/**
 * A brief in the words of a list: `text` names what is kept and what people do with it, `said` is
 * all that was said with who does what in plain sentences, `wishes` are fields that rows are
 * searched by, as requests ("add city to donors"), `left` is what nothing is made of.
 */
export type Brief = { text: string; said: string; wishes: string[]; left: string[] };

/** "Please implement a tea shop website", and what follows. */
const opener = new RegExp(
  `^((?:please )?(?:implement|build|create|develop|design|make|write|code|generate|set up|i (?:need|want)|we (?:need|want))(?: me| us)? (?:an? |the )?(?:[\\w'’&/-]+ ){0,6}?${app}(?: (?:web )?${app})*)\\b,?(?: (.*))?$`,
  "i",
);
const opening =
  /^(?:please )?(?:implement|build|create|develop|design|make|write|code|generate|set up|i (?:need|want)|we (?:need|want))(?: me| us)? (?:an? |the )/i;
const isLook = (sentence: string): boolean =>
  /\b(?:background|component|colou?rs?|theme|fonts?|style|design|look)s?\b/i.test(sentence);

/** "used items" beside "listings": no other rows. */
const withoutGeneral = (rows: string[]): string[] => {
  // "adding products, tracking stock levels": the stock of each product.
  const isStocked = rows.some((noun) => /\b(?:products|items|materials|parts|books|goods)$/.test(noun));
  const special = rows.filter(
    (noun) =>
      !/^(?:(?:used|second.hand|old|different|own) )?(?:items|things|goods|stuff|contents?)$/.test(noun) &&
      !(isStocked && /^(?:stocks?|stock items|inventor(?:y|ies))$/.test(noun)),
  );
  return special.some((noun) => !isPerson(noun)) ? special : rows;
};

/** "leave reviews": of what is not said. */
const isUntold =
  /^(.+ can) (?:leave|write|give|post|submit|share) (?:an? |their )?(?:reviews?|ratings?|(comments?))(?: and (?:reviews?|ratings?|comments?))?$/i;

/** What an app is about: its first rows that are no people, or the last people. */
const aboutOf = (rows: string[]): string => rows.find((noun) => !isPerson(noun)) ?? rows.at(-1) ?? "";

/** A site that everybody comes to, and no office or circle. */
const isForAll = (first: string): boolean =>
  /\b(?:web ?site|site|shop|store)\b/i.test(first) &&
  !/\b(?:manag\w+|track\w*|internal|staff|admin\w*|organi[sz]\w+|network|communit\w+|personal|plann\w+|collaborat\w+)\b/i.test(
    first,
  );

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
  const others = sentences.flatMap(clausesIn);
  const [, named, rest = ""] = opener.exec(first) ?? [];
  if (!named) return null;
  const heard: Heard = { rows: [], statements: [], wishes: [], left: [], deeds: [], isPlain: true };
  const told = rest === "" ? "" : readPurpose(rest, heard);
  const hasPurpose = rest !== "" && told !== null;
  const owner = told ?? readWith(rest, heard);
  const isAudience = /^for (?!.*\b(?:with|where|that|which|to)\b)/i.test(owner ?? rest);
  const before = isAudience ? readAudience(owner ?? rest, heard) : owner;
  const unread = others.filter((sentence) => !readSentence(sentence, heard));
  const isRead =
    unread.length < others.length ||
    (hasPurpose && others.length > 0 && heard.rows.length + heard.statements.length > 1);
  if (!isRead || !heard.isPlain || !unread.every((sentence) => isLook(sentence))) return null;
  const rows = withoutGeneral(inFullNames([...new Set(heard.rows)]));
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
  };
}
