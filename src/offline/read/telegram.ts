import "server-only";
import { isPlural, singular, wordsOf } from "../inflect";
import { wordKey } from "../words/load";
import { isAttribute } from "./lexicon";
import { readFrames } from "./acts";
import { askedIn } from "./asked";
import { dealt, isEvent, isPerson, linkMain } from "./happenings";
import { type Known, knownAs, knownNamed } from "./known";
import { colonIn, splitFields } from "./normalize";
import { appWord, people } from "./nouns";
import { linkParts } from "./place";
import { typedPhrase } from "./first/field-words";
import { centralOf, type Plan, planTable, type PlannedTable, refuse } from "./plan";
import { framesOf } from "./statements";
import { type Piece, piecesOf } from "./telegram-items";

/** Words for all of the rows together: what stands before them is what the app keeps. */
const shelf =
  /\s*\b(?:register|registry|list|lists|log|logs|logbook|book|diary|journal|tracker|tracking|inventory|management|manager|stock|collection|schedule|overview|database|planner|planning|app|system|tool|website|site|sheet|records|directory|catalog|catalogue|roster|rota|organizer|administration|admin|archive|history|record|hunting|hunt|search|finder|comparison|progress)$/i;
const opening =
  /^(?:(?:(?:my |our )?[a-z]+'s|a|an|the|my|our|some|simple|small|little|new|online|digital|i need|we need|i want|want|ich brauche|wir brauchen|eine?n?|need|for|to|keep track of|keep|track|tracking|manage|managing)\s+)+/i;
const asks =
  /\b(?:can|could|should|must|would|want|wants|needs? to|allow|users?|let|build|create|make|design|develop|implement|please make|it should|actually)\b|[=;]|\bchart\b|\bdashboard\b|\bso on\b|\b(?:warn|remind|tell|notify|send|show|give) me\b|\n/i;
const wordsMax = 60;

type Split = { head: string; list: string; isCut: boolean };

/** "plumber jobs: customer, address", "wine cellar, name, vintage", "bookshop stock with isbn author price". */
function splitHead(sentence: string): Split | null {
  const colon = colonIn(sentence);
  const bracket = sentence.indexOf("(");
  const comma = sentence.indexOf(",");
  // "tasting notes (bean, roaster)": what stands in brackets is another reader's.
  if (bracket >= 0 && colon < 0 && (comma < 0 || bracket < comma)) return null;
  const at = colon >= 0 ? colon : comma;
  const before = at >= 0 ? sentence.slice(0, at) : sentence;
  const behind = at >= 0 ? sentence.slice(at).replace(/^\s*[:,-]\s*/, "") : "";
  const tail = /^(.+?)\s+(?:with|including|incl\.?)\s+(.+)$/i.exec(before);
  const asked = /^(.+?)\s+and\s+((?:who|what|when|where|which|how|whether)\b.+)$/i.exec(before);
  const cut = tail ?? asked;
  const head = (cut ? cut[1]! : before).trim();
  const list = [cut?.[2] ?? "", behind].filter(Boolean).join(", ");
  return head === "" || list === "" ? null : { head, list, isCut: cut !== null };
}

/** What only telegram style has: questions, switches, options and examples in a row, fields of another table. */
const isSign = (piece: Piece): boolean =>
  piece.is === "asked" ||
  piece.is === "examples" ||
  piece.is === "of" ||
  (piece.is === "done" && /^who\b.*\bwhich\b/i.test(piece.text)) ||
  (piece.is === "field" && / checkbox$|:/.test(piece.phrase));

/** "pickup date", "actual cost": a property, and never rows of their own. */
const isPlainField = (piece: Piece): boolean => {
  if (piece.is !== "field" || knownAs(piece.phrase) !== null) return false;
  const last = piece.phrase.split(" ").at(-1)!;
  return !isPlural(last) && (isAttribute(piece.phrase) || isAttribute(last));
};

/** Whether the list is one of the rows' properties, or has something else that no full sentence has. */
function isTelegram(pieces: Piece[], { isCut }: Split): boolean {
  const fields = pieces.filter(({ is }) => is !== "table" && is !== "done" && is !== "refused");
  return (
    pieces.some(isSign) ||
    (!isCut && pieces.some(({ is }) => is === "one")) ||
    (!isCut && fields.length > 1 && fields.length * 2 >= pieces.length) ||
    (!isCut && fields.some(isPlainField) && pieces.filter(({ is }) => is === "table").length > 1)
  );
}

/** How much one member of a list is a property: 1 for sure, 0 for rows of their own. */
function weightOf(piece: Piece): number {
  if (piece.is === "asked") return 1;
  if (piece.is === "field") return isPlainField(piece) || /[:(/]| checkbox$/.test(piece.phrase) ? 1 : 0.8;
  if (piece.is === "one") return 0.7;
  if (piece.is !== "table" || piece.isTheirs) return piece.is === "done" ? 0 : 0.4;
  const last = piece.noun.split(" ").at(-1)!;
  return isAttribute(last) || isAttribute(piece.noun) ? 0.6 : knownAs(piece.noun) === null ? 0.3 : 0.1;
}

/** A list is of one sort: where nearly all are properties of a row, a plural among them is one, too. */
function areMostlyFields(pieces: Piece[]): boolean {
  if (pieces.length < 4 || (pieces[0]!.is === "table" && weightOf(pieces[0]!) < 0.6)) return false;
  const weights = pieces.map(weightOf);
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length >= 0.68;
}

/** "boots (size), helmets (colour)": tables with their fields, which other readers know. */
const definesTables = (items: string[], among: readonly string[]): boolean =>
  items.some((item) => {
    const match = /^([^()]+?)\s*\((.+)\)$/.exec(item);
    if (!match || !isPlural(match[1]!)) return false;
    const parts = splitFields(match[2]!);
    return (
      (knownAs(match[1]!, among) !== null || parts.length > 1) &&
      parts.filter((part) => isAttribute(part) || isAttribute(part.split(" ").at(-1)!)).length * 2 >= parts.length
    );
  });

/** Reads a description in telegram style: a head and a list of short phrases, without a sentence around them. */
export function readTelegram(plan: Plan, sentence: string): boolean {
  if (asks.test(sentence) || wordsOf(sentence).length > wordsMax) return false;
  const split = splitHead(sentence.replace(/\.$/, ""));
  if (!split) return false;
  const { own, rest } = withoutEach(splitFields(split.list));
  const items = rest.flatMap((item) => {
    const within = /^([\w ]+?)\s+with\s+(.+)$/i.exec(item);
    return within ? [within[1]!, { inside: within[2]! }] : [item];
  });
  if (
    definesTables(
      items.filter((item) => typeof item === "string"),
      plan.among,
    )
  )
    return false;
  if (items.some((item) => typeof item === "string" && wordsOf(item).length > 8)) return false;
  const pieces = items.flatMap((item): (Piece | { inside: string })[] =>
    typeof item === "string" ? piecesOf(item, plan.among) : [item],
  );
  const plain = pieces.filter((piece) => "is" in piece);
  // Brackets may hold fields as well as options: only among properties they are options.
  if (/[()]/.test(sentence) && !areMostlyFields(plain)) return false;
  const isRun = plain.length > items.length + 1 || pieces.length > plain.length;
  if (
    !(isTelegram(plain, split) || (isRun && !split.isCut) || (isRun && plain.length > 3)) ||
    isSentence(plan, split.head)
  )
    return false;
  const fields = plain.filter(({ is }) => is === "field" || is === "asked" || is === "one").length;
  const listed = plain.filter(({ is }) => is === "table").length;
  // "date, distance, time, shoes": among many fields a plural is one, too.
  const areFields =
    (fields > 2 && listed === 1 && !isPlural(split.head) && plain[0]?.is !== "table") ||
    (listed > 0 && areMostlyFields(plain));
  const tables = areFields ? 0 : listed;
  if (areFields)
    for (const [at, piece] of pieces.entries())
      if ("is" in piece && piece.is === "table") pieces[at] = { is: "field", phrase: piece.noun };
  const heads = headTables(plan, split.head, tables);
  if (heads.length === 0 && tables === 0) return false;
  place(plan, heads, pieces);
  if (own) placeEach(plan, own, heads[0]);
  return true;
}

type Each = { noun: string; fields: string[] };

/** "…, and each booking with from, to, paid": from there on the list is of other rows. */
function withoutEach(items: string[]): { own?: Each; rest: string[] } {
  const at = items.findIndex((item) => eachWith.test(item));
  if (at < 1) return { rest: items };
  const [, noun = "", first = ""] = eachWith.exec(items[at]!)!;
  return { own: { noun, fields: [first, ...items.slice(at + 1)] }, rest: items.slice(0, at) };
}
const eachWith = /^(?:and )?(?:for )?(?:each|every)\s+([a-z]+(?: [a-z]+)?)\s*(?:with|has|:)\s+(.+)$/i;

function placeEach(plan: Plan, { noun, fields }: Each, head: PlannedTable | undefined): void {
  const made = planTable(plan, noun, knownAs(noun, plan.among) ?? undefined);
  made.said.push(...fields.map(typedPhrase));
  made.isExact = made.said.length > 2;
  if (head && head !== made) made.links.push({ to: head });
}

/** "members borrow tools": more than a name for what is kept. */
const isSentence = (plan: Plan, head: string) =>
  framesOf(head.replace(opening, "").replace(described, ""), plan.among).some(
    ({ subjects, verbs }) => verbs.length > 0 && subjects.some(({ isPlural: areMany }) => areMany),
  );
/** "jobs I applied to", "tickets sold at our fundraiser": which ones. */
const described = /\s+(?:(?:i|we|you|they|that|which|who)\s+\w+|(?:sold|made|bought|lent|kept|used|found|given)\b).*$/i;

/** What the words before the list name: the rows that the app is about, if they do. */
function headTables(plan: Plan, said: string, tables: number): PlannedTable[] {
  const plain = said.replace(opening, "").replace(described, "").trim();
  const cut = /\s+(?:for|at|in|of|from|by|sold|on|to|that|which|who)\s+(?:(?:my|our|the|a|an|this)\s+)?/i.exec(plain);
  const main = cut ? plain.slice(0, cut.index) : plain;
  const behind = cut ? plain.slice(cut.index + cut[0].length) : "";
  const nouns = main.split(/\s+(?:and|&|\+)\s+(?:their\s+|its\s+)?/i);
  const isTheirs = /\band (?:their|its)\b/i.test(main);
  const made = nouns.flatMap((noun) => headTable(plan, noun, tables, nouns.length) ?? []);
  if (made[0] && made[1] && isTheirs) made[0].links.push({ to: made[1] });
  // "donations from donors": whom they come from.
  const other =
    isPlural(behind.split(" ").at(-1) ?? "") && behind.split(" ").length < 3 ? knownAs(behind, plan.among) : null;
  if (made[0] && other && !people.test(behind) && other.kind !== "place") {
    const to = planTable(plan, behind, other);
    if (to !== made[0]) made[0].links.push({ to });
  }
  return made;
}

/** "tattoo studio appointments": where they are, and no other kind of them. */
const trade =
  /\b(?:studio|shop|club|school|agency|salon|company|office|clinic|practice|centre|center|courier|gym|hotel|church|farm|team|home)\b/i;

function headTable(plan: Plan, said: string, tables: number, among: number): PlannedTable | undefined {
  const { kind } = plan;
  let noun = said.trim();
  let isShelf = false;
  for (;;) {
    const rest = noun.replace(shelf, "").trim();
    if (rest === noun || rest === "" || (knownAs(noun, plan.among) !== null && knownAs(rest, plan.among) === null))
      break;
    for (const word of wordsOf(noun.slice(rest.length))) plan.heard.add(word);
    noun = noun.replace(shelf, "").trim();
    isShelf = true;
  }
  // "bookshop": what it sells.
  const sold = /^(\w{3,})(?:shop|store)$/i.exec(noun.split(/\s+/).at(-1)!)?.[1];
  if (sold && isShelf && knownAs(sold)) {
    plan.heard.add(noun.split(/\s+/).at(-1)!.toLowerCase());
    noun = `${sold}s`;
  }
  const words = noun.split(/\s+/);
  const last = words.at(-1)!;
  const isMany = isPlural(last);
  const central = centralOf(plan);
  const known = thingOf(plan, words);
  if (appWord.test(last) && !known)
    return kind && central && tables === 0 ? planTable(plan, central.name, central) : undefined;
  // "band: gigs, venues": whoever keeps the rows.
  if (!isMany && !isShelf && tables > 1) return undefined;
  if (!isMany && tables > 0 && (!known || known.thing.kind === "place" || !isShelf) && !(isShelf && known))
    return undefined;
  if (known && (known.thing.kind !== "place" || isMany || isShelf)) {
    const isOwn =
      known.size < words.length &&
      words.length - known.size < 3 &&
      !isPlural(words[0]!) &&
      !trade.test(noun) &&
      !plan.among.includes(known.thing.name);
    const name = isOwn ? words.join(" ") : words.slice(-known.size).join(" ");
    return planTable(plan, name, isOwn && known.thing.name.includes(" ") ? undefined : known.thing);
  }
  if (central && kind && tables === 0 && !isMany)
    return planTable(plan, kind.names?.[central.name] ?? central.name, central);
  // "hair salon bookings": what is done there goes by its own word.
  if (trade.test(noun) && dealt.test(singular(last).toLowerCase())) return planTable(plan, last, undefined);
  if (words.length > 4 || (among > 1 && !isMany)) return undefined;
  return planTable(plan, words.slice(words.length > 3 ? -1 : -2).join(" "), undefined);
}

/** The thing that the last words of a head name, with how many words that takes. */
function thingOf(plan: Plan, words: string[]): { thing: Known; size: number } | null {
  for (const size of [4, 3, 2, 1]) {
    if (size > words.length) continue;
    const thing = knownAs(words.slice(-size).join(" "), plan.among);
    if (thing) return { thing, size };
  }
  return null;
}

function place(plan: Plan, heads: PlannedTable[], pieces: (Piece | { inside: string })[]): void {
  const made = pieces.map((piece) => ("is" in piece && piece.is === "table" ? tableFor(plan, piece.noun) : undefined));
  const listed = made.filter((table) => table !== undefined);
  const main = mainOf(heads, listed);
  if (!main) return;
  let previous: PlannedTable | undefined = heads[0];
  for (const [at, piece] of pieces.entries()) {
    const table = made[at];
    if (table) {
      if ("is" in piece && piece.is === "table" && piece.isTheirs && previous && previous !== table)
        linkParts(previous, table);
      previous = table;
    } else if ("inside" in piece) placeInside(plan, previous ?? main, piece.inside);
    else if (piece.is !== "done") placeIn(plan, ownerOf(plan, piece, main), piece);
  }
  for (const piece of pieces)
    if ("is" in piece && piece.is === "done") readDone(plan, piece.text, main, heads.includes(main));
  for (const table of listed.concat(heads)) linkMain(main, table);
  const count = main.said.length + (main.asked?.length ?? 0) + main.links.length;
  if (main.said.length + (main.asked?.length ?? 0) > 2 || (count > 3 && main.said.length > 1)) main.isExact = true;
  plan.owner = main;
  plan.last = main;
}

const tableFor = (plan: Plan, noun: string): PlannedTable => {
  const plain = noun
    .replace(/^(?:their|its|his|her)\s+/i, "")
    .replace(/\s+(?:used|needed|sold|booked|owned|made)$/i, "");
  return planTable(plan, plain, knownAs(plain, plan.among) ?? undefined);
};

/** What the loose fields are about: the head, else what happens, else the first thing. */
function mainOf(heads: PlannedTable[], listed: PlannedTable[]): PlannedTable | undefined {
  return (
    heads.find((table) => isEvent(table)) ??
    heads.find((table) => !isPerson(table)) ??
    heads[0] ??
    listed.find(({ noun }) => dealt.test(noun)) ??
    listed.find(isEvent) ??
    listed.find((table) => !isPerson(table) && table.thing?.kind !== "place") ??
    listed[0]
  );
}

/** "stall number", "price of the shoot": a field of the table that it names. */
function ownerOf({ tables }: Plan, piece: Piece, main: PlannedTable): PlannedTable {
  if (piece.is !== "of" && piece.is !== "field") return main;
  const word = singular(piece.is === "of" ? piece.noun.split(" ").at(-1)! : piece.phrase.split(" ")[0]!).toLowerCase();
  if (piece.is === "field" && !piece.phrase.includes(" ")) return main;
  const owner = tables.find(({ noun }) => noun.split(" ").at(-1) === word);
  if (owner && piece.is === "field" && owner !== main) piece.phrase = piece.phrase.split(" ").slice(1).join(" ");
  return owner ?? main;
}

/** "parents sign up"; "who cleans which house when" tells of the rows that the head names. */
function readDone(plan: Plan, text: string, main: PlannedTable, isHead: boolean): void {
  const which = /\bwhich\s+(\w+)/gi;
  const nouns = [...text.matchAll(which)]
    .map(([, noun]) => noun!)
    .filter((noun) => !/^(?:day|date|time|week|month)$/i.test(noun));
  const when = / (?:when|on which day|which day)\b/i.test(text);
  if (!isHead || !/^who\b/i.test(text) || !isEvent(main)) return readFrames(plan, framesOf(text, plan.among));
  const asked = askedIn(text.replace(/\s+(?:which|what)\b.*$/i, " it"));
  if (asked) placeIn(plan, main, { is: "asked", asked });
  for (const noun of nouns) placeIn(plan, main, { is: "asked", asked: { other: noun } });
  if (when) main.said.push("when (datetime)");
}

const consumed = /^\w+s (?:used|needed|ordered|sold|bought)$/i;

function placeInside(plan: Plan, owner: PlannedTable, said: string): void {
  for (const piece of said.split(/\s+and\s+/i).flatMap((part) => piecesOf(part, plan.among))) {
    // "repair orders with parts used": rows of their own, as many as there are.
    const used = piece.is === "field" && consumed.test(piece.phrase) && isEvent(owner) ? piece.phrase : null;
    if (piece.is === "table" || used !== null)
      linkParts(owner, tableFor(plan, used ?? (piece as { noun: string }).noun));
    else placeIn(plan, owner, piece);
  }
}

function placeIn(plan: Plan, owner: PlannedTable, piece: Piece): void {
  if (piece.is === "refused") refuse(plan, knownAs(piece.noun, plan.among)?.name ?? piece.noun);
  else if (piece.is === "examples") owner.said.push(`type: ${piece.words.map((word) => singular(word)).join(", ")}`);
  else if (
    piece.is === "of" &&
    wordKey(piece.noun) !== owner.noun &&
    owner.noun.split(" ").at(-1) !== singular(piece.noun).toLowerCase()
  )
    owner.said.push(typedPhrase(piece.phrase), piece.noun);
  else if (piece.is === "field" || piece.is === "of") owner.said.push(typedPhrase(piece.phrase));
  else if (piece.is === "one") {
    const to = planTable(plan, piece.noun, knownAs(piece.noun, plan.among) ?? undefined);
    if (to !== owner) owner.links.push({ to });
  } else if (piece.is === "asked") {
    if ("field" in piece.asked) owner.asked = [...(owner.asked ?? []), piece.asked.field];
    else {
      const noun = piece.asked.other.toLowerCase();
      // "which cake" of a cake order: a word for it is enough.
      if (` ${owner.noun} `.includes(` ${noun} `)) return void owner.said.push(noun);
      const to = planTable(plan, noun, knownAs(noun, plan.among) ?? knownNamed(noun) ?? undefined);
      if (to !== owner) owner.links.push({ to });
    }
  }
}
