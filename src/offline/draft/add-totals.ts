import "server-only";
import type { AppModel, Entity, Property } from "../model/app-model";
import { type Column, columnsOf, isDealing } from "../model/columns";

const whole = /^(?:grand_total|total|total_(?:amount|price|cost)|amount|price)$/;
/** What one of a thing costs: a price per day cannot be multiplied by a number of pieces. */
const each = /^(?:price|unit_price|ticket_price|entry_fee|fee|price_per_(?:person|piece|item|ticket))$/;
const many =
  /^(?:quantity|qty|pieces|tickets|places|seats|people|persons|guests|number_of_(?:pieces|tickets|places|seats|people|persons|guests|items))$/;
const isOrder = /order|purchase/i;

/**
 * The total of what strangers order, which is theirs to see and not to set, is computed by the server: price × quantity.
 * An order of one thing that has no quantity gets one.
 */
export function addTotal(model: AppModel, entity: Entity): void {
  const columns = columnsOf(entity);
  const total = columns.find(({ name, kind, property }) => kind === "money" && whole.test(name) && isClosed(property));
  const priced = columns.flatMap(({ name, property }) => {
    const other = model.entities.find((one) => one.name === property["x-reference"]);
    const price = other && columnsOf(other).find(isPrice);
    return price ? [{ name, price: price.name }] : [];
  });
  const [about] = priced;
  if (!isDealing(entity) || !total || !about || priced.length > 1) return;
  const counted = columns.find(({ name, kind }) => kind === "number" && many.test(name))?.name;
  const times = counted ?? (isOrder.test(entity.name) ? "quantity" : undefined);
  // Asked beside who orders.
  const before = columns.find(({ kind }) => kind === "email")?.name ?? about.name;
  const quantity: Property = { type: "integer", minimum: 1, default: 1 };
  const setTotal = { "x-total": { of: about.name, price: about.price, ...(times && { times }) } };
  entity.properties = Object.fromEntries(
    Object.entries(entity.properties).flatMap(([name, property]) => {
      if (name === total.name) return [[name, { ...property, ...setTotal }]];
      // Of none or less there is nothing to order.
      if (name === counted) return [[name, { ...property, minimum: property.minimum ?? 1 }]];
      return name === before && times && !counted
        ? [
            [name, property],
            [times, quantity],
          ]
        : [[name, property]];
    }),
  );
}

const isPrice = ({ name, kind }: Column) => kind === "money" && each.test(name);
const isClosed = (property: Property) => property["x-accessControl"] !== undefined;
