import "server-only";
import { plural, singular, wordsOf } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { kindsIn } from "../../words/find";
import { asking, few } from "./asked";

const found = "((?:[a-z-]+ ){0,2}?[a-z-]+)";
const softwareSaid = "(?: (?:app|application|site|website|platform|page))?";
const near = "(?:(?:the|our|all|local|good|best|nearby|independent|small|qualified|professional|vetted) )*";
const where = "(?: (?:near|around|in|close to) (?:my|our|the|your|you|me|us|them)(?: [a-z]+)?)?";
const withRows = "(?:,? with ([a-z ,]+))?";
/** "a babysitter marketplace". */
const marketOf = new RegExp(`^${asking}${few}${found} market ?place${softwareSaid}${withRows}[.!]*$`, "i");
/** "a marketplace for handymen", "a directory of local plumbers with reviews". */
const placeFor = new RegExp(
  `^${asking}${few}(?:online )?(market ?place|directory|guide|finder)${softwareSaid} (?:for|of|with|to find) ${near}${found}${where}${withRows}[.!]*$`,
  "i",
);
const listOf = new RegExp(`^${asking}${few}${found} (directory|finder)${softwareSaid}${withRows}[.!]*$`, "i");
/** "a tutoring marketplace where students …". */
const marketWhere = new RegExp(
  `^((${asking}${few})${found} market ?place${softwareSaid})(?=,? (?:where|on which)\\b)`,
  "i",
);
/** "a site where people find and book photographers". */
const toFind = new RegExp(
  `^(?:${asking}${few}(?:app|application|site|website|platform|page|place|market ?place) (?:to |where (?:people|clients|customers|users|parents|students|companies|businesses|families|neighbou?rs|you|i|we) (?:can |could |may )?))?(?:find|hire|book|find and (?:hire|book|contact))(?: and (?:hire|book|contact))? ${near}${found}${where}${withRows}[.!]*$`,
  "i",
);

/** Who offers a service: "tutoring", "tutors" → "tutor"; nobody where no marketplace of services goes by the name. */
function providerOf(said: string): string | undefined {
  const words = said.toLowerCase();
  const bare = words.replace(/ing$/, "");
  return [singular(words), bare, `${bare}er`, `${words}r`].find((one) =>
    kindsIn(`${one} marketplace`).some(({ kind, phrase }) => kind.name === "service marketplace" && one !== phrase),
  );
}

const rowsOf = (list: string | undefined, usual: string): string =>
  (list ?? usual)
    .split(/,? and |, /)
    .map((row) => row.trim())
    .filter((row) => row !== "")
    .join(", ");

/** Whether somebody offers a service of their own: no doctors, who are found in a directory. */
const isService = (words: string): boolean => {
  const last = wordsOf(words).at(-1) ?? "";
  return providerOf(last) !== undefined;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A first message that asks for a place where somebody or something is found, as a list of what it keeps: "marketplace for
 * tutors" is "Tutor marketplace: tutors, bookings, reviews", and "directory of hiking trails" "Hiking trail directory: hiking trails".
 */
export function plainFound(text: string): string {
  const said = text.trim();
  // "a tutoring marketplace where students find tutors and book lessons": all is told behind it.
  const [, told = "", from = "", who0 = ""] = marketWhere.exec(said) ?? [];
  if (told !== "" && isService(who0)) return `${from}${who0} app${said.slice(told.length)}`;
  const [, seller = "", sold] = marketOf.exec(said) ?? [];
  const [, kind = "", placed = "", with1] = placeFor.exec(said) ?? [];
  const [, sought = "", with2] = toFind.exec(said) ?? [];
  const market = /^market/i.test(kind) ? placed : "";
  const who = [seller, market, sought].find((one) => one !== "" && isService(one));
  if (who !== undefined) {
    const last = wordsOf(who).at(-1)!;
    const provider = who.toLowerCase().replace(new RegExp(`${last}$`, "i"), providerOf(last)!);
    return `${capital(provider)} marketplace: ${plural(provider)}, ${rowsOf(sold ?? with1 ?? with2, "bookings, reviews")}`;
  }
  const [, listed = "", listKind, with3] = listOf.exec(said) ?? [];
  const what = (placed !== "" && market === "" ? placed : listed).toLowerCase();
  if (what === "" || /\b(?:for|of|and|to|business|company|shop)\b/.test(what)) return text;
  const isOwnKind = [what, singular(what)].some((one) =>
    kindsIn(`${one} directory`).some(({ phrase }) => phrase.endsWith(" directory")),
  );
  const isOfPeople = /\b(?:employee|staff|member|phone|contact|team|church|alumni|student)s?$/.test(what);
  const isFound = /^(?:directory|finder|guide)$/i.test(kind || (listKind ?? ""));
  if (!isFound) return text;
  if (isOwnKind) return `${capital(what.endsWith("i") ? what : singular(what))} directory`;
  // Members are no business that strangers look for.
  if (isOfPeople) return `${singular(wordsOf(what).at(-1)!)} list`;
  const rows = rowsOf(with1 ?? with3, "");
  const last = wordsOf(what).at(-1)!;
  // "hiking trails" are trails.
  const listedAs = knownAs(last) && !knownAs(what) ? last : what;
  return `${capital(singular(what))} directory: ${plural(singular(listedAs))}${rows === "" ? "" : ` and ${rows}`}`;
}
