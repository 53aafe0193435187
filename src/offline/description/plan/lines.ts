import "server-only";
import { singular } from "../../language/inflect";
import { knownNamed } from "../../lexicon/known";
import { wordKey } from "../../words/word-key";
import { removeTable } from "./kindred";
import { type Plan, type PlannedTable, planTable } from "./plan";

/** Papers that say row by row what was sold. */
const paper = /(?:^| )(?:order|preorder|invoice|quote|estimate|bill|delivery note|credit note)$/;
const row = /^(?:(?:line|order|invoice|quote) )?(?:line|item|position)$/;
/** "several items", "orders from customers with items": a row each, and no stock. */
const rowsSaid =
  / (?:(?:several|multiple|many|various|line|its|their) (?:order |invoice )?(?:items?|positions?)|(?:orders?|invoices?|quotes?|bills?|estimates?)(?: (?:from|for|of|by|to) (?:[a-z]+ ){1,2}| )(?:with|has|have|contains?) (?:an? |the |some )?(?:items|positions)|lines?) /;

/** Rows of a paper are a table of their own that belongs to it, by the name of both: "Order item", and no stock of items beside orders. */
export function nameLines(plan: Plan): void {
  const papers = plan.tables.filter(({ noun }) => paper.test(noun));
  const [whole] = papers;
  if (!whole || papers.length > 1 || !rowsSaid.test(plan.text)) return;
  const isRow = (phrase: string) => row.test(singular(wordKey(phrase)));
  const said = whole.said.find(isRow);
  const rows =
    plan.tables.find((table) => table !== whole && row.test(table.noun)) ??
    (said === undefined ? undefined : planTable(plan, singular(wordKey(said)), undefined));
  if (!rows) return;
  whole.said = whole.said.filter((phrase) => !isRow(phrase));
  whole.links = whole.links.filter(({ to }) => to !== rows);
  whole.features = whole.features.filter(({ child }) => !child?.name.endsWith(" line"));
  name(rows, whole.noun.split(" ").at(-1)!);
  if (!rows.links.some(({ to }) => to === whole)) rows.links.push({ to: whole });
  for (const other of plan.tables.filter((one) => one !== rows && one.noun === rows.noun)) {
    for (const link of other.links) if (!rows.links.some(({ to }) => to === link.to)) rows.links.push(link);
    removeTable(plan, other, rows);
  }
}

function name(rows: PlannedTable, whole: string): void {
  // "line items" are of no stock.
  if (rows.noun.includes(" ")) return;
  const last = rows.noun;
  rows.noun = `${whole} ${last}`;
  const thing = knownNamed(whole === "invoice" ? "Invoice line" : "Order line");
  delete rows.thing;
  if (rows.said.length > 0) return;
  if (thing && /^(?:order|invoice)$/.test(whole)) rows.thing = thing;
  rows.said = whole === "order" || whole === "preorder" ? ["product", "quantity", "price"] : [];
  if (!rows.thing && rows.said.length === 0) rows.said = ["description", "quantity", "unit price"];
}
