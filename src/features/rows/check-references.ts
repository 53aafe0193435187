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
 * Checks references of rows with one query, however many there are.
 * @param list the fields to be written, row by row
 * @param stood the rows before the write: an existing reference may dangle by now and stays valid
 * @returns each row's faults, in the order of the list
 */
export async function faultsOfReferences(
  rows: Rows,
  list: Fields[],
  stood: (Fields | undefined)[] = [],
): Promise<RowFaults[]> {
  if (rows.entity.references.length === 0) return list.map(() => ({}));
  const anew = stood.length === 0 ? list : list.map((fields, index) => setAnew(fields, stood[index] ?? {}));
  const known = await targetsOf(rows, anew);
  return anew.map((fields) => unknownIn(rows.entity, fields, known));
}

/** Only newly added references, per entry for lists too: adding one must not fail because another one dangles. */
function setAnew(fields: Fields, stood: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      idsIn(value).filter((id) => !idsIn(stood[name]).includes(id)),
    ]),
  );
}

/** One row's references without a target. */
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

/** Keys of rows that are written in the same batch, which may refer to one another. */
export const promised = (entity: string, ids: string[]): string[] => ids.map((id) => keyOf(entity, id));

/**
 * Valid targets of the rows' references: rows that exist and that the writer may read; otherwise guessing ids would
 * reveal hidden rows. The same holds for people: only the builder may name any member, everybody else themselves and
 * creators of rows that they can read, because those rows show the id. An unknown id and a hidden member's id are
 * refused alike.
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
  // Only rows of the entity itself reveal it.
  const reach = shownBy[0] ? reachOf(shownBy[0].access.read, actor) : "nothing";
  const isOpen =
    reach === "every" ? sql`true` : reach === "nothing" ? sql`false` : conditionOf(reach, actor, scope.appId);
  return sql`select entity as target, id from entity_row where ${here} and entity = ${target} and ${isOpen} and id in (${ids})`;
}
