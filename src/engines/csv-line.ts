import "server-only";

/**
 * What a spreadsheet runs when a text begins with it, also behind spaces and in full-width signs (facts/security.md
 * §3).
 */
const formula = /^'*\s*[=+\-@\t\r＝＋－＠]/u;

/** A text that no spreadsheet runs. Only texts are guarded: a number may be negative. */
export const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);
export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);

const quoted = (cell: string) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function writeCsvLine(cells: string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}
