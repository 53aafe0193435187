import "server-only";
import { plural, singular } from "../../language/inflect";
import { knownAs, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { software, type View } from "../../words/software";

const determiner = /^(?:(?:an?|the|its|my|our|some|all)\s+)+/i;
/** "search by location", "reviews from guests", "a page where": more than the name of a feature. */
const clause =
  /\b(?:that|which|who|whose|where|can|could|should|must|so|when|if|per|of|for|by|from|to|in|at|on|without|has|have|is|are)\b/i;
const wordsMax = 5;

/** A member of a list: what is kept for it, and what it asked for otherwise. */
type Member = { kept: string; wishes?: string[]; outside?: string[] };

/** The rows that a noun means, in the plural. Null where it is nothing of which there are rows. */
const rowsOf = (noun: string): string | null =>
  noun !== "" && (knownAs(noun) ?? quietAs(noun)) ? plural(singular(noun)) : null;

/** "Reports" by itself are figures; "condition reports" are rows. */
const isIn = (key: string, words: string) =>
  key === words || (words !== "reports" && ` ${key} `.includes(` ${words} `));
const viewsIn = (key: string): View[] => {
  const { views } = software();
  return [...new Set([...views].flatMap(([words, view]) => (isIn(key, words) ? [view] : [])))];
};
/** A view in the words that the readers of descriptions know. */
const viewNames: Record<View, string> = { calendar: "calendar", board: "kanban board", dashboard: "dashboard" };
const viewNamed = (key: string): string => viewsIn(key).map((view) => viewNames[view])[0] ?? "";

/** "deal pipeline tracking": deals. Null where the words before are nothing that an app keeps. */
function handled(words: string[]): string | null {
  const { handling, registers } = software();
  const head = words.at(-1)!;
  if (words.length < 2 || !(handling.has(head) || registers.has(head))) return null;
  const before = words.slice(0, -1);
  const noun = before.join(" ");
  const known = loadWords().capabilities.get(noun) || rowsOf(noun) || handled(before) || rowsOf(before.at(-1)!);
  // "test drive booking": rows of which nothing is known.
  return known ?? (handling.has(head) && !isAttribute(noun) ? plural(singular(noun)) : null);
}

/** "Slack notifications", "Stripe payments": what is kept for it stays, the service is told. */
function outsideOf(said: string, words: string[]): Member | null {
  const { outside } = software();
  if (isAttribute(said) || !words.some((word) => outside.has(word))) return null;
  const rest = words.filter((word) => !outside.has(word)).join(" ");
  return { kept: loadWords().capabilities.get(rest) ?? rowsOf(rest) ?? "", outside: [said] };
}

/** "about page", "FAQ section": a page of text. */
function pageOf(key: string): Member | null {
  const name = key.replace(/ (?:pages?|sections?|info|information|statement)$/, "");
  if (name === key || !software().pages.has(name)) return null;
  return { kept: "", wishes: [`add ${/^[aeiou]/.test(name) ? "an" : "a"} ${name} page`] };
}

/** A part of a screen, or a view: "calendar view", "property cards", "sales charts". Null where it is neither. */
function shownOf(words: string[]): Member | null {
  const isOfScreen = words.length > 1 && software().screens.has(words.at(-1)!);
  const view = viewNamed(words.join(" "));
  if (!isOfScreen && (view === "" || words.length > 3)) return null;
  const noun = words.slice(0, -1).join(" ");
  // "vendor dashboards" are of vendors, "sales charts" of nothing that is kept.
  const rows = view === "" || (knownAs(noun) ?? quietAs(noun))?.kind === "person" ? rowsOf(noun) : null;
  return { kept: [rows, view].filter(Boolean).join(", ") };
}

function readPhrase(said: string): Member {
  const { capabilities } = loadWords();
  const key = wordKey(said.replace(determiner, ""));
  const words = key.split(" ");
  while (words.length > 1 && !capabilities.has(words.join(" ")) && software().plainly.has(words[0]!)) words.shift();
  const bare = words.join(" ");
  const exactly = capabilities.get(bare);
  if (exactly !== undefined) return { kept: exactly || viewNamed(bare) };
  if (bare === "" || words.length > wordsMax || clause.test(said)) return { kept: said };
  const shown = software().screens.has(words.at(-1)!) || !knownAs(bare);
  const read = pageOf(key) ?? outsideOf(said, words) ?? (shown ? shownOf(words) : null);
  if (read) return read;
  return { kept: (shown ? handled(words) : null) ?? said };
}

/** "providers by specialty", "appointments with status tracking": a member with fields of its own. */
const inner = /^(.+?)\s+(?:with|by)\s+(.+)$/is;

/** A member of a list of features: "deal pipeline tracking" → kept "deals". As it is where nothing of it is a feature. */
export function readMember(said: string): Member {
  const [, phrase = said, choices] = /^(.*?)\s*(\(.+\))$/s.exec(said) ?? [];
  const parts = inner.exec(phrase);
  const read = (parts ? [parts[1]!, parts[2]!] : [phrase]).map(readPhrase);
  const isAsSaid = read.every(({ kept }, at) => kept === (parts ? parts[at + 1] : phrase));
  if (isAsSaid) return { kept: said };
  const kept = read
    .map((one) => one.kept)
    .filter(Boolean)
    .join(" with ");
  // "filters (price, beds)": what is filtered by is kept.
  const behind = kept === "" ? choices?.slice(1, -1) : choices;
  return {
    kept: [kept, behind].filter(Boolean).join(" "),
    wishes: read.flatMap(({ wishes = [] }) => wishes),
    outside: read.flatMap(({ outside = [] }) => outside),
  };
}
