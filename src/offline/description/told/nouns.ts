import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { knownAs, namesThing, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike, people, screenWord } from "../../lexicon/nouns";
import { briefs } from "../../words/briefs";
import { rowsOf } from "../brief/kept-rows";

/** A noun phrase of a task: the noun that it is about, and what it is of, for or on. */
export type Phrase = { head: string; isMany: boolean; isOne: boolean; of: { word: string; noun: string }[] };

const determiner =
  /^(?:(?:other people['’]s|an?|the|its|my|our|your|their|his|her|each|every|all|any|some|several|multiple|various|these|those|this|that|both|one|another|other|new|own|more|up to \w+|up-to-date|free|past|upcoming|next|nearest|two|three|four|five|certain|most popular|other people['’]s|used|given|earlier|present|current|missing|former|full|today['’]s|tonight['’]s|last|latest|different|favou?rite) )+/i;
const prepositions =
  / (of|for|on|in|to|into|from|at|about|during|per|between|with|under|against|within|over|through|around|via|onto|by|as|than|near) /i;

/** "the lease of a plot": the lease, and the plot that it is of. */
export function phraseOf(said: string): Phrase {
  const text = said.trim().replace(/^(?:up to|at most|at least) \w+ /i, "some ");
  const parts = ` ${text}`.split(prepositions);
  const first = parts[0]!.trim();
  // "a list of practice texts".
  if (
    parts[1]?.toLowerCase() === "of" &&
    /(?:^| )(?:list|lists|details|collection|gallery|record|records|overview|series|set|catalogue|catalog|archive|register|profile|profiles|history|status)$/i.test(
      first,
    )
  )
    return phraseOf(
      parts
        .slice(2)
        .map((part, at) => (at % 2 ? ` ${part} ` : part))
        .join(""),
    );
  const of: Phrase["of"] = [];
  for (let at = 1; at < parts.length; at += 2)
    of.push({ word: parts[at]!.toLowerCase(), noun: bare(parts[at + 1] ?? "") });
  const owner = /^(?:.*? )?([a-z-]+?)(?:['’]s|s['’]) (.+)$/i.exec(first);
  // "a scholarship's conditions", "other people's recipes".
  if (owner && !/^(?:people|other|today|tonight|everyone|day|week|month|year)$/i.test(owner[1]!))
    return {
      head: bare(owner[2]!),
      isMany: isPlural(first),
      isOne: false,
      of: [{ word: "of", noun: owner[1]!.toLowerCase() }, ...of],
    };
  return {
    head: bare(first),
    isMany: isPlural(first.split(" ").at(-1) ?? ""),
    isOne: /^(?:an?|one|each|every|another) /i.test(first),
    of,
  };
}

export const bare = (text: string): string =>
  text
    .trim()
    .replace(/^to (?=the |an? |their )/i, "")
    .replace(determiner, "")
    .replace(/ (?:they|he|she|it|who|which|that) .*$/i, "")
    .replace(
      / (?:online|offline|together|again|afterwards?|themselves|by hand|side by side|easily|later|first|left|available)$/i,
      "",
    )
    .trim()
    .toLowerCase();

export const isPersonNoun = (noun: string): boolean => {
  const one = singular(noun);
  const known = knownAs(one) ?? quietAs(one);
  return known ? known.kind === "person" : isPersonLike(one.split(" ").at(-1)!);
};

/** What a row has, and no rows: "shipping address", "rhythm". */
export const isField = (noun: string): boolean => {
  const last = noun.split(" ").at(-1)!;
  return (
    (isAttribute(noun) && !(isPlural(noun) && namesThing(noun))) ||
    (isAttribute(last) && (!isPlural(last) || last === "notes") && !namesThing(noun)) ||
    /^(?:number|amount|date|time|day) of\b/.test(noun)
  );
};

/** The rows that a noun names, in the singular; null where it names none. */
export function rowNoun(noun: string, isShown: boolean): string | null {
  if (
    noun === "" ||
    /^\d|\d$/.test(noun) ||
    /^(?:it|them|one|ones|which|what|who|how|somebody|someone|others?)\b/.test(noun)
  )
    return null;
  const bareNoun = /^(.+) (?:statistics|details|information|data|profiles?)$/.exec(noun)?.[1];
  if (bareNoun && !namesThing(noun)) return rowNoun(plural(singular(bareNoun)), isShown);
  if (
    (people.test(noun) && !/^(?:teams?|famil(?:y|ies)|compan(?:y|ies)|child|children|kids?|guests?)$/.test(noun)) ||
    (briefs().intangible.has(noun) && !knownAs(noun))
  )
    return null;
  if (noun === "needs" || noun === "need") return "need";
  if (screenWord.test(noun) && !namesThing(noun)) return null;
  if (/^listings?$/.test(noun)) return "listing";
  if (noun === "leave") return "leave request";
  // "tee times": rows that are booked, and no time of a thing.
  const timed = /^(.+) (?:times|slots)$/.exec(noun)?.[1];
  if (timed && !namesThing(timed) && !isAttribute(noun)) return singular(noun);
  const rows = rowsOf(noun, isShown);
  if (rows === null || rows === "dashboard") return null;
  return singular(rows).toLowerCase();
}
