import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { peopleAmong } from "./people";
import { idsIn, peopleEntity, type Reference, reachOf, type RowActor } from "./rules";
import type { Entity } from "./entity";
import { conditionOf, type Rows } from "./read";
import { nameAt, type RowFaults } from "./validate-row";

type Fields = Record<string, unknown>;

const keyOf = (target: string, id: string) => `${target}/${id}`;

/**
 * What is wrong with the references of rows. One query, however many rows and references there are.
 * @param list the fields that are to be written, row by row
 * @param stood the rows as they stand: a reference that they have already may point to a row that is gone by now
 * @returns the faults of each row, in the order of the list
 */
export async function faultsOfReferences(
  rows: Rows,
  list: Fields[],
  stood: (Fields | undefined)[] = [],
): Promise<RowFaults[]> {
  const anew = stood.length === 0 ? list : list.map((fields, index) => setAnew(fields, stood[index] ?? {}));
  const known = await targetsOf(rows, anew);
  return anew.map((fields) => unknownIn(rows.entity, fields, known));
}

/** Of each list too only what it did not hold, so that somebody can be added to a list of which another is gone. */
function setAnew(fields: Fields, stood: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      idsIn(value).filter((id) => !idsIn(stood[name]).includes(id)),
    ]),
  );
}

/** The references of one row that point to nothing. */
export function unknownIn(
  { references, schema }: Pick<Entity, "references" | "schema">,
  fields: Fields,
  known: ReadonlySet<string>,
): RowFaults {
  return Object.fromEntries(
    references.flatMap(({ field, target }) =>
      idsIn(fields[field]).every((id) => known.has(keyOf(target, id)))
        ? []
        : [[field, `${nameAt(schema, [field])} must name an existing ${target}`]],
    ),
  );
}

/** How rows that are to be written together may name one another before they stand. */
export const promised = (entity: string, ids: string[]): string[] => ids.map((id) => keyOf(entity, id));

/**
 * What the rows' references may name: rows that exist and that the writer may read, or else a guessed id would tell
 * whether a hidden row exists. Of people the same holds. Only the builder sees members as such; everybody else knows
 * themselves, and whoever made a row that they may read, since every row says that. So a task can be given to the
 * author of a comment, while no id can be tried out that the writer has not been shown: one that belongs to nobody and
 * one that belongs to a member they never met are refused alike.
 */
export async function targetsOf({ scope, entity, actor }: Rows, list: Fields[]): Promise<Set<string>> {
  const wanted = new Map<string, { reference: Reference; ids: Set<string> }>();
  for (const reference of entity.references) {
    const found = wanted.get(reference.target) ?? { reference, ids: new Set() };
    for (const fields of list) for (const id of idsIn(fields[reference.field])) found.ids.add(id);
    if (found.ids.size > 0) wanted.set(reference.target, found);
  }
  const self = wanted.get(peopleEntity)?.ids.delete(actor?.id ?? "") ? promised(peopleEntity, [actor!.id]) : [];
  const branches = [...wanted.values()].flatMap(({ reference, ids }) =>
    ids.size > 0
      ? [existing(scope, reference, actor, sql`select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)`)]
      : [],
  );
  const stand =
    branches.length === 0
      ? []
      : await rowsOf<{ target: string; id: string }>(scope.db, sql.join(branches, sql` union all `));
  return new Set([...self, ...stand.map(({ target, id }) => keyOf(target, id))]);
}

function existing(scope: Rows["scope"], { target, shownBy }: Reference, actor: RowActor, ids: SQL): SQL {
  const open = shownBy.filter(({ access }) => reachOf(access.read, actor) === "every").map(({ name }) => name);
  const here = sql`app_id = ${scope.appId}`;
  if (target === peopleEntity) {
    const isMet =
      actor?.role === "builder"
        ? sql`true`
        : open.length === 0
          ? sql`false`
          : sql`exists (select 1 from entity_row where ${here} and entity in (${sql.join(
              open.map((name) => sql`${name}`),
              sql`, `,
            )}) and creator_id = person.id)`;
    return sql`select ${peopleEntity}::text as target, person.id from (${peopleAmong(scope, ids)}) person where ${isMet}`;
  }
  // Of another entity's rows only itself shows them.
  const reach = shownBy[0] ? reachOf(shownBy[0].access.read, actor) : "nothing";
  const isOpen = reach === "every" ? sql`true` : reach === "nothing" ? sql`false` : conditionOf(reach, actor);
  return sql`select entity as target, id from entity_row where ${here} and entity = ${target} and ${isOpen} and id in (${ids})`;
}
