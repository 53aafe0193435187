import { Marked, Tokenizer } from "marked";
import { readHtml } from "./read-html.mjs";

/** @typedef {import("../schema").Block} Block */

/** Longest emphasis. The end of each is looked for to the end of its paragraph, which takes minutes for 100,000 stars. */
const emphasisCharactersMax = 1_000;

const markdown = new Marked({
  tokenizer: {
    emStrong(source, masked, before) {
      const near = masked.slice(-source.length).slice(0, emphasisCharactersMax);
      return Tokenizer.prototype.emStrong.call(this, source.slice(0, emphasisCharactersMax), near, before);
    },
  },
});

/**
 * @param {string} text Markdown
 * @returns {{ blocks: Block[] }}
 */
export const readMarkdown = (text) => ({ blocks: readHtml(markdown.parse(text, { async: false })) });
