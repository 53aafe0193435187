import { Lexer, Marked, Parser, Tokenizer } from "marked";
import { readHtml } from "./read-html.mjs";

/** @typedef {import("../schema").Block} Block */
/** @typedef {import("marked").Token} Token */

/** Longer text is read in pieces: marked looks for the end of each mark to the end of its text, which is quadratic. */
const pieceCharactersMax = 4_000;
/** Of one piece that has more marks without an end, the others are taken as plain text. */
const openEmphasesMax = 30;

class PiecewiseLexer extends Lexer {
  openEmphases = 0;

  /** @override @param {string} source @param {Token[]} [tokens] */
  inlineTokens(source, tokens = []) {
    const before = this.openEmphases;
    for (const piece of piecesOf(source)) {
      this.openEmphases = 0;
      super.inlineTokens(piece, tokens);
    }
    this.openEmphases = before;
    return tokens;
  }
}

/** @param {string} text @returns {string[]} cut between words, if they are shorter than a piece */
function piecesOf(text) {
  const pieces = [];
  let start = 0;
  while (text.length - start > pieceCharactersMax) {
    const space = text.slice(start, start + pieceCharactersMax).search(/\s\S*$/);
    const end = start + (space > 0 ? space + 1 : pieceCharactersMax);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}

const { defaults: options } = new Marked({
  tokenizer: {
    emStrong(source, masked, before) {
      const lexer = /** @type {PiecewiseLexer} */ (this.lexer);
      if (lexer.openEmphases === openEmphasesMax) return undefined;
      const token = Tokenizer.prototype.emStrong.call(this, source, masked, before);
      if (!token && /^[*_]+\S/.test(source)) lexer.openEmphases += 1;
      return token;
    },
  },
});

/**
 * @param {string} text Markdown
 * @returns {{ blocks: Block[] }}
 */
export const readMarkdown = (text) => ({
  blocks: readHtml(new Parser(options).parse(new PiecewiseLexer(options).lex(text))),
});
