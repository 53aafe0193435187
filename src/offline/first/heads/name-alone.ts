import "server-only";
import { isPlural } from "../../language/inflect";
import { knownAs, quietAs } from "../../lexicon/known";
import { headTables } from "./heads";
import { isAttribute } from "../../lexicon/lexicon";
import { appWord, screenWord } from "../../lexicon/nouns";
import { loadWords } from "../../words/load";
import { piecesIn } from "../../description/text/pieces";
import { type Plan, planTable } from "../../description/plan/plan";

/** "drone flights log": nothing but a name. Words that nobody knows name an app only before one for all of its rows, or in the plural. */
export function readName(plan: Plan, sentence: string): void {
  const words = sentence.replace(/[^\w' -]/g, "").trim();
  const last = words.split(" ").at(-1) ?? "";
  if (words.split(" ").length < 5 && (isPlural(last) || appLike.test(last))) headTables(plan, words, 0);
  // "which of my clients owe me money".
  const own = / (?:my|our) (\w+)/i.exec(` ${words}`)?.[1];
  if (plan.tables.length === 0 && own && isPlural(own) && knownAs(own) !== null) headTables(plan, own, 0);
  if (plan.tables.length === 0 && !plan.kind) nameRows(plan, words);
}

const forApp =
  /^(?:(?:an?|the|my|our|simple|small|little|new|easy|basic) )*(?:(?:app|tool|system|website|site|page|list|something|software) (?:for|about|of) )?(?:(?:an?|the|my|our|all) )*/i;
const behind = /\s+(?:for|of|in|at|by|from|on|per|every|each|with|to|between|during)\s.*$/i;
/** Words of a sentence or a greeting, which is no name of rows. */
const spoken =
  /\b(?:i|you|it|we|he|she|they|me|us|is|are|was|be|do|does|how|what|why|where|when|which|hello|hi|hey|good|thanks|please|not|no|make|change|add|remove|undo|show|give|want|need|help|test)\b/i;

/** "pothole reports for the road crew", "company vehicles mileage", "employee leave": the rows that a name lists, in the plural if there is one. */
function nameRows(plan: Plan, words: string): void {
  const main = words.replace(forApp, "").replace(behind, "");
  if (main === "" || spoken.test(main)) return;
  const nouns = main.split(" ");
  const many = nouns.findLastIndex((noun) => isPlural(noun));
  const rows = many >= 0 ? nouns.slice(0, many + 1) : nouns;
  const last = rows.at(-1)!;
  if (rows.length > 4 || screenWord.test(last) || appWord.test(last) || loadWords().colors.has(last)) return;
  const isKnown = [...rows, rows.join(" ")].some((noun) => knownAs(noun) ?? quietAs(noun));
  if (many < 0 && (rows.length === 1 || !isKnown)) return;
  const [table] = headTables(plan, rows.join(" "), 0);
  if (table && many >= 0) table.said.push(...nouns.slice(many + 1).filter((noun) => isAttribute(noun)));
}
const appLike =
  /^(?:planner|tracker|log|logbook|diary|journal|list|register|manager|organi[sz]er|inventory|catalog(?:ue)?|database|archive|overview|schedule|roster|directory|book|stash|collection|records|history|timetable|rota)$/i;

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
