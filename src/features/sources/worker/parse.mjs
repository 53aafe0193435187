import { parentPort, workerData } from "node:worker_threads";
import { marked } from "marked";
import { decodeText } from "./decode-text.mjs";
import { Unreadable } from "./failure.mjs";
import { readHtml, readPage } from "./read-html.mjs";
import { readDocx, readEpub, readPptx, readXlsx } from "./read-office.mjs";
import { readPdf } from "./read-pdf.mjs";
import { readCsv, rowBlocks } from "./read-rows.mjs";

/** @typedef {import("../schema").ParsedDocument} ParsedDocument */

/** @param {string} text @returns {ParsedDocument} */
const readText = (text) => ({
  blocks: text.split(/\n\s*\n/).flatMap((part) => (part.trim() ? [{ text: part.trim(), heading: [] }] : [])),
});

/**
 * The pages of a site as one document, each under its title. One that cannot be read keeps no other from it.
 *
 * @param {{ url: string, title: string, html: string }[]} pages
 * @returns {ParsedDocument}
 */
function readSite(pages) {
  const blocks = pages.flatMap(({ url, title, html }) => {
    try {
      return readPage(html, [title || url]).blocks.map((block) => ({ ...block, part: url }));
    } catch {
      return [];
    }
  });
  return { blocks };
}

/** @type {Record<string, (bytes: Uint8Array) => ParsedDocument | Promise<ParsedDocument>>} */
const parsers = {
  txt: (bytes) => readText(decodeText(bytes)),
  markdown: (bytes) => ({ blocks: readHtml(marked.parse(decodeText(bytes), { async: false })) }),
  html: (bytes) => readPage(decodeText(bytes)),
  web_page: (bytes) => readSite(JSON.parse(new TextDecoder().decode(bytes))),
  csv: (bytes) => readCsv(decodeText(bytes)),
  doc: readDocx,
  pdf: readPdf,
  xlsx: (bytes) => readXlsx(bytes, rowBlocks),
  pptx: readPptx,
  epub: readEpub,
};

/** @param {string} type @param {Uint8Array} bytes */
async function parse(type, bytes) {
  const parser = parsers[type];
  if (!parser)
    throw new Unreadable(
      "This kind of file cannot be read. Text, CSV, PDF, Word, Excel, PowerPoint, EPUB, HTML and Markdown can.",
    );
  const document = await parser(bytes);
  const characters = document.blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > workerData.charactersMax)
    throw new Unreadable(
      `This document has more than ${workerData.charactersMax / 1_000_000} million characters. Split it.`,
    );
  return document;
}

parse(workerData.type, workerData.bytes).then(
  (document) => parentPort?.postMessage({ document }),
  (error) =>
    parentPort?.postMessage({
      failure:
        error instanceof Unreadable
          ? error.message
          : error instanceof RangeError
            ? "This file is nested too deeply, or too large, to be read."
            : "This file is damaged and cannot be read.",
    }),
);
