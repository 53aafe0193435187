/**
 * Figures that follow from others: an amount from a number and a price, a total from its net and tax, a document's net from
 * its lines. Fields are known by their names; sample rows add up by the same ones (`offline/write/seed/sums.ts`).
 */
import { fieldsOf, isEmpty } from "@/lib/fields";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Values } from "@/sdk/types"
 */

const piece = /^(?:unit_price|price|rate|hourly_rate|unit_cost|price_per_(?:unit|item|piece|hour|day|night))$/;
const count = /^(?:quantity|qty|pieces|units|hours|days|nights)$/;
const amount = /^(?:amount|total|sum|line_total|total_(?:price|amount|cost)|net_amount)$/;
const net = /^(?:subtotal|sub_total|net|net_(?:amount|total)|total_net)$/;
const gross = /^(?:total|grand_total|total_(?:amount|price|gross)|amount_due)$/;
const tax = /^(?:vat|tax|gst|sales_tax)(?:_amount|_total)?$/;
const taxRate = /^(?:vat|tax|gst|sales_tax)_(?:rate|percent|percentage)$/;

/** @param {Field[]} fields @param {RegExp} pattern a figure that the server does not compute itself */
const figureIn = (fields, pattern) =>
  fields.find(
    ({ name, kind, property }) => (kind === "money" || kind === "number") && pattern.test(name) && !property["x-total"],
  )?.name;

/** @param {number} value */
const inCents = (value) => Math.round(value * 100) / 100;

/** A number as it is stored or typed. @param {Values} values @param {string | undefined} name */
function numberIn(values, name) {
  const value = name === undefined ? undefined : values[name];
  const number = isEmpty(value) || typeof value === "object" ? NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** @param {Field[]} fields */
function figuresIn(fields) {
  const before = figureIn(fields, net);
  return {
    each: figureIn(fields, piece),
    times: figureIn(fields, count),
    net: before,
    whole: before ? figureIn(fields, gross) : figureIn(fields, amount),
    tax: figureIn(fields, tax),
    rate: fields.find(({ name, kind }) => kind === "percent" && (taxRate.test(name) || tax.test(name)))?.name,
  };
}

/**
 * What a row comes to, by the other figures of it.
 * @param {Field[]} fields @returns {[string, (values: Values) => number | undefined][]}
 */
function rulesOf(fields) {
  const { each, times, net, whole, tax, rate } = figuresIn(fields);
  /** @param {Values} values */
  const product = (values) => {
    const [one, many] = [numberIn(values, each), numberIn(values, times)];
    return one === undefined || many === undefined ? undefined : inCents(one * many);
  };
  /** @param {Values} values */
  const due = (values) => {
    const [base, percent] = [numberIn(values, net), numberIn(values, rate)];
    return base === undefined || percent === undefined ? undefined : inCents((base * percent) / 100);
  };
  /** @param {Values} values */
  const sum = (values) => {
    const base = numberIn(values, net);
    return base === undefined ? undefined : inCents(base + (numberIn(values, tax) ?? due(values) ?? 0));
  };
  if (net)
    return [
      ...(tax && rate ? [/** @type {const} */ ([tax, due])] : []),
      ...(whole ? [/** @type {const} */ ([whole, sum])] : []),
    ].map(([name, rule]) => [name, rule]);
  return each && times && whole && whole !== each ? [[whole, product]] : [];
}

/**
 * A changed row with the figures that follow. One that somebody has set to something else stays as it is.
 * @param {Field[]} fields @param {Values} before @param {Values} after @returns {Values}
 */
export function withFollowing(fields, before, after) {
  let done = after;
  for (const [name, rule] of rulesOf(fields)) {
    const [old, next] = [rule(before), rule(done)];
    if (next === undefined || next === old) continue;
    if (isEmpty(done[name]) || numberIn(done, name) === old) done = { ...done, [name]: next };
  }
  return done;
}

/**
 * What else changes with some values of a row.
 * @param {Entity} entity @param {Row} row @param {Values} values @returns {Values}
 */
export function followingOf(entity, row, values) {
  const after = { ...row, ...values };
  const done = withFollowing(fieldsOf(entity), row, after);
  return Object.fromEntries(Object.entries(done).filter(([name, value]) => value !== after[name]));
}

/**
 * The documents that rows of a table are lines of: each has a number and a price, and points to what has a net or a total.
 * @param {Entity} entity
 */
function papersOf(entity) {
  const { each, times, net: own } = figuresIn(fieldsOf(entity));
  if (!each || !times || own) return [];
  return fieldsOf(entity).flatMap(({ name, reference }) => {
    const paper = reference ? entity.related(reference) : undefined;
    if (!paper || paper === entity) return [];
    const fields = fieldsOf(paper);
    const base = figureIn(fields, net) ?? figureIn(fields, gross);
    return base && !figuresIn(fields).each ? [{ by: name, paper, base }] : [];
  });
}

/**
 * Brings the documents of some lines up to date, after these were added, changed or deleted.
 * @param {Entity} entity @param {Values[]} lines as they are and, where they were moved, as they were
 */
export async function addUp(entity, lines) {
  for (const { by, paper, base } of papersOf(entity)) {
    const ids = [...new Set(lines.map((line) => line[by]).filter((id) => !isEmpty(id)))].map(String);
    for (const id of ids) await addUpOne(entity, by, paper, base, id).catch(() => undefined);
  }
}

/** @param {Entity} entity @param {string} by @param {Entity} paper @param {string} base @param {string} id */
async function addUpOne(entity, by, paper, base, id) {
  const access = await paper.access();
  if (!access.canSet(base)) return;
  const [row, lines] = await Promise.all([paper.get(id), entity.filter({ [by]: id }, "createdAt", 1000)]);
  if (!access.canChange(row) || lines.length === 1000) return;
  const { each, times, whole } = figuresIn(fieldsOf(entity));
  const sum = lines.reduce(
    (all, line) => all + (numberIn(line, whole) ?? (numberIn(line, each) ?? 0) * (numberIn(line, times) ?? 0)),
    0,
  );
  const values = { [base]: inCents(sum) };
  if (row[base] === values[base]) return;
  const following = followingOf(paper, row, values);
  await paper.update(id, {
    ...values,
    ...Object.fromEntries(Object.entries(following).filter(([name]) => access.canSet(name))),
  });
}
