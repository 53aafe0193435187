import "server-only";
import { plural, singular, wordsOf } from "../language/inflect";
import { bareHeads } from "../words/bare-heads";
import { asking, few, opening, software } from "./asked";

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
/** A bare name without what people do there, where such a page is for that anyway. */
export function withoutDeeds(said: string): string {
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

/** A message that only asks for a page to report something, in plain words; null for every other. */
export function plainReports(said: string): string | null {
  for (const pattern of reports) {
    const [, what, where = ""] = pattern.exec(said) ?? [];
    if (what !== undefined)
      return `a page to report ${/^an? /i.test(what) ? plural(what.replace(/^an? /i, "")) : what}${where}`;
  }
  return null;
}
