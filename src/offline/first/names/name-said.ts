import "server-only";
import { headline, isPlural, singular, wordsOf } from "../../language/inflect";
import { unquote } from "../../language/normalize";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike, relatives } from "../../lexicon/nouns";
import { namesWhoAsks } from "../heads/heads";

/** The app's name from "called X", else from its kind: "a recipe app" → "Recipe App". */
export function nameSaid(text: string): string | null {
  const called =
    /\b(?:called|named|titled|[Nn]ame (?:it|the app)|[Cc]all (?:it|the app))\s+(?!(?:at|by|on|in|back|out|off|when|from)\b)(?:"([^"]+)"|'([^']+)'|([A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+))/.exec(
      text,
    );
  if (called) return unquote(called[1] ?? called[2] ?? called[3] ?? "");
  const proper = quoted.exec(text)?.[1] ?? isOurs.exec(text)?.[1];
  return proper ?? null;
}

const runs =
  /(?:^|[.!?]\s)(?:hi,? |hello,? )?(?:i|we) (?:run|own|have|manage) (?:an?|my|our|the) (?:(?:small|little|local|family|tiny)\s+)*([a-z][\w -]{2,24}?)(?:\s+(?:and|that|which|where|in|with)\b|[,.])/i;
/** "I run a small dance school": who writes goes by it. */
export function houseRun(message: string): string | null {
  const name = runs.exec(message)?.[1];
  return name === undefined ? null : headline(name);
}
/** 'a website for "Hof Sonnenberg"'. */
const quoted =
  /\b(?:for|of|at|called) (?:(?:our|my|the) (?:[a-z]+ ){1,2})?["“„']([A-Z][^"“”„']{2,30})["”“'](?=[\s,.:;]|$)/;
/** "Crumb & Co is my bakery", "The Green Door is a B&B". */
const isOurs =
  /(?<=^|[.!?] )(?!(?:This|That|It|There|Here|What|Who|Which|My|Our|Your|He|She|All|Every\w*|Each|Some|Any\w*|One) )([A-Z][\w'’.-]*(?: (?:&|and|of|the|[A-Z][\w'’.-]*)){0,4}) is (?:my|our|the name of (?:my|our)|an?) (?:[\w&-]+ ){0,3}?[\w&-]+(?=[\s.,:;]|$)/;

const greeting =
  /^(?:(?:hi|hello|hey|please|pls)[,! ]+)*(?:(?:i|we) (?:want|need|would like)|(?:can|could) you (?:build|make|create)|build|make|create|give)?\s*(?:me |us )?/i;

/** Where something is sold, and what is sold or done there: "toy shop". */
const shop = /^[\w' -]+ (?:shop|store|workshop|studio|school|gym|salon)$/i;
/** Says of somebody that they are one, and no more: "my company". */
const anybody = /^(?:company|business|team|office|home|family|club|community|village|group|house|school|shop|store)$/i;
/** Who works or meets there, whose app goes by what it keeps: "for our staff: shifts". */
const nobody =
  /^(?:staff|team|crew|colleagues|employees|members|clients|customers|guests|friends|family|kids|children)$/i;
const isHouse = (name: string) => name.split(" ").length < 5 && (namesWhoAsks(name, []) || shop.test(name));

const stop =
  "(?=\\s*(?:[:,.;(]|$)|\\s+(?:with|where|that|to|and|so|in|which|who|whose|people|customers|clients|guests|students|visitors|members|needs?|wants?)\\s|\\s+-\\s)";
const site =
  "(?:app|tool|web ?site|site|system|home ?page|web ?page|web ?shop|online (?:shop|store)|shop|platform|page|portal)";
const told = [
  // "a booking website for a yoga studio".
  new RegExp(`^(?:[\\w-]+ ){0,3}${site} (?:for|of) (?:my|our|the|an?) ([a-z][\\w' -]{2,30}?)${stop}`, "i"),
  // "my yoga studio needs a website".
  /^(?:(?:my|our|the|an?) )?([a-z][\w' -]{2,30}?) (?:needs?|wants?|is looking for|would like)\b/i,
  // "our food bank receives donations".
  /^(?:my|our) ([a-z][\w' -]{2,30}?) (?:has|gets|receives|sells|offers|rents|keeps|holds|hosts|makes|collects|runs|serves|meets)\b/i,
];

/** "an idea board for our product team", "a budget app for a student": what it is names it, and not who works with it. */
const worksWith = /(?:^| )(?:team|crew|department|staff|student|class|group)$/i;
const ofPlainSoftware =
  /^(?:(?:an?|my|our|the|simple|small|little|new|nice|internal|mobile|online) )*(?:app|application|tool|web ?site|site|system|platform|page|portal|home ?page|web ?page|software|something|place|program|database) (?:for|of) /i;
const isNamedByHead = (said: string, name: string): boolean => worksWith.test(name) && !ofPlainSoftware.test(said);

/** A business that a message is written for, by the message's own words: "Yoga Studio", and no "Fitness Studio". */
function businessIn(said: string): string | null {
  for (const pattern of told) {
    const name = pattern.exec(said)?.[1]?.replace(/^(?:(?:small|little|local|new|own|family|tiny)\s+)+/i, "");
    if (name !== undefined && !anybody.test(name) && isHouse(name) && !isNamedByHead(said, name)) return headline(name);
  }
  return null;
}

const circle = new RegExp(
  `^(?:(?:an?|my|our|the|small|little|online|local) )*(community|forum|message board|social network|network) (?:for|of) (?:(?:the|my|our|all|an?) )*([a-z][\\w' -]{2,30}?)(?:${stop}|\\s+in\\s)`,
  "i",
);
const everybody = /^(?:people|everyone|everybody|anyone|anybody|those|folks|all)(?: interested)?$/i;
/** "people who restore old radios", "everybody interested in birds": what brings them together. */
const drawnBy =
  /^ (?:(?:who|that) (?!are\b|is\b|have\b|want\b|need\b)(?:[a-z]+ )(?:in |for |with )?|in )((?:[a-z-]+ ){0,2}?[a-z-]+)(?=$|[,.:;]|\s(?:and|or|to|at|in|with|they|where|who)\b)/i;
/** "a community for amateur astronomers" goes by those who meet there, or else by what they meet for. */
function circleIn(said: string): string | null {
  const [all = "", what = "", who = ""] = circle.exec(said) ?? [];
  if (who === "") return null;
  if (everybody.test(who)) {
    const drawn = drawnBy.exec(said.slice(said.indexOf(who, all.indexOf(what)) + who.length))?.[1]?.split(" ");
    return drawn ? headline([...drawn.slice(0, -1), singular(drawn.at(-1)!), what].join(" ")) : null;
  }
  return headline(isPlural(who.split(" ").at(-1)!) ? who : `${who} ${what}`);
}

const whoseIs = new RegExp(
  `(?<!\\b(?:asks?|asking|apply|sign(?:s|ed)? up|wait|look|pay|register|book) )\\b(?:for|of) (?:my|our|an?) ([a-z][\\w' -]{2,30}?)${stop}`,
  "i",
);
/** "a website for a pottery", "office of our allotment association": where nothing else names the app, what it is for does. */
export function placeSaid(said: string): string | null {
  const name = whoseIs.exec(said)?.[1]?.replace(/^(?:(?:small|little|local|new|own|family|tiny)\s+)+/i, "");
  const last = name?.split(" ").at(-1) ?? "";
  // "for my new coffee brand": brands are kept of rows, but this one has a name of its own.
  const isSomebody = isPersonLike(last.toLowerCase()) || relatives.test(last.toLowerCase());
  // "for a yearly fee".
  const isPlace = last !== "" && !isPlural(last) && !isSomebody && !anybody.test(name!) && !isAttribute(name!);
  return isPlace && name!.split(" ").length < 4 && !isNamedByHead(said.replace(greeting, ""), name!)
    ? headline(name!)
    : null;
}

/** "tutoring agency: …", "an app for my choir": the app goes by who asks for it. */
export function nameOfAsker(sentence: string): string | null {
  const said = sentence.replace(greeting, "");
  const business = businessIn(said) ?? circleIn(said);
  if (business) return business;
  const whose =
    /^(?:(?:an?|my|our|the|some|simple|small|little|online)\s+)*(?:app|tool|site|website|web ?site|system|database|something|software|program|place|page) for (?:my|our|the|an?) ([a-z][\w' -]{2,30}?)(?=\s*(?:[:,.;(]|$)|\s+(?:with|where|that|to|and|so|-)\s)/i.exec(
      said,
    )?.[1];
  const head =
    /^(?:(?:for|an?|my|our|the|we are an?|i am an?|i'm an?|we're an?) )*([a-z][\w' -]{2,30}?)(?=\s*(?::|\.$|$)|\s+-\s)/i.exec(
      said,
    )?.[1];
  for (const name of [whose, head])
    if (name !== undefined && !nobody.test(name) && name.split(" ").length < 5 && namesWhoAsks(name, []))
      return headline(name);
  return null;
}

/** What tells nothing of a business before its name. */
const plain =
  /^(?:an?|the|my|our|i|we|for|of|and|with|to|in|web|online|simple|small|little|new|modern|public|own|basic)$/;

const modal = /^(?:can|could|may|might|shall|should|will|would|must|to|anyone|anybody|everyone|everybody)$/;

/** A kind's name in the words of the message: a toy shop is no "online shop", the invoicing of a bakery is not freelance. */
export function inOwnWords(kind: string, sentence: string): string {
  const words = wordsOf(kind);
  const last = words.at(-1)!;
  const said = wordsOf(sentence.toLowerCase());
  const at = said.findIndex((word) => singular(word) === singular(last));
  if (words.length < 2 || at < 0 || words.slice(0, -1).some((word) => said.includes(word))) return kind;
  const before = said[at - 1] ?? "";
  // "where people report potholes": what they do, and no "people reports".
  if (modal.test(before) || (isPlural(before) && !isPlural(said[at]!))) return kind;
  if (before && !plain.test(before)) return `${before} ${last}`;
  const asker = / (?:for|of) (?:an?|my|our|the) ([a-z]+)(?= (?:with|and|where|that|to)\b|[,.:;]|$)/i.exec(
    sentence,
  )?.[1];
  if (asker && namesWhoAsks(asker, [])) return `${asker} ${last}`;
  // "a library: books, loans": of a school nobody spoke.
  return at < 3 ? last : kind;
}

/** "an online shop for hot sauces": the Hot Sauce Shop. */
export function shopNamed(sentence: string): string | null {
  const ware = /^(?:an? |our |my )?(?:online |web )?(?:shop|store) for ((?:[a-z-]+ ){0,2}[a-z-]+)$/i.exec(
    sentence,
  )?.[1];
  return ware && !/\b(?:and|my|our|the|with|where)\b/i.test(ware)
    ? headline(`${ware.replace(/[a-z]+$/i, (noun) => singular(noun))} shop`)
    : null;
}
