import "server-only";
import { inScene } from "../../lexicon/known";
import { briefs } from "../../words/briefs";
import { nothingHeard } from "./heard";
import { keptOf } from "./rows-told";
import { app, clausesIn, isLook, isPerson, readAudience, readPurpose, readSentence, readWith } from "./sentences";

/**
 * A brief in the words of a list: `text` names what is kept and what people do with it, `said` is
 * all that was said with who does what in plain sentences, `wishes` are fields that rows are
 * searched by, as requests ("add city to donors"), `left` is what nothing is made of.
 */
export type Brief = { text: string; said: string; wishes: string[]; left: string[]; isDetailed: boolean };

const asking =
  "(?:please )?(?:implement|build|create|develop|design|make|write|code|generate|set up|i (?:need|want)|we (?:need|want))(?: me| us)? (?:an? |the )";
/** "Please implement a tea shop website", and what follows. */
const opener = new RegExp(`^(${asking}?(?:[\\w'’&/-]+ ){0,6}?${app}(?: (?:web )?${app})*)\\b,?(?: (.*))?$`, "i");
/** "a platform for booking tutors, chatting and paying": without who asks for it, where it lists what people do. */
const bareOpener = new RegExp(
  `^((?:an? |the |our |my )?(?:[\\w'’&/-]+ ){0,4}?${app})(?: ((?:for|with) \\w+ing .*,.*))$`,
  "i",
);
const opening = new RegExp(`^${asking}`, "i");
/** "leave reviews": of what is not said. */
const isUntold =
  /^(.+ can) (?:leave|write|give|post|submit|share) (?:an? |their )?(?:reviews?|ratings?|(comments?))(?: and (?:reviews?|ratings?|comments?))?$/i;

/** What an app is about: its first rows that are no people, or the last people. */
const aboutOf = (rows: string[]): string => rows.find((noun) => !isPerson(noun)) ?? rows.at(-1) ?? "";

/** Who types a price in, and reads the rate, keeps nothing. */
const outOfReach = /\b(?:calculator|converter|translator|timer|stopwatch)\b/i;

/** A site that everybody comes to, and no office or circle. */
export const isForAll = (first: string): boolean =>
  /\b(?:web ?site|site|shop|store)\b/i.test(first) &&
  !/\b(?:manag\w+|track\w*|internal|staff|admin\w*|organi[sz]\w+|network|communit\w+|personal|plann\w+|collaborat\w+)\b/i.test(
    first,
  );

/** "a flower shop website with online ordering", "compare plans side by side": how, and no rows. */
const aside =
  / with (?:an? )?online (?:ordering|booking|payments?|shopping|store|reservations?|registration|checkout)\b| side by side\b/gi;

/** "rate how helpful they were": stars, whatever they are for. */
const ratedFor = /\b(rate|rating) how (?:\w+) (?:they|these|those|it) (?:are|were|is|was)\b/gi;

/** A brief that tells more of its rows than this is read sentence by sentence. */
const detailsMax = 3;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A brief ("Please implement a tea shop website. The website should have functionalities for displaying teas and placing
 * orders.") as a list of what is kept, with what people do that leaves a record. Null where a message is none.
 */
export function plainBrief(text: string): Brief | null {
  const [first = "", ...sentences] = briefs()
    .flows.reduce((said, { said: flow, is }) => said.replace(flow, is), text)
    .replace(aside, "")
    .replace(ratedFor, "$1 them")
    .split(/(?<=[.!?])\s+/)
    .flatMap((sentence) => (isLook(sentence) ? sentence : sentence.split(/;\s+/)))
    .map((sentence) => sentence.replace(/[.!]+$/, ""));
  const asked = opener.exec(first);
  const [, named, rest = ""] = asked ?? bareOpener.exec(first) ?? [];
  if (!named || outOfReach.test(named)) return null;
  const heard = nothingHeard(inScene(text));
  const told = rest === "" ? "" : readPurpose(rest, heard);
  const purpose = { statements: heard.statements.length, rows: heard.rows.length };
  const owner = told ?? readWith(rest, heard);
  const isAudience = /^for (?!.*\b(?:with|where|that|which|to)\b)/i.test(owner ?? rest);
  const before = isAudience ? readAudience(owner ?? rest, heard) : owner;
  const others = sentences.flatMap((sentence) => (isLook(sentence) ? sentence : clausesIn(sentence)));
  const unread = others.filter((sentence) => !readSentence(sentence, heard));
  const isRead =
    unread.length < others.length ||
    (rest !== "" &&
      owner !== null &&
      (others.length > 0 || heard.isOfDeeds) &&
      heard.rows.length + heard.statements.length > (heard.isOfDeeds ? 0 : 1));
  if (!isRead || (!asked && !heard.isOfDeeds) || !heard.isPlain || heard.details > detailsMax || !unread.every(isLook))
    return null;
  const { rows, statements } = keptOf(heard, purpose, isForAll(first));
  const title = (before === null ? first : `${named} ${before}`.trim()).replace(opening, "");
  const list = rows.length === 0 ? "" : `${before === null && /\bwith /i.test(rest) ? "," : ":"} ${rows.join(", ")}`;
  const done = statements.map((one) =>
    one.replace(
      isUntold,
      (_, who: string, comment?: string) => `${who} ${comment ? "comment on" : "review"} ${aboutOf(rows)}`,
    ),
  );
  return {
    text: `${[`${title}${list}`, ...[...new Set(done)].map(capital), ...unread].join(". ")}.`,
    said: [text, ...(isForAll(first) ? heard.deeds : []).map((deed) => `${capital(deed)}.`)].join(" "),
    wishes: heard.wishes,
    left: heard.left,
    isDetailed: heard.untold > 0,
  };
}
