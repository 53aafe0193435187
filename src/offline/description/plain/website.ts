import "server-only";
import { wordsOf } from "../../language/inflect";
import { isPersonLike } from "../../lexicon/nouns";
import { kindsIn } from "../../words/find";
import { websites } from "../../words/websites";
import { asking, few } from "./asked";

const site = "(?:web ?site|web ?page|home ?page|internet page|web presence|site)";
const named = "([a-z][a-z' -]{2,40}?)";
/** "a website for my law firm", and nothing else. */
const siteFor = new RegExp(`^${asking}${few}${site} (?:for|of) ${few}${named}$`, "i");
/** "plumber website". */
const siteNamed = new RegExp(`^${asking}${few}${named} ${site}$`, "i");

/** Who has a website: people, places, organisations. */
function isTrade(last: string): boolean {
  const { organisations, sets } = websites();
  return organisations.has(last) || sets.some(({ said }) => said.has(last)) || isPersonLike(last);
}

/** Kinds of app that are for visitors as they stand. */
function isForVisitors(trade: string): boolean {
  const [named] = kindsIn(trade);
  return (
    named !== undefined &&
    (named.kind.purpose === "site" ||
      named.kind.purpose === "form" ||
      named.kind.things.some((thing) => /^(?:Appointment|Stay|Booking|Room booking|Table reservation)$/.test(thing)))
  );
}

/** "a blog about hiking" is a hiking blog: what it is about is written there, and kept in no table. */
const blogAbout =
  /\b((?:(?!an? |the |my |our )[a-z]+ )?)(blog|podcast|magazine|vlog) about (?:my |our |the )?([a-z-]+(?: [a-z-]+)?)(?=\s+(?:with|where|and)\s|\s*[.,:;!]|\s*$)/i;
export const blogOf = (text: string): string => text.replace(blogAbout, "$3 $1$2");

/** "eine Website für meine Bäckerei". */
const germanSite =
  /^(?:(?:bau|erstell|mach)\w* (?:mir |uns )?|ich (?:brauche|möchte|will) )?(?:(?:eine?|meine|unsere|kleine|einfache|neue) )*(?:website|webseite|homepage|internetseite) (?:für|von) (?:mein|unser|ein)\w* (?:kleine\w* )?([a-zäöüß-]{4,40})$/i;

/** What strangers come to see of a trade: by what it keeps, else by its own name. */
function setOf(trade: string) {
  const things = kindsIn(trade)[0]?.kind.things ?? [];
  const { sets } = websites();
  const last = wordsOf(trade).at(-1)?.toLowerCase() ?? "";
  return (
    sets.find(({ of }) => things.some((thing) => of.has(thing))) ??
    // "Sportverein" is a Verein.
    sets.find(({ said }) => [...said].some((one) => last === one || (one.length > 5 && last.endsWith(one))))
  );
}

/**
 * A first message that asks for the website of a trade and says nothing more, as a list of what strangers come to see: a law firm's
 * website shows no cases, and a school's no pupils. Every other message as it is.
 */
export function websiteOf(text: string): string {
  const said = text.trim().replace(/[.!]+$/, "");
  const german = germanSite.exec(said)?.[1];
  if (german)
    return isForVisitors(german)
      ? text
      : `Website für unsere ${german}: ${setOf(german)?.de ?? websites().otherwiseDe}`;
  const trade = (siteFor.exec(said) ?? siteNamed.exec(said))?.[1]?.toLowerCase();
  const last = trade && wordsOf(trade).at(-1);
  if (!trade || !last || !isTrade(last) || isForVisitors(trade)) return text;
  return `website for our ${trade}: ${setOf(trade)?.keeps ?? websites().otherwise}`;
}
