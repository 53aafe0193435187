import Papa from "papaparse";
import { Unreadable } from "./failure.mjs";

/** @typedef {import("../schema").Block} Block */

/**
 * Each row as "Column: value" pairs, never cut where it fits.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {string[]} heading
 * @returns {Block[]}
 */
export function rowBlocks(head, rows, heading) {
  return rows.flatMap((row) => {
    const lines = row.flatMap((cell, index) => {
      const [name, value] = [head[index]?.trim() ?? "", cell.trim()];
      return value === "" ? [] : [name ? `${name}: ${value}` : value];
    });
    return lines.length > 0 ? [{ text: lines.join("\n"), heading, head: "" }] : [];
  });
}

/**
 * "CSV needs column headers and rows" (1-platform.md §5).
 *
 * @param {string} text
 * @returns {{ blocks: Block[] }}
 */
export function readCsv(text) {
  if (text.trim() === "") throw new Unreadable("CSV file appears to be empty");
  const { data } = Papa.parse(text, { skipEmptyLines: "greedy" });
  const [head = [], ...rows] = /** @type {string[][]} */ (data);
  if (head.every((name) => name.trim() === ""))
    throw new Unreadable("The first row of this CSV file has no column headers.");
  const blocks = rowBlocks(head, rows, []);
  if (blocks.length === 0) throw new Unreadable("No valid data rows found in CSV");
  return { blocks };
}
