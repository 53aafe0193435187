import "server-only";
import type { Bundle } from "../../facts/bundle";
import type { Code, Fault } from "../../facts/code";
import { replaceWith, type Detector, type Finding, type Fix } from "../../detector";
import { isProse } from "./prose";
import { reverted } from "../../fixes/revert";
import { stripTypes } from "./strip-types";

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** Invalid JavaScript. Only a file's first error is reported, since the others follow from it. */
export const syntaxError: Detector = {
  name: "syntax-error",
  severity: "error",
  detect: ({ codes }) =>
    codes.filter((code) => code.isBroken && !isProse(code.content)).map((code) => code.fact(inspect)),
};

function inspect(code: Code): Finding {
  const fault = code.syntaxFaults[0]!;
  return {
    path: code.path,
    start: fault.start,
    message: fault.message,
    fixes: (bundle) => [...fixesOf(code, fault), ...revertsOf(bundle, code, fault)],
  };
}

/** The smallest parts of the edit that brought the fault, taken back. */
function revertsOf({ previous }: Bundle, code: Code, fault: Fault): Fix[] {
  const { path, content } = code;
  const before = previous.get(path);
  if (before === undefined) return [];
  return reverted(path, before, content, code.lineOf(fault.start)).map((text) =>
    replaceWith(
      path,
      { start: 0, end: content.length },
      text,
      text === before
        ? "Put the file back as it was before this edit"
        : "Took back the part of the edit that broke the file",
    ),
  );
}

/** Small repairs suggested by the parser's message. Each is tried, and kept only when the file parses better. */
function fixesOf(code: Code, fault: Fault): Fix[] {
  const { path, content } = code;
  const fixes: Fix[] = [];
  const put = (start: number, end: number, text: string, description: string) =>
    fixes.push(replaceWith(path, { start, end }, text, description));
  if (/`?await`? is only allowed|await.+async/i.test(fault.message)) {
    const start = functionStart(content, fault.start);
    if (start !== undefined) put(start, start, "async ", "Made the function async");
  }
  const commented = content.replace(/<!--([\s\S]*?)-->/g, (_, words: string) => `{/*${words}*/}`);
  if (commented !== content) put(0, content.length, commented, "Wrote HTML comments as JSX ones");
  const untyped = /\.jsx?$/.test(path) ? stripTypes(content) : undefined;
  if (untyped !== undefined) put(0, content.length, untyped, "Took TypeScript's types out of a file that is none");
  const tail = proseTail.exec(content);
  if (tail) put(tail.index, content.length, "\n", "Removed words after the code");
  for (const at of quotePlaces(content, fault))
    put(at, at, content[fault.start]!, `Closed a text with ${content[fault.start]}`);
  if (/regular expression/i.test(fault.message) && content[fault.start - 1] === "<")
    put(fault.start - 1, fault.start - 1, "}", "Added the missing }");
  const escaped = content.replace(/&(?:lt|gt|amp|quot|#39);/g, (text) => entities[text]!);
  if (escaped !== content) put(0, content.length, escaped, "Unescaped HTML entities in the code");
  const wanted = /Expected `([^`\s]{1,3})`(?: or `([^`\s]{1,3})`)* but found/.exec(fault.message)?.[1];
  const lineEnd = content.lastIndexOf("\n", fault.start - 1);
  for (const sign of new Set(
    [wanted, "}", ")", "]", ">", '"', "'", "`", ";", ","].filter((one) => one !== undefined),
  )) {
    put(fault.start, fault.start, fault.start >= content.length ? `${sign}\n` : sign, `Added the missing ${sign}`);
    if (lineEnd > 0) put(lineEnd, lineEnd, sign, `Added the missing ${sign}`);
  }
  const closing = /Expected corresponding (?:JSX )?closing tag for [`']?<?([\w.]*)/.exec(fault.message)?.[1];
  const found = /^<\/[\w.]*\s*>/.exec(content.slice(content.lastIndexOf("</", fault.end)));
  if (closing !== undefined) {
    const at = content.lastIndexOf("</", fault.end);
    put(at, at, `</${closing}>`, `Closed <${closing}>`);
    if (found) put(at, at + found[0].length, `</${closing}>`, `Closed <${closing}> by its own name`);
    if (found) put(at, at + found[0].length, "", "Removed a closing tag without an opening one");
  }
  for (const fix of tagFixes(path, content, fault)) fixes.push(fix);
  for (const line of doubtfulLines(content, fault.start)) put(line.start, line.end, "", line.description);
  const missing = missingClosers(content);
  if (missing)
    put(content.trimEnd().length, content.trimEnd().length, missing, "Closed what the end of the file left open");
  if (fault.end > fault.start && fault.end - fault.start <= 3)
    put(fault.start, fault.end, "", `Removed a stray ${content.slice(fault.start, fault.end)}`);
  return fixes;
}

/** Prose that an assistant appended to its code. */
const proseTail = /\n(?:[ \t]*(?:#+ |[-*] )?[A-Z][\w',-]*(?: [\w'’",.()-]+){2,}[.!:]?[ \t]*\n?)+\s*$/;

/** Where an unterminated string may end: before the punctuation that ends its line, then before each one in it. */
function quotePlaces(content: string, fault: Fault): number[] {
  if (!/Unterminated string/i.test(fault.message)) return [];
  const end = content.indexOf("\n", fault.start) < 0 ? content.length : content.indexOf("\n", fault.start);
  const line = content.slice(fault.start + 1, end);
  const ends = [...line.matchAll(/[;,)\]}>\s/:]/g)].map((found) => fault.start + 1 + found.index);
  const trimmed = fault.start + 1 + line.replace(/[;,)\]}>\s]+$/, "").length;
  return [...new Set([trimmed, ...ends.slice(0, 12)])];
}

/** Where `async` of the innermost enclosing function belongs. Works on text, since the file has no tree. */
function functionStart(content: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset; at >= 0; at--) {
    if (content[at] === "}") depth++;
    else if (content[at] === "{" && depth-- === 0) {
      const head = /(?:(?:function\b\s*[\w$]*\s*)?\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?:=>\s*)?|[\w$]+\s*=>\s*)$/.exec(
        content.slice(0, at),
      );
      if (head && !/\b(?:if|for|while|switch|catch)\s*$/.test(content.slice(0, head.index))) {
        const declared = /\bfunction\s*[\w$]*\s*$/.exec(content.slice(0, head.index));
        return declared ? declared.index : head.index;
      }
      depth = 0;
    }
  }
  return undefined;
}

/** Closers of the brackets left open at the end of a text, in order; strings and comments are skipped. */
function missingClosers(content: string): string {
  const open: string[] = [];
  const pairs: Record<string, string> = { "{": "}", "(": ")", "[": "]" };
  const code = content.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
    "",
  );
  for (const sign of code) {
    if (pairs[sign]) open.push(pairs[sign]);
    else if ("})]".includes(sign) && open.at(-1) === sign) open.pop();
  }
  return open.length > 0 && open.length <= 6 ? `\n${open.reverse().join("")}\n` : "";
}

/** Lines that may be surplus: one that repeats the line above, or a lone closing brace above the error. */
function doubtfulLines(content: string, offset: number): { start: number; end: number; description: string }[] {
  const lines = [...content.matchAll(/[^\n]*\n/g)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
  const doubled = lines.filter(
    ({ text, start }, at) =>
      at > 0 && text.trim().length > 3 && text === lines[at - 1]!.text && Math.abs(start - offset) < 400,
  );
  const braces = lines
    .filter(({ text, start }) => /^\}\s*$/.test(text) && start <= offset)
    .slice(-4)
    .reverse();
  return [
    ...doubled.map((line) => ({ ...line, description: "Removed a line that stands twice" })),
    ...braces.map((line) => ({ ...line, description: "Removed a } that closes nothing" })),
  ];
}

const tagPattern =
  /<(\/?)([A-Za-z][\w.]*)((?:=>|"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}|[^<>"'{}])*?)(\/?)>/g;

type OpenTag = { name: string; at: number; end: number };

/** Fixes of badly nested JSX tags: the closing tag where the indentation suggests it, then other candidates. */
function tagFixes(path: string, content: string, fault: Fault): Fix[] {
  const open: OpenTag[] = [];
  const insert = (at: number, text: string, name: string) =>
    replaceWith(path, { start: at, end: at }, text, `Closed <${name}>`);
  for (const found of content.matchAll(tagPattern)) {
    const [text, slash, name, , selfClosed] = found;
    if (selfClosed) continue;
    if (!slash) {
      open.push({ name: name!, at: found.index, end: found.index + text.length });
      continue;
    }
    const last = open.at(-1);
    if (last?.name === name) open.pop();
    else if (last) {
      const own = { start: found.index, end: found.index + text.length };
      const closings = open.some((tag) => tag.name === name)
        ? closingPlaces(content, last, found.index).map((place) => insert(place.at, place.text, last.name))
        : [];
      const inItself = open.some((tag) => tag.name === name)
        ? [replaceWith(path, { start: last.end - 1, end: last.end }, " />", `Closed <${last.name}> in itself`)]
        : [];
      const next = new RegExp(`</${last.name}\\s*>`).exec(content.slice(own.end));
      const isNext =
        next !== null && !content.slice(own.end, own.end + next.index).includes("</") && open.at(-2)?.name === name;
      const swapped = isNext
        ? [
            {
              description: `Swapped the closing tags of <${last.name}> and <${name}>`,
              edits: [
                { path, ...own, text: `</${last.name}>` },
                { path, start: own.end + next.index, end: own.end + next.index + next[0].length, text: `</${name}>` },
              ],
            },
          ]
        : [];
      return [
        ...swapped,
        ...closings,
        replaceWith(path, own, `</${last.name}>`, `Closed <${last.name}> by its own name`),
        ...inItself,
        replaceWith(path, own, "", "Removed a closing tag without an opening one"),
      ];
    }
  }
  return open
    .filter(({ at }) => at < fault.end)
    .slice(-3)
    .reverse()
    .flatMap((tag) => closingPlaces(content, tag, fault.start).map((place) => insert(place.at, place.text, tag.name)));
}

/**
 * Where a closing tag may belong: before the first line indented no deeper than the tag, at the end of its own line, or
 * before `limit`.
 */
function closingPlaces(content: string, tag: OpenTag, limit: number): { at: number; text: string }[] {
  const indentAt = (offset: number) => /[ \t]*/y.exec(content.slice(offset))![0];
  const lineStart = content.lastIndexOf("\n", tag.at) + 1;
  const indent = indentAt(lineStart);
  const places: { at: number; text: string }[] = [];
  const limitLine = content.lastIndexOf("\n", limit) + 1;
  for (
    let next = content.indexOf("\n", tag.end) + 1;
    next > 0 && next <= limitLine;
    next = content.indexOf("\n", next) + 1
  ) {
    const isBlank = /[ \t]*\n/y.test(content.slice(next, next + 200));
    if (!isBlank && indentAt(next).length <= indent.length) {
      places.push({ at: next, text: `${indent}</${tag.name}>\n` });
      break;
    }
  }
  const ownLine = content.indexOf("\n", tag.end);
  const atEnd = { at: ownLine < 0 ? content.length : ownLine, text: `</${tag.name}>` };
  places.push(atEnd, { at: limitLine, text: `${indent}</${tag.name}>\n` });
  // A tag with text after it on its line probably closes there.
  return content.slice(tag.end, atEnd.at).trim() === "" ? places : [atEnd, ...places];
}
