import "server-only";
import type { Entity } from "../model/app-model";
import { headline, isPlural, plural, singular, wordsOf } from "../language/inflect";
import { wordKey } from "../words/word-key";
import { fullerName } from "./names/fuller-name";
import { isAllSaid, kindOf } from "../description/plan/app-kind";
import { houseRun, inOwnWords, nameOfAsker, nameSaid, shopNamed } from "./names/name-said";
import type { Draft } from "../draft/draft";
import { type Kind, kindsNamed, knownAs } from "../lexicon/known";
import { isPlainVerb, isRecordVerb } from "../lexicon/lexicon";
import { splitOptions } from "../language/normalize";
import { dropTables, dropTitle } from "../description/plan/drop-tables";
import { mergeKindred, mergeRented } from "../description/plan/kindred";
import { giveToDealings, giveToPeople } from "../description/plan/personal-fields";
import { nameRows } from "../description/plan/name-rows";
import { nameLines } from "../description/plan/lines";
import { finishPlan } from "../description/plan/finish-plan";
import { plainNouns } from "../description/plan/plain-nouns";
import { createPlan, type Plan } from "../description/plan/plan";
import { isClosed } from "../description/wishes/closed-said";
import { isForDonors, isForm, sentIn } from "./pages/open-form";
import { mendChoices } from "./choices/choices-said";
import { withoutSlips } from "./sentences/plain-sentence";
import { partsOf } from "../description/text/sentence-parts";
import { placeStates, takeStates } from "./choices/states-said";
import { addTitleDeed } from "../description/plan/title-deed";
import { buildPlan } from "./tables/build";
import { readDescription } from "./sentences/read-first";
import { readMessage } from "../learned/descriptions/read-message";
import { readerModel } from "../learned/descriptions/load-model";
import type { ToldTable } from "../description/told/fields";
import { planReading } from "../learned/descriptions/plan-reading";
import {
  addDeed,
  bareWords,
  fillByShelf,
  isOfAnother,
  isOnlyPlace,
  nameGeneral,
  nameWords,
  planByName,
} from "./names/short-name";
import { shownOnSite } from "../rephrase/website";
import { placeSpelled, takeSpelled } from "./sentences/spelled";
import { addWholes } from "../description/plan/compounds";
import { recover } from "./sentences/recover";
import { noteLoose, noteUnused } from "./unused";

/** `isSpelled`: every table was given its fields, so nothing but what was said is laid out. `spelled`: those that were. */
export type FirstApp = {
  isSpelled: boolean;
  spelled: Entity[];
  entities: Entity[];
  kind: Kind | undefined;
  name: string | null;
  looks: string[];
  wishes: string[];
  /** The rows of a form that anybody sends in. */
  sent?: Entity;
  /** Tells the words that nothing of the finished app answers to. */
  account: () => void;
};

const calledSo =
  /,?\s*\b(?:called|named|titled|[Nn]ame (?:it|the app)|[Cc]all (?:it|the app))\s+(?!(?:at|by|on|in|back|out|off|when|from)\b)(?:"[^"]+"|'[^']+'|[A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+)/g;
const opening =
  /^(?:please\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?(?:build|create|make|design|develop|generate|set up|write|implement|code|give me|i need|i want|we need|we want|i'd like|i would like|need|want|looking for)\s+(?:me\s+|us\s+)?|^(?:track|log|record|manage|list)\s+(?=(?:all )?(?:my|our)\s)/i;
/** "a shop for handmade candles with scents": what it offers, which the list goes on with. */
const offering =
  /^(?:(?:an?|my|our|the|small|little|online|web) )*(?:shop|store|webshop|market ?place|market|exchange) (?:for|selling|of) (?=(?:[a-z-]+ ){0,2}[a-z]+s (?:with|w\/) )/i;
/** "tags as list of: new, used, sale": one field with several choices, and not three fields. */
export const listedChoices = (text: string): string =>
  text.replace(
    severalOf,
    (_, noun: string, options: string) => `${noun} multiple choice of ${splitOptions(options).join("/")}`,
  );
/** … for the learned reader: "tags (any of new/used/sale)". */
export const bracketedChoices = (text: string): string =>
  text.replace(severalOf, (_, noun: string, options: string) => `${noun} (any of ${splitOptions(options).join("/")})`);
const severalOf =
  /\b([\w-]+) (?:as|is|are|being) (?:an? )?(?:list|selection|choice|set) (?:of|from|with)\s*:?\s*([^.;)]+)/gi;

/** Kinds of app that the first words name. What a list names is kept by the app and decides nothing. */
function kindsOf(sentences: string[]) {
  const first = sentences[0]!.replace(calledSo, " ");
  const cut = /[:(]|\s(?:with|including|where|that|so)\s|,/i.exec(first)?.index ?? first.length;
  const isHead = (phrase: string) => ` ${wordKey(first.slice(0, cut))} `.includes(` ${phrase} `);
  // "gigs: client, agency, fee": one of their fields.
  const members = first
    .slice(cut)
    .toLowerCase()
    .split(/[:,(;]/)
    .map((member) => wordKey(member));
  const isMember = (phrase: string) => members.includes(phrase) && !isHead(phrase);
  const named = kindsNamed(first).filter(({ phrase, isThing }) => isHead(phrase) || !(isThing || isMember(phrase)));
  return named.length > 0
    ? named
    : kindsNamed(sentences.join(". ")).filter(({ phrase, isThing }) => !isThing && !isMember(phrase));
}

/** Plans what the sentences spell out, then what they describe. */
function readByRules(plan: Plan, taken: { rest: string }[], isNamed: boolean): void {
  const plainly = taken.map(({ rest }) => takeSpelled(plan, rest));
  if (!isNamed)
    readDescription(
      plan,
      plainly.map(({ rest }) => rest).filter((rest) => rest !== ""),
    );
  placeSpelled(
    plan,
    plainly.flatMap(({ spelled }) => spelled),
  );
}

/** Reads the description of a new app, by the rules or by what was learned from labelled messages: what kind it is, what it keeps, and what else was wished. Null where it names nothing to keep. */
export function readFirstApp(
  sentences: string[],
  draft: Draft,
  message: string,
  readAs: "rules" | "learned" | readonly ToldTable[],
  isBrief = false,
): FirstApp | null {
  const plain = sentences.map((sentence) => sentence.replace(calledSo, " ").trim());
  const whole = plain.map((sentence) => sentence.replace(opening, "")).join(". ");
  const kinds = kindsOf(sentences);
  const likely = kindOf(whole, kinds);
  const phrase = kinds.find((one) => one.kind === likely)?.phrase;
  // "a student grades tracker": what such an app keeps, and no table of its words.
  const isAlone = !isBrief && phrase !== undefined && isAllSaid(whole, phrase);
  const titles = isAlone ? [] : sentences.map((sentence) => sentence.replace(opening, ""));
  const names = nameWords(titles);
  const bare = bareWords(titles);
  const byName = names && isOnlyPlace(names, likely, phrase) ? planByName(whole, names) : null;
  const kind = byName || (names && isOfAnother(names, likely, phrase ?? "")) ? undefined : likely;
  const { content: said, looks, wishes } = partsOf(plain);
  const content = isAlone ? [] : said.map((sentence) => sentence.replace(opening, "").replace(offering, "").trim());
  const taken = content.map(takeStates);
  const plan = byName ?? createPlan(kind, phrase, whole);
  const unnamed = withoutSlips(message.replace(calledSo, " "));
  const isRead = readAs !== "rules";
  const isTold = typeof readAs !== "string";
  const read = !isRead || names ? [] : isTold ? readAs : readMessage(unnamed, readerModel());
  if (isRead && read.length === 0) return null;
  if (isRead) planReading(plan, read, unnamed);
  else readByRules(plan, taken, byName !== null);
  // What a task is set to was read with it.
  const states = isTold ? [] : taken.flatMap((one) => one.states);
  if (readAs === "learned")
    mendChoices(
      plan,
      taken.map(({ rest }) => rest),
      states,
    );
  if (!isAlone) addTitleDeed(plan, sentences[0]!.replace(opening, ""));
  plainNouns(plan);
  dropTables(plan, message, isRead);
  if (isBrief) dropTitle(plan, sentences[0]!);
  finishPlan(plan, {
    isPage: isForm(whole) && !isForDonors(whole),
    isList: listing.test(whole) || shownOnSite(whole).length > 0,
    isRead,
    isBrief,
  });
  nameLines(plan);
  if (!isTold) mergeKindred(plan);
  if (names && !byName) addDeed(plan, names);
  if (bare && !byName) nameGeneral(plan, bare);
  if (bare) fillByShelf(plan, bare);
  giveToPeople(plan);
  if (readAs === "rules") giveToDealings(plan);
  addWholes(plan);
  if (readAs === "rules")
    recover(
      plan,
      taken.map(({ rest }) => rest),
    );
  mergeRented(plan);
  nameRows(plan, message);
  placeStates(plan, states);
  if (plan.tables.length === 0) return null;
  const entities = buildPlan(plan, draft);
  const sent = isForm(whole) && !isClosed(whole) ? entities[sentIn(plan, whole)] : undefined;
  const first = sentences[0]!;
  const named = (isAlone ? headOfAll(first) : null) ?? nameOfAsker(first) ?? inCapitals(nameOf(first, kind), first);
  const name =
    nameSaid(sentences.join(". ")) ??
    shopNamed(sentences[0] ?? "") ??
    houseRun(message) ??
    fullerName(named, first, message);
  const spelled = entities.filter((_, at) => plan.tables[at]!.isExact);
  const isSpelled = spelled.length === entities.length;
  const account = () => {
    noteUnused(content, plan, draft);
    noteLoose(plan, draft);
  };
  const told = { isSpelled, spelled, entities, kind: plan.kind, name, looks, wishes: [...new Set(wishes)], account };
  return sent ? { ...told, sent } : told;
}

const generic =
  /\b(?:app|application|tool|system|website|site|web|platform|portal|software|simple|small|little|tiny|handy|quick|modern|new|basic|online|public|internal|private|mobile)\b/gi;

/** "Dive school: courses, boats": a title, and behind it what the app keeps. */
const listing = /^[^.:;!?,\n(]{2,60}:\s*\S[^.]*,/;

const telling =
  /^(?:needs?|wants?|gives?|sells?|logs?|makes?|runs?|takes?|offers?|sends?|rents?|teach(?:es)?|borrows?|brings?|pays?|organi[sz]es?|plans|hosts?|manages?|collects?|produces?|buys?|repairs|shares?)$/;

const isNoName = /^(?:something|anything|things?|one|app|tool|site|website|page|system|table|list)$/i;
/** "food truck menu with prices", "museum inventory: …": the words before the list, where they are a noun and nothing else. */
function headOf(sentence: string): string | null {
  const match =
    /^((?:[a-z][\w'-]*\s+){1,3}?[a-z][\w'-]*?)(?=\s*(?:[:,.;(]|$)|\s+-\s|\s+(?:with|w\/|including|where)\s)/i.exec(
      sentence,
    );
  // "a CRM with contacts", "houseplants with photo": a word alone is a name where it is not what is kept.
  const alone = /^(\w+) (?:with|including) /i.exec(match?.[1] ?? "")?.[1];
  if (alone) return isPlural(alone) || isNoName.test(alone) ? null : alone;
  const words = match ? wordsOf(match[1]!) : [];
  const isNoun = words.every(
    (word) =>
      !/^(?:and|or|for|to|in|of|at|on|by|from|with|including|who|which|what|that|where|i|we|you|they|it|is|are|my|our|the|a|an|can|should|me|us|not|no|here|have|has|need|want|please|so|if|when|how|as|each|every)$/.test(
        word,
      ),
  );
  // "our museum docents give tours", "guests book rooms": a sentence, and no name.
  const isTold = (word: string, at: number) => telling.test(word) || (isPlural(words[at]!) && isRecordVerb(word));
  if (words.slice(1, -1).some(isTold) || /^(?:some|any)?things?$/i.test(words.at(-1)!)) return null;
  if (!match || !isNoun || words.length > 4 || isRecordVerb(words[0]!) || isPlainVerb(words[0]!)) return null;
  return match[1]!.replace(/\s+/g, " ");
}

/** "an on-call rota app", and nothing else. */
function headOfAll(sentence: string): string | null {
  const words = wordsOf(
    sentence
      .replace(opening, "")
      .replace(/^\W*(?:(?:an?|the|my|our|some|simple|small|new|online) )+/i, "")
      .replace(/ (?:for|of|in|at) .*$/i, "")
      .replace(/(?: ?\b(?:app|application|tool|system|website|site|web|platform|portal|software))+\W*$/i, ""),
  );
  return words.length > 0 && words.length < 5
    ? inCapitals(headline(inPlural(words, sentence).join(" ")), sentence)
    : null;
}

/** A "client portal" is no client. */
const isPartOfName = /(?:tracker|manager|planner|organi[sz]er|portal)$/i;

/** "recipe site", "concert ticket site: concerts, tickets": what it has many of. */
function inPlural(words: string[], sentence: string): string[] {
  const last = words.at(-1)!;
  const kind = words.length === 1 && !isPlural(last) ? knownAs(last)?.kind : undefined;
  const isKept =
    kind === "item" ||
    // "event site": what a site shows, while an "event app" may be of one.
    (kind === "event" && /\b(?:web ?)?site\b/i.test(sentence)) ||
    new RegExp(`[:,]\\s*(?:\\w+\\s+){0,2}${plural(last)}\\b`, "i").test(sentence);
  return isKept ? [...words.slice(0, -1), plural(last)] : words;
}

/** "a car rental website to …" → "Car Rental"; else the kind's own name. */
function nameOf(sentence: string, kind: Kind | undefined): string | null {
  const head = sentence.replace(opening, "").replace(/^(?:an?|the|my|our|some)\s+/i, "");
  const before =
    /^([\w' -]{3,40}?)\s+(?:app|application|tool|system|website|site|platform|portal|software|tracker|manager|planner|organi[sz]er)\b(?! (?:librar|shed|shop|kit|hire|rental|box|tracker|planner|manager|portal|form|process|review))/i.exec(
      head,
    );
  const words = before ? wordsOf(before[1]!.replace(generic, " ")) : [];
  if (
    before &&
    words.length > 0 &&
    words.length <= 4 &&
    !/\b(?:to|that|for|where|with|and|needs?|wants?|has|have|(?:of|in|at) (?:my|our|the|an?)|of$)\b/i.test(before[1]!)
  )
    return headline(isPartOfName.test(before[0]) ? before[0] : inPlural(words, sentence).join(" "));
  const said = headOf(head);
  if (said) return headline(said);
  if (/^(?:(?:simple|small|little|new|basic) )*crm\b/i.test(head)) return "CRM";
  return kind && isSaidOf(kind.name, sentence) ? headline(inOwnWords(kind.name, sentence)) : null;
}

/** "IT asset management": letters that were typed as capitals stay so, where not all of a sentence is. */
const inCapitals = (name: string | null, sentence: string): string | null =>
  name && /[a-z]/.test(sentence)
    ? name.replace(/\b[A-Z][a-z]{1,3}\b/g, (word) =>
        new RegExp(`\\b${word.toUpperCase()}\\b`).test(sentence) ? word.toUpperCase() : word,
      )
    : name;

/** Whether a kind's own name tells of this app: hunters that call themselves a community have no student forum. */
function isSaidOf(kind: string, sentence: string): boolean {
  const said = new Set(wordsOf(sentence.toLowerCase()).map(singular));
  return wordsOf(kind.toLowerCase()).some((word) => word.length > 3 && said.has(singular(word)));
}
