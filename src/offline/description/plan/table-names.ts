import "server-only";
import { singular } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { aliases, type Known } from "../../lexicon/known";
import { idle } from "../../lexicon/nouns";

/** Nouns for all of the things together: an inventory has stock items, and no inventories. */
const shelves =
  /^(?:inventor(?:y|ies)|stocks?|catalog(?:ue)?s?|timetables?|schedules?|directory|register|watch ?lists?|menus?|guest ?lists?|lists?|features?|collections?|cellars?)$/i;

/** Whether a thing goes by a word alone: a "Recipe rating" by "rating". */
export const goesBy = (thing: string, word: string): boolean => {
  const known = loadWords().things.get(thing);
  return [known?.name ?? "", ...(known?.synonyms ?? [])].some(
    (name) => singular(wordKey(name)) === singular(wordKey(word)),
  );
};

/** "salon booking", "gym member": where they are tells no other kind of them. */
const inPlace =
  /^(?:[\w-]+ )?(?:studio|shop|club|school|agency|salon|company|office|clinic|practice|gym|hotel|church|farm|restaurant|garage|stable|bakery|bar|pub|cafe|library|museum|community|association|centre|center) (bookings?|appointments?|orders?|reservations?|members?|customers?|clients?|employees?|suppliers?|payments?|tasks?)$/i;

const isNameOf = (thing: Known, noun: string): boolean => {
  const known = loadWords().things.get(thing.name);
  return (
    known === undefined ||
    [known.name, known.plural, ...known.synonyms].some((name) => singular(wordKey(name)) === singular(wordKey(noun)))
  );
};

/** Which of them, and no other kind of them: "which spots", "loans to other museums", "the same court". */
export const telling =
  /^(?:(?:next|best|worst|which|what|whose|other|another|same|certain|such|these|those|each|every)\s+)+(?=[a-z])/i;

/** How many, how often and whose: "eleven clients", "mostly cats", "mum's pills". */
const passing =
  /^(?:(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|several|many|few|some|mostly|mainly|sometimes?|usually|often|roughly|about|around|maybe|perhaps|probably|only|just|also|always|currently|(?:mum|mom|dad|grandma|grandpa|granny|nan|wife|husband|son|daughter|brother|sister|boss)'?s)\s+)+(?=[a-z]{3})/i;

/** What a table is called, in the singular: the person's word, without what tells no other kind of thing ("family recipes", "used cars"). */
export function tableNoun(noun: string, thing: Known | undefined): string {
  const plain = noun.replace(passing, "").replace(telling, "").replace(idle, "").replace(inPlace, "$1");
  if (!thing) return singular(plain);
  const words = thing.name.toLowerCase();
  // The data's own name is only as long as it takes to tell it from other apps' things.
  const last = words.split(" ").at(-1)!;
  const isShort = /^(?:person|place|event)$/.test(thing.kind) && last !== words && goesBy(thing.name, last);
  if (shelves.test(plain) || shelves.test(plain.split(" ").at(-1)!) || aliases[singular(plain)])
    return isShort ? last : thing.name;
  // A name of another language: the app's own words are English.
  if (
    loadWords()
      .byName.get(wordKey(plain))
      ?.some(({ name }) => name === thing.name) &&
    !isNameOf(thing, plain)
  )
    return thing.name;
  const said = singular(plain).toLowerCase();
  if (said !== words && said.endsWith(` ${words}`) && goesBy(thing.name, said)) return words;
  return said === words && isShort ? last : singular(plain);
}

/** The plain noun for what a verb makes: a review of a recipe is a "review", where the recipe's own kind of review goes by that. */
export function recordNoun(makes: string, generic: string): string {
  if (generic.includes("{") || makes === generic) return makes;
  const known = loadWords().things.get(makes);
  const names = [makes, ...(known?.synonyms ?? [])].map((name) => singular(wordKey(name)).split(" ").at(-1));
  return names.includes(wordKey(generic)) ? generic : makes;
}
