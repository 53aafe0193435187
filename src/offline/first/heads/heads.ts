import "server-only";
import { isPlural, plural, wordsOf } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { isEvent, isPerson } from "../../description/plan/happenings";
import { type Known, knownAs, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { appWord, isSomebody, people, period } from "../../lexicon/nouns";
import { centralOf, type Plan, planTable, type PlannedTable } from "../../description/plan/plan";
import { tableFrom } from "../../description/plan/standing";
import { weigh } from "../../description/plan/weigh";

/** Words for all of the rows together: what stands before them is what the app keeps. */
const shelf =
  /\s*\b(?:register|registry|lists?|logs?|logbook|book|diary|journal|tracker|tracking|inventory|management|manager|stock|stash|collection|schedule|overview|database|db|planner|planning|plan|apps?|application|system|tool|website|web ?site|site|sheet|records|directory|catalog|catalogue|roster|rota|organizer|organiser|administration|admin|archive|history|record|hunting|hunt|search|finder|comparison|progress|map|network|platform|portal|page|program|software|crm|erp|form|board|shop|store|webshop|dashboard|library|guide|drive|hub|box|cabinet|drawer|warehouse|store ?room|pantry|ranking|catalog)$/i;
const onlyShelf = new RegExp(`^(?:${shelf.source.slice(3, -1)})$`, "i");
const opening =
  /^(?:(?:(?:my |our )?[a-z]+'s|a|an|the|my|our|some|simple|small|little|new|online|digital|personal|modern|internal|central|i need|we need|i want|want|need|for|to|keep track of|keep|track|tracking|compare|comparing|measure|count|share|see|show|find|manage|managing|collect|log|organi[sz]e|plan|something|app|an app|tool|please|make|build|create|me|us|web)\s+)+/i;
/** "jobs I applied to", "tickets sold at our fundraiser": which ones. */
const described =
  /\s+(?:(?:i|we|you|they|that|which|who|so|where|because)\s+\w+|(?:sold|made|bought|lent|kept|used|found|given)\b).*$/i;
const behindWord = /\s+(?:for|at|in|of|from|by|on|to|about)\s+(?:(?:my|our|the|a|an|this|all|old|your)\s+)*/i;
/** "tattoo studio appointments": where they are, and no other kind of them. */
const trade =
  /\b(?:studio|shop|club|school|agency|salon|company|office|clinic|practice|centre|center|courier|gym|hotel|church|farm|team|home|restaurant|garage|band|house)\b/i;

const organization =
  /(?:^| )(?:company|agency|club|school|salon|studio|workshop|garage|practice|clinic|office|association|society|charity|choir|orchestra|band|troop|farm|hotel|restaurant|cafe|café|bakery|brewery|shop|store|flat|house|church|mosque|parish|kindergarten|nursery|station|brigade|library|museum|theat(?:re|er)|cinema|business|operator|firm|committee|council|community|village|department|hospital|home|centre|center|bank|market|fair|camp|festival|party|importer|installer|help|campaign|challenge|day|night|evening)$/i;

/** "carpenter", "a removal company", "sports day": who asks or where it is, which is no row of what is kept there. */
export function namesWhoAsks(said: string, among: readonly string[]): boolean {
  const { main } = mainOf(said);
  if (main === "" || namesMany(said) || main.replace(shelf, "").trim() !== main) return false;
  const last = main.split(" ").at(-1)!;
  return organization.test(main) || isSomebody(last, among);
}

/** Whether what the words before a list name is rows in the plural: "courier shifts". */
export const namesMany = (said: string): boolean => isPlural(mainOf(said).main.split(" ").at(-1)!);

/** "forest cabins" where guests can request a stay: rows that people do something with, and no people. */
export function offersRows(said: string): boolean {
  const last = mainOf(said).main.split(" ").at(-1)!;
  return isPlural(last) && !isSomebody(last);
}

/** Splits "a log of my runs for the club" into what is kept, and what that is for. */
function mainOf(said: string): { main: string; behind: string } {
  const plain = said.replace(opening, "").replace(described, "").trim();
  const cut = behindWord.exec(plain);
  if (!cut) return { main: plain, behind: "" };
  const before = plain.slice(0, cut.index).trim();
  const after = plain
    .slice(cut.index + cut[0].length)
    .replace(opening, "")
    .trim();
  if (
    / (?:of|for|about) /i.test(cut[0]) &&
    onlyShelf.test(before.split(" ").at(-1)!) &&
    before.split(" ").length < 3 &&
    (isPlural(after.split(" ").slice(0, 3).find(isPlural) ?? "x") || / of /i.test(cut[0]))
  )
    return mainOf(after);
  return { main: before, behind: after };
}

/** "bookshop stock": what it sells. */
function soldIn(plan: Plan, said: string): PlannedTable | undefined {
  const match = /\b(\w{3,})(?:shop|store) (?:stock|inventory|register|list|catalog(?:ue)?)$/i.exec(said);
  const thing = match ? knownAs(match[1]!) : null;
  if (!match || !thing) return undefined;
  for (const word of wordsOf(match[0])) plan.heard.add(word);
  return planTable(plan, match[1]!, thing);
}

/** The noun without the words for all of it, and whether there were such. */
function unshelved(plan: Plan, said: string): { noun: string; isShelf: boolean } {
  let noun = said.trim();
  let isShelf = false;
  for (;;) {
    const rest = noun.replace(shelf, "").trim();
    if (rest === noun || rest === "" || (knownAs(noun, plan.among) !== null && knownAs(rest, plan.among) === null))
      break;
    for (const word of wordsOf(noun.slice(rest.length))) plan.heard.add(word);
    noun = rest;
    isShelf = true;
  }
  return { noun, isShelf };
}

/** The longest known thing that a noun ends with, and in how many words. */
function endOf(plan: Plan, words: string[]): { thing: Known; size: number } | null {
  for (const size of [4, 3, 2, 1]) {
    const thing = size <= words.length ? knownAs(words.slice(-size).join(" "), plan.among) : null;
    if (thing) return { thing, size };
  }
  return null;
}

/**
 * The rows that the words before a list name.
 * @param tables how many tables the list itself names: with some, a name in the singular is only the app's
 */
export function headTables(plan: Plan, said: string, tables: number): PlannedTable[] {
  const per = /^(.+?) (?:per|for each|for every|by each) ([a-z]+)$/i.exec(said);
  if (per && !period.test(per[2]!)) {
    const made = headTables(plan, per[1]!, tables);
    const to = made[0] && tableFrom(plan, plural(per[2]!));
    if (to && to !== made[0]) made[0]!.links.push({ to });
    return made;
  }
  const { main, behind } = mainOf(said);
  const sold = soldIn(plan, main);
  if (sold) return [sold];
  if (isKindItself(plan, main)) {
    const known =
      behind === "" || /(?:booking|reservation|registration|appointment)$/i.test(main) ? null : knownAs(main);
    // "fuel log for two cars": refuellings, each of a car.
    const own = known?.kind === "record" ? known : null;
    const about =
      behind !== "" && isPlural(behind.split(" ").at(-1)!) && behind.split(" ").length < 4 && !people.test(behind)
        ? weigh(behind, plan.among)
        : null;
    if (about && about.weight > 0.5 && about.thing?.kind !== "person" && !own) return [tableFrom(plan, behind)];
    const made = (own ? [planTable(plan, main, own)] : usual(plan, tables, main)) ?? [];
    if (made[0] && about?.thing?.kind === "person") {
      const to = planTable(plan, behind, about.thing);
      if (to !== made[0]) made[0].links.push({ to });
    }
    return made;
  }
  const nouns = main.split(/\s+(?:and|&|\+)\s+(?:(?:their|its|my|our|the)\s+)?/i);
  const made = nouns.flatMap((noun) => headTable(plan, noun, tables, nouns.length) ?? []);
  if (made[0] && made[1] && /\band (?:their|its)\b/i.test(main)) made[0].links.push({ to: made[1] });
  // "donations from donors": whom they come from.
  const other =
    behind !== "" && isPlural(behind.split(" ").at(-1)!) && behind.split(" ").length < 3
      ? weigh(behind, plan.among)
      : null;
  if (
    made[0] &&
    other &&
    (other.thing || other.weight > 0.7) &&
    other.thing?.kind !== "place" &&
    !people.test(behind)
  ) {
    const to = planTable(plan, behind, other.thing);
    if (to !== made[0]) made[0].links.push({ to });
  }
  return made;
}

/** Nouns for all of the rows: a menu has menu items. */
const gathering =
  /^(?:menu|inventory|stock|guest ?list|timetable|schedule|directory|catalog(?:ue)?|collection|cellar|diary|journal|log)$/i;

/** "real estate listings", "event booking": words for the kind of app, and for no rows of their own. */
function isKindItself({ phrase, kind, among }: Plan, main: string): boolean {
  const key = wordKey(main);
  const thing = isPlural(main) ? (knownAs(main, among) ?? knownAs(main.split(" ").at(-1)!, among)) : null;
  const isNamed = phrase.includes(" ") && key.startsWith(`${phrase} `);
  const isListing = isNamed && /^(?:listing|ad|offer|item|entry|entrie)s?$/.test(key.slice(phrase.length + 1));
  if (thing && !among.includes(thing.name) && !isListing && !(key === phrase && phrase.includes(" "))) return false;
  // "training log" is all that is said of it. "cleaning schedule": cleanings, whatever kind of app schedules them.
  if (key === phrase && phrase.includes(" ") && !isPlural(main)) return kind !== undefined;
  const bare = main.replace(shelf, "").trim();
  const kept = bare === main ? null : knownAs(bare.split(" ").at(-1)!, among);
  if (kept && !among.includes(kept.name) && !isNamed) return false;
  return (
    kind !== undefined &&
    phrase !== "" &&
    (key === phrase ||
      (isNamed && !(isPlural(main) && thing === null && !isListing)) ||
      (!isPlural(main) && key.endsWith(` ${phrase}`)))
  );
}

/** What one goes out for is a row of its log. */
export const outings: Record<string, string> = {
  baking: "bake",
  biking: "ride",
  brewing: "brew",
  climbing: "climb",
  cycling: "ride",
  diving: "dive",
  driving: "drive",
  fishing: "catch",
  flight: "flight",
  flying: "flight",
  hiking: "hike",
  paddling: "paddle tour",
  racing: "race",
  riding: "ride",
  sailing: "sailing trip",
  skating: "skate",
  skiing: "ski day",
  surfing: "surf session",
  swimming: "swim",
  walking: "walk",
};

/** "diving log": dives; "site diary": entries. Null where what stands before the word is rows itself ("repair log"). */
function entriesOf(plan: Plan, said: string): string | null {
  const match = /^(.+?) (?:log ?book|log|diary|journal)$/i.exec(said);
  if (!match || knownAs(said, plan.among)) return null;
  const noun = match[1]!;
  const done = outings[noun.toLowerCase()];
  if (done) return done;
  return endOf(plan, noun.split(" "))?.thing.kind === "place" ? `${noun.split(" ").at(-1)!} entry` : null;
}

function headTable(plan: Plan, said: string, tables: number, among: number): PlannedTable | undefined {
  const entries = tables > 0 ? null : entriesOf(plan, said);
  if (entries !== null) {
    for (const word of wordsOf(said)) plan.heard.add(word);
    return planTable(plan, entries, knownAs(entries, plan.among) ?? undefined);
  }
  const { noun, isShelf } = unshelved(plan, said);
  const words = noun.split(/\s+/);
  const last = words.at(-1)!;
  const isMany = isPlural(last);
  const central = centralOf(plan);
  const known = endOf(plan, words);
  if (noun === "" || (appWord.test(last) && !known)) return usual(plan, tables)?.[0];
  if (!isMany && !isShelf && tables > 1) return undefined;
  if (!isMany && tables > 0 && !(isShelf && known && known.thing.kind !== "place")) return undefined;
  // "car repair shop: customers, jobs": where it is, beside the rows that the list names.
  if (tables > 1 && known?.thing.kind === "record" && /(?:shop|store)$/i.test(said)) return undefined;
  if (known && (known.thing.kind !== "place" || isMany || isShelf)) {
    if (gathering.test(last) && known.size < words.length) return planTable(plan, known.thing.name, known.thing);
    const isOwn =
      known.size < words.length &&
      words.length - known.size < 3 &&
      !isPlural(words[0]!) &&
      !trade.test(noun) &&
      !plan.among.includes(known.thing.name);
    const name = isOwn ? words.join(" ") : words.slice(-known.size).join(" ");
    if (!isMany && isAttribute(name) && central && !plan.among.includes(known.thing.name))
      return usual(plan, tables)?.[0];
    const isNew = !plan.tables.some(({ thing }) => thing === known.thing);
    const table = planTable(plan, name, isOwn && known.thing.name.includes(" ") ? undefined : known.thing);
    // "podcast planning: episodes (…)": the list has the better name for them.
    if (isNew && !isMany && isShelf && table.thing) table.isAssumed = true;
    return table;
  }
  if (central && plan.kind && !isMany) return usual(plan, tables)?.[0];
  if (words.length > 4 || (among > 1 && !isMany && !isShelf)) return undefined;
  if (trade.test(noun) && isMany)
    return planTable(plan, quietAs(words.slice(-2).join(" ")) ? words.slice(-2).join(" ") : last, undefined);
  return planTable(plan, words.slice(words.length > 3 ? -1 : -3).join(" "), undefined);
}

const ownName = (plan: Plan, central: Known, said: string): string =>
  // "comic collection": comics.
  central.name === "Collection item" && /^[a-z]+ (?:collection|inventory|catalog(?:ue)?)$/i.test(said)
    ? said.split(" ")[0]!
    : knownAs(said, plan.among) !== central || gathering.test(said.split(" ").at(-1)!)
      ? central.name
      : said.split(" ").length < 3
        ? said
        : knownAs(said.split(" ").at(-1)!, plan.among) === central
          ? said.split(" ").at(-1)!
          : central.name;

/** What apps of the kind are about. */
function usual(plan: Plan, tables: number, said = ""): PlannedTable[] | undefined {
  const central = centralOf(plan);
  if (!plan.kind || !central || tables > 0) return undefined;
  const name = plan.kind.names?.[central.name] ?? ownName(plan, central, said);
  const isNew = !plan.tables.some(({ thing }) => thing === central);
  const table = planTable(plan, name, central);
  // Until the person calls its rows by a word of their own: the bottles of a wine cellar.
  if (isNew && name === central.name) table.isAssumed = true;
  return [table];
}

/** What loose fields are about: the head, else what happens, else the first thing. */
export function aboutOf(plan: Plan): PlannedTable | undefined {
  const { tables } = plan;
  const central = centralOf(plan);
  const ofKind = tables.find(({ thing }) => thing !== undefined && thing.name === central?.name);
  return (
    ofKind ??
    tables.find((table) => isEvent(table) && table.thing?.kind !== "person") ??
    tables.find((table) => !isPerson(table) && table.thing?.kind !== "place") ??
    tables[0]
  );
}
