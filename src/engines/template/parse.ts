/** Syntax tree of an expression. Names are resolved on evaluation. */
export type Expression =
  | { kind: "value"; value: string | number | boolean | null }
  | { kind: "name"; name: string }
  | { kind: "list"; items: Expression[] }
  | { kind: "call"; name: string; args: Expression[] }
  | { kind: "member"; of: Expression; key: Expression }
  | { kind: "unary"; sign: "-" | "!"; of: Expression }
  | { kind: "binary"; sign: BinarySign; left: Expression; right: Expression }
  | { kind: "choice"; test: Expression; yes: Expression; no: Expression };

export type BinarySign = "+" | "-" | "*" | "/" | "%" | "^" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "??";

/** An expression or template that cannot be parsed or evaluated, with a message for the tool's author. */
export class ExpressionError extends Error {
  override name = "ExpressionError";
}

export const expressionMax = 2_000;
const depthMax = 40;

type Token = { kind: "number" | "text" | "name" | "sign" | "end"; text: string };

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([\p{L}_][\p{L}\p{N}_]*)|(==|!=|<=|>=|&&|\|\||\?\?|[-+*/%^<>!?:(),.[\]=]))/uy;

/** Word forms of operators. */
const words: Record<string, string> = { and: "&&", or: "||", not: "!" };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  for (const text = source.trimEnd(); pattern.lastIndex < text.length;) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw new ExpressionError(`“${text.slice(at).trim().slice(0, 20)}” cannot be read here`);
    const [, number, quoted, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (quoted !== undefined) tokens.push({ kind: "text", text: unquote(quoted) });
    else if (name !== undefined && Object.hasOwn(words, name)) tokens.push({ kind: "sign", text: words[name]! });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "sign", text: sign === "=" ? "==" : sign! });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

const unquote = (quoted: string) =>
  quoted.slice(1, -1).replace(/\\(.)/gs, (_, sign: string) => (sign === "n" ? "\n" : sign));

/** Precedence of binary operators, from loose to tight. */
const bindings: Record<string, number> = {
  "??": 1,
  "||": 2,
  "&&": 3,
  "==": 4,
  "!=": 4,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
  "^": 9,
};
const unaryBinding = 8;

class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: Token[]) {}

  whole(): Expression {
    const expression = this.expression();
    if (this.#next.kind !== "end") throw this.#unexpected();
    return expression;
  }

  /** Precedence climbing: parses binary operators of at least `min`, then a conditional. */
  expression(min = 0): Expression {
    if ((this.#depth += 1) > depthMax) throw new ExpressionError("This expression is nested too deep");
    let left = this.#operand();
    for (;;) {
      const sign = this.#next;
      const binding = sign.kind === "sign" && Object.hasOwn(bindings, sign.text) ? bindings[sign.text]! : 0;
      if (binding === 0 || binding < min) break;
      this.#at += 1;
      // Right-associative: 2^3^2 is 2^(3^2). All others are left-associative.
      const right = this.expression(sign.text === "^" ? binding : binding + 1);
      left = { kind: "binary", sign: sign.text as BinarySign, left, right };
    }
    if (min === 0 && this.#take("?")) {
      const yes = this.expression();
      this.#expect(":");
      left = { kind: "choice", test: left, yes, no: this.expression() };
    }
    this.#depth -= 1;
    return left;
  }

  #operand(): Expression {
    for (const sign of ["-", "!"] as const)
      if (this.#take(sign)) return { kind: "unary", sign, of: this.expression(unaryBinding) };
    if (this.#take("+")) return this.expression(unaryBinding);
    let operand = this.#primary();
    for (;;) {
      if (this.#take(".")) {
        const { kind, text } = this.#next;
        if (kind !== "name") throw this.#unexpected();
        this.#at += 1;
        operand = { kind: "member", of: operand, key: { kind: "value", value: text } };
      } else if (this.#take("[")) {
        operand = { kind: "member", of: operand, key: this.expression() };
        this.#expect("]");
      } else return operand;
    }
  }

  #primary(): Expression {
    const token = this.#next;
    this.#at += 1;
    if (token.kind === "number") return { kind: "value", value: Number(token.text) };
    if (token.kind === "text") return { kind: "value", value: token.text };
    if (token.kind === "name") {
      if (this.#take("(")) return { kind: "call", name: token.text.toLowerCase(), args: this.#items(")") };
      const constants: Record<string, boolean | null> = { true: true, false: false, null: null };
      return Object.hasOwn(constants, token.text)
        ? { kind: "value", value: constants[token.text]! }
        : { kind: "name", name: token.text };
    }
    if (token.text === "[") return { kind: "list", items: this.#items("]") };
    if (token.text === "(") {
      const inner = this.expression();
      this.#expect(")");
      return inner;
    }
    this.#at -= 1;
    throw this.#unexpected();
  }

  #items(end: ")" | "]"): Expression[] {
    const items: Expression[] = [];
    if (this.#take(end)) return items;
    do items.push(this.expression());
    while (this.#take(","));
    this.#expect(end);
    return items;
  }

  get #next(): Token {
    return this.tokens[this.#at]!;
  }

  #take(sign: string): boolean {
    const isNext = this.#next.kind === "sign" && this.#next.text === sign;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new ExpressionError(`“${sign}” is missing`);
  }

  #unexpected(): ExpressionError {
    const { kind, text } = this.#next;
    return new ExpressionError(kind === "end" ? "The expression ends too early" : `“${text}” does not fit here`);
  }
}

/**
 * Parses the inside of `{{= … }}`: numbers, strings, field names, lists, `+ - * / % ^`, comparisons, `and or not`,
 * `??`, `test ? a : b`, `name.key`, `list[0]` and function calls.
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  if (source.length > expressionMax) throw new ExpressionError(`An expression has at most ${expressionMax} characters`);
  return new Parser(tokensOf(source)).whole();
}
