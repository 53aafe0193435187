import "server-only";
import { beforeDeed } from "../../description/wishes/before-deed";
import { plural, singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { recordVerbOf } from "../../lexicon/lexicon";
import { briefs } from "../../words/briefs";
import type { RecordVerb } from "../../words/schema";

/** The rows that a name stands for; `deed` leaves rows of its own, `of` those that it is done to. */
export type Named = { noun: string; deed?: RecordVerb; of?: string };

const article = String.raw`(?:(?:an?|the|their|his|her|its|all|new|each|every|some) )*`;

const isVerb = (word: string): boolean =>
  recordVerbOf(word) !== undefined || briefs().kept.has(word) || briefs().nothing.has(word);

/** "order dishes", "log treatments": what is done to rows that have a name of their own. */
export function namedIn(name: string, message: string): Named {
  const words = name.toLowerCase().split(" ");
  const [verb = "", ...rest] = words;
  const noun = rest.join(" ");
  if (noun === "" || verb.endsWith("ing") || !isVerb(verb) || knownAs(name) || !knownAs(noun)) return { noun: name };
  const done = new RegExp(`${beforeDeed}${verb} ${article}(?:${singular(noun)}|${plural(singular(noun))})\\b`, "i");
  if (!done.test(message)) return { noun: name };
  const deed = recordVerbOf(verb);
  return deed && !deed.makes.includes("{") ? { noun: deed.makes.toLowerCase(), deed, of: noun } : { noun };
}
