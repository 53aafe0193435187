import "server-only";
import { loadWords } from "../../words/load";

/** What people ask for, each by its phrases in `words/asks.json`. */
export type Ask = string;

export type Phrases = ReadonlyMap<string, readonly Ask[]>;

let known: { phrases: Phrases; longest: number } | undefined;

/** The asks by phrase (lower-case words between single spaces), and how many words the longest phrase has. */
export function askPhrases(): { phrases: Phrases; longest: number } {
  if (known) return known;
  const phrases = new Map<string, Ask[]>();
  for (const [ask, list] of loadWords().asks)
    for (const phrase of list.flatMap((one) => [...new Set([one, one.replaceAll("'", "")])])) {
      const asks = phrases.get(phrase) ?? [];
      if (!asks.includes(ask)) phrases.set(phrase, [...asks, ask]);
    }
  known = { phrases, longest: Math.max(...[...phrases.keys()].map((phrase) => phrase.split(" ").length)) };
  return known;
}

/** "show" is no word for show notes: it asks for something. */
export const isAsking = (part: string): boolean =>
  askPhrases()
    .phrases.get(part)
    ?.some((ask) => /^(?:show|hide|sort|filter|remove)$/.test(ask)) ?? false;

/** Words that ask for nothing by themselves. */
export const fillers = new Set(
  "a an the till please pls plz just simply my our your this that these those of to for in on at and or is are be been being was were it its their his her them they he she we you us so do does did would will shall should could i'd i'm i'll i've we'd im we'll there here then than such really actually always now again maybe perhaps kindly thanks thank ok okay btw want wants need needs like would-like i me have has had get gets got let lets let's make makes go going by from with into onto as also too all any some each every one ones if when where who which what whose how own new other another both only rather quite very little bit nicer nice good better up out off over about per thing things stuff item items entry entries record records row rows app application site website tool system data able possible possibility way time times use uses using used everything everywhere whole entire please, but not no yes dont don't doesn't isn't aren't can't cannot because since while until yet before after more less most least instead anymore any-more warm earthy rich muted vivid subtle bright soft strong calm pleasant once finally".split(
    " ",
  ),
);
