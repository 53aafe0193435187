import "server-only";
import { isPlural, plural, singular, wordsOf } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { isPersonLike, people } from "../../lexicon/nouns";
import { bareHeads } from "../../words/bare-heads";

const asking =
  "(?:(?:(?:can|could|would) you )?(?:please )?(?:build|create|make|design|develop|generate|set up|give|write|code)(?: me| us)? |(?:i|we)(?:'d| would)? (?:need|want|like) |need |want )?";
const few = "(?:(?:an?|my|our|the|some|simple|small|little|online|new|easy|quick|digital|nice|good) )*";
const software =
  "(?:app|application|tool|page|form|website|web ?site|site|system|tracker|software|generator|maker|manager|database|portal)";
const opening = new RegExp(`^${asking}${few}`, "i");
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
/** "a crm for my business": whoever asks. */
const ownFirm =
  /(?<=^[^.,:;\n]{3,40}) for (?:my|our) (?:(?:small|little|own) )?(?:business|company|firm|team|office|organi[sz]ation)[.!]*$/i;
const food =
  /\b(?:pizza|pizzeria|restaurant|cafe|café|bistro|diner|takeaway|take-away|food truck|snack bar|canteen|kebab|burger|sushi|bakery|ice cream|tavern|pub|deli|caterer|catering)\b/i;

/** Whoever it is for: people, or where they work. */
function isAudience(noun: string): boolean {
  const last = noun.toLowerCase().split(" ").at(-1)!;
  const one = singular(last);
  const known = knownAs(one);
  const isPeople = people.test(last) || (known ? known.kind === "person" : isPersonLike(one));
  return (
    (isPlural(last) && isPeople) || /^(?:company|firm|business|team|office|staff|organi[sz]ation|group)$/.test(last)
  );
}

const whoReports =
  "(?:people|visitors|users|anyone|anybody|everyone|everybody|citizens|residents|neighbou?rs|inhabitants|locals|tenants|villagers|passers-?by)";
const place = "(?:page|form|web ?site|web ?page|site)";
/** "report a pothole", "a page where residents can report noise": a page to report it, whoever does. */
const reports = [
  new RegExp(
    `^${asking}${few}${place} (?:where|on which|that lets) ${whoReports}(?: can| to)? report ((?:an? )?[^.,;:\\n]+)$`,
    "i",
  ),
  new RegExp(
    `^${asking}(?:an? )?report (an? [a-z' -]{3,30}?)(?: ${software})?((?: (?:for|in|of) (?:our|my|the) [a-z' -]+)?)$`,
    "i",
  ),
  new RegExp(`^${asking}${few}report ([a-z' -]{3,30}?s) ${place}((?: (?:for|in|of) (?:our|my|the) [a-z' -]+)?)$`, "i"),
  new RegExp(
    `^${asking}${few}([a-z' -]{3,30}?) reporting ${place}((?: (?:for|in|of) (?:our|my|the) [a-z' -]+)?)$`,
    "i",
  ),
];
/** "where people submit a photo and vote": what they do there, which such a page is for anyway. */
const deeds = new RegExp(
  ` (?:where|on which) (?:${whoReports}|guests|participants|members|photographers)(?: can)? (?:submit|upload|post|share|enter|send in|leave|write|sign)((?: [a-z]+){1,3}?)(?: and (?:vote|like|comment)(?: (?:on|for) [a-z ]+)?)?$`,
  "i",
);
const isOfDeed =
  /^(?:an?|the|our|their|your|its|us|messages?|greetings?|wish(?:es)?|words|notes?|pictures?|name|it|guestbook)$/i;
function withoutDeeds(said: string): string {
  const [tail, object = ""] = deeds.exec(said) ?? [];
  const head = tail ? said.slice(0, -tail.length) : said;
  const known = bareHeads().get(
    head
      .replace(opening, "")
      .replace(new RegExp(` ${software}$`, "i"), "")
      .toLowerCase(),
  );
  const isKept = (word: string) =>
    isOfDeed.test(word) || wordsOf(known?.keeps ?? "").includes(plural(singular(word.toLowerCase())));
  return known && wordsOf(object).every(isKept) ? head : said;
}

function plainReports(said: string): string | null {
  for (const pattern of reports) {
    const [, what, where = ""] = pattern.exec(said) ?? [];
    if (what !== undefined)
      return `a page to report ${/^an? /i.test(what) ? plural(what.replace(/^an? /i, "")) : what}${where}`;
  }
  return null;
}

const nameIn = (said: string): string => said.replace(opening, "").replace(/ (?:for|of|at) .*$/i, "");

/** A first message that only names an app by what it is, as a list of what such an app keeps: "Animal shelter: donations, campaigns". */
export function plainHead(text: string): string {
  const typed = text
    .trim()
    .replace(/[.!]+$/, "")
    .replace(ownFirm, "");
  const reported = plainReports(typed);
  if (reported) return reported;
  const [whole, before, who] = forPeople.exec(typed) ?? [];
  const said = withoutDeeds(whole && before && who && isAudience(who) ? before + typed.slice(whole.length) : typed);
  const [, head = "", built = "", article, place = ""] = alone.exec(said) ?? [];
  const named = [`${head} ${built}`.trim(), head, isSoftware.test(head) ? place : ""];
  const phrase = named.find((one) => bareHeads().has(one.toLowerCase()));
  const known = phrase === undefined ? undefined : bareHeads().get(phrase.toLowerCase());
  // "sign up for pottery courses": those are what it is about.
  const isOther = place !== "" && !article && !isAudience(place);
  if (!known || isOther || (known.isWhole && place !== "")) return said === typed && !ownFirm.test(text) ? text : said;
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
