import "server-only";
import { isPlural } from "../language/inflect";
import { kindsIn } from "../words/find";
import { bareHeads } from "../words/bare-heads";
import { asking, few, opening, software } from "./asked";
import { isAudience, isTradesperson } from "./audience";
import { plainReports, withoutDeeds } from "./bare-deeds";

const isSoftware = new RegExp(`^${software}$`, "i");
/** What strangers come to: who may see and send what is decided by that. */
const isPublic = /^(?:page|form|web ?site|web ?page|site|portal)$/i;
/** "a donation page for our animal shelter", and nothing else. */
const alone = new RegExp(
  `^${asking}${few}([a-z&' -]{3,40}?)(?: (${software}))?(?: (?:for|of|at) ((?:an?|my|our|the|this) )?((?!.* (?:with|where|including) )[a-z][a-z' -]{2,40}))?$`,
  "i",
);
/** "an invoice tool for freelancers with clients": what is built, and who it is for. */
const builtFor = new RegExp(`^(${asking}([a-z -]{3,60}?)) for ((?:(?!for )[a-z]+ ){0,2}[a-z]+)(?=$| with )`, "i");
const isTool = new RegExp(
  `^${few}(?:(?:[a-z]+ ){1,2}?(?:app|application|tool|page|form|software|generator|exchange|marketplace)|jobs? board|crm)$`,
  "i",
);
const isFew = new RegExp(`^${few}$`, "i");
/** Whether it is a kind of app, and nothing else. Of two words and more: whom "a forum" is for tells what it is about. */
const isKind = (what: string): boolean =>
  kindsIn(what).some(
    ({ phrase }) =>
      phrase.includes(" ") && what.toLowerCase().endsWith(phrase) && isFew.test(what.slice(0, -phrase.length)),
  );
/** "a rating site for local dentists": whom it is about. */
const isAbout = /\b(?:ratings?|reviews?|directory|list|register|database|ranking|comparison|finder)\b/i;
/** "a crm for my business": whoever asks. */
const ownFirm =
  /(?<=^[^.,:;\n]{3,40}) for (?:my|our) (?:(?:small|little|own) )?(?:business|company|firm|team|office|organi[sz]ation)[.!]*$/i;
const food =
  /\b(?:pizza|pizzeria|restaurant|cafe|café|bistro|diner|takeaway|take-away|food truck|snack bar|canteen|kebab|burger|sushi|bakery|ice cream|tavern|pub|deli|caterer|catering)\b/i;

/** "a register of our keys": a list, and nobody registers. */
const shelved = new RegExp(
  `^(${asking})${few}(?:register|registry|database|archive|log|log ?book|tracker|record|catalog|catalogue|index) (?:of|for) (?=(?:(?:all|my|our|the) )*(?:[a-z]+ ){0,2}[a-z]+s\\b)`,
  "i",
);

/** "a blog for my travels": what it is about is in its posts, and no rows of their own. */
const ofTopic = new RegExp(
  `^(${asking}${few}(?:[a-z]+ )?(?:blog|survey|questionnaire)) (?:for|about|on) (?:(?:my|our|the) )?[a-z' -]{3,30}?(?=$| with )`,
  "i",
);

/**
 * A message without whom the app is for, where that is whoever uses it and no row: "a time tracker for freelancers". Of a
 * kind of app (`isWhole`) nothing else is said.
 */
function withoutUsers(typed: string): { said: string; isWhole: boolean } {
  const [whole = "", named = "", what = "", who = ""] = builtFor.exec(typed) ?? [];
  // "lead tracker for a solar installer with status and source".
  const isOfTrade = isTradesperson(who) && isKind(what) && whole !== typed;
  if (isAbout.test(what) || !(isAudience(who) || isOfTrade)) return { said: typed, isWhole: false };
  const isWhole =
    whole === typed &&
    // "code snippets" asks for nothing to be coded.
    [what, named].some(isKind) &&
    /^(?:(?:an?|the) )?(?:[a-z]+ )?[a-z]+$/i.test(who) &&
    (isPlural(who) || /(?:company|firm|business)$/i.test(who));
  const isOfTool = (isTool.test(what) && !/^(?:my|our) /i.test(who)) || isOfTrade;
  return { said: isWhole || isOfTool ? named + typed.slice(whole.length) : typed, isWhole };
}

const nameIn = (said: string): string => said.replace(opening, "").replace(/ (?:for|of|at) .*$/i, "");

/** A first message that only names an app by what it is, as a list of what such an app keeps: "Animal shelter: donations, campaigns". */
export function plainHead(text: string): string {
  const plain = text
    .trim()
    .replace(/[.!]+$/, "")
    .replace(shelved, "$1list of ")
    .replace(ofTopic, "$1");
  const typed = plain.replace(ownFirm, "");
  const reported = plainReports(typed);
  if (reported) return reported;
  const used = withoutUsers(typed);
  if (used.isWhole) return used.said;
  const said = withoutDeeds(used.said);
  const [, head = "", built = "", article, place = ""] = alone.exec(said) ?? [];
  const named = [`${head} ${built}`.trim(), head, isSoftware.test(head) ? place : ""];
  const phrase = named.find((one) => bareHeads().has(one.toLowerCase()));
  const known = phrase === undefined ? undefined : bareHeads().get(phrase.toLowerCase());
  // "sign up for pottery courses": those are what it is about.
  const isOther = place !== "" && !article && !isAudience(place);
  if (!known || isOther || (known.isWhole && place !== ""))
    return said === text.trim().replace(/[.!]+$/, "") ? text : said;
  if (known.isWhole) return known.keeps;
  const keeps = food.test(place) ? known.food : known.keeps;
  const isPlace = known.isNamed && place !== "" && !isAudience(place) && keeps.includes(",");
  // "orders": what is kept, and no name of it.
  const title = isPlace
    ? `${place}${isPublic.test(built) ? " website" : ""}`
    : (known.title ?? (isPlural(head) ? "" : nameIn(said)));
  // "donations" alone, or a donation tracker, may be the book of those who collect them; a page is for those who give.
  const isVisited = isPublic.test(built) || (/^(?:app|application)?$/i.test(built) && !isPlural(head));
  const deed = known.deed && isVisited ? ` ${known.deed}` : "";
  return title === "" ? keeps : `${title}${deed}: ${keeps}`;
}
