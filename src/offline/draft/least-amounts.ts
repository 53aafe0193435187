import "server-only";
import type { Entity } from "../model/app-model";
import { columnsOf } from "../model/columns";
import type { Thing } from "../words/thing";

/** What is paid for one, or counted as a whole. */
const priced = /^(?:price|fee|deposit|cost|rent)$|_(?:price|fee|cost)$|^price_per_/;
const counted =
  /^(?:quantity|qty|stock|capacity|seats|places|tickets|pieces|people|persons|guests|adults|children|servings|copies|nights|people_needed|reorder_level)$|^number_of_/;

/**
 * Gives the prices and counts of a new table a least value, so that no order comes to less than nothing. Left alone: what
 * the thing's own rows have below zero, as goods that leave a store do.
 */
export function limitAmounts(entity: Entity, thing: Thing | undefined): void {
  const rows = thing?.rowsAt(new Date(0)) ?? [];
  for (const { name, kind, property } of columnsOf(entity)) {
    const isAmount = (kind === "money" && priced.test(name)) || (kind === "number" && counted.test(name));
    if (!isAmount || property.minimum !== undefined || rows.some((row) => Number(row[name]) < 0)) continue;
    entity.properties[name] = { ...property, minimum: 0 };
  }
}
