import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { reachOf } from "./rules";
import type { Rows } from "./store";
import type { RowFaults } from "./validate-row";

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string" && one !== "");

/**
 * What is wrong with the references of rows: each must name an existing row of its entity that the writer may read, or else a guessed id
 * would tell whether a hidden row exists. One query, however many rows and references there are.
 * @returns the faults of each row, in the order of the list
 */
export async function faultsOfReferences({ scope, entity, actor }: Rows, list: Record<string, unknown>[]): Promise<RowFaults[]> {
  if (entity.references.length === 0) return list.map(() => ({}));
  const wanted = new Map<string, { where: SQL; ids: Set<string> }>();
  for (const { field, target, permissions } of entity.references) {
    const reach = reachOf(permissions.read, actor);
    const where = reach === "every" ? sql`true` : reach === "own" && actor ? sql`creator_id = ${actor.id}` : sql`false`;
    const found = wanted.get(target) ?? { where, ids: new Set() };
    for (const row of list) for (const id of idsIn(row[field])) found.ids.add(id);
    if (found.ids.size > 0) wanted.set(target, found);
  }
  if (wanted.size === 0) return list.map(() => ({}));
  const branches = [...wanted].map(([target, { where, ids }]) => sql`(entity = ${target} and ${where} and id in (select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)))`);
  const known = await rowsOf<{ entity: string; id: string }>(scope.db, sql`select entity, id from entity_row where app_id = ${scope.appId} and (${sql.join(branches, sql` or `)})`);
  const exists = new Set(known.map((row) => `${row.entity}/${row.id}`));
  return list.map((row) =>
    Object.fromEntries(entity.references.flatMap(({ field, target }) => (idsIn(row[field]).every((id) => exists.has(`${target}/${id}`)) ? [] : [[field, `must name an existing ${target}`]]))),
  );
}
