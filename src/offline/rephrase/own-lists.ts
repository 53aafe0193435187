import "server-only";
import { singular, wordsOf } from "../language/inflect";
import { participleOf } from "../language/participle";
import { kindsIn } from "../words/find";
import { inOrder, rule } from "./phrase-rule";

const own = {
  lists:
    "(?:(?:keep (?:a )?)?(?:list|track|log|record|diary|collection|overview) of |compare |rate |remember |collect |track |log )?(?:(?:all|the|my|our) )*",
  listed: "(?:(?!where\\b|that\\b|who\\b|which\\b|for\\b|to\\b)[a-z-]+ ){0,2}?[a-z]+s",
  have: "(?:['’]?ve| have)?(?: already| ever)?",
  want: "(?: (?:would |really )?(?:want|like|plan|hope|still have|need)|['’]d (?:like|love)|['’]?m going) to",
  am: "(?:['’]?m| am|['’]?re| are|['’]?ve| have)?",
  done: "(?:been|seen|read|eaten|drunk|heard|met|tried|done|beaten|won|played|went|saw|ate|drank|ridden|run|swum|visited|watched|tasted|finished|climbed|hiked|listened|completed|travelled|traveled|cooked|baked|attended|explored|toured|sampled|enjoyed|loved|reviewed|photographed|spotted)",
};

/** A shelf of one's own, where there is a kind of app for it ("games"): how far each has come is told there. */
const isShelf = (rows: string): boolean =>
  kindsIn(`my ${rows}`).some(({ kind, phrase }) => kind.purpose === "personal" && wordsOf(rows).at(-1) === phrase);

/** "museums I've been to": when that was, and how it was. */
function doneList(rows: string, done: string): string {
  const deed = /^(?:been|went)$/i.test(done) ? "visited" : participleOf(done.toLowerCase());
  return isShelf(rows) ? `my ${rows}` : `my ${rows} with ${deed} on and rating`;
}

/** "places we want to see": whether that was done. */
const wishList = (rows: string, verb: string): string =>
  isShelf(rows) ? `my ${rows}` : `my ${rows} with ${participleOf(verb.toLowerCase())} (yes/no)`;

/** "universities I'm applying to": the applications. */
function applications(rows: string): string {
  const one = singular(rows.toLowerCase());
  return /(?:job|compan|position|employer|firm)/.test(one) ? "job applications" : `my ${one} applications`;
}

/** A first message that lists what somebody did or wants to do, as a list of their own. "places I want to visit" is a kind of app already. */
export const plainOwnLists = (text: string): string =>
  kindsIn(text).some(({ phrase }) => phrase.includes(" i ")) ? text : ownLists(text);

const ownLists = inOrder([
  rule(
    "{ask}{few}{lists}{listed} (that )?(i|we){am} (applied|applying) (to|for|at)",
    ({ listed }) => applications(listed),
    own,
  ),
  rule(
    "{ask}{few}{lists}{listed} (that )?(i|we){want} {word}( to| at| in)?( one day| soon)?",
    ({ listed, word }) => wishList(listed, word),
    own,
  ),
  rule(
    "{ask}{few}{lists}{listed} (that )?(i|we){have} {done}( to| at| in)?",
    ({ listed, done }) => doneList(listed, done),
    own,
  ),
]);
