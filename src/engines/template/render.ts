import { evaluate, type Scope } from "./evaluate";
import { asList, asText, isTrue, softBreak } from "./values";
import { type Expression, ExpressionError, parseExpression } from "./parse";

type Part =
  | { kind: "text"; text: string }
  | { kind: "value"; expression: Expression; source: string }
  | { kind: "if"; branches: { test: Expression | undefined; parts: Part[] }[] }
  | { kind: "each"; list: Expression; name: string; parts: Part[] };

export const templateMax = 20_000;
const outputMax = 100_000;
const partsMax = 2_000;
const depthMax = 10;

const tagPattern = /\{\{([\s\S]*?)\}\}/g;

type Piece = { kind: "text"; text: string } | { kind: "tag"; tag: string };

/** Alternating texts and tags. A block tag alone on its line swallows the line. */
function piecesOf(template: string): Piece[] {
  const trimmed = template.replace(/^[ \t]*(\{\{\s*(?:[#/]\w|else\b)[^{}]*\}\})[ \t]*\r?\n/gm, "$1");
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of trimmed.matchAll(tagPattern)) {
    if (match.index > at) pieces.push({ kind: "text", text: trimmed.slice(at, match.index) });
    pieces.push({ kind: "tag", tag: match[1]!.trim() });
    at = match.index + match[0].length;
  }
  if (at < trimmed.length) pieces.push({ kind: "text", text: trimmed.slice(at) });
  if (pieces.length > partsMax) throw new ExpressionError(`A template has at most ${partsMax} parts`);
  return pieces;
}

class Reader {
  #at = 0;

  constructor(private readonly pieces: Piece[]) {}

  whole(): Part[] {
    const { parts, end } = this.parts(0);
    if (end !== "") throw new ExpressionError(`{{${end}}} closes nothing`);
    return parts;
  }

  /** Parts up to a terminating tag: `else`, `else if …`, `/if`, `/each`, `/with`. */
  parts(depth: number): { parts: Part[]; end: string } {
    if (depth > depthMax) throw new ExpressionError("Loops and conditions are nested too deep");
    const parts: Part[] = [];
    for (;;) {
      const piece = this.pieces[this.#at];
      if (!piece) return { parts, end: "" };
      this.#at += 1;
      if (piece.kind === "text") parts.push(piece);
      else if (/^(?:\/(?:if|each|with)|else(?: if\b.*)?)$/s.test(piece.tag)) return { parts, end: piece.tag };
      else parts.push(this.#tag(piece.tag, depth));
    }
  }

  #tag(tag: string, depth: number): Part {
    const condition = /^#if\s+(.+)$/s.exec(tag)?.[1];
    if (condition !== undefined) return this.#condition(condition, depth);
    const loop = /^#each\s+(.+?)\s+as\s+([\p{L}_][\p{L}\p{N}_]*)$/su.exec(tag);
    if (loop) {
      const { parts, end } = this.parts(depth + 1);
      if (end !== "/each") throw new ExpressionError("A loop is not closed by {{/each}}");
      return { kind: "each", list: parseExpression(loop[1]!), name: loop[2]!, parts };
    }
    const binding = /^#with\s+(.+?)\s+as\s+([\p{L}_][\p{L}\p{N}_]*)$/su.exec(tag);
    if (binding) {
      const { parts, end } = this.parts(depth + 1);
      if (end !== "/with") throw new ExpressionError("{{#with}} is not closed by {{/with}}");
      // A loop over one value, so that a list is bound as a whole.
      const list: Expression = { kind: "list", items: [parseExpression(binding[1]!)] };
      return { kind: "each", list, name: binding[2]!, parts };
    }
    if (tag.startsWith("#")) throw new ExpressionError(`{{${tag.slice(0, 30)}}} is no loop and no condition`);
    const source = tag.replace(/^=\s*/, "");
    return { kind: "value", expression: parseTag(tag, source), source };
  }

  #condition(first: string, depth: number): Part {
    const branches: { test: Expression | undefined; parts: Part[] }[] = [];
    for (let test: Expression | undefined = parseExpression(first); ;) {
      const { parts, end } = this.parts(depth + 1);
      branches.push({ test, parts });
      if (end === "/if") return { kind: "if", branches };
      const isElse = branches.at(-1)!.test !== undefined && end.startsWith("else");
      if (!isElse) throw new ExpressionError("A condition is not closed by {{/if}}");
      const next = /^else if\b(.+)$/s.exec(end)?.[1];
      test = next === undefined ? undefined : parseExpression(next);
    }
  }
}

/** `{{= expression }}`; without "=" a field's name, which may contain spaces. */
function parseTag(tag: string, source: string): Expression {
  if (tag.startsWith("=")) return parseExpression(source);
  if (/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(tag)) return { kind: "name", name: tag };
  return parseExpression(source);
}

/** @throws ExpressionError where a template cannot be read */
export function parseTemplate(template: string): Part[] {
  if (template.length > templateMax) throw new ExpressionError(`A template has at most ${templateMax} characters`);
  return new Reader(piecesOf(template)).whole();
}

/**
 * Renders a template: text with `{{= expression }}`, `{{#if test}}…{{else}}…{{/if}}`, `{{#each list as
 * name}}…{{/each}}` and `{{#with expression as name}}…{{/with}}`, which names a value. Sandboxed: reads its scope only.
 * @throws ExpressionError with the tag that failed
 */
export function renderTemplate(template: string, scope: Scope): string {
  const output = render(parseTemplate(template), scope);
  return output
    .replaceAll(softBreak, " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function render(parts: Part[], scope: Scope): string {
  let output = "";
  for (const part of parts) {
    scope.step();
    if (part.kind === "text") output += part.text;
    else if (part.kind === "value") output += valueOf(part, scope);
    else if (part.kind === "if") {
      const branch = part.branches.find(({ test }) => !test || isTrue(evaluate(test, scope)));
      if (branch) output += render(branch.parts, scope);
    } else
      for (const value of asList(evaluate(part.list, scope)))
        output += render(part.parts, scope.with(part.name, value));
    if (output.length > outputMax) throw new ExpressionError("This makes a text that is too long");
  }
  return output;
}

function valueOf({ expression, source }: Extract<Part, { kind: "value" }>, scope: Scope): string {
  try {
    return asText(evaluate(expression, scope));
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(`${error.message} (in “${source.slice(0, 60)}”)`);
    throw error;
  }
}
