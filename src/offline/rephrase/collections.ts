import "server-only";
import { plural, singular } from "../language/inflect";
import { splitList } from "../language/normalize";
import { knownAs, quietAs } from "../lexicon/known";
import { isAttribute } from "../lexicon/lexicon";
import { kindsIn } from "../words/find";
import { asking, few } from "./asked";

/** "a record collection with artist, genre and condition". */
const collected = new RegExp(
  `^${asking}${few}([a-z]+) (collection|catalog(?:ue)?|archive|list) with ([a-z' ,-]{3,200}?)[.!]*$`,
  "i",
);
const clause = /\b(?:who|which|where|that|when|so|i|we|can)\b/i;

/** "my reading list with ratings": one's own of each. */
const ownRated = /^((?:[a-z]+ ){1,4}with (?:[a-z ]+, )*?(?:[a-z ]+ and )?)ratings(?=$|[,.]| and\b)/i;
const ofOwn = (text: string): string => {
  const [said, before = ""] = ownRated.exec(text) ?? [];
  const kind = said && kindsIn(before.split(" with ")[0]!)[0]?.kind;
  return kind && kind.purpose === "personal" ? text.replace(ownRated, "$1rating") : text;
};

/** A first message that lists what is told of a collection, as a list of what is collected: "record collection: records with artist and genre". */
export function plainCollection(text: string): string {
  const [, what = "", shelf = "", list = ""] = collected.exec(text.trim()) ?? [];
  const noun = singular(what.toLowerCase());
  if (clause.test(list)) return ofOwn(text);
  if (!what || !(knownAs(noun) ?? quietAs(noun)) || !/^(?:item|person)$/.test(knownAs(noun)?.kind ?? "item"))
    return ofOwn(text);
  const isOwn = kindsIn(`${noun} ${shelf}`)[0]?.kind.purpose === "personal";
  const told = splitList(list).map((item) => item.trim().replace(/^(?:their|an?|the|my) /i, ""));
  if (!told.some((item) => isAttribute(singular(item)) || isAttribute(item))) return ofOwn(text);
  const fields = told.map((item) =>
    isAttribute(singular(item)) && (isOwn || !/^(?:ratings|reviews|comments)$/i.test(item)) && !/^notes$/i.test(item)
      ? singular(item)
      : item,
  );
  return `${noun} ${shelf}: ${plural(noun)} with ${fields.join(", ").replace(/, ([^,]+)$/, " and $1")}`;
}
