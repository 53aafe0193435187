import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "./db/open";
import { mintVisitedApp } from "./db/scope";
import type { EntitySet } from "./features/rows/entity";
import { leaveField, repeatedValues, repeatedWords, takeField } from "./features/rows/unique-fields";

/**
 * Brings what the database keeps apart in line with the schemas ("x-unique"), at start. Rows that are there already
 * stay: where two have the same value, the first one has it.
 * @returns what to tell of such fields
 */
export async function keepUnique(db: Database, appId: string, entities: EntitySet["entities"]): Promise<string[]> {
  const kept = await rowsOf<{ entity: string; field: string }>(db, sql`select entity, field from unique_field`);
  const isKept = (entity: string, field: string) => kept.some((one) => one.entity === entity && one.field === field);
  const repeats: string[] = [];
  await db.transaction(async (tx) => {
    const scope = mintVisitedApp(tx, appId, null);
    for (const { entity, field } of kept) {
      if (entities.get(entity)?.unique.includes(field)) continue;
      await leaveField(scope, entity, field);
      await tx.execute(sql`delete from unique_field where entity = ${entity} and field = ${field}`);
    }
    for (const { name, schema, unique } of entities.values())
      for (const field of unique) {
        if (isKept(name, field)) continue;
        const repeated = await repeatedValues(scope, name, field);
        if (repeated.length > 0) repeats.push(`${name}: ${repeatedWords(schema, field, repeated)}`);
        await takeField(scope, schema, field, true);
        await tx.execute(sql`insert into unique_field (entity, field) values (${name}, ${field})`);
      }
  });
  return repeats;
}
