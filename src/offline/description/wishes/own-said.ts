import "server-only";
import { singular } from "../../language/inflect";
import { isPersonLike, isServingPerson } from "../../lexicon/nouns";

const may =
  "(?:(?:can|may|should|could|must|shall|will) |(?:are|is) (?:only )?(?:allowed|able) to )?(?:be able to )?(?:(only|just) )?";
/** "members see only their own bookings", "… and can view just their own orders and invoices". */
const ownOnly = new RegExp(
  `\\b(?:([a-z][a-z-]*s|people|staff|everyone|everybody) )?${may}(?:sees?|views?|access|reads?) (?:(only|just) )?(?:their|his or her|his/her|his|her) own ((?:[a-z][a-z-]*,? ){0,5}[a-z][a-z-]*)`,
  "gi",
);
/** What ends the things that are their own: "their own bookings on a page". */
const behind = / (?:but|on|in|at|with|by|when|while|after|online|via|there|here|too|so|only|that|which|pages?)\b.*$/i;
const between = /,? (?:and|or) |, /;

/**
 * Whose rows people of an app are to see, each table as a request. The description keeps the words, which name tables
 * that may stand nowhere else.
 */
export function ownSaid(text: string): string[] {
  return [...text.matchAll(ownOnly)].flatMap(([, who = "", only, just, things]) => {
    if (!only && !just) return [];
    const named = things!
      .replace(behind, "")
      .split(between)
      .filter((thing) => / |s$/.test(thing) || things === thing);
    const isKnown = isPersonLike(singular(who.toLowerCase())) || isServingPerson(singular(who.toLowerCase()));
    return named.map(
      (thing) => `${isKnown ? who.toLowerCase() : "users"} can only see their own ${thing}, admins all of them`,
    );
  });
}
