import "server-only";
import type { Entity } from "../../../model/app-model";
import { listPage } from "../../draft/compose";
import { type Draft, manyOf, pickEntity, pickField, type Reader, titleOf } from "../../draft/draft";
import { kindOf, labelFor } from "../../../model/field-kinds";
import { findField } from "../../draft/resolve";

const tail =
  "(?:\\s*,?\\s*(?:\\(|with |in |from |the )*(ascending|descending|asc|desc|newest|latest|most recent|oldest|earliest|soonest|highest|largest|biggest|lowest|smallest|cheapest|a ?(?:-|to) ?z|z ?(?:-|to) ?a)(?:\\s+(?:to \\w+|first|on top|at the top|order))*\\)?)?";
const patterns = [
  new RegExp(
    `^(?:always |please )?(?:sort|order|arrange)\\s+(?:the |all |my |our )?(.*?)\\s*by\\s+(?:the |their |its )?(.+?)${tail}$`,
    "i",
  ),
  new RegExp(
    `^(?:the |all |my |our )?(.+?)\\s+(?:should|must|have to|need to|are to)\\s+be\\s+(?:sorted|ordered|arranged|listed)\\s+by\\s+(?:the |their |its )?(.+?)${tail}$`,
    "i",
  ),
  new RegExp(
    `^(?:show|list|display)\\s+(?:the |all |my |our )?(.+?)\\s+(?:sorted|ordered|in order)\\s+(?:by|of)\\s+(?:the |their |its )?(.+?)${tail}$`,
    "i",
  ),
];
const descending = /desc|newest|latest|most recent|highest|largest|biggest|z ?(?:-|to) ?a/i;

function fieldIn(draft: Draft, table: string, field: string): { entity: Entity; field: string } | undefined {
  const entity =
    table === "" || /^(?:it|them|the list|list|everything|lists|rows)$/i.test(table)
      ? undefined
      : pickEntity(draft, table);
  if (!entity)
    return table === "" || /^(?:it|them|the list|list|rows)$/i.test(table) ? pickField(draft, field) : undefined;
  const found = findField(entity, field);
  return found.kind === "one" ? { entity, field: found.value } : undefined;
}

const newest =
  /^(?:put|show|list|display)\s+(?:the\s+)?(newest|latest|most recent|oldest|earliest)\s+(.+?)\s+(?:first|on top|at the top)$/i;

/** "put the newest feedback first": by the table's own date; without one, lists begin with what was added last. */
function readNewest(clause: string, draft: Draft): boolean {
  const match = newest.exec(clause);
  const entity = match && pickEntity(draft, match[2]!);
  const page = entity && listPage(draft.model, entity);
  if (!match || !entity || !page) return false;
  const isDescending = descending.test(match[1]!);
  const dates = Object.keys(entity.properties).filter((name) =>
    ["date", "datetime"].includes(kindOf(name, entity.properties[name]!)),
  );
  const field = dates.find((name) => /created|date|posted|added/.test(name)) ?? dates[0];
  if (!field) {
    if (isDescending)
      draft.answers.push(`Lists begin with what was added last, so the newest ${manyOf(entity)} are first already.`);
    else draft.skipped.push(`${titleOf(entity)} have no date to go by: add one first.`);
    return true;
  }
  page.sort = { field, isDescending };
  draft.done.push(
    `The list of ${manyOf(entity)} opens with the ${match[1]!.toLowerCase()} ${labelFor(field, entity.properties[field]!).toLowerCase()} first.`,
  );
  return true;
}

/** "sort invoices by due date, newest first": the order in which a list opens; a press on a column's title still changes it. */
export const readSort: Reader = (clause, draft) => {
  if (readNewest(clause, draft)) return true;
  for (const pattern of patterns) {
    const match = pattern.exec(clause);
    const found = match && fieldIn(draft, match[1]!.trim(), match[2]!.trim());
    const page = found && listPage(draft.model, found.entity);
    if (!match || !found || !page) continue;
    page.sort = { field: found.field, isDescending: descending.test(match[3] ?? "") };
    draft.touched = found.entity.name;
    draft.done.push(
      `The list of ${manyOf(found.entity)} opens sorted by ${labelFor(found.field, found.entity.properties[found.field]!).toLowerCase()}${page.sort.isDescending ? ", the highest or newest first" : ""}.`,
    );
    return true;
  }
  return false;
};
