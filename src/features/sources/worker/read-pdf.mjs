import { getDocumentProxy } from "unpdf";
import { cleanText } from "./decode-text.mjs";
import { tooLong, Unreadable } from "./failure.mjs";

/** @typedef {import("../schema").Block} Block */
/** @typedef {{ text: string, size: number, y: number, page: number }} Line */

const pagesMax = 5_000;
/** Runs of text on a page. Large tables have some thousands; more than this draws over itself. */
const pageItemsMax = 100_000;
/** A line this much larger than the running text is a heading. */
const headingRatio = 1.2;
const headingCharactersMax = 150;

/** @param {{ str: string, transform: number[], width: number, height: number, hasEOL: boolean }[]} items @param {number} page @returns {Line[]} */
function linesOf(items, page) {
  /** @type {Line[]} */
  const lines = [];
  let text = "";
  let size = 0;
  let y = NaN;
  let end = NaN;
  const close = () => {
    if (text.trim()) lines.push({ text: text.trim(), size, y, page });
    [text, size] = ["", 0];
  };
  for (const item of items) {
    const height = Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0) || item.height;
    const [x, at] = [item.transform[4] ?? 0, item.transform[5] ?? 0];
    if (text && Math.abs(at - y) > Math.max(height, size) * 0.5) close();
    // Columns of a table stand apart without a character between them.
    if (text && x - end > height * 1.5) text += " | ";
    else if (text && x - end > height * 0.15 && !text.endsWith(" ")) text += " ";
    text += item.str;
    if (item.str.trim()) size = Math.max(size, height);
    [y, end] = [at, x + item.width];
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** The size of most characters. @param {Line[]} lines */
function bodySize(lines) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { text, size } of lines) counts.set(Math.round(size), (counts.get(Math.round(size)) ?? 0) + text.length);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0;
}

/** @param {Line[]} lines @returns {Block[]} */
function blocksOf(lines) {
  const body = bodySize(lines);
  const isHeading = (/** @type {Line} */ { text, size }) =>
    body > 0 && size > body * headingRatio && text.length <= headingCharactersMax && /\p{L}/u.test(text);
  const sizes = [...new Set(lines.filter(isHeading).map(({ size }) => Math.round(size)))].sort(
    (one, other) => other - one,
  );
  /** @type {{ level: number, text: string }[]} */
  let headings = [];
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Line | undefined} */
  let before;
  for (const line of lines) {
    if (isHeading(line)) {
      const level = sizes.indexOf(Math.round(line.size));
      const last = headings.at(-1);
      // A heading of two lines.
      if (before && isHeading(before) && last?.level === level && before.page === line.page)
        last.text += ` ${line.text}`;
      else headings = [...headings.filter((one) => one.level < level), { level, text: line.text }];
    } else {
      const block = blocks.at(-1);
      const goesOn =
        block &&
        before &&
        !isHeading(before) &&
        before.page === line.page &&
        before.y - line.y < line.size * 1.9 &&
        before.y >= line.y;
      if (!goesOn) blocks.push({ text: line.text, heading: headings.map(({ text }) => text), page: line.page });
      else if (/\p{Ll}-$/u.test(block.text) && /^\p{Ll}/u.test(line.text))
        block.text = block.text.slice(0, -1) + line.text;
      else block.text += `\n${line.text}`;
    }
    before = line;
  }
  if (blocks.length === 0) return lines.map(({ text, page }) => ({ text, heading: [], page }));
  return blocks;
}

/**
 * A page's runs of text. They are streamed: a page of some kilobytes can hold millions, which would be read to their
 * end before they are counted.
 *
 * @param {import("unpdf/pdfjs").PDFPageProxy} page
 * @param {number} left characters that the document may still have
 * @param {number} charactersMax characters that it may have in all
 * @throws {Unreadable} if there are more than a page, or a document, may have
 */
async function itemsOf(page, left, charactersMax) {
  /** @type {Parameters<typeof linesOf>[0]} */
  const items = [];
  let characters = 0;
  // Leaving the loop ends the reading of the page: the stream waits for a reader. It is not cancelled, which closes it under
  // pdf.js, whose next chunk then throws "Controller is already closed" out of everybody's reach.
  for await (const part of page.streamTextContent().values({ preventCancel: true })) {
    for (const item of part.items)
      if ("str" in item) {
        items.push(item);
        characters += item.str.length;
      }
    if (items.length > pageItemsMax)
      throw new Unreadable("A page of this PDF holds more text than a page can show, so it was not read.");
    if (characters > left) throw tooLong(charactersMax);
  }
  return { items, characters };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} charactersMax what the document may have
 * @returns {Promise<{ title?: string, blocks: Block[] }>}
 * @throws {Unreadable} with words for its owner
 */
export async function readPdf(bytes, charactersMax) {
  const pdf = await getDocumentProxy(bytes, { disableFontFace: true, stopAtErrors: false }).catch((error) => {
    if (error instanceof Error && error.name === "PasswordException")
      throw new Unreadable("This PDF is protected by a password. Remove the password and upload it again.");
    throw new Unreadable("This file is not a PDF, or it is damaged.");
  });
  if (pdf.numPages > pagesMax)
    throw new Unreadable(`This PDF has ${pdf.numPages} pages; at most ${pagesMax} can be read.`);
  /** @type {Line[]} */
  const lines = [];
  let left = charactersMax;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items, characters } = await itemsOf(page, left, charactersMax);
    left -= characters;
    for (const line of linesOf(items, number)) lines.push(line);
    page.cleanup();
  }
  for (const line of lines) line.text = cleanText(line.text).replace(/[ \t]+/g, " ");
  if (lines.length === 0)
    throw new Unreadable("This PDF has no text, only pictures of pages. Run text recognition (OCR) on it first.");
  return { blocks: blocksOf(lines) };
}
