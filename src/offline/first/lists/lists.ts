import "server-only";
import { isPlural, singular, wordsOf } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { knownAs, quietAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isEvent, isPerson, linkMain } from "../../description/plan/happenings";
import { linkParts } from "../../description/plan/place";
import { callBy, type Plan, type PlannedTable, refuse } from "../../description/plan/plan";
import { standingAs, tableFrom } from "../../description/plan/standing";
import { typedPhrase } from "../../description/plan/field-words";
import { hasField, isCount } from "./usual-fields";
import { firstOnly, meanOf, weightOf } from "./list-weights";
import type { Member } from "./member";
import { membersOf } from "./members";
import type { Piece } from "../../description/text/pieces";
import { isQuestion, readQuestion } from "../../description/statements/questions";
import { weigh } from "../../description/plan/weigh";

/** What a list is about: `owner`, of which it tells the fields; else the app, whose rows go by `head` where it tells only fields. */
export type Manner = {
  owner?: PlannedTable;
  /** In brackets behind its owner. */
  isBracket?: boolean;
  head?: (() => PlannedTable | undefined) & {
    isMany?: boolean;
    isAsker?: boolean;
    made?: () => PlannedTable | undefined;
  };
};

type Reading = {
  plan: Plan;
  owner?: PlannedTable;
  open?: PlannedTable;
  last?: PlannedTable;
  mean: number;
  areFields: boolean;
  strong: number;
  /** Nothing but nouns in the plural. */
  isBare: boolean;
  made: PlannedTable[];
  /** Tables whose fields followed their "with". */
  opened: Set<PlannedTable>;
  head?: Manner["head"];
  isBracket?: boolean;
};

/** Members and questions in their order. */
function stepsOf(plan: Plan, pieces: Piece[]): (Member[] | { question: string })[] {
  const steps: (Member[] | { question: string })[] = [];
  let run: Piece[] = [];
  for (const piece of pieces) {
    if (!isQuestion(piece.text)) {
      run.push(piece);
      continue;
    }
    if (run.length > 0) steps.push(membersOf(run, plan.among));
    run = [];
    steps.push({ question: piece.text });
  }
  if (run.length > 0) steps.push(membersOf(run, plan.among));
  return steps;
}

/** Reads a list, each member to its place. Says the tables that it made. */
export function readList(plan: Plan, pieces: Piece[], { owner, head, isBracket = false }: Manner): PlannedTable[] {
  const steps = stepsOf(plan, pieces);
  const members = steps.flatMap((step) => (Array.isArray(step) ? step : []));
  const first = owner === undefined && !head?.isMany ? firstOnly(members, head?.isAsker) : null;
  if (first) {
    const inside = members[0]?.is === "noun" ? membersOf(members[0].inside ?? [], plan.among) : [];
    members.splice(0, 1, ...inside);
    (steps[0] as Member[]).splice(0, 1, ...inside);
  }
  const mean = meanOf(members);
  const strong = members.filter((member) => (weightOf(member) ?? 0) >= 0.7).length;
  const areFields = owner !== undefined || (strong < 2 && mean < (head ? 0.5 : 0.34)) || (strong < 3 && mean < 0.25);
  const about = owner ?? (first ? tableFrom(plan, first) : undefined) ?? (areFields ? head?.() : undefined);
  const last = about ?? plan.last;
  const reading: Reading = {
    plan,
    ...(about ? { owner: about } : {}),
    ...(last ? { last } : {}),
    mean,
    areFields,
    strong,
    isBare: members.every((member) => member.is === "noun" && isPlural(member.noun) && !member.inside),
    made: [],
    opened: new Set(),
    isBracket,
    ...(head ? { head } : {}),
  };
  // "device, imei, customer": the first is what the row is called.
  if (first && about && !isPlural(first) && about.said.length === 0 && !about.thing) about.said.push("name");
  for (const step of steps) {
    if (Array.isArray(step)) for (const member of step) placeMember(reading, member);
    else readQuestion(plan, step.question, about ?? reading.open ?? head?.() ?? reading.last);
  }
  for (const table of reading.opened) settle(plan, table, false);
  if (about) settle(plan, about, areFields && members.length > 2);
  if (about) plan.owner = about;
  const main = about ?? plan.tables.find((table) => isEvent(table) && reading.made.includes(table));
  if (main && !owner)
    for (const table of reading.made)
      if (table.thing !== undefined || isPerson(table)) linkMain(main, table, plan.tables);
  plan.last = reading.last ?? about ?? plan.last;
  return reading.made;
}

/** Fields that were spelled out are all that there are, where they are many or one of them names the row. */
function settle({ tables }: Plan, table: PlannedTable, isWhole: boolean): void {
  const count = table.said.length + (table.asked?.length ?? 0) + table.links.length;
  const isNamed = table.said.some((field) => /\b(?:name|title|subject)$/i.test(field));
  if (isWhole || isNamed || tables.some((other) => other !== table && other.isExact) ? count > 1 : count > 2)
    table.isExact = true;
}

/** Whether rows of a thing usually belong to those of a table: photos of an album. */
const isPart = (plan: Plan, noun: string, owner: PlannedTable | undefined): boolean => {
  const thing = knownAs(noun, plan.among);
  // "repair orders with parts": as many rows as there are.
  if (thing && owner && isEvent(owner) && /^(?:Spare part|Product|Stock item|Part|Ingredient|Item)$/.test(thing.name))
    return true;
  return (
    thing !== null &&
    owner?.thing !== undefined &&
    (loadWords().belongs.get(thing.name) ?? []).includes(owner.thing.name)
  );
};

/** Plurals that count what a row has, but are rows themselves beside nothing but rows: "films, screenings, seats". */
const countedRows =
  /^(?:seats|locations|skills|certificates|qualifications|languages|links|units|copies|needs|goals)$/i;

const sorts = /\b(?:plan|type|category|group|class|level|tier|team|department|role)$/;

const isRows = (reading: Reading, { weight, noun, inside, isJoined }: Member & { is: "noun" }): boolean => {
  const { plan, owner, open, areFields, mean, strong } = reading;
  if (inside) return weight >= 0.3;
  // "tenants with lease start and rent": what one of them has.
  if (open && isJoined && !weigh(noun, plan.among).isMany) return weight > 0.88;
  // "tutors (subjects, rate)": what one of them has several of is rows only where that is usual, or somebody.
  if (owner && reading.isBracket)
    return (
      weight > 0.88 &&
      (plan.tables.some((one) => one.noun === singular(wordKey(noun))) ||
        (knownAs(noun, plan.among)?.kind !== "event" && !isAttribute(noun)))
    );
  if (owner) return weight > 0.88;
  if (areFields) return weight > 0.9 || (weight > 0.7 && mean > 0.25);
  return weight >= 0.5 || (weight >= 0.35 && (mean >= 0.6 || strong > 1));
};

/** What every app has, or what the readers of views make: the words are answered. */
const kitHas =
  /\b(?:dashboards?|overview|charts?|graphs?|kanban|calendar|board|search\w*|filter\w*|sorting|log ?in|sign-?in|home ?page|landing page|statistics|stats|export\w*|import\w*|print\w*|gallery|contact form|csv|analytics|max|up to|totals?|sum|summary|reports?)\b/i;

function placeMember(reading: Reading, member: Member): void {
  const { plan } = reading;
  if (member.is === "aside") {
    if (kitHas.test(member.text)) for (const word of wordsOf(member.text)) plan.heard.add(word);
  } else if (member.is === "link") {
    const target = reading.open ?? reading.owner ?? reading.last;
    if (target) linkAll(reading, target, [member.to]);
  } else if (member.is === "refused") {
    refuse(plan, knownAs(member.noun, plan.among)?.name ?? member.noun);
    refuse(plan, member.noun);
  } else if (member.is === "asked") {
    if ("field" in member.asked) {
      const target = reading.open ?? reading.owner ?? reading.last;
      if (target) target.asked = [...(target.asked ?? []), member.asked.field];
      else plan.pendingAsked.push(member.asked.field);
    } else placeNoun(reading, { is: "noun", noun: member.asked.other, weight: 0.4, isTheirs: false, to: [] });
  } else if (member.is === "field") placeField(reading, member.phrase, member.of);
  else placeNoun(reading, member);
}

function placeNoun(reading: Reading, member: Member & { is: "noun" }): void {
  const { plan, owner } = reading;
  const standing = standingAs(plan, member.noun);
  // "dogs, cats": both are animals of a shelter, and nobody lists the same rows twice.
  const isTwin =
    standing !== undefined &&
    reading.made.includes(standing) &&
    !` ${standing.noun} ${(standing.called ?? []).join(" ")} `.includes(
      ` ${singular(wordKey(member.noun)).split(" ").at(-1)} `,
    );
  if (standing && standing !== owner && !member.inside && !isTwin) {
    if (knownAs(member.noun, plan.among) === standing.thing) callBy(plan, standing, singular(wordKey(member.noun)));
    if (owner) {
      if (isPlural(member.noun)) linkParts(owner, standing);
      else owner.links.push({ to: standing });
    } else reading.last = standing;
    linkAll(reading, standing, member.to);
    if (!reading.made.includes(standing)) reading.made.push(standing);
    return;
  }
  const weight =
    isPlural(member.noun) && reading.mean >= 0.3 && isPart(plan, member.noun, owner)
      ? Math.max(member.weight, 0.95)
      : member.weight;
  // "recipes with ingredients": what such rows have a field for anyway.
  const at = owner ?? reading.open ?? reading.head?.made?.();
  const isUsual = at !== undefined && !member.inside && !member.isTheirs && member.weight < 0.85;
  if (isUsual && hasField(at, member.noun)) return placeField(reading, member.noun, undefined, at);
  // "exercises, sets, reps": a plural that is nothing but a number of theirs.
  const counted = owner || member.inside || knownAs(member.noun) ? undefined : reading.made.at(-1);
  if (counted && hasField(counted, member.noun, isCount)) return placeField(reading, member.noun, undefined, counted);
  // "programme, stalls, sponsors": a noun that nobody knows, among rows.
  const isAmongRows =
    member.weight >= 0.18 &&
    !/^(?:in|on|at|as|by|of|to|from|for|with|all|no)\s|\s(?:before|after)$/i.test(member.noun) &&
    !isPlural(member.noun) &&
    !owner &&
    !reading.open &&
    !reading.areFields &&
    reading.mean >= 0.6 &&
    reading.strong > 1;
  const [plainly = ""] = member.noun.split(/ (?:for|of|at|in|from) /);
  const isMany = isPlural(plainly);
  const known = knownAs(member.noun, plan.among);
  // "singers by voice, pieces, concerts": rows of such an app, whatever they count elsewhere.
  const isOfKind = isMany && known !== null && plan.among.includes(known.name);
  const isOneOfThem =
    !(reading.open && ((weight < 0.3 && !isOfKind) || (member.isJoined && !isPlural(member.noun)))) &&
    reading.strong > 1 &&
    reading.mean >= 0.5 &&
    !owner &&
    // "contractors, cost estimate": of a task, and no list of quotes.
    ((known !== null && (isMany || !plainly.includes(" ") || !isAttribute(plainly))) ||
      (reading.strong > 2 && !isMany && quietAs(plainly) !== null && !isAttribute(plainly)) ||
      (isMany && (quietAs(plainly) !== null || (reading.isBare && (countedRows.test(plainly) || weight >= 0.4)))));
  // "a wiki with pages and categories": what it is about.
  const isCentral = isOfKind && !owner && plan.kind?.central === known.name;
  if (!isOneOfThem && !isAmongRows && !isCentral && !isRows(reading, { ...member, weight })) {
    placeField(reading, member.inside ? member.noun : typedPhrase(member.noun), undefined);
    if (member.inside) for (const inner of membersOf(member.inside, plan.among)) placeMember(reading, inner);
    return;
  }
  const table = tableFrom(plan, member.noun, reading.made);
  // "members and their plans": many of them share one.
  if (member.isTheirs && reading.last && reading.last !== table && sorts.test(table.noun))
    reading.last.links.push({ to: table });
  else if (member.isTheirs && reading.last && reading.last !== table) linkParts(reading.last, table);
  else if (owner && owner !== table) linkParts(owner, table);
  linkAll(reading, table, member.to);
  if (member.inside) {
    readList(plan, member.inside, { owner: table, isBracket: !member.isOpen });
    if (!member.isOpen && member.inside.length > 1) table.isExact = true;
  }
  reading.open = member.isOpen ? table : undefined;
  if (member.isOpen) reading.opened.add(table);
  reading.last = table;
  reading.made.push(table);
}

function linkAll({ plan }: Reading, table: PlannedTable, to: string[]): void {
  for (const noun of to) {
    const isRow = weigh(noun, plan.among).weight > 0.15 || (noun.includes(" ") && !isAttribute(noun));
    const other = standingAs(plan, noun) ?? (isRow ? tableFrom(plan, noun) : undefined);
    if (other && other !== table) table.links.push({ to: other });
  }
}

function placeField(reading: Reading, phrase: string, of: string | undefined, usual?: PlannedTable): void {
  const { plan, owner, open } = reading;
  const [first = "", ...others] = phrase.split(" ");
  const named =
    others.length > 0 &&
    !owner?.links.some(
      ({ to }) => to.noun.endsWith(singular(first).toLowerCase()) || to.noun.startsWith(singular(first).toLowerCase()),
    )
      ? plan.tables.find(
          (table) =>
            table !== owner &&
            (table.noun.split(" ")[0] === singular(first).toLowerCase() ||
              table.noun.split(" ").at(-1) === singular(first).toLowerCase()),
        )
      : undefined;
  const own =
    of === undefined
      ? undefined
      : (standingAs(plan, of) ?? (isPlural(of) || knownAs(of, plan.among) ? tableFrom(plan, of) : undefined));
  // "recipes with ingredients, steps, ratings": what rows of one of them have anyway.
  const usually =
    of === undefined && !owner && !open
      ? reading.made.find((table) => !table.isExact && hasField(table, phrase))
      : undefined;
  if (usually) return;
  const target =
    own ?? (named && !isAttribute(phrase.replace(/\s*[(:].*$/, "")) ? named : undefined) ?? usual ?? open ?? owner;
  const text = target !== undefined && target === named && own === undefined ? others.join(" ") : phrase;
  if (target !== undefined && target === named) reading.open = named;
  // "a portfolio" of portfolio projects: its own name.
  if (target && !isAttribute(text) && ` ${target.noun} `.includes(` ${wordKey(text)} `)) return;
  if (!target) plan.pending.push(phrase);
  else if (!target.said.includes(text)) target.said.push(text);
}
