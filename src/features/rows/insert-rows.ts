import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { newIds } from "@/db/id";
import { rowsOf, sqlState } from "@/db/open";
import { AppError } from "@/errors";
import { rememberNew } from "./history";
import type { Rows } from "./read";
import type { NewRow } from "./schema";

/**
 * The embedded clock has milliseconds only: spread the rows of a statement by a microsecond each to keep their order.
 */
const apart = sql`now() + place * interval '1 microsecond'`;

/**
 * Inserts rows in one statement, all or none.
 * @param list validated rows; missing ids are generated
 * @param changeId groups them for undo
 * @param kept the columns that the insert returns
 * @param answer what is selected of them
 */
export async function insertInto<T>(
  { scope, entity, actor }: Rows,
  list: NewRow[],
  changeId: string,
  kept: SQL,
  answer: SQL,
): Promise<T[]> {
  const ids = list.some(({ id }) => id === undefined) ? newIds("r", list.length) : [];
  const wanted = JSON.stringify(list.map(({ id }, at) => id ?? ids[at]));
  const data = `[${list.map(({ json }) => json).join(",")}]`;
  try {
    return await rowsOf<T>(
      scope.db,
      sql`with added as (
            insert into entity_row (app_id, entity, id, creator_id, created_at, updated_at, data)
            select ${scope.appId}, ${entity.name}, list.id, ${actor?.id ?? null}, ${apart}, ${apart}, list.data
            from rows from (jsonb_array_elements_text(${wanted}::jsonb), jsonb_array_elements(${data}::jsonb)) with ordinality as list(id, data, place) order by place
            returning ${kept}
          ), remembered as (${rememberNew(sql`added`, scope.appId, entity.name, { changeId, actorId: actor?.id })})
          select ${answer} from added`,
    );
  } catch (error) {
    if (sqlState(error) === "23505") throw new AppError("invalid-row", undefined, "A row with this id exists");
    throw error;
  }
}
