import { CellFault } from "./map-columns";
import type { ColumnMapping } from "./schema";

/** A number with its mark before the decimals and the other one between its thousands. */
const withComma = /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/;
const withPoint = /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;

/**
 * Whether a column's numbers have a decimal comma, as in German files. "85,5" and "1.234,50" say so and "85.5" denies
 * it, while "1.234" can be either. A column that says both is left alone: its commas are refused row by row.
 */
export function hasDecimalComma(cells: string[]): boolean {
  const numbers = cells.map((cell) => cell.trim());
  const only = (own: RegExp, other: RegExp) => numbers.some((text) => own.test(text) && !other.test(text));
  return only(withComma, withPoint) && !only(withPoint, withComma);
}

/**
 * Adds to a mapping which columns have decimal commas.
 * @param rows cells of the file's first rows, without the header
 */
export function withNumberMarks(headers: string[], rows: string[][], mapping: ColumnMapping[]): ColumnMapping[] {
  return mapping.map((one) => {
    const index = headers.indexOf(one.csvHeader);
    const isComma = one.dataType === "number" && hasDecimalComma(rows.map((cells) => cells[index] ?? ""));
    return isComma ? { ...one, decimalMark: "," as const } : one;
  });
}

/**
 * A cell of a column with decimal commas as JavaScript writes numbers: "1.234,50" → "1234.50".
 * @throws CellFault for a number that is written otherwise, whose value is unclear
 */
export function withoutComma(text: string): string {
  const number = text.trim();
  if (number === "") return text;
  if (!withComma.test(number))
    throw new CellFault(`must be a number with a decimal comma, like the others, not "${text.slice(0, 60)}"`);
  return number.replaceAll(".", "").replace(",", ".");
}
