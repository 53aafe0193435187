import { describe, expect, it } from "vitest";
import { evaluate, Scope } from "@/engines/template/evaluate";
import { ExpressionError, parseExpression } from "@/engines/template/parse";
import { renderTemplate } from "@/engines/template/render";
import type { Value } from "@/engines/template/values";

const now = new Date("2026-11-23T10:00:00Z");
const scopeOf = (values: Record<string, Value> = {}) => new Scope(new Map(Object.entries(values)), now);
const compute = (source: string, values?: Record<string, Value>) => evaluate(parseExpression(source), scopeOf(values));
const render = (template: string, values?: Record<string, Value>) => renderTemplate(template, scopeOf(values));

describe("An expression", () => {
  it.each<[string, Value, Record<string, Value>?]>([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["10 - 4 - 3", 3],
    ["7 % 4", 3],
    ["round(weight / (height / 100) ^ 2, 1)", 24.7, { weight: "80", height: 180 }],
    ["round(1.005, 2)", 1.01],
    ["round(-2.5)", -3],
    ["'a' + 1", "a1"],
    ["'1' + '2'", 3],
    ["price > 100 and not sold", true, { price: 120, sold: false }],
    ["price >= 100 ? 'high' : 'low'", "low", { price: "99" }],
    ["if(x < 10, 'a', x < 20, 'b', 'c')", "b", { x: 15 }],
    ["switch(goal, 'Lose', -500, 'Gain', 300, 0)", 300, { goal: "gain" }],
    ["missing ?? 5", 5, { missing: null }],
    ["missing * 2", 0, { missing: "" }],
    ["body_weight", 80, { "Body weight": 80 }],
    ["sum([1, 2, 3])", 6],
    ["avg(1, 2, 6)", 3],
    ["median([5, 1, 9])", 5],
    ["max([3, 8], 5)", 8],
    ["join(sort(split('b, a')), '-')", "a-b"],
    ["count(range(1, 10, 3))", 4],
    ["at(['a', 'b'], 5)", "b"],
    ["contains(['Vegan'], 'vegan')", true],
    ["without(['a', 'b'], ['A'])", ["b"]],
    ["money(1234.5)", "$1,234.50"],
    ["percent(0.125, 1)", "12.5%"],
    ["plural(2, 'day')", "2 days"],
    ["round(pmt(0.05 / 12, 360, 200000), 2)", 1073.64],
    ["today()", "2026-11-23"],
    ["weekday('2026-11-23')", "Monday"],
    ["addmonths('2026-01-31', 1)", "2026-02-28"],
    ["days('2026-11-23', '2026-12-25')", 32],
    ["years('1990-11-24')", 35],
    ["pick(['a', 'b', 'c'], 'x') == pick(['a', 'b', 'c'], 'x')", true],
    ["weight.unit", "lb", { weight: { text: "10 lb", metric: 4.5, value: 10, unit: "lb" } }],
    ["weight * 2", 9, { weight: { text: "10 lb", metric: 4.5, value: 10, unit: "lb" } }],
  ])("%s is %j", (source, wanted, values) => expect(compute(source, values)).toEqual(wanted));

  it.each([
    ["1 / 0", "Nothing can be divided by zero"],
    ["nothing + 1", "There is no field “nothing”"],
    ["evil()", "There is no function “evil”"],
    ["1 +", "The expression ends too early"],
    ["(1", "“)” is missing"],
    ["1; 2", "“; 2” cannot be read here"],
    ["'a' * 2", "“a” is not a number"],
    ["round()", "“round” takes 1 to 2 values"],
    ["9 ^ 9999", "The result is not a number that can be shown"],
    ["range(1, 100000)", "A list has at most 1000 elements"],
    [`${"(".repeat(60)}1`, "This expression is nested too deep"],
  ])("%s is refused: %s", (source, message) => expect(() => compute(source)).toThrow(new ExpressionError(message)));

  it("reaches nothing of JavaScript", () => {
    for (const source of ["x.constructor", "x['__proto__']", "x.toString"])
      expect(compute(source, { x: {} })).toBeNull();
    expect(() => compute("[].constructor")).toThrow("is not a number");
    expect(() => compute("constructor('alert(1)')")).toThrow("There is no function");
    expect(() => compute("constructor")).toThrow("There is no field");
  });
});

describe("A template", () => {
  it("writes values, loops and conditions", () => {
    const template =
      "Plan for {{ name }}\n{{#each range(1, days) as day}}\n- Day {{= day}}: {{#if day == 2}}rest{{else if day > 2}}run{{else}}walk{{/if}}\n{{/each}}\nDone";
    expect(render(template, { name: "Ada", days: 3 })).toBe(
      "Plan for Ada\n- Day 1: walk\n- Day 2: rest\n- Day 3: run\nDone",
    );
  });

  it.each([
    ["{{#each x as y}}a", "A loop is not closed by {{/each}}"],
    ["{{#if 1}}a", "A condition is not closed by {{/if}}"],
    ["a{{/if}}", "{{/if}} closes nothing"],
    ["{{= 1 / 0}}", "Nothing can be divided by zero (in “1 / 0”)"],
  ])("%s is refused: %s", (template, message) => expect(() => render(template, { x: [] })).toThrow(message));

  it("stops a loop that computes too much", () => {
    const bomb = "{{#each range(1000) as a}}{{#each range(1000) as b}}{{= a * b}}{{/each}}{{/each}}";
    expect(() => render(bomb)).toThrow("This computes too much for one answer");
  });

  it("takes what a visitor enters for text alone", () => {
    expect(render("{{ name }}", { name: "{{= 1 + 1}}" })).toBe("{{= 1 + 1}}");
  });
});
