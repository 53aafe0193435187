import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { label } from "../../learned/requests/carry/carry";
import { isNumber, refsOf } from "../../request/meaning/clause";
import { placeNouns } from "../../lexicon/places";
import { tableIn } from "./told-of-tables";

/** "a class can have at most 12 people", "limit classes to 12 people", "max 12 people per class". */
const said: readonly [RegExp, what: number, amount: number][] = [
  [
    new RegExp(
      `^(?:an? |each |every |one |the )?([\\w -]+?) (?:can|may|should|must|shall)(?: only)? (?:have|take|hold|fit|be for)(?: only)? (?:at most|no more than|up to|max\\.?|maximum|a maximum of|not more than)? ?(\\d+) ${placeNouns}$`,
      "i",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `^(?:an? |each |every |one |the )?([\\w -]+?) (?:has|have|is for|are for|takes?|holds?|fits?|allows?) (?:at most|no more than|up to|max\\.?|maximum|a maximum of|not more than|only) (\\d+) ${placeNouns}$`,
      "i",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `^(?:limit|cap|restrict) (?:the |all |each |every )?([\\w -]+?) (?:to|at) (?:at most |max\\.? )?(\\d+) ${placeNouns}$`,
      "i",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `^(?:at most|no more than|up to|max\\.?|maximum|only|not more than) (\\d+) ${placeNouns} (?:per|for each|for every|in each|in every|in a|for a|each) ([\\w -]+)$`,
      "i",
    ),
    2,
    1,
  ],
];
const isCapacity = /^(?:capacity|seats?|places?|spots?|max_\w+|people|participants|group_size|size)$/;

/** How many people there may be of something is the most that its number of places may be. */
export function capacityOf(text: string, { model }: Draft): string {
  for (const [pattern, what, amount] of said) {
    const match = pattern.exec(text);
    const entity = match ? tableIn(match[what]!, model) : undefined;
    const field = entity && refsOf(entity).find((ref) => isCapacity.test(ref.name) && isNumber(ref));
    if (match && field) return `${label(field).toLowerCase()} of ${manyOf(field.entity)} at most ${match[amount]!}`;
  }
  return text;
}
