import "server-only";
import { isPlural } from "../../language/inflect";
import { kindsIn } from "../../words/find";
import { bareHeads } from "../../words/bare-heads";
import { asking, few, opening, software } from "./asked";
import { isAudience } from "./audience";
import { plainReports, withoutDeeds } from "./bare-deeds";

const isSoftware = new RegExp(`^${software}$`, "i");
/** What strangers come to: who may see and send what is decided by that. */
const isPublic = /^(?:page|form|web ?site|web ?page|site|portal)$/i;
/** "a donation page for our animal shelter", and nothing else. */
const alone = new RegExp(
  `^${asking}${few}([a-z&' -]{3,40}?)(?: (${software}))?(?: (?:for|of|at) ((?:an?|my|our|the|this) )?([a-z][a-z' -]{2,40}))?$`,
  "i",
);
/** "an invoice tool for freelancers with clients": whoever it is for uses it, and is no row. */
const forPeople = new RegExp(
  `^(${asking}${few}(?:(?:[a-z]+ ){1,2}?(?:app|application|tool|page|form|software|generator|exchange|marketplace)|jobs? board|crm)) for (?!(?:my|our) )((?:[a-z]+ ){0,2}[a-z]+)(?=$| with )`,
  "i",
);
/** "a time tracker for freelancers": a kind of app, and who uses it. */
const kindFor = new RegExp(
  `^${asking}${few}((?:[a-z-]+ ){1,3}?[a-z-]+) for (?:(?:an?|the) )?((?:[a-z]+ )?[a-z]+)$`,
  "i",
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
  `^(${asking})${few}(?:register|registry|database|archive|log|tracker|record) (?:of|for) (?=(?:(?:all|my|our|the) )*(?:[a-z]+ ){0,2}[a-z]+s\\b)`,
  "i",
);

/** The kind of app alone, where nothing is said besides who uses it; null for everything else. */
function kindAlone(typed: string): string | null {
  const [, kind = "", users = ""] = kindFor.exec(typed) ?? [];
  const isUsers = isAudience(users) && (isPlural(users) || /(?:company|firm|business)$/i.test(users));
  const isKind = kindsIn(kind).some(({ phrase }) => phrase === kind.toLowerCase());
  return users !== "" && isUsers && isKind && !isAbout.test(kind)
    ? typed.slice(0, typed.length - users.length).replace(/ for (?:(?:an?|the) )?$/i, "")
    : null;
}

const nameIn = (said: string): string => said.replace(opening, "").replace(/ (?:for|of|at) .*$/i, "");

/** A first message that only names an app by what it is, as a list of what such an app keeps: "Animal shelter: donations, campaigns". */
export function plainHead(text: string): string {
  const plain = text
    .trim()
    .replace(/[.!]+$/, "")
    .replace(shelved, "$1list of ");
  const typed = plain.replace(ownFirm, "");
  const reported = plainReports(typed);
  if (reported) return reported;
  const [whole, before, who] = forPeople.exec(typed) ?? [];
  const used = kindAlone(typed);
  if (used) return used;
  const isUsedBy = before !== undefined && who !== undefined && !isAbout.test(before) && isAudience(who);
  const said = withoutDeeds(whole && isUsedBy ? before + typed.slice(whole.length) : typed);
  const [, head = "", built = "", article, place = ""] = alone.exec(said) ?? [];
  const named = [`${head} ${built}`.trim(), head, isSoftware.test(head) ? place : ""];
  const phrase = named.find((one) => bareHeads().has(one.toLowerCase()));
  const known = phrase === undefined ? undefined : bareHeads().get(phrase.toLowerCase());
  // "sign up for pottery courses": those are what it is about.
  const isOther = place !== "" && !article && !isAudience(place);
  if (!known || isOther || (known.isWhole && place !== ""))
    return said === plain && !shelved.test(text.trim()) ? text : said;
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
