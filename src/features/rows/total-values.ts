import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { Entity } from "./entity";
import { lockedOf } from "./field-rights";
import type { Rows } from "./read";
import { totalSchema } from "./schema";

type Fields = Record<string, unknown>;
type Total = { name: string; of: string; target: string; price: string; times?: string | undefined };

const known = new WeakMap<Entity, Total[]>();

/** The fields of an entity that are computed: those with `x-total` beside a reference to what has the price. */
function totalsOf(entity: Entity): Total[] {
  const kept = known.get(entity);
  if (kept) return kept;
  const { properties } = entity.schema;
  const totals = Object.entries(properties).flatMap(([name, property]): Total[] => {
    const total = totalSchema.safeParse(property["x-total"]).data;
    const target = total && properties[total.of]?.["x-reference"];
    return target ? [{ ...total, name, target }] : [];
  });
  known.set(entity, totals);
  return totals;
}

/** Whether setting these fields changes a total, which then cannot be left as it is. */
export const changesTotal = ({ entity }: Rows, fields: Fields): boolean =>
  totalsOf(entity).some(({ of, times }) => Object.hasOwn(fields, of) || (times && Object.hasOwn(fields, times)));

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

/**
 * Computes totals (`x-total`): price × quantity, at the price of now. Of somebody who may set the field only where it is
 * empty; of anybody else always, so that no customer says what something costs.
 * @param stood the rows before a change: a total whose parts stay as they were stays, too
 */
export async function withTotals(rows: Rows, list: Fields[], stood: Fields[] = []): Promise<Fields[]> {
  const locked = lockedOf(rows);
  let done = list;
  for (const { name, of, target, price, times } of totalsOf(rows.entity)) {
    const isAsked = (fields: Fields, at: number) => {
      const before = stood[at];
      const isSame = before && before[of] === fields[of] && (!times || before[times] === fields[times]);
      return !isEmpty(fields[of]) && !isSame && (locked.includes(name) || isEmpty(fields[name]));
    };
    const ids = [...new Set(done.filter(isAsked).map((fields) => String(fields[of])))];
    if (ids.length === 0) continue;
    const prices = await pricesOf(rows, target, price, ids);
    done = done.map((fields, at) => {
      const each = isAsked(fields, at) ? prices.get(String(fields[of])) : undefined;
      if (each === undefined) return fields;
      const count = times && !isEmpty(fields[times]) ? Number(fields[times]) : 1;
      return Number.isFinite(count) ? { ...fields, [name]: Math.round(each * count * 100) / 100 } : fields;
    });
  }
  return done;
}

async function pricesOf({ scope }: Rows, target: string, price: string, ids: string[]): Promise<Map<string, number>> {
  const found = await rowsOf<{ id: string; price: string }>(
    scope.db,
    sql`select id, data ->> ${price}::text as price from entity_row
        where app_id = ${scope.appId} and entity = ${target} and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
          and jsonb_typeof(data -> ${price}::text) = 'number'`,
  );
  return new Map(found.map((row) => [row.id, Number(row.price)]));
}
