import "server-only";
import { isPlural } from "../../../language/inflect";
import { knownAs } from "../../language/known";
import { headTables } from "./heads";
import { piecesIn } from "../text/pieces";
import { type Plan, planTable } from "../plan/plan";

/** "drone flights log": nothing but a name. Words that nobody knows name an app only before one for all of its rows, or in the plural. */
export function readName(plan: Plan, sentence: string): void {
  const words = sentence.replace(/[^\w' -]/g, "").trim();
  const last = words.split(" ").at(-1) ?? "";
  if (words.split(" ").length < 5 && (isPlural(last) || appLike.test(last))) headTables(plan, words, 0);
  // "which of my clients owe me money".
  const own = / (?:my|our) (\w+)/i.exec(` ${words}`)?.[1];
  if (plan.tables.length === 0 && own && isPlural(own) && knownAs(own) !== null) headTables(plan, own, 0);
}
const appLike =
  /^(?:planner|tracker|log|logbook|diary|journal|list|register|manager|organi[sz]er|inventory|catalog(?:ue)?|database|archive|overview|schedule|roster|directory|book)$/i;

/** "horse vaccination and farrier log, horse, date, next due": fields of which the first words tell the rows. */
export function nameByStart(plan: Plan, sentence: string): void {
  const pieces = piecesIn(sentence);
  const [first, second] = pieces;
  if (pieces.length < 4) return;
  const head = second?.mark === "and" && appLike.test(second.text.split(" ").at(-1)!) ? second : first;
  if (!head) return;
  plan.pending = plan.pending.filter((phrase) => phrase !== head.text && phrase !== first!.text);
  if (headTables(plan, head.text, 0).length === 0) planTable(plan, head.text.split(" ").slice(-2).join(" "), undefined);
}
