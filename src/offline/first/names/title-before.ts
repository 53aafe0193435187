import "server-only";
import { manyOf } from "../../draft/draft";
import { headline, isPlural, wordsOf } from "../../language/inflect";
import { namesThing } from "../../lexicon/known";
import { isPlainVerb } from "../../lexicon/lexicon";
import { type AppModel, isGenericName } from "../../model/app-model";
import { namesWhoAsks } from "../heads/heads";

/** "Something to track …", "we have …", "members can book the sauna": a sentence, whose first words name nothing. */
const isSentence =
  /^(?:something|anything|someone|somewhere|track|manage|keep|organi[sz]e|help|we|i|our|my|to|there|hi|hello|can|could|so|who)\b|\b(?:can|should|must|wants?|needs?|and|or)\b/i;
const titleWordsMax = 4;

/**
 * The title before what is kept: "Gym" of "Gym members". Null where the first words are no title.
 * @param begins the first words of a request
 */
export function titleBefore(begins: string, { entities }: AppModel): string | null {
  const first = begins.split(/\s+(?:for|of)\s+(?:my|our|the|an?)\b/i, 1)[0]!;
  const words = first.split(/\s+/);
  const [verb = ""] = wordsOf(first);
  // "Recipes" rather than "Recipe site", and no "Website" where somebody wants one with recipes.
  if (isSentence.test(first) || isGenericName(first) || /\b(?:(?:web ?)?site|page)$/i.test(first)) return null;
  if (isPlainVerb(verb) && !namesThing(verb)) return null;
  const tables = new Set(entities.map((entity) => manyOf(entity).split(" ").at(-1)!.toLowerCase()));
  const isTable = (word: string) => tables.has(word.toLowerCase());
  // "Company cars", "my mother's medicines": the rows' own name in full.
  const isWhole = headline(first) === headline(manyOf(entities[0]!)) || /['’]s$/.test(words.at(-2) ?? "");
  const isOwn = (word: string) => !isTable(word) && !/^(?:for|of|with)$/i.test(word);
  if (!isWhole) words.splice(Math.max(words.findLastIndex(isOwn), 0) + 1);
  // "Dog walkers dogs walks": a list that was not understood as one.
  if (!isWhole && isPlural(words.at(-1)!)) words.splice(words.findIndex((word) => isPlural(word)) + 1);
  const title = words.join(" ");
  if (words.length > titleWordsMax || (words.length === 1 && isTable(title))) return null;
  // "Small" of small batches, "Old" of old books: what is left of the rows' own name is no title.
  const isCut = title.length < first.length && words.length === 1;
  return isCut && !namesWhoAsks(title, []) && !isPlural(title) ? null : headline(title);
}
