import "server-only";
import { isPlural, singular } from "../language/inflect";
import { websites } from "../words/websites";
import { isPersonLike, isSomebodyInData, people } from "../lexicon/nouns";

const groups =
  /^(?:company|firm|business|team|office|staff|organi[sz]ation|group|town|city|village|neighbou?rhood|school|club|victims|refugees|orphans|homeless)$/;

/** Whether what stands behind "for" is whoever uses an app: people, or where they work. */
export function isAudience(noun: string): boolean {
  const last = noun.toLowerCase().split(" ").at(-1)!;
  const isPeople = people.test(last) || isSomebodyInData(singular(last));
  return (isPlural(last) && (isPeople || websites().organisations.has(singular(last)))) || groups.test(last);
}

/** Whether it is one person of a trade: "a solar installer". */
export const isTradesperson = (noun: string): boolean =>
  /^an? [a-z]+ [a-z]+(?:er|or|ist)$/i.test(noun) && isPersonLike(noun.toLowerCase().split(" ").at(-1)!);
