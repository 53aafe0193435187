import "server-only";
import { sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { rowByKey, rowsOf, sqlState } from "@/db/open";
import { writeTogether } from "@/db/write-together";
import { JsonText } from "@/engines/json";
import { withoutOverlap } from "./check-overlap";
import { faultsOfReferences } from "./check-references";
import { takenError, valuesOfNew } from "./claim-values";
import { columns, type StoredRow, textOf } from "./format-rows";
import { settable, shownText, validatorFor } from "./field-rights";
import { refusal, type Rows } from "./read";
import type { Reach } from "./rules";
import type { EntityRow } from "./schema";
import { checkNew } from "./store";
import { withTotals } from "./total-values";
import { checkedRow, refuseFaults } from "./validate-row";

/** @throws when the row may not be created, is invalid, names a row that does not exist, or takes what is taken */
export async function createRow(
  rows: Rows,
  reach: Reach,
  given: Record<string, unknown>,
): Promise<JsonText<EntityRow>> {
  if (reach === "nothing") throw refusal(rows.actor);
  const set = settable(rows, given, undefined);
  refuseFaults(set.faults);
  const [fields] = await withTotals(rows, [set.fields]);
  const checked = checkedRow(validatorFor(rows), fields!);
  checkNew(rows, reach, [checked]);
  refuseFaults((await faultsOfReferences(rows, [checked]))[0]!);
  const draft = { id: newId("r"), data: JSON.stringify(checked), rows };
  const { scope, entity } = rows;
  const values = valuesOfNew(rows, draft.id, checked);
  if (!values && !entity.slot)
    return written(rows, await insertTogether(scope.db, `${scope.appId}/${entity.name}`, draft));
  const insert = async ({ scope: { db } }: Rows) =>
    written(
      rows,
      await rowByKey<StoredRow>(
        db,
        values
          ? sql`with claimed as (insert into entity_row_value (app_id, entity, field, key, row_id) values ${values}), added as (${insertOf([draft])} returning *) select ${columns} from added`
          : sql`${insertOf([draft])} returning ${columns}`,
      ),
    );
  try {
    return await withoutOverlap(rows, [checked], insert, () => [draft.id]);
  } catch (error) {
    throw values && sqlState(error) === "23505" ? await takenError(rows, checked) : error;
  }
}

const written = (rows: Rows, row: StoredRow | undefined) => new JsonText<EntityRow>(shownText(rows, textOf(row!)));

/** A row to insert; `data` is its fields as JSON. */
type Draft = { id: string; data: string; rows: Rows };

const insertTogether = writeTogether<Draft, StoredRow>({
  one: (db, draft) => rowByKey<StoredRow>(db, sql`${insertOf([draft])} returning ${columns}`),
  many: async (db, drafts) => {
    const added = await rowsOf<StoredRow>(db, sql`${insertOf(drafts)} returning ${columns}`);
    return new Map(added.map((row) => [row.id, row]));
  },
});

function insertOf(drafts: Draft[]) {
  const values = drafts.map(
    ({ id, data, rows: { scope, entity, actor } }) =>
      sql`(${scope.appId}, ${entity.name}, ${id}, ${actor?.id ?? null}, ${data}::jsonb)`,
  );
  return sql`insert into entity_row (app_id, entity, id, creator_id, data) values ${sql.join(values, sql`, `)}`;
}
