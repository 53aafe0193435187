const [firstHighByte, longestSequence] = [0x80, 4];

/** What no text file holds: the bytes of a picture or of a spreadsheet's own format. */
// eslint-disable-next-line no-control-regex
const binary = /[\0-\u0008\u000e-\u001f]/;

/** Whether letters beyond ASCII are there that are UTF-8: then it is a damaged file of that. */
const hasUtf8 = (bytes: Uint8Array) => /[^\0-\u007f\ufffd]/.test(new TextDecoder().decode(bytes));

/** UTF-8 unless a byte order mark says UTF-16. The mark is not part of the first header. */
function decoderFor(head: Uint8Array): TextDecoder {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return new TextDecoder(isUtf16 ? (head[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8", { fatal: true });
}

/**
 * Decodes the pieces of a CSV file: UTF-8, UTF-16 with its mark, or Windows-1252 as spreadsheets in Europe still write it.
 * A file is taken for the last one where its first letter beyond ASCII is no UTF-8.
 */
export class CsvDecoder {
  #decoder: TextDecoder | undefined;
  #isSettled = false;
  /** The end of the last piece, which the decoder may hold back as the beginning of a letter. */
  #held = new Uint8Array();

  /**
   * @param piece the next one; none at the end
   * @throws TypeError where it is none of these
   */
  decode(piece?: Uint8Array): string {
    const decoder = (this.#decoder ??= decoderFor(piece ?? this.#held));
    try {
      const text = decoder.decode(piece, { stream: piece !== undefined });
      if (!this.#isSettled) this.#note(decoder, text, piece);
      return text;
    } catch (error) {
      if (this.#isSettled) throw error;
      return this.#startOver(piece, error);
    }
  }

  #note(decoder: TextDecoder, text: string, piece?: Uint8Array): void {
    this.#isSettled = decoder.encoding !== "utf-8" || /[^\0-\u007f]/.test(text);
    const end = [...(piece ?? [])].slice(-longestSequence);
    this.#held = new Uint8Array(end.slice(end.findLastIndex((byte) => byte < firstHighByte) + 1));
  }

  /** So far all was ASCII, which both encodings share. */
  #startOver(piece: Uint8Array | undefined, error: unknown): string {
    this.#decoder = new TextDecoder("windows-1252");
    this.#isSettled = true;
    const bytes = new Uint8Array([...this.#held, ...(piece ?? [])]);
    const text = this.#decoder.decode(bytes, { stream: piece !== undefined });
    if (binary.test(text) || hasUtf8(bytes)) throw error;
    return text;
  }
}
