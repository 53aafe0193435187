import "server-only";
import { plural, wordsOf } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { type Kind, knownAs, knownNamed, quietAs } from "../../lexicon/known";
import { general } from "./said-things";

/** Whether a text names a thing, by any of its names in either number, beside the phrase that names the kind itself. */
const namesIn = (key: string, name: string, phrase: string): boolean => {
  const thing = loadWords().things.get(name);
  return (
    thing !== undefined &&
    [thing.name, thing.plural, ...thing.synonyms]
      .flatMap((one) => [wordKey(one), wordKey(plural(one))])
      .some((one) => !phrase.includes(one) && key.includes(` ${one} `))
  );
};

/** A kind with the phrase that names it, and where that stands in the text's key. */
type NamedKind = { kind: Kind; phrase: string; at: number; isThing: boolean };

/** "a tracker for the medication of my cat": what it is for, and then whose. */
const ofWhom =
  /^ (?:an? |the |my )?(?:app|tool|tracker|planner|log|list|system|database|overview) for (?:the |all )?[a-z ]+?(?= of (?:my|our|an?) )/;

/** Where a text's key begins to tell where an app is used: "for our school". */
const whereIn = (key: string): number =>
  ofWhom.exec(key)?.[0].length ??
  / for (?:my |our |a |an |the |your |small |local |little )+| for (?=(?:restaurant|shop|school|church|gym|hotel|office|company|clinic|salon|bakery|cafe|bar) )| of (?:my |our |a |an |the )+| (?:in|about) (?:my |our |a |an |the )+| (?:to|from|after|before|at|for) (?:the |our )?school(?= )| at (?!home )(?:my |our |a |an |the )*[a-z]/.exec(
    key,
  )?.index ??
  key.length;

/** Whether a kind is named only by where the app is used: the school of "a tool for our school to report damage". */
export const isWhereUsed = (text: string, phrase: string): boolean => {
  const key = ` ${wordKey(text)} `;
  return phrase !== "" && key.indexOf(` ${phrase} `) > whereIn(key);
};

/** "deals with a kanban board", "kanban board for orders": how rows are shown, and no app of tasks. */
const withBoard = / (?:with|on|in|as|and|plus) (?:an? |the )?kanban /;
const boardOf = / kanban (?:board )?(?:for|of|with) (?:(?:my|our|the|all) )*([a-z]+s) $/;
function isBoardAsView(key: string): boolean {
  const rows = boardOf.exec(key)?.[1];
  const thing = rows ? knownAs(rows) : null;
  return withBoard.test(key) || (thing !== null && thing.kind !== "person" && !/^(?:Task|Project)$/.test(thing.name));
}

/** "inventory of my camera gear": things at home that have fields of their own, and no stock with suppliers. */
function isOfMine(key: string): boolean {
  const [, what = ""] =
    / (?:inventory|collection|list|catalogue?|register|overview) of my ([a-z]+(?: [a-z]+)?) /.exec(key) ?? [];
  const known = [what, what.split(" ")[0]!].map((noun) => knownAs(noun) ?? quietAs(noun)).find(Boolean);
  return known?.kind === "item" && !general.test(known.name);
}

/** "film photography log: rolls, cameras, shots, lab": where a text's key begins to list what is kept, behind a title of its own. */
function listBehind(text: string): number {
  const title = /^([^:.,;(\n]{3,60}):\s*\S[^.]*,/.exec(text)?.[1];
  const isNamed = title !== undefined && wordsOf(title.toLowerCase()).some((word) => knownAs(word) ?? quietAs(word));
  return title !== undefined && isNamed ? wordKey(title).length : Number.POSITIVE_INFINITY;
}

/** "a laptop tracker for our school": what is kept is said, and the school is where. */
function isOfItems(key: string, kinds: readonly NamedKind[]): boolean {
  const words = key.trim().replace(articles, "").split(" ");
  const noun = words.at(-1) === "" || software.test(` ${words.at(-1)} `) ? words.slice(0, -1) : words;
  const known = [noun.slice(-2).join(" "), noun.at(-1) ?? "", noun[0] ?? ""].map((one) => knownAs(one)).find(Boolean);
  const isAnything = known !== undefined && general.test(known!.name) && noun.includes(known!.name.toLowerCase());
  // A restaurant's menu is its own.
  const isKinds = kinds.some(({ kind }) => known && kind.things.includes(known.name));
  return words.length < 6 && known?.kind === "item" && !isAnything && !isKinds;
}

/** The kind of app that a text speaks of. A trade after "for" is where the app is used, and decides only where nothing else does. */
export function kindOf(text: string, named: NamedKind[]): Kind | undefined {
  const key = ` ${wordKey(text)} `;
  const thingsIn = ({ kind, phrase }: NamedKind, beside = phrase) =>
    kind.things.filter((name) => namesIn(key, name, beside)).length;
  const listed = listBehind(text);
  const isMine = isOfMine(key);
  const kinds = (isBoardAsView(key) ? named.filter(({ phrase }) => !phrase.startsWith("kanban")) : named).filter(
    (one) => (one.at < listed || thingsIn(one) > 1) && !(isMine && general.test(one.kind.central)),
  );
  const all = kinds.find(({ phrase }) => isAllSaid(text, phrase));
  if (all) return all.kind;
  const audience = whereIn(key);
  const before = kinds.filter(({ at }) => at <= audience);
  if (before.length === 0 && key.startsWith(" for ", audience) && isOfItems(key.slice(0, audience), kinds))
    return undefined;
  // "an inventory for my bakery" is a bakery inventory; a contact form is a page of most sites.
  const likely = withoutParts(before.length > 0 ? before : kinds, thingsIn);
  const ranked = likely
    .filter(({ kind }) => kind.purpose !== "form")
    .sort((left, right) => thingsIn(right) - thingsIn(left));
  const best = ranked[0] ?? likely[0];
  // By its longest name, which the words behind "for" may not belong to.
  const chosen = likely.find(({ kind }) => kind === best?.kind);

  const both = kinds.find(
    ({ kind, phrase }) => phrase !== chosen?.phrase && wordsOf(kind.name).join(" ") === `${phrase} ${chosen?.phrase}`,
  );
  return both?.kind ?? headOf(text, chosen, likely) ?? chosen?.kind;
}

/** Whether a text names a kind and says nothing more: "a student grades tracker". A "wedding website" is one by its own name. */
export function isAllSaid(text: string, phrase: string): boolean {
  const named = ` ${wordKey(text)} `.replace(articles, " ");
  return (phrase.endsWith("site") ? named : named.replace(software, " ")) === ` ${phrase} `;
}
const articles = /^ (?:(?:an?|the|my|our|simple|small|little|online) )+/;
const software =
  /(?: (?:app|application|tool|tracker|system|website|site|software|manager|management|list|page|portal|platform|database))+ $/;

/** "restaurant reservation system" is a restaurant's: what names another kind inside of a longer name names nothing, unless more is said of it. */
function withoutParts(kinds: NamedKind[], weightOf: (kind: NamedKind, beside?: string) => number): NamedKind[] {
  const endOf = ({ phrase, at }: NamedKind) => at + phrase.length;
  return kinds.filter(
    (one) =>
      !kinds.some(
        (other) =>
          other.kind !== one.kind &&
          // The chemicals of a "lab chemicals inventory" speak for no lab.
          weightOf(other) >= weightOf(one, other.phrase) &&
          other.phrase.length > one.phrase.length &&
          other.at <= one.at &&
          endOf(one) <= endOf(other),
      ),
  );
}

/** "choir tour budget": of a compound the last word says what it is, where no kind is called by all of it. */
function headOf(text: string, chosen: NamedKind | undefined, kinds: NamedKind[]): Kind | undefined {
  const compound = wordKey(/^[^,.:;()–\n]*/.exec(text)![0].replace(behindHead, ""));
  if (!chosen || compound.endsWith(chosen.phrase)) return undefined;
  return kinds.find(
    ({ phrase, isThing }) =>
      // "allotment garden members": those of its own.
      !(isThing && chosen.kind.things.includes(knownAs(phrase)?.name ?? "")) &&
      !container.test(phrase) &&
      compound.endsWith(` ${phrase}`) &&
      compound.includes(`${chosen.phrase} `),
  )?.kind;
}
/** "wine tasting notes": words for whatever is written down. */
const container =
  /^(?:diary|journal|notes?|log|minutes|documents?|comments|schedule|meetings?|events?|photos?|guest list)$/;
const behindHead =
  /\s(?:for|of|with|about|in|at|to|that|which|where|who|and|or|incl\w*|by|on|from|per|we|i|has|have|is|are|-)\s.*$/is;

/** The names of a kind's things, as the kind and as the data have them. */
export const amongOf = (kind: Kind | undefined): string[] =>
  kind ? [...new Set(kind.things.flatMap((name) => [name, knownNamed(name)?.name ?? name]))] : [];
