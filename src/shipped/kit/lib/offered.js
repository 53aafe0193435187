import { fieldsOf, isEmpty, optionLabel } from "@/lib/fields";
import { formatMoney } from "@/lib/format";

/**
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Row, RowTest } from "@/sdk/types"
 */

/** What a business counts by, buys for and writes down for itself. */
const internal =
  /(?:^|_)(?:sku|barcode|ean|upc|slug|sort_order|reorder_(?:level|point|quantity)|min(?:imum)?_stock|stock_location|shelf|cost_price|unit_cost|purchase_price|wholesale_price|margin|markup|supplier|vendor|(?:internal|staff|admin|team)_notes?)$/;
const stock = /^(?:stock|in_stock|stock_(?:count|level|quantity)|quantity_in_stock|quantity|on_hand|inventory)$/;

/** Whether anybody may see the rows: their pages are for visitors. @param {Entity} entity */
function isPublic(entity) {
  const { permissions, rules } = entity.schema()["x-accessControl"] ?? {};
  return rules?.read
    ? rules.read.some((test) => test === "anonymous" || isOfState(test))
    : permissions?.read === "anonymous";
}

/** Whether members look at the rows, which others write: what customers choose from. @param {Entity} entity */
function isForMembers(entity) {
  const { permissions } = entity.schema()["x-accessControl"] ?? {};
  return permissions?.read === "all" && permissions.write === "admin";
}

/** Whether it is of what is published. @param {RowTest} test @returns {test is { field: string, is: string }} */
const isOfState = (test) => typeof test === "object" && "is" in test && test.is !== "me" && test.is !== "my address";

/** Whether visitors see rows in some states of a field only, which then says nothing to them. @param {Entity} entity @param {Field} field */
const isStateSeen = (entity, { name }) =>
  entity.schema()["x-accessControl"]?.rules?.read?.some((test) => isOfState(test) && test.field === name) ?? false;

/** @param {Field} field */
const isStock = ({ name, kind }) => kind === "number" && stock.test(name);

/**
 * The fields that the page of a thing shows: to visitors none that the business keeps for itself, and of its stock only
 * whether there is any (availabilityOf).
 * @param {Entity} entity
 * @returns {Field[]}
 */
export function shownFields(entity) {
  const fields = fieldsOf(entity);
  if (!isPublic(entity)) return fields;
  const hasPrice = fields.some(({ kind, name }) => kind === "money" && name !== "cost" && !internal.test(name));
  return fields.filter(
    (field) =>
      !internal.test(field.name) &&
      !isStock(field) &&
      !isStateSeen(entity, field) &&
      !(field.name === "cost" && hasPrice),
  );
}

/**
 * Whether a field of a row has something to show: a reference only to what the reader may see.
 * @param {Field} field @param {Row} row @param {Names | undefined} names
 */
export function hasShown({ kind, name }, row, names) {
  if (isEmpty(row[name])) return false;
  return kind !== "reference" || !names?.[name] || names[name].has(row[name]);
}

/**
 * What an order comes to, as the server has computed it: "Total: $24.00". Nothing where no field is computed.
 * @param {Entity} entity @param {Row | undefined} row
 */
export function totalOf(entity, row) {
  const field = fieldsOf(entity).find(({ property }) => property["x-total"]);
  return field && row && !isEmpty(row[field.name]) ? `${field.label}: ${formatMoney(row[field.name])}` : undefined;
}

/** "In stock" or "Sold out" where a table counts what there is. @param {Entity} entity @param {Row} row */
export function availabilityOf(entity, row) {
  const field = isPublic(entity) ? fieldsOf(entity).find(isStock) : undefined;
  if (!field || isEmpty(row[field.name])) return undefined;
  return Number(row[field.name]) > 0 ? "In stock" : "Sold out";
}

const stateName = /^(?:status|state|availability)$/;
/** States in which nothing can be done about a thing any more. */
const over =
  /^(?:closed|sold(?: out)?|gone|taken|let|rented(?: out)?|filled|full|fully booked|cancelled|canceled|ended|expired|finished|completed|archived|withdrawn|adopted|rehomed)$/i;

/**
 * What visitors should know of where a thing stands before they do something about it: that it is closed or sold; and to
 * those who see more than visitors do, that it is a draft.
 * @param {Entity} entity @param {Row} row
 * @returns {{ value: string, label: string, isOver: boolean } | undefined}
 */
export function standOf(entity, row) {
  if (!isPublic(entity) && !isForMembers(entity)) return undefined;
  const field = fieldsOf(entity).find(({ kind, name }) => kind === "enum" && stateName.test(name));
  const value = String((field && row[field.name]) ?? "");
  if (!field || value === "") return undefined;
  const isOver = over.test(value);
  const tests = entity.schema()["x-accessControl"]?.rules?.read ?? [];
  const seen = tests.filter((test) => isOfState(test) && test.field === field.name);
  const isUnseen = seen.length > 0 && !seen.some((test) => isOfState(test) && test.is === value);
  return isOver || isUnseen ? { value, label: optionLabel(value), isOver } : undefined;
}

const canBeHad = /^(?:is_)?(?:available|bookable|for_rent|for_sale|for_hire|in_service)$/;

/**
 * Why nothing can be done about a thing now: it is sold out, closed, or said not to be available.
 * @param {Entity} entity @param {Row} row
 */
export function overOf(entity, row) {
  if (availabilityOf(entity, row) === "Sold out") return "Sold out";
  const stand = standOf(entity, row);
  if (stand?.isOver) return stand.label;
  const isWithheld = fieldsOf(entity).some(
    ({ kind, name }) => kind === "boolean" && canBeHad.test(name) && row[name] === false,
  );
  return isWithheld ? "Not available" : undefined;
}
