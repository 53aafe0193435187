import { Readability } from "@mozilla/readability";
// One file, which loads in 25 ms of processor time, where the modules of "linkedom" take 160 ms of each document.
import { parseHTML } from "linkedom/worker";
import { cleanText } from "./decode-text.mjs";
import { Unreadable } from "./failure.mjs";

/** Browsers flatten what lies deeper than 512; a list of 900 levels in Markdown is 1,800 here. */
const depthMax = 2_000;

/** @typedef {import("../schema").Block} Block */

const skipped = new Set([
  "SCRIPT",
  "STYLE",
  "NOSCRIPT",
  "TEMPLATE",
  "SVG",
  "IFRAME",
  "HEAD",
  "OBJECT",
  "SELECT",
  "BUTTON",
]);
const inline = new Set(
  "A ABBR B BDI BDO BR CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK Q RP RT RUBY S SAMP SMALL SPAN STRONG SUB SUP TIME TT U VAR WBR".split(
    " ",
  ),
);

/** @param {Node} node @returns {string} */
function inlineText(node) {
  if (node.nodeType === 3) return (node.textContent ?? "").replace(/\s+/g, " ");
  if (node.nodeType !== 1) return "";
  const element = /** @type {Element} */ (node);
  const tag = element.tagName.toUpperCase();
  if (skipped.has(tag)) return "";
  if (tag === "BR") return "\n";
  if (tag === "IMG") return element.getAttribute("alt")?.trim() ?? "";
  const text = [...element.childNodes].map(inlineText).join("");
  return inline.has(tag) ? text : ` ${text} `;
}

/** @param {string} text */
const tidy = (text) => cleanText(text.replace(/[ \t\u00a0]+/g, " ").replace(/ *\n */g, "\n")).trim();

/** @param {Element} list @param {number} depth @returns {string[]} */
function listLines(list, depth) {
  return [...list.children].flatMap((item, index) => {
    const nested = [...item.children].filter(({ tagName }) => /^(UL|OL)$/i.test(tagName));
    const own = [...item.childNodes].filter((child) => !nested.includes(/** @type {Element} */ (child)));
    const text = tidy(own.map(inlineText).join(""));
    const mark = /^OL$/i.test(list.tagName) ? `${index + 1}.` : "-";
    return [
      ...(text ? [`${"  ".repeat(depth)}${mark} ${text}`] : []),
      ...nested.flatMap((one) => listLines(one, depth + 1)),
    ];
  });
}

/** @param {Element} row */
const cellsOf = (row) =>
  [...row.children]
    .filter(({ tagName }) => /^T[HD]$/i.test(tagName))
    .map((cell) => tidy(inlineText(cell)).replaceAll("\n", " "));

/** @param {string[]} cells */
export const rowText = (cells) => `| ${cells.join(" | ")} |`;

/**
 * The blocks of a document, each with the headings above it.
 *
 * @param {Element} root
 * @param {string[]} [above] headings that the whole document stands under
 * @returns {Block[]}
 */
function blocksOf(root, above = []) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {{ level: number, text: string }[]} */
  let headings = [];
  /** A heading without text under it yet. */
  let bare = "";
  let run = "";
  const path = () => [...above, ...headings.map(({ text }) => text)];
  /** @param {string} text @param {string} [head] */
  const emit = (text, head) => {
    if (!text) return;
    bare = "";
    blocks.push({ text, heading: path(), ...(head !== undefined && { head }) });
  };
  const endRun = () => {
    const text = tidy(run);
    run = "";
    emit(text);
  };
  const endHeading = () => {
    if (bare) emit(bare);
  };
  /** @param {Element} table */
  const readTable = (table) => {
    const rows = [...table.querySelectorAll("tr")];
    const cells = rows.map(cellsOf).filter((row) => row.some(Boolean));
    const hasHead = rows[0] !== undefined && [...rows[0].children].some(({ tagName }) => /^TH$/i.test(tagName));
    const isTable = cells.length > 1 && cells.some((row) => row.length > 1);
    const head = isTable && (hasHead || cells.length > 2) ? cells.shift() : undefined;
    const caption = table.querySelector("caption");
    if (caption) emit(tidy(inlineText(caption)));
    for (const row of cells)
      emit(isTable ? rowText(row) : row.join("\n"), isTable ? (head ? rowText(head) : "") : undefined);
  };
  /** @param {Node} node */
  const walk = (node) => {
    if (node.nodeType === 3) return void (run += inlineText(node));
    if (node.nodeType !== 1) return;
    const element = /** @type {Element} */ (node);
    const tag = element.tagName.toUpperCase();
    if (skipped.has(tag)) return;
    if (inline.has(tag) && !element.querySelector("p,div,table,ul,ol,h1,h2,h3,h4,h5,h6,pre"))
      return void (run += inlineText(element));
    endRun();
    const level = /^H([1-6])$/.exec(tag)?.[1];
    if (level) {
      const text = tidy(inlineText(element)).replaceAll("\n", " ").slice(0, 300);
      if (!text) return;
      endHeading();
      headings = [...headings.filter((one) => one.level < Number(level)), { level: Number(level), text }];
      bare = text;
    } else if (tag === "UL" || tag === "OL") emit(cleanText(listLines(element, 0).join("\n")));
    else if (tag === "PRE") emit(cleanText(element.textContent ?? "").trim());
    else if (tag === "TABLE" && !element.querySelector("table")) readTable(element);
    else {
      for (const child of element.childNodes) walk(child);
      endRun();
    }
  };
  for (const child of root.childNodes) walk(child);
  endRun();
  endHeading();
  return blocks;
}

/**
 * Libraries look at all that an element holds for each of its elements: 20,000 in each other would take minutes.
 *
 * @param {Node | null} root
 * @throws {Unreadable} if it is nested too deeply
 */
function checkDepth(root) {
  let depth = 0;
  /** @type {Node | null} */
  let node = root;
  while (node) {
    if (node.firstChild) {
      node = node.firstChild;
      depth += 1;
      if (depth > depthMax) throw new Unreadable("This file is nested too deeply to be read.");
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      depth -= 1;
    }
    node = node === root ? null : (node?.nextSibling ?? null);
  }
}

/** @param {string} html */
function parse(html) {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`;
  const { document } = parseHTML(whole);
  checkDepth(document.documentElement);
  return document;
}

/**
 * All of an HTML text.
 *
 * @param {string} html
 * @param {string[]} [above]
 * @returns {Block[]}
 */
export const readHtml = (html, above) => blocksOf(parse(html).body, above);

/**
 * What a web page is about, without its menus and footers; the whole page where that cannot be told apart.
 *
 * @param {string} html
 * @param {string[]} [above]
 * @returns {{ title: string, blocks: Block[] }}
 */
export function readPage(html, above) {
  const document = parse(html);
  const title = tidy(
    document.querySelector("title")?.textContent ?? document.querySelector("h1")?.textContent ?? "",
  ).slice(0, 200);
  for (const noise of document.querySelectorAll("nav,footer,aside,[role=navigation],[aria-hidden=true],[hidden]"))
    noise.remove();
  const whole = blocksOf(document.body, above);
  const length = (/** @type {Block[]} */ blocks) => blocks.reduce((sum, { text }) => sum + text.length, 0);
  const article = new Readability(parse(html), { maxElemsToParse: 200_000 }).parse();
  const main = article?.content ? readHtml(article.content, above) : [];
  return { title, blocks: length(main) * 2 > length(whole) ? main : whole };
}
