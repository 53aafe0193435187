import { parentPort, workerData } from "node:worker_threads";
import { decodeText } from "./decode-text.mjs";
import { tooLong, Unreadable } from "./failure.mjs";

/** @typedef {import("../schema").ParsedDocument} ParsedDocument */

/** @param {string} text @returns {ParsedDocument} */
const readText = (text) => ({
  blocks: text.split(/\n\s*\n/).flatMap((part) => (part.trim() ? [{ text: part.trim(), heading: [] }] : [])),
});

/**
 * The pages of a site as one document, each under its title. One that cannot be read keeps no other from it.
 *
 * @param {{ url: string, title: string, html: string }[]} pages
 * @returns {Promise<ParsedDocument>}
 */
async function readSite(pages) {
  const { readPage } = await import("./read-html.mjs");
  const blocks = pages.flatMap(({ url, title, html }) => {
    try {
      return readPage(html, [title || url]).blocks.map((block) => ({ ...block, part: url }));
    } catch {
      return [];
    }
  });
  return { blocks };
}

/**
 * A thread reads one document: it loads what that one needs, since all of it takes longer than most documents do.
 *
 * @type {Record<string, (bytes: Uint8Array) => ParsedDocument | Promise<ParsedDocument>>}
 */
const parsers = {
  txt: (bytes) => readText(decodeText(bytes)),
  markdown: async (bytes) => (await import("./read-markdown.mjs")).readMarkdown(decodeText(bytes)),
  html: async (bytes) => (await import("./read-html.mjs")).readPage(decodeText(bytes)),
  web_page: (bytes) => readSite(JSON.parse(new TextDecoder().decode(bytes))),
  csv: async (bytes) => (await import("./read-rows.mjs")).readCsv(decodeText(bytes)),
  doc: async (bytes) => (await import("./read-docx.mjs")).readDocx(bytes),
  pdf: async (bytes) => (await import("./read-pdf.mjs")).readPdf(bytes, workerData.charactersMax),
  xlsx: async (bytes) => {
    const [{ readXlsx }, { rowBlocks }] = await Promise.all([import("./read-office.mjs"), import("./read-rows.mjs")]);
    return readXlsx(bytes, rowBlocks);
  },
  pptx: async (bytes) => (await import("./read-office.mjs")).readPptx(bytes),
  epub: async (bytes) => (await import("./read-office.mjs")).readEpub(bytes),
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
  if (characters > workerData.charactersMax) throw tooLong(workerData.charactersMax);
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
