/** Between rows and the cells of a CSV file (RFC 4180). */
import { isEmpty } from "@/lib/fields";
import { dayKey, toDate } from "@/lib/format";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value } from "@/sdk/types"
 */

/** Quoted where it must be; a leading sign is kept from being read as a formula. @param {Value} value */
export const cellText = (value) => {
  const text = isEmpty(value)
    ? ""
    : Array.isArray(value)
      ? value.join("; ")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
  const safe = /^[=+\-@\t]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The records of a CSV text (RFC 4180); the separator is the one that its first line has most of. @param {string} text */
export function parseCsv(text) {
  const head = text.slice(0, text.search(/\r?\n|$/));
  const separator = [",", ";", "\t"].sort((left, right) => head.split(right).length - head.split(left).length)[0];
  /** @type {string[]} */
  let row = [];
  const rows = [row];
  let cell = "";
  let isQuoted = false;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted && letter === '"' && text[at + 1] === '"') cell += text[++at];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === separator) {
      row.push(cell);
      cell = "";
    } else if (!isQuoted && (letter === "\n" || letter === "\r")) {
      if (letter === "\r" && text[at + 1] === "\n") at++;
      row.push(cell);
      cell = "";
      row = [];
      rows.push(row);
    } else cell += letter;
  }
  row.push(cell);
  return rows.filter((row) => row.some((value) => value.trim() !== ""));
}

/** "1,234.50", "1.234,50", "85,5", "$ 1 200". @param {string} text */
function numberOf(text) {
  const plain = text.replace(/[^\d.,-]/g, "");
  if (!/\d/.test(plain)) return NaN;
  const isThousands = /^-?\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3}){2,})$/.test(plain);
  const at = isThousands ? -1 : Math.max(plain.lastIndexOf(","), plain.lastIndexOf("."));
  if (at < 0) return Number(plain.replace(/[.,]/g, ""));
  return Number(`${plain.slice(0, at).replace(/[.,]/g, "")}.${plain.slice(at + 1)}`);
}

/** @param {Field} field @param {string} text @returns {Value} */
export function valueOf({ kind, options }, text) {
  const value = text.trim();
  if (value === "") return undefined;
  if (["number", "money", "percent", "rating"].includes(kind)) {
    const number = numberOf(value);
    return Number.isFinite(number) ? number : undefined;
  }
  if (kind === "boolean") return /^(yes|true|1|x|ja)$/i.test(value);
  if (kind === "tags" || kind === "multi") return value.split(/\s*;\s*/).filter(Boolean);
  if (kind === "enum") return options.find((option) => String(option).toLowerCase() === value.toLowerCase());
  if (kind === "date" || kind === "datetime") {
    const day = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/.exec(value);
    const date = day ? new Date(`${day[2]}/${day[1]}/${day[3]}${day[4]}`) : toDate(value);
    if (Number.isNaN(date.getTime())) return undefined;
    return kind === "date" ? dayKey(date) : date.toISOString();
  }
  return value;
}
