import "server-only";
import { headline, plural, singular, wordsOf } from "../language/inflect";
import { knownAs } from "../lexicon/known";
import { kindsIn } from "../words/find";
import { inOrder, rule } from "./phrase-rule";

const own = {
  market: "market ?place",
  directory: "(?:directory|guide|finder)",
  found: "(?:[a-z-]+ ){0,2}?[a-z-]+",
  near: "(?:(?:the|our|all|local|good|best|nearby|independent|small|qualified|professional|vetted) )*",
  where: "(?: (?:near|around|in|close to) (?:my|our|the|your|you|me|us|them)(?: [a-z]+)?)?",
  find: "(?:find|hire|book|find and (?:hire|book|contact))(?: and (?:hire|book|contact))?",
  seekers: "(?:people|clients|customers|users|parents|students|companies|businesses|families|neighbou?rs|you|i|we)",
};

/** Who offers a service: "tutoring", "tutors" → "tutor"; nobody where no marketplace of services goes by the name. */
function providerOf(said: string): string | undefined {
  const words = said.toLowerCase();
  const bare = words.replace(/ing$/, "");
  return [singular(words), bare, `${bare}er`, `${words}r`].find((one) =>
    kindsIn(`${one} marketplace`).some(({ kind, phrase }) => kind.name === "service marketplace" && one !== phrase),
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const rowsOf = (list: string, usual: string): string =>
  list === "" ? usual : list.replaceAll(/,? and /g, ", ").trim();

/** "marketplace for tutors": "Tutor marketplace: tutors, bookings, reviews". Of doctors there are only directories. */
function marketOf(who: string, list: string): string | null {
  const last = wordsOf(who).at(-1) ?? "";
  const provider = providerOf(last);
  if (provider === undefined) return null;
  const all = who.toLowerCase().replace(new RegExp(`${last}$`, "i"), provider);
  return `${capital(all)} marketplace: ${plural(all)}, ${rowsOf(list, "bookings, reviews")}`;
}

/** Members are no business that strangers look for. */
const isOfPeople = /\b(?:employee|staff|member|phone|contact|team|alumni|student)s?$/;

/** Its directory is of those who come there: "church directory". */
const isFellowship = /\b(?:church|parish|congregation|mosque|synagogue)$/;

/** "directory of hiking trails with ratings": "Hiking trail directory: hiking trails and ratings". */
function directoryOf(said: string, list: string): string | null {
  const what = said.toLowerCase();
  if (/\b(?:for|of|and|to|business|company|shop)\b/.test(what)) return null;
  const one = what.endsWith("i") ? what : singular(what);
  const isOwnKind = [what, one].some((name) =>
    kindsIn(`${name} directory`).some(({ phrase }) => phrase.endsWith(" directory")),
  );
  if (isOwnKind) return `${capital(one)} directory`;
  if (isFellowship.test(what))
    return `An app called "${headline(what)} Directory": members, ${rowsOf(list, "families")}`;
  const last = wordsOf(what).at(-1)!;
  if (isOfPeople.test(what)) return `${singular(last)} list`;
  // "hiking trails" are trails.
  const listed = knownAs(last) && !knownAs(what) ? last : what;
  return `${capital(singular(what))} directory: ${plural(singular(listed))}${list === "" ? "" : ` and ${rowsOf(list, "")}`}`;
}

/** A first message that asks for a place where somebody or something is found, as a list of what it keeps. */
export const plainFound = inOrder([
  // "a tutoring marketplace where students find tutors and book lessons": all is told behind it.
  rule(
    "{ask}{found} {market}( {software})?(?=,? (where|on which)\\b)…",
    ({ ask, found }) => (providerOf(wordsOf(found).at(-1) ?? "") ? `${ask}${found} app` : null),
    own,
  ),
  rule("{ask}{found} {market}( {software})?(,? with {list})?", ({ found, list }) => marketOf(found, list), own),
  rule(
    "{ask}{market}( {software})? (for|of|with|to find) {near}{found}{where}(,? with {list})?",
    ({ found, list }) => marketOf(found, list),
    own,
  ),
  rule(
    "({ask}({software}|place|{market}) (to |where {seekers} (can |could |may )?))?{find} {near}{found}{where}(,? with {list})?",
    ({ found, list }) => marketOf(found, list),
    own,
  ),
  rule(
    "{ask}{site} ((that|which) (lists?|shows?)|to find|where (people|you|visitors) can find) {near}{found}{where}(,? with {list})?",
    ({ found, list }) => marketOf(found, list) ?? directoryOf(found, list),
    own,
  ),
  rule(
    "{ask}{directory}( {software})? (for|of|with|to find) {near}{found}{where}(,? with {list})?",
    ({ found, list }) => directoryOf(found, list),
    own,
  ),
  rule(
    "{ask}{found} (directory|finder)( {software})?(,? with {list})?",
    ({ found, list }) => directoryOf(found, list),
    own,
  ),
]);
