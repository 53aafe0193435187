import { AppError } from "@/errors";
import { CsvDecoder } from "./decode-csv";

/** A record of a CSV file: its number (the header is 1) and raw cells. */
export type CsvRecord = { number: number; cells: string[] };

/** A larger cell is an unclosed quote (facts/security.md §4). */
const cellCharactersMax = 10_000_000;
const columnsMax = 1_000;

const unreadable = (why: string) =>
  new AppError("csv-unreadable", { why }, `Failed to parse CSV file. Please check the format. ${why}`);

const [quote, lineFeed, carriageReturn] = ['"', "\n", "\r"];

/** Incremental CSV parser. Line breaks may be mixed; quoted cells may contain line breaks and doubled quotes. */
export class CsvReader {
  #cells: string[] = [];
  #cell = "";
  #state: "start" | "plain" | "quoted" | "closing" = "start";
  #isAfterReturn = false;
  #number = 0;
  #special: RegExp;

  constructor(private readonly delimiter: string) {
    this.#special = new RegExp(`[${delimiter === "|" ? "\\|" : delimiter}\\r\\n]`, "g");
  }

  push(text: string): CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = 0;
    while (at < text.length) {
      if (this.#state === "quoted") at = this.#readQuoted(text, at);
      else if (this.#state === "closing" && text[at] === quote) {
        this.#cell += quote;
        this.#state = "quoted";
        at += 1;
      } else if (this.#state === "start" && text[at] === quote) {
        this.#state = "quoted";
        this.#isAfterReturn = false;
        at += 1;
      } else at = this.#readPlain(text, at, records);
    }
    return records;
  }

  /** @throws csv-unreadable for an unclosed quote */
  end(): CsvRecord[] {
    if (this.#state === "quoted") throw unreadable(`A quote that opens in row ${this.#number + 1} is never closed.`);
    const records: CsvRecord[] = [];
    if (this.#cells.length > 0 || this.#cell !== "" || this.#state === "closing") this.#endRecord(records);
    return records;
  }

  #readQuoted(text: string, at: number): number {
    const close = text.indexOf(quote, at);
    this.#append(text.slice(at, close < 0 ? text.length : close));
    if (close < 0) return text.length;
    this.#state = "closing";
    return close + 1;
  }

  #readPlain(text: string, at: number, records: CsvRecord[]): number {
    this.#special.lastIndex = at;
    const found = this.#special.exec(text)?.index ?? text.length;
    const isBareFeed = this.#isAfterReturn && found === at && text[at] === lineFeed;
    this.#isAfterReturn = false;
    if (isBareFeed) return at + 1;
    if (found > at) {
      this.#append(text.slice(at, found));
      this.#state = "plain";
    }
    if (found === text.length) return found;
    if (text[found] === this.delimiter) this.#endCell();
    else {
      this.#isAfterReturn = text[found] === carriageReturn;
      this.#endRecord(records);
    }
    return found + 1;
  }

  #append(piece: string): void {
    this.#cell += piece;
    if (this.#cell.length > cellCharactersMax)
      throw unreadable(
        `A cell in row ${this.#number + 1} is longer than ${cellCharactersMax} characters: is a quote missing?`,
      );
  }

  #endCell(): void {
    if (this.#cells.length >= columnsMax)
      throw unreadable(`Row ${this.#number + 1} has more than ${columnsMax} columns.`);
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "start";
  }

  #endRecord(records: CsvRecord[]): void {
    this.#endCell();
    this.#number += 1;
    // Skip blank lines.
    if (this.#cells.length > 1 || this.#cells[0] !== "") records.push({ number: this.#number, cells: this.#cells });
    this.#cells = [];
  }
}

/** The most frequent delimiter in the first line, outside quotes. */
export function detectDelimiter(head: string): string {
  const line = head.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1)[0] ?? "";
  const count = (character: string) => line.split(character).length;
  return [",", ";", "\t", "|"].reduce((best, next) => (count(next) > count(best) ? next : best));
}

const headCharacters = 64_000;

/** Streams the records of a CSV file of any size. @throws csv-unreadable, also for other encodings */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  for await (const records of readCsvPieces(bytes)) yield* records;
}

/** The same with the records of each piece at once: an asynchronous step per record is a tenth of an import. */
export async function* readCsvPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const decoder = new CsvDecoder();
  let reader: CsvReader | undefined;
  let head = "";
  const decode = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece);
    } catch {
      throw unreadable("The text is neither UTF-8, UTF-16 nor Windows-1252.");
    }
  };
  for await (const piece of bytes) {
    if (piece.byteLength === 0) continue;
    const text = decode(piece);
    if (reader) {
      yield reader.push(text);
      continue;
    }
    head += text;
    if (head.length < headCharacters) continue;
    reader = new CsvReader(detectDelimiter(head));
    yield reader.push(head);
  }
  const rest = decode();
  if (!reader) {
    reader = new CsvReader(detectDelimiter(head));
    yield reader.push(head);
  }
  yield reader.push(rest);
  yield reader.end();
}
