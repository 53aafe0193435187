/** Parses clipboard TSV of spreadsheets: a cell is quoted when it contains a tab, a line break or a leading quote. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length;) {
    const cell = text[at] === '"' ? quotedAt(text, at) : undefined;
    const end = cell ? cell.end : endOfPlain(text, at);
    rows.at(-1)!.push(cell ? cell.text : text.slice(at, end));
    const isTab = text[end] === "\t";
    at = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
    // A trailing line break starts no row.
    if (!isTab && at < text.length) rows.push([]);
    else if (!isTab) break;
  }
  return rows;
}

const isEnd = (character: string | undefined) =>
  character === undefined || character === "\t" || character === "\n" || character === "\r";

function endOfPlain(text: string, from: number): number {
  let at = from;
  while (!isEnd(text[at])) at += 1;
  return at;
}

/** A quoted cell; undefined when the closing quote is not followed by a cell's end: then the quotes are text. */
function quotedAt(text: string, from: number): { text: string; end: number } | undefined {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at += 1;
    else
      return isEnd(text[at + 1])
        ? {
            text: text
              .slice(from + 1, at)
              .replaceAll('""', '"')
              .replaceAll("\r\n", "\n"),
            end: at + 1,
          }
        : undefined;
  }
  return undefined;
}

export const writeTsv = (rows: string[][]): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t"),
    )
    .join("\n");

/** Tiles the clipboard when the selected range is a whole multiple of it; otherwise keeps its size. */
export function fitTo(cells: string[][], width: number, height: number): string[][] {
  const across = Math.max(...cells.map((row) => row.length));
  const repeats = (size: number, room: number) => (room > size && room % size === 0 ? room / size : 1);
  const [columns, rows] = [repeats(across, width), repeats(cells.length, height)];
  const square = cells.map((row) => Array.from({ length: across }, (_, at) => row[at] ?? ""));
  return Array.from({ length: rows }, () =>
    square.map((row) => Array.from({ length: columns }, () => row).flat()),
  ).flat();
}
