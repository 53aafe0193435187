import "server-only";
import { sql } from "drizzle-orm";
import { rowByKey, rowsOf } from "@/db/open";
import { readTogether } from "@/db/read-together";
import { JsonText } from "@/engines/json";
import { AppError } from "@/errors";
import {
  columns,
  type ColumnTexts,
  columnTexts,
  joinedTexts,
  rowTexts,
  separator,
  type StoredRow,
  textOf,
} from "./format-rows";
import { shownText } from "./field-rights";
import { type Rows, within } from "./read";
import type { Reach } from "./rules";
import type { EntityRow } from "./schema";

/** @throws row-not-found when it does not exist or is not within reach; a refusal when nothing is */
export async function getRow(rows: Rows, reach: Reach, id: string): Promise<JsonText<EntityRow>> {
  const { scope, entity } = rows;
  const asked = { id, rows, reach };
  const text =
    reach === "every" || reach === "own"
      ? await readAmongOthers(scope.db, `${scope.appId}/${entity.name}/${reach}`, asked)
      : await readAlone(scope.db, asked);
  if (text === undefined) throw new AppError("row-not-found");
  return new JsonText(shownText(rows, text));
}

/** A row to read. Those that share a statement are of one entity and one reach: never of a condition on fields. */
type Asked = { id: string; rows: Rows; reach: Reach };

async function readAlone(db: Rows["scope"]["db"], { id, rows, reach }: Asked): Promise<string | undefined> {
  const row = await rowByKey<StoredRow>(
    db,
    sql`select ${columns} from entity_row where ${within(rows, reach)} and id = ${id}`,
  );
  return row && textOf(row);
}

const places = joinedTexts(sql`place::text`);

const readAmongOthers = readTogether<Asked, string>({
  one: readAlone,
  many: async (db, list) => {
    const [first] = list as [Asked];
    if (list.length === 1) return [await readAlone(db, first)];
    // Answers go by the place of the question, not by id: two may ask for one row, and only one of them may see it.
    const asked = list.map(({ id, rows: { actor } }, place) => ({ place, row_id: id, actor_id: actor?.id }));
    const own = first.reach === "own" ? sql` and creator_id = actor_id` : sql``;
    // The limit has each row looked up by its key: as a join it would be planned, and could read the whole table of an
    // app that is younger than its statistics.
    const [found] = await rowsOf<ColumnTexts & { places: string | null }>(
      db,
      sql`select ${places} as places, ${columnTexts} from json_to_recordset(${JSON.stringify(asked)}::json) as asked (place int, row_id text, actor_id text)
        cross join lateral (select * from entity_row where ${within(first.rows, "every")} and id = row_id${own} limit 1) found`,
    );
    const answers: (string | undefined)[] = list.map(() => undefined);
    const texts = rowTexts(found!);
    for (const [at, place] of (found!.places?.split(separator) ?? []).entries()) answers[Number(place)] = texts[at];
    return answers;
  },
});
