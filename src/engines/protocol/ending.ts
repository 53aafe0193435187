import { readBlocks } from "./blocks";
import type { Action } from "./schema";

/** Characters (UTF-16 units) examined after a plain closing tag before deciding on it. */
export const lookaheadMax = 200;

/** An open action with its body so far. */
export type OpenBody = Pick<Action, "type" | "file"> & { body: string };

const codeFile = /\.(?:[cm]?[jt]sx?|css|scss|json)$/i;
const codeWord =
  /^(?:abstract|as|async|await|break|case|catch|class|const|continue|debugger|declare|default|delete|do|else|enum|export|extends|finally|for|from|function|get|if|implements|import|in|instanceof|interface|let|namespace|new|of|private|public|readonly|return|set|static|super|switch|throw|try|type|typeof|using|var|void|while|with|yield)\b/;

/**
 * Whether the text after a plain `</action>` shows that the action has ended: prose to the person rather than more of
 * the file. When in doubt it has not: an overlong body is truncated and refused, a body cut short would look complete.
 * @param line the next non-empty line, or its first `lookaheadMax` characters
 * @param isApart whether a blank line precedes it
 */
export function isAfterword(open: OpenBody, line: string, isApart: boolean): boolean {
  if (open.type === "delete_file") return true;
  // In a file of prose, only a paragraph of its own is the model's.
  const isWords = isDocument(open) ? isApart && !/^[\s{}()[\];,.=/\\]/.test(line) : isProse(line, isApart);
  return isWords && !isQuoting(open);
}

const isDocument = ({ type, file }: OpenBody) => (type === "add_file" || type === "edit_file") && !codeFile.test(file);

/**
 * Whether the body stops inside a construct that quotes text: a fence, a template literal, a comment, a SEARCH/REPLACE
 * block.
 */
function isQuoting(open: OpenBody): boolean {
  const { type, file, body } = open;
  if (type === "partial_edit") {
    const last = readBlocks(body).at(-1)!;
    return "malformed" in last && body.includes("SEARCH");
  }
  if (isDocument(open)) return countOf(body, /^[ \t]*(?:```|~~~)/gm) % 2 === 1;
  if ((type !== "add_file" && type !== "edit_file") || /\.json$/i.test(file)) return false;
  const comment = body.match(/^[ \t{]*\/\*|\*\//gm)?.at(-1);
  return countOf(body, /(?<!\\)`/g) % 2 === 1 || (comment !== undefined && comment !== "*/");
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** What no line of code begins with: a heading, a fence, a list item of words, bold words. */
const isMarkdown = (line: string) =>
  /^(?:#{1,6} \S|```[\w-]*\s*$|\*\*[^*\s][^*]*\*\*(?:[\s:.,]|$))/.test(line) ||
  (/^(?:[-*•]|\d+[.)]) +(?:\*\*\S|`[^`]+`|\p{Lu}[\p{L}'’-]*[\s,.:]|\[[ x]\] )/u.test(line) && !/[;{(,]\s*$/.test(line));

/** A sentence, heading or list item without anything that looks like code. */
function isProse(line: string, isApart: boolean): boolean {
  if (isMarkdown(line)) return true;
  const words = line
    .trimEnd()
    .replace(/`[^`]*`/g, "code")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^(?:#{1,6} |[-*•] |\d+[.)] |> )/, "")
    .replace(/\*\*|__/g, "");
  if (!/^[\p{L}\p{Extended_Pictographic}"“„«¡¿(0-9]/u.test(words) || codeWord.test(words)) return false;
  const sentence = /^\p{Lu}[^{}=<>;|\\]*[.!?:]$/u.test(words) && (words.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 5;
  if (sentence && !/^\S+\(/.test(words)) return true;
  // Looks like a call, argument list, statement or CSS rule.
  if (/[{}[\]=<>\\|`]|;\s*$|[\p{L}\p{N}_$]\(|,$/u.test(words)) return false;
  if (/^["'][^"']*["']:?$/.test(words)) return false;
  const count = countOf(words, /[\p{L}\p{N}]+(?:['’-][\p{L}]+)*/gu);
  return isApart || count > 2 || (count > 0 && /[.!?…。！？]$/u.test(words)) || (count === 2 && /^\p{Lu}/u.test(words));
}
