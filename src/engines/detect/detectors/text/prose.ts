import "server-only";

const statement =
  /^\s*(?:import\b.*(?:from\s|["'])|export\s+(?:default|const|function|class|\{)|(?:const|let|var)\s+[\w$[{]|(?:async\s+)?function\s*[\w$]*\s*\(|return\b.*[;({<]|class\s+\w+[^.]*\{)/;
const fence = /^[ \t]*(?:```|~~~)/;

type Line = { text: string; isFenced: boolean };

/** The lines of a text with whether each stands in a Markdown fence; the fences themselves are left out. */
function linesOf(content: string): Line[] {
  let isFenced = false;
  return content.split(/\r?\n/).flatMap((text) => {
    if (!fence.test(text)) return [{ text, isFenced }];
    isFenced = !isFenced;
    return [];
  });
}

/** A heading, a list item, a quotation, a row of a table, or a sentence. */
function isWords(line: string): boolean {
  const text = line.trim();
  if (/^(?:#{1,6}\s|[-*•]\s+\S|\d+[.)]\s|>\s|\|.*\|$|\*\*[^*]+\*\*|---+$|===+$)/.test(text)) return true;
  if (/[;{}]$|=>|^[<})\]]|^\/\/|^\*|^(?:import|export|const|let|return)\b.*[;{(]/.test(text)) return false;
  const plain = text.replace(/`[^`]*`/g, "code");
  return /^[\p{L}\p{Extended_Pictographic}"“(]/u.test(plain) && (plain.match(/[\p{L}\d'’-]+/gu) ?? []).length >= 3;
}

/**
 * Whether a text is a document rather than code: it begins with words, and most of it is words, whatever code it
 * quotes, in fences or without.
 */
export function isProse(content: string): boolean {
  const lines = linesOf(content).filter(({ text }) => text.trim() !== "");
  const plain = lines.filter(({ isFenced }) => !isFenced);
  if (plain.length === 0 || !isWords(plain[0]!.text)) return false;
  const words = plain.filter(({ text }) => isWords(text)).length;
  const code = plain.filter(({ text }) => statement.test(text) && !isWords(text)).length;
  const quoted = lines.length - plain.length;
  // A line of words before the only code of a file is an explanation, not a document.
  const isMixed = code > 0 || quoted > 0;
  return words * 2 > plain.length && words > 2 * code && (!isMixed || (words >= 4 && quoted < 4 * words));
}

/** The only fenced block of a text that is otherwise words, when it is a whole module; undefined else. */
export function fencedModule(content: string): string | undefined {
  const found = [...content.matchAll(/^[ \t]*```[\w-]*[ \t]*\r?\n([\s\S]*?)^[ \t]*```[ \t]*$/gm)];
  const [only] = found.length === 1 ? found : [];
  const around = only && `${content.slice(0, only.index)}\n${content.slice(only.index + only[0].length)}`;
  if (!only || !/^export\s/m.test(only[1]!) || around!.trim() === "") return undefined;
  return around!.split("\n").every((line) => line.trim() === "" || isWords(line)) ? only[1] : undefined;
}
