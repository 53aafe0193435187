import "server-only";
import { isPlural, singular, wordsOf } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { knownAs } from "../../lexicon/known";
import { idle, isApp, isPeople, isScreen, verbLike } from "../../lexicon/nouns";
import type { Noun } from "../../lexicon/phrases";
import { comesTo } from "./happenings";
import { type Plan, planTable, type PlannedTable, refuse } from "./plan";

/** "a recipe book", "our job board": the app itself. */
export function isKind({ phrase }: Plan, noun: Noun): boolean {
  const key = wordKey(noun.text);
  if (noun.isPlural && !noun.isShell && key === phrase && !noun.thing) return false;
  return (
    phrase !== "" &&
    !(noun.isPlural && noun.thing && !noun.isShell) &&
    (key.endsWith(phrase) || key.startsWith(`${phrase} `) || ` ${phrase} `.includes(` ${key} `))
  );
}

export const isOfKind = ({ among }: Plan, noun: Noun) => noun.thing !== undefined && among.includes(noun.thing.name);

/** Part of the screen, unless the kind of app keeps such a thing: "tables" of a restaurant. */
export const isScreenHere = (plan: Plan, noun: Noun) =>
  isScreen(noun) &&
  !isOfKind(plan, noun) &&
  (!isPlural(noun.text) || /^(?:tables|pages|fields|columns|rows|lists|views|links)$/i.test(noun.text));

/** Whether the words before a thing's name make another table of it: "wine supplier" is none of its own among suppliers. */
function ownName(plan: Plan, noun: Noun): string {
  // "real estate listings": the kind's words tell nothing more of them.
  const lead = plan.phrase === "" ? "" : `${plan.phrase} `;
  if (lead !== "" && isOfKind(plan, noun) && wordKey(noun.text).startsWith(lead))
    return noun.text.split(" ").slice(plan.phrase.split(" ").length).join(" ");
  if (noun.before === "") return noun.text;
  const rest = noun.text.split(" ").slice(noun.before.split(" ").length).join(" ");
  const plain = noun.before.replace(idle, "").trim();
  const words = wordsOf(noun.text);
  const isSpecial =
    plain !== "" &&
    !idle.test(`${noun.before} `) &&
    !isOfKind(plan, noun) &&
    words.length <= 3 &&
    !verbLike.test(words[0]!) &&
    !wordKey(plan.phrase).split(" ").includes(singular(plain));
  return isSpecial ? noun.text : rest;
}

/** Words in -ing that stand before a noun: "camping gear". */
const ingNoun =
  /^(?:camping|hiking|fishing|swimming|running|cycling|training|parking|meeting|wedding|building|cleaning|shopping|cooking|gardening|sailing|climbing|skiing|diving|filming|recording|painting|drawing|reading|writing|teaching|learning|evening|morning|boarding|landing|heating|lighting|sleeping|walking|riding|wrestling|boxing|knitting|sewing|gaming|brewing|tasting|housing)$/;

type Manner = { mayBeNew: boolean; isListed?: boolean };

/** The table of a noun, or undefined where it is none. `mayBeNew`: an unknown plural may be one. */
export function tableOf(plan: Plan, noun: Noun, { mayBeNew, isListed = false }: Manner): PlannedTable | undefined {
  if (/\b(?:no|without)\b/.test(noun.determiner)) {
    refuse(plan, noun.thing?.name ?? noun.text);
    return undefined;
  }
  // "a wheel for 2 hours": how long, and no rows.
  if (
    /\d|\b(?:one|two|three|four|five|six|ten)\b/.test(noun.determiner) &&
    /^(?:hours?|minutes?|days?|weeks?|months?|years?)$/i.test(noun.text)
  )
    return undefined;
  if (noun.thing && !isScreenHere(plan, noun)) return planTable(plan, ownName(plan, noun), noun.thing);
  if (!mayBeNew || isScreen(noun) || isPeople(noun) || isApp(noun) || !noun.isPlural) return undefined;
  if (noun.isAttribute && !isListed) return undefined;
  const words = wordsOf(noun.text.replace(idle, ""));
  return words.length > 3 ||
    words.length === 0 ||
    (words.length > 1 && verbLike.test(words[0]!) && !ingNoun.test(words[0]!))
    ? undefined
    : planTable(plan, words.join(" "), undefined);
}

/** What is done to things: "maintenance: machines, intervals". */
const upkeep = /(?:^| )(?:maintenance|repair|inspection|cleaning|service|servicing)$/;

/** Links two tables the way round that their own data say; else many belong to one, and what happens to whoever it happens to. */
export function linkParts(owner: PlannedTable, part: PlannedTable): void {
  if (owner === part) return;
  const pointsTo = (from: PlannedTable, to: PlannedTable) =>
    from.thing?.fields.some(({ relates }) => relates !== undefined && knownAs(relates)?.name === to.thing?.name) ??
    false;
  if (pointsTo(part, owner) || comesTo(part, owner)) part.links.push({ to: owner });
  else if (
    pointsTo(owner, part) ||
    part.thing?.kind === "person" ||
    part.thing?.kind === "place" ||
    (part.thing?.kind === "item" && upkeep.test(owner.noun))
  )
    owner.links.push({ to: part });
  else part.links.push({ to: owner });
}
