import "server-only";
import { plural, singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike, isSomebody } from "../../lexicon/nouns";
import { type Plan, planTable, type PlannedTable } from "../../description/plan/plan";
import { headTables } from "./heads";
import type { Piece } from "../../description/text/pieces";

const shelf = / (?:stock|inventory|log|logbook|diary|journal|list|register|records?)$/i;
/** Whoever has to do with one kind of thing: "mushroom hunter", "stamp collector". */
const agent =
  /^(?:(?:[a-z]+ ){0,2}?)([a-z]+) (?:hunter|collector|keeper|breeder|grower|spotter|watcher|picker|maker|finder|trader|dealer|photographer)$/i;
/** "observation date": the observation's. */
const ofRow = /^([a-z]+) (?:date(?: (?:and|&) time)?|datetime|time|day|no|nr|number|name|title|type|kind|code|id)\b/i;

/**
 * The rows of a list of fields that is headed by who asks: "Mushroom hunter. species, place", "Amateur astronomer:
 * observation date, object". Undefined where the head is nobody, or nothing tells of what the rows are.
 */
function rowsOfAsker(plan: Plan, said: string, list: readonly Piece[]): PlannedTable | undefined {
  const who = said
    .trim()
    .replace(/^(?:an?|my|our|the|i am an?|i'm an?) /i, "")
    .replace(shelf, "");
  const last = who.split(" ").at(-1)!;
  if (who.split(" ").length > 3 || plan.kind || knownAs(who) || !isPersonLike(last.toLowerCase())) return undefined;
  const [first] = list;
  const [, thing] = agent.exec(who) ?? [];
  const [, row] = ofRow.exec(first?.text ?? "") ?? [];
  const isThing = (noun: string) => !isAttribute(noun) && !isSomebody(noun);
  const noun = [thing, row, first?.inner === undefined ? first?.text : undefined].find(
    (one) => one !== undefined && /^[a-z]{3,}$/i.test(one) && isThing(one),
  );
  if (noun === undefined) return undefined;
  for (const word of who.split(" ")) plan.heard.add(word.toLowerCase());
  return planTable(plan, singular(noun), knownAs(plural(noun), plan.among) ?? undefined);
}

/** Where something is handed in, made or kept: "lost luggage desk", "record pool". */
const workplace = /^(.+) (?:desk|workshop|pool|counter|point|corner)$/i;

/** The rows of a list that is headed by a place of work: somebody where it begins with a name, else what the place is for. */
function rowsOfPlace(plan: Plan, said: string, [first]: readonly Piece[]): PlannedTable | undefined {
  const place = said
    .trim()
    .replace(/^(?:an?|my|our|the) /i, "")
    .replace(/ (?:at|in|of|for) .*$/i, "");
  const [, what] = workplace.exec(place) ?? [];
  if (what === undefined || what.split(" ").length > 3 || plan.kind || knownAs(place)) return undefined;
  const [, who] = /^([a-z]+) name$/i.exec(first?.text ?? "") ?? [];
  const noun = singular(who !== undefined && isPersonLike(who.toLowerCase()) ? who : what).toLowerCase();
  for (const word of place.split(" ")) plan.heard.add(word.toLowerCase());
  return planTable(plan, noun, knownAs(plural(noun), plan.among) ?? undefined);
}

/** The rows that a head and its list of fields tell of. */
export function headRows(plan: Plan, head: string, list: readonly Piece[]): PlannedTable[] {
  const rows = rowsOfAsker(plan, head, list) ?? rowsOfPlace(plan, head, list);
  return rows ? [rows] : headTables(plan, head, 0);
}
