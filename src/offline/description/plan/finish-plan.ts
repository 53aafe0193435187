import "server-only";
import { plural, singular, wordsOf } from "../../language/inflect";
import { type Known, knownAs, knownNamed, quietAs } from "../../lexicon/known";
import { isPersonLike, isServedPerson } from "../../lexicon/nouns";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { isWhereUsed } from "./app-kind";
import { isEvent } from "./happenings";
import { removeTable } from "./kindred";
import { centralOf, nameIn, type Plan, planTable, type PlannedTable } from "./plan";
import { alike, general, isShortFor, standsFor } from "./said-things";

/** How a message tells of an app. */
type Telling = {
  /** A page for one purpose ("our church wants a page where people can submit prayer requests"): nothing but what was named. */
  isPage: boolean;
  /** It lists what the app keeps behind its title: "Dive school: courses, boats". */
  isList: boolean;
  /** By what was learned, which finds what an app is about itself. */
  isRead: boolean;
  /** A brief, which tells all that is kept. */
  isBrief: boolean;
};

/** Adds what such an app needs and nobody named, takes away what was refused, and puts the central table first. */
export function finishPlan(plan: Plan, telling: Telling): Plan {
  const central = centralOf(plan);
  const [faint] = plan.faint;
  if (plan.tables.length === 0 && !plan.kind && faint) planTable(plan, faint.text, faint.thing);
  const named = plan.tables.filter(({ isAssumed, act }) => !isAssumed && !act);
  if (central) callAsKind(plan, central, named);
  callByLastWord(plan, named);
  if (central) addOfKind(plan, central, named, telling);
  if (central && !telling.isBrief) addRequired(plan, central);
  for (const table of plan.tables) if (isTakenForTime(plan, table)) table.thing = knownAs("Booking") ?? table.thing!;
  // "people book a wheel, no double booking": a rule for what somebody does, and no refusal of it.
  plan.tables = plan.tables.filter(
    (made) => made.act ?? (!isRefused(plan, made.noun) && !isRefused(plan, made.thing?.name ?? "")),
  );
  const first = plan.tables.findIndex(({ thing }) => thing !== undefined && thing.name === central?.name);
  if (first > 0 && !named.includes(plan.tables[first]!)) plan.tables.unshift(...plan.tables.splice(first, 1));
  const about =
    plan.tables.find((table) => central !== null && table.thing?.name === central.name) ??
    plan.tables.find(({ thing, act }) => thing?.kind !== "person" && !act) ??
    plan.tables[0];

  about?.said.push(...plan.pending);
  plan.tables = plan.tables.filter((table) => !isOnlyTerm(plan, table));
  for (const table of plan.tables.slice()) keepVoices(plan, table);
  foldTags(plan, about);
  // A budget says itself what is planned, and its expenses what was spent.
  if (keeps(plan, "Budget"))
    for (const table of plan.tables)
      table.features = table.features.filter(({ name }) => name !== "budget against actual");
  return plan;
}

/** A visit to the vet goes by its pet, whatever else was named: what the central rows are called by. */
function addRequired(plan: Plan, central: Known): void {
  const own = plan.tables.find((table) => table.thing === central);
  const usual = plan.kind?.things ?? [];
  if (!own || own.isExact || own.said.length > 2) return;
  // The car of a "car rental".
  const word = plan.phrase.split(" ")[0]!;
  const known = knownAs(word, plan.among);
  const said = known?.kind === "item" ? known : null;
  for (const { spec, relates } of central.fields) {
    // What is rented or lent.
    const isOf = spec.name === central.titleField || (spec.isRequired === true && /rental|loan/i.test(central.name));
    const thing = isOf && relates && usual.includes(relates) ? knownNamed(relates) : null;
    // Something else that was named may be what it is of.
    const hasOther = plan.tables.some(
      (table) => table !== own && !isPersonLike(table.noun) && table.thing?.kind === "item",
    );
    if (thing?.kind === "item" && !hasOther && !keeps(plan, thing.name) && !isRefused(plan, thing.name))
      planTable(plan, said ? word : nameIn(plan, thing), said ?? thing).isAssumed = false;
  }
}

const isRefused = ({ refused }: Plan, name: string) => refused.includes(singular(name).toLowerCase());

const keeps = ({ tables }: Plan, name: string): boolean => tables.some(({ thing }) => thing?.name === name);

const keepsCentral = ({ tables }: Plan, { name }: Known): boolean =>
  tables.some(({ thing }) => thing?.name === name || standsFor[name]?.includes(thing?.name ?? ""));

/** Gives the central thing of the kind to the table that means it. */
function callAsKind(plan: Plan, central: Known, named: readonly PlannedTable[]): void {
  if (!keepsCentral(plan, central))
    for (const table of named)
      if (alike[central.name]?.includes(table.thing?.name ?? "") || isShortFor(plan, table, central))
        table.thing = central;
  // "a voting app": votes have a choice.
  for (const name of keeps(plan, central.name) ? plan.kind!.things : [])
    for (const table of plan.tables)
      if (name !== central.name && alike[name]?.includes(table.thing?.name ?? "") && !keeps(plan, name))
        table.thing = knownNamed(name) ?? table.thing!;
  // "a marketplace for used bikes": bikes are what is offered there.
  const special = plan.tables.find(
    ({ noun, thing, act }) => !thing && !act && !isPersonLike(noun) && quietAs(noun)?.kind !== "person",
  );
  // "inventory and sales of my clothing store": what is sold has a price, and no best-before date.
  const kept = central.name === "Stock item" && keeps(plan, "Sale") ? knownNamed("Product") : null;
  if (special && general.test(central.name) && !keeps(plan, central.name)) special.thing = kept ?? central;
}

/** "invoices and a list of my projects": the client's, where such an app keeps those. */
function callByLastWord(plan: Plan, named: readonly PlannedTable[]): void {
  for (const table of named) {
    const own = (plan.kind?.things ?? []).filter((name) => wordKey(name).endsWith(` ${table.noun}`));
    if (own.length === 1 && table.thing && !plan.among.includes(table.thing.name) && !keeps(plan, own[0]!))
      table.thing = knownNamed(own[0]!) ?? table.thing;
  }
}

/** "a shop for my paintings", "a directory of hiking trails", "doctors directory", "a babysitter marketplace". */
function isOffered(text: string, { noun, thing }: PlannedTable, { name }: Known): boolean {
  const rows = `(?:${noun}|${plural(noun)})`;
  const few = "(?:(?:my|our|the|all|used|old|new|handmade|second ?hand|vintage|local|good|best|independent|small) )*";
  const says = (pattern: string) => new RegExp(pattern).test(text);
  if (name === "Business listing" || name === "Service profile")
    return (
      says(` (?:directory|guide|finder|register|market ?place) (?:of|for|with) ${few}${rows} `) ||
      says(` ${rows} (?:directory|guide|finder|market ?place) `)
    );
  return (
    (thing ?? { kind: "item" }).kind === "item" &&
    says(` (?:shop|store|webshop|boutique|market ?place|market|exchange) (?:for|selling|of) ${few}${rows} `)
  );
}

/** Whether the words for the kind name what it is about: "recipe book", "event booking", "job board". */
const namesCentral = ({ phrase, kind }: Plan, central: Known): boolean => {
  const words = wordsOf(phrase).map(singular);
  // "goat farm": the farm is where the goats are, and no field of it.
  if (
    central.kind === "place" &&
    central.name.includes(" ") &&
    words.length === 1 &&
    words[0] !== singular(wordKey(central.name)).split(" ").at(-1)
  )
    return false;
  return (
    kind?.central !== undefined &&
    wordsOf(central.name)
      .map(singular)
      .some((word) => words.includes(word))
  );
};

const isSite = / (?:web ?sites?|site|home ?page|web ?page|landing page) /;

/** Adds the things of the kind: all of them where the message only names it, else the central one where that is missing. */
function addOfKind(plan: Plan, central: Known, named: readonly PlannedTable[], telling: Telling): void {
  const { isPage, isBrief } = telling;
  // "inventory of laptops and who has them": each is a row of its own, and no stock of them.
  if (central.name === "Stock item" && keeps(plan, "Asset")) {
    const stock = plan.tables.find((table) => table.thing === central && table.said.length === 0);
    const asset = plan.tables.find(({ thing }) => thing?.name === "Asset");
    asset!.asked = [...(asset!.asked ?? []), ...(stock?.asked ?? [])];
    if (stock) removeTable(plan, stock, asset);
    return;
  }
  // "a budget with categories": such an app still keeps what those sort.
  const own = named.filter(({ noun }) => !/^(?:category|tag|label)$/.test(noun));
  const isDefined = named.some(({ isExact, said }) => isExact || said.length > 1);
  // "a shop for paintings": those are its products.
  const offered = general.test(central.name) ? own.filter((table) => isOffered(plan.text, table, central)) : [];
  for (const table of offered) {
    table.takesPartOf = central.name;
    table.thing ??= central;
  }
  const isOther = isOnlyWhereUsed(plan, own);
  // "members can book the sauna": who they are names no club.
  const isOfDeeds = plan.tables.some(({ act }) => act) && knownAs(plan.phrase)?.kind === "person";
  if (isOfDeeds) delete plan.kind;
  const isOnlyKind =
    !isDefined &&
    !isOther &&
    !isOfDeeds &&
    own.length < 2 &&
    !(isBrief && own.length > 0) &&
    // "website for our theatre: tickets": no rehearsals and costumes.
    !(telling.isList && isSite.test(plan.text) && own.length > 0) &&
    !(isPage && named.length === 1);
  if (named.length === 0 && plan.pending.length > 0) planTable(plan, nameIn(plan, central), central).isAssumed = false;
  else if (isOnlyKind) {
    for (const name of plan.kind!.things) {
      const thing = knownNamed(name);
      const isTaken = offered.length > 0 && name === central.name;
      if (thing && !isTaken && !isRefused(plan, name) && !plan.tables.some((table) => table.thing === thing))
        planTable(plan, nameIn(plan, thing), thing).isAssumed = false;
    }
  } else if (!isOther && offered.length === 0 && lacksCentral(plan, central, named, isDefined, telling))
    planTable(plan, nameIn(plan, central), central);
}

/** "a tool for our school to report damage": no pupils. */
function isOnlyWhereUsed(plan: Plan, own: readonly PlannedTable[]): boolean {
  return (
    own.some(({ thing }) => thing?.kind !== "person") &&
    isWhereUsed(plan.text, plan.phrase) &&
    own.every(({ thing, said }) => said.length === 0 && thing !== undefined) &&
    // "menu and orders for a pizzeria": two things of it, and nothing else that such a place has.
    (own.length > 1 ||
      !plan.tables.some(({ thing, isAssumed }) => !isAssumed && thing && plan.among.includes(thing.name)))
  );
}

/** Whoever lists three things has listed what the app keeps, unless the app goes by the name of another. */
function lacksCentral(
  plan: Plan,
  central: Known,
  named: readonly PlannedTable[],
  isDefined: boolean,
  { isPage, isList, isRead, isBrief }: Telling,
): boolean {
  if (keepsCentral(plan, central) || (isPage && named.length > 0)) return false;
  // A site of a school is about its courses, and no list of students.
  if (isSite.test(plan.text) && isServedPerson(wordKey(central.name))) return false;
  // "website for our repair shop: services, opening hours": visitors see no repairs.
  if (isList && named.length > 1 && isSite.test(plan.text)) return false;
  if (general.test(central.name) && named.some(({ thing }) => !thing)) return false;
  if (named.length < (isList ? 2 : 3) && !isDefined) return true;
  return namesCentral(plan, central) && !(isRead && isDefined && named.length > 2) && !isBrief;
}

/** "projects with clients, deadlines and invoices": projects have a deadline. */
const isOnlyTerm = ({ tables }: Plan, { noun, said, asked = [], links }: PlannedTable): boolean =>
  noun === "deadline" &&
  said.length + asked.length + links.length === 0 &&
  tables.some(
    ({ thing, isExact }) => !isExact && thing?.fields.some(({ spec }) => /^(?:deadline|due)\b/.test(spec.name)),
  );

/** "an album with comments and likes": what several people leave under one, and no texts of its own. */
function keepVoices(plan: Plan, table: PlannedTable): void {
  if (
    !loadWords()
      .belongs.get("Comment")
      ?.includes(table.thing?.name ?? "")
  )
    return;
  for (const [word, name] of [
    ["comment", "Comment"],
    ["like", "Like"],
  ] as const) {
    const others = table.said.filter((field) => !new RegExp(`^${word}s(?: \\(.+\\))?$`, "i").test(field));
    const isListed = new RegExp(` with (?:[a-z0-9]+ ){0,16}${word}s (?!long text )`).test(plan.text);
    if (others.length === table.said.length || !isListed) continue;
    table.said = others;
    table.features = table.features.filter((feature) => feature.name !== `${word}s`);
    planTable(plan, word, knownNamed(name) ?? undefined).links.push({ to: table });
  }
}

/** Who books a court takes it for a time; only who books an event signs up for it. */
const isTakenForTime = ({ tables }: Plan, { noun, thing, said }: PlannedTable): boolean =>
  thing?.name === "Registration" &&
  said.length === 0 &&
  /(?:^| )(?:booking|reservation)$/.test(noun) &&
  !tables.some((table) => table.thing !== thing && isEvent(table)) &&
  tables.some((table) => !table.act && table.thing?.kind !== "person" && table.thing !== thing);

/** "a forum with tags": words on each topic, and no rows of their own where nothing is told of them. */
function foldTags(plan: Plan, about: PlannedTable | undefined): void {
  const isOwn = ({ noun, said, asked, isExact }: PlannedTable) =>
    noun === "tag" && !isExact && said.length + (asked?.length ?? 0) === 0;
  const hasTags = ({ thing, said }: PlannedTable) =>
    said.includes("tags") || (thing?.fields.some(({ spec }) => spec.name === "tags") ?? false);
  for (const table of plan.tables.filter(isOwn)) {
    const others = plan.tables.filter((other) => other !== table && !isPersonLike(other.noun));
    const host = others.find(hasTags) ?? others.find((other) => other === about) ?? others[0];
    if (!host) continue;
    removeTable(plan, table);
    if (!hasTags(host)) host.said.push("tags");
  }
}
