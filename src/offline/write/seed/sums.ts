import "server-only";
import type { Entity } from "../../model/app-model";
import { type Column, columnsOf } from "../../model/columns";
import { isLine, label } from "./scene";

type Row = Record<string, unknown>;
type Table = { entity: Entity; rows: Row[] };

const piece = /^(?:unit_price|price|rate|hourly_rate|unit_cost|price_per_(?:unit|item|piece|hour|day))$/;
const count = /^(?:quantity|qty|pieces|units|hours|days|amount_of_hours)$/;
const amount = /^(?:amount|total|sum|line_total|total_(?:price|amount|cost)|net_amount)$/;
const net = /^(?:subtotal|sub_total|net|net_(?:amount|total)|total_net)$/;
const gross = /^(?:total|grand_total|total_(?:amount|price|gross)|amount|amount_due)$/;
const tax = /^(?:vat|tax|gst|sales_tax)(?:_amount|_total)?$/;
const taxRate = /^(?:vat|tax|gst|sales_tax)_(?:rate|percent|percentage)$/;
/** In percent, where a table keeps the tax in money alone. */
const usualRate = 20;

const figures = ["money", "number"];
const inCents = (value: number) => Math.round(value * 100) / 100;

/** Documents with lines, and tables whose amount is a price times a number, add up as their readers would check them. */
export function addedUp(tables: Table[]): Table[] {
  const multiplied = tables.map(({ entity, rows }) => ({ entity, rows: rows.map((row) => multipliedIn(entity, row)) }));
  const spread = multiplied.map((table) => spreadOver(table, multiplied));
  return spread.map(({ entity, rows }) => {
    const lines = linesOf(entity, spread);
    const sums = rows.map((_, at) => lines && sumOf(lines, label(entity.name, at)));
    return { entity, rows: rows.map((row, at) => taxedIn(entity, row, sums[at])) };
  });
}

/** A figure that the server does not compute itself (`x-total`). */
const figureIn = (columns: Column[], pattern: RegExp) =>
  columns.find(({ name, kind, property }) => figures.includes(kind) && pattern.test(name) && !property["x-total"])
    ?.name;

function multipliedIn(entity: Entity, row: Row): Row {
  const columns = columnsOf(entity);
  const whole = figureIn(columns, amount);
  const value = productIn(columns, row);
  return whole && value !== undefined && row[whole] !== undefined ? { ...row, [whole]: value } : row;
}

function productIn(columns: Column[], row: Row): number | undefined {
  const [each, times] = [row[figureIn(columns, piece) ?? ""], row[figureIn(columns, count) ?? ""]];
  return typeof each === "number" && typeof times === "number" ? inCents(each * times) : undefined;
}

type Lines = Table & { by: string };

/** The table of a document's lines, with the field that says whose they are. */
function linesOf(paper: Entity, tables: Table[]): Lines | undefined {
  if (!figureIn(columnsOf(paper), net) && !figureIn(columnsOf(paper), gross)) return undefined;
  for (const table of tables) {
    const by = ownerIn(table.entity, [{ entity: paper, rows: [] }]);
    if (by) return { ...table, by: by.name };
  }
  return undefined;
}

/** The reference of a line to its document, which has a sum. */
function ownerIn(entity: Entity, tables: Table[]): { name: string; owner: Table } | undefined {
  if (!isLine(entity)) return undefined;
  for (const { name, property } of columnsOf(entity)) {
    const owner = tables.find((table) => table.entity.name === property["x-reference"]);
    const columns = owner && columnsOf(owner.entity);
    if (columns && owner.entity !== entity && (figureIn(columns, net) ?? figureIn(columns, gross)))
      return { name, owner };
  }
  return undefined;
}

/** Lines in the order of their documents, where some have none: a sum of nothing would look like a mistake. */
function spreadOver({ entity, rows }: Table, tables: Table[]): Table {
  const found = ownerIn(entity, tables);
  const papers = found?.owner.rows.length ?? 0;
  if (!found || papers === 0 || new Set(rows.map((row) => row[found.name])).size >= Math.min(papers, rows.length))
    return { entity, rows };
  const { name, owner } = found;
  const ownerOf = (at: number) => Math.floor((at * papers) / Math.max(rows.length, papers));
  return {
    entity,
    rows: rows.map((row, at) => ({ ...row, [name]: `$ref:${label(owner.entity.name, ownerOf(at))}` })),
  };
}

/** What a document's lines come to; undefined where it has none, or they have no figures. */
function sumOf({ entity, rows, by }: Lines, paper: string): number | undefined {
  const columns = columnsOf(entity);
  const whole = figureIn(columns, amount);
  const values = rows
    .filter((row) => row[by] === `$ref:${paper}`)
    .map((row) => (whole ? row[whole] : undefined) ?? productIn(columns, row));
  const known = values.filter((value) => typeof value === "number");
  return known.length > 0 && known.length === values.length ? known.reduce((sum, value) => sum + value, 0) : undefined;
}

/** Net, tax and total of a document, by what its lines come to or else by its own net. */
function taxedIn(entity: Entity, row: Row, sum: number | undefined): Row {
  const columns = columnsOf(entity);
  const [before, whole] = [figureIn(columns, net), figureIn(columns, gross)];
  const own = before ? row[before] : undefined;
  const base = sum ?? (typeof own === "number" ? own : undefined);
  if (base === undefined || (!before && sum === undefined)) return row;
  // "VAT" alone is money or a percentage, by its kind.
  const taxIn = figureIn(columns, tax);
  const rateIn = columns.find(({ name, kind }) => taxRate.test(name) || (kind === "percent" && tax.test(name)))?.name;
  const said = rateIn ? row[rateIn] : undefined;
  const rate = typeof said === "number" ? said : taxIn && row[taxIn] !== undefined ? usualRate : 0;
  const due = inCents((base * rate) / 100);
  return {
    ...row,
    ...(before && { [before]: inCents(base) }),
    ...(taxIn && row[taxIn] !== undefined && { [taxIn]: due }),
    ...(whole && row[whole] !== undefined && { [whole]: inCents(base + due) }),
  };
}
