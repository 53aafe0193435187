import { Parser } from "htmlparser2";
import { cleanText } from "./decode-text.mjs";
import { Unreadable } from "./failure.mjs";
import { readHtml, rowText } from "./read-html.mjs";
import { relationsOf, textOf, unpack } from "./unpack.mjs";

/** @typedef {import("../schema").Block} Block */

/** What old and encrypted Office files begin with. */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0];

/** @param {Uint8Array} bytes @param {string} part @param {string} kind */
export function checkOffice(bytes, part, kind) {
  if (oldOffice.every((byte, index) => bytes[index] === byte)) {
    if (Buffer.from(bytes).includes(Buffer.from("EncryptedPackage", "utf16le")))
      throw new Unreadable("This file is protected by a password. Remove the password and upload it again.");
    throw new Unreadable(`This file is of an old Office version. Save it as .${kind} and upload it again.`);
  }
  if (!Buffer.from(bytes).includes(part)) throw new Unreadable(`This file is not a .${kind} file, or it is damaged.`);
}

/**
 * Calls back for each tag and text of an XML part, names without their prefixes.
 *
 * @param {string} xml
 * @param {{ open?: (name: string, attributes: Record<string, string>) => void, text?: (text: string) => void, close?: (name: string) => void }} on
 */
function scan(xml, { open, text, close }) {
  const bare = (/** @type {string} */ name) => name.slice(name.indexOf(":") + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(bare(name), attributes),
      ontext: (data) => text?.(data),
      onclosetag: (name) => close?.(bare(name)),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

/** @param {string} xml @returns {string[]} */
function sharedStrings(xml) {
  /** @type {string[]} */
  const strings = [];
  let [current, isText, isPhonetic] = ["", false, false];
  scan(xml, {
    open: (name) => {
      if (name === "si") current = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text: (text) => void (isText && (current += text)),
    close: (name) => {
      isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.push(current);
    },
  });
  return strings;
}

/** Which cell styles show a date. @param {string} xml @returns {boolean[]} */
function dateStyles(xml) {
  /** @type {Map<string, boolean>} */
  const formats = new Map();
  /** @type {boolean[]} */
  const styles = [];
  let inCells = false;
  const isBuiltIn = (/** @type {number} */ id) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
  scan(xml, {
    open: (name, { numFmtId = "", formatCode = "" }) => {
      if (name === "numFmt") formats.set(numFmtId, /[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "")));
      if (name === "cellXfs") inCells = true;
      if (name === "xf" && inCells) styles.push(formats.get(numFmtId) ?? isBuiltIn(Number(numFmtId)));
    },
    close: (name) => void (name === "cellXfs" && (inCells = false)),
  });
  return styles;
}

/** Days since 1899-12-30 as a date, with its time where it has one. @param {number} days */
function dateText(days) {
  const date = new Date(Math.round((days - 25_569) * 86_400_000));
  if (Number.isNaN(date.getTime())) return String(days);
  const text = date.toISOString();
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
}

/** "BC12" → 54. @param {string} reference */
const columnOf = (reference) =>
  (/^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? "A")
    .split("")
    .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const columnsMax = 500;

/** @param {string} xml @param {string[]} strings @param {boolean[]} dates @returns {string[][]} */
function sheetRows(xml, strings, dates) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  let row = [];
  /** @type {Record<string, string>} */
  let cell = {};
  let [value, isValue] = ["", false];
  scan(xml, {
    open: (name, attributes) => {
      if (name === "row") row = [];
      if (name === "c") [cell, value] = [attributes, ""];
      isValue = name === "v" || name === "t";
    },
    text: (text) => void (isValue && (value += text)),
    close: (name) => {
      isValue = false;
      if (name === "row" && row.some(Boolean)) rows.push(Array.from(row, (text) => text ?? ""));
      if (name !== "c" || value === "") return;
      const column = cell["r"] ? columnOf(cell["r"]) : row.length;
      if (column >= columnsMax) return;
      const number = Number(value);
      const shown =
        cell["t"] === "s"
          ? (strings[number] ?? "")
          : cell["t"] === "b"
            ? value === "1"
              ? "yes"
              : "no"
            : !cell["t"] || cell["t"] === "n"
              ? dates[Number(cell["s"] ?? -1)] && Number.isFinite(number)
                ? dateText(number)
                : value
              : value;
      row[column] = cleanText(shown);
    },
  });
  return rows;
}

/**
 * Sheets as rows, each under its sheet's name. A first row of nothing but words names the columns.
 *
 * @param {Uint8Array} bytes
 * @param {(head: string[], rows: string[][], heading: string[]) => Block[]} rowBlocks
 * @returns {{ blocks: Block[] }}
 */
export function readXlsx(bytes, rowBlocks) {
  checkOffice(bytes, "xl/", "xlsx");
  const files = unpack(bytes, (name) =>
    /^(xl\/(workbook|sharedStrings|styles)\.xml|xl\/worksheets\/[^/]+\.xml|xl\/_rels\/.*)$/.test(name),
  );
  const strings = sharedStrings(textOf(files, "xl/sharedStrings.xml"));
  const dates = dateStyles(textOf(files, "xl/styles.xml"));
  const targets = relationsOf(files, "xl/workbook.xml");
  /** @type {{ name: string, part: string }[]} */
  const sheets = [];
  scan(textOf(files, "xl/workbook.xml"), {
    open: (tag, attributes) => {
      const target = tag === "sheet" ? (targets.get(attributes["r:id"] ?? "") ?? "") : undefined;
      // A part that is named again would be read again: 50 KB could name one a million times.
      if (target !== undefined && !sheets.some(({ part }) => part === target))
        sheets.push({ name: attributes["name"] ?? "", part: target });
    },
  });
  const blocks = sheets.flatMap(({ name, part }) => {
    const rows = sheetRows(textOf(files, part), strings, dates);
    const first = rows[0] ?? [];
    const isHead = rows.length > 1 && first.filter(Boolean).every((cell) => !/^[\d.,\s-]+$/.test(cell));
    return rowBlocks(isHead ? first : [], isHead ? rows.slice(1) : rows, [cleanText(name)]);
  });
  if (sheets.length === 0) throw new Unreadable("This file is not a .xlsx file, or it is damaged.");
  return { blocks };
}

/** @param {string} xml @param {number} page @returns {Block[]} */
function slideBlocks(xml, page) {
  let title = "";
  /** @type {{ text: string, head?: string }[]} */
  const parts = [];
  let [paragraph, isText, isTitle, cell] = ["", false, false, ""];
  /** @type {string[]} */
  let shape = [];
  /** @type {string[] | undefined} */
  let row;
  scan(xml, {
    open: (name, { type = "" }) => {
      if (name === "sp") [shape, isTitle] = [[], false];
      if (name === "ph" && /^(title|ctrTitle)$/.test(type)) isTitle = true;
      if (name === "tr") row = [];
      if (name === "tc") cell = "";
      if (name === "p") paragraph = "";
      if (name === "br") paragraph += "\n";
      isText = name === "t";
    },
    text: (text) => void (isText && (paragraph += text)),
    close: (name) => {
      isText = false;
      if (name === "p" && paragraph.trim()) {
        if (row) cell += (cell ? " " : "") + paragraph.trim();
        else shape.push(paragraph.trim());
        paragraph = "";
      }
      if (name === "tc") row?.push(cell);
      if (name === "tr") {
        if (row?.some(Boolean)) parts.push({ text: rowText(row), head: "" });
        row = undefined;
      }
      if (name === "sp" && shape.length > 0) {
        if (isTitle) title = shape.join(" ");
        else parts.push({ text: shape.join("\n") });
        shape = [];
      }
    },
  });
  const heading = title ? [cleanText(title)] : [];
  const all = parts.length === 0 && title ? [{ text: title }] : parts;
  return all.map(({ text, ...rest }) => ({ text: cleanText(text), heading, page, ...rest }));
}

/**
 * Slides in their order, each with its notes.
 *
 * @param {Uint8Array} bytes
 * @returns {{ blocks: Block[] }}
 */
export function readPptx(bytes) {
  checkOffice(bytes, "ppt/", "pptx");
  const files = unpack(bytes, (name) =>
    /^ppt\/(presentation\.xml|_rels\/.*|(slides|notesSlides)\/.*\.(xml|rels))$/.test(name),
  );
  const targets = relationsOf(files, "ppt/presentation.xml");
  /** @type {Set<string>} */
  const slides = new Set();
  scan(textOf(files, "ppt/presentation.xml"), {
    open: (name, attributes) => {
      const target = name === "sldId" ? targets.get(attributes["r:id"] ?? "") : undefined;
      if (target) slides.add(target);
    },
  });
  if (slides.size === 0) throw new Unreadable("This file is not a .pptx file, or it is damaged.");
  const blocks = [...slides].flatMap((part, index) => {
    const notes = [...relationsOf(files, part).values()].find((target) => target.startsWith("ppt/notesSlides/"));
    return [
      ...slideBlocks(textOf(files, part), index + 1),
      ...(notes ? slideBlocks(textOf(files, notes), index + 1) : []),
    ];
  });
  return { blocks };
}

/**
 * Chapters in their reading order.
 *
 * @param {Uint8Array} bytes
 * @returns {{ title?: string, blocks: Block[] }}
 */
export function readEpub(bytes) {
  const files = unpack(bytes, (name) => /\.(opf|x?html?|xml)$/i.test(name));
  const root = /full-path="([^"]+)"/.exec(textOf(files, "META-INF/container.xml"))?.[1];
  const opf = root ? textOf(files, root) : "";
  if (!root || !opf) throw new Unreadable("This file is not an .epub file, or it is damaged.");
  if (files.has("META-INF/rights.xml"))
    throw new Unreadable("This book is locked by its seller (DRM) and cannot be read.");
  /** @type {Map<string, string>} */
  const parts = new Map();
  /** @type {Set<string>} */
  const spine = new Set();
  let [title, isTitle] = ["", false];
  scan(opf, {
    open: (name, { id = "", href = "", idref = "" }) => {
      if (name === "item") parts.set(id, decodeURIComponent(new URL(href, `http://x/${root}`).pathname.slice(1)));
      if (name === "itemref") spine.add(idref);
      isTitle = name === "title" && title === "";
    },
    text: (text) => void (isTitle && (title += text)),
    close: () => void (isTitle = false),
  });
  const blocks = [...spine].flatMap((id) => readHtml(textOf(files, parts.get(id) ?? "")));
  return { ...(title.trim() && { title: cleanText(title.trim()) }), blocks };
}
