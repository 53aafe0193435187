import { functions } from "./functions";
import { type BinarySign, type Expression, ExpressionError } from "./parse";
import { asList, asNumber, asText, compare, isEqual, isNumeric, isTrue, type Value } from "./values";

/** Step budget of one template: enough for a loop over a thousand rows with a few cells each, too little for a bomb. */
const stepsMax = 50_000;
const textMax = 100_000;
export const listMax = 1_000;

/** Scope of an expression: variables and the remaining budget. */
export class Scope {
  #steps = 0;
  readonly #values: ReadonlyMap<string, Value>;

  /** @param now the run's time, so that a run has one "today" */
  constructor(
    values: ReadonlyMap<string, Value>,
    readonly now: Date,
  ) {
    this.#values = new Map(Array.from(values, ([name, value]) => [nameKey(name), value]));
  }

  read(name: string): Value {
    const found = this.#values.get(nameKey(name));
    if (found === undefined) throw new ExpressionError(`There is no field “${name}”`);
    return found;
  }

  step(): void {
    if ((this.#steps += 1) > stepsMax) throw new ExpressionError("This computes too much for one answer");
  }

  /** A child scope with the loop's element, sharing the budget. */
  with(name: string, value: Value): Scope {
    const inner = new Scope(new Map([...this.#values, [name, value]]), this.now);
    inner.step = () => this.step();
    return inner;
  }
}

/** "Body weight", "body_weight" and "bodyWeight" are the same name. */
export const nameKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** @throws ExpressionError */
export function evaluate(expression: Expression, scope: Scope): Value {
  scope.step();
  switch (expression.kind) {
    case "value":
      return expression.value;
    case "name":
      return scope.read(expression.name);
    case "list":
      return expression.items.map((item) => evaluate(item, scope));
    case "unary": {
      const value = evaluate(expression.of, scope);
      return expression.sign === "-" ? -asNumber(value) : !isTrue(value);
    }
    case "choice":
      return evaluate(isTrue(evaluate(expression.test, scope)) ? expression.yes : expression.no, scope);
    case "member":
      return member(evaluate(expression.of, scope), evaluate(expression.key, scope));
    case "binary":
      return binary(expression.sign, expression, scope);
    case "call":
      return call(expression, scope);
  }
}

/** Own properties only: no prototype is reachable. */
function member(of: Value, key: Value): Value {
  if (Array.isArray(of)) {
    const at = Math.trunc(asNumber(key));
    return of.at(at) ?? null;
  }
  if (typeof of === "object" && of !== null) return Object.hasOwn(of, asText(key)) ? of[asText(key)]! : null;
  return null;
}

function binary(sign: BinarySign, { left, right }: Extract<Expression, { kind: "binary" }>, scope: Scope): Value {
  const first = evaluate(left, scope);
  if (sign === "&&") return isTrue(first) ? evaluate(right, scope) : first;
  if (sign === "||") return isTrue(first) ? first : evaluate(right, scope);
  if (sign === "??") return first === null || first === "" ? evaluate(right, scope) : first;
  const second = evaluate(right, scope);
  switch (sign) {
    case "+":
      if (Array.isArray(first) && Array.isArray(second)) return checkLength([...first, ...second]);
      return isNumeric(first) && isNumeric(second)
        ? finite(asNumber(first) + asNumber(second))
        : checkText(asText(first) + asText(second));
    case "-":
      return finite(asNumber(first) - asNumber(second));
    case "*":
      return finite(asNumber(first) * asNumber(second));
    case "/":
    case "%":
      if (asNumber(second) === 0) throw new ExpressionError("Nothing can be divided by zero");
      return finite(sign === "/" ? asNumber(first) / asNumber(second) : asNumber(first) % asNumber(second));
    case "^":
      return finite(asNumber(first) ** asNumber(second));
    case "==":
      return isEqual(first, second);
    case "!=":
      return !isEqual(first, second);
    case "<":
      return compare(first, second) < 0;
    case "<=":
      return compare(first, second) <= 0;
    case ">":
      return compare(first, second) > 0;
    case ">=":
      return compare(first, second) >= 0;
  }
}

function call({ name, args }: Extract<Expression, { kind: "call" }>, scope: Scope): Value {
  // Lazy functions, which decide which arguments are evaluated.
  if (name === "if") {
    for (let at = 0; at + 1 < args.length; at += 2)
      if (isTrue(evaluate(args[at]!, scope))) return evaluate(args[at + 1]!, scope);
    return args.length % 2 === 1 ? evaluate(args.at(-1)!, scope) : null;
  }
  if (name === "switch") {
    const [subject, ...cases] = args;
    const value = subject ? evaluate(subject, scope) : null;
    for (let at = 0; at + 1 < cases.length; at += 2)
      if (isEqual(value, evaluate(cases[at]!, scope))) return evaluate(cases[at + 1]!, scope);
    return cases.length % 2 === 1 ? evaluate(cases.at(-1)!, scope) : null;
  }
  const found = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!found) throw new ExpressionError(`There is no function “${name}”`);
  const values = args.map((arg) => evaluate(arg, scope));
  if (values.length < found.min || values.length > found.max)
    throw new ExpressionError(
      `“${name}” takes ${found.min === found.max ? found.min : `${found.min} to ${Number.isFinite(found.max) ? found.max : "more"}`} values`,
    );
  const result = found.run(values, scope.now);
  if (typeof result === "number") return finite(result);
  if (typeof result === "string") return checkText(result);
  if (Array.isArray(result)) {
    // Charge bulk results like a loop.
    for (const _ of result) scope.step();
    return checkLength(result);
  }
  return result;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new ExpressionError("The result is not a number that can be shown");
  return value;
}

function checkText(text: string): string {
  if (text.length > textMax) throw new ExpressionError("This makes a text that is too long");
  return text;
}

function checkLength(list: Value[]): Value[] {
  if (list.length > listMax) throw new ExpressionError(`A list has at most ${listMax} elements`);
  return asList(list);
}
