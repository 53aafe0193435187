import type { KindResult, MadeField, ToolKind } from "@/offline/words/tool-kinds";

/** A whole tool as the offline builder makes it: the fields of a definition (features/tools/schema.ts). */
export type MadeTool = {
  header: string;
  description: string;
  inputLabel: string;
  isInputHidden: boolean;
  isMultiStepInput: boolean;
  inputSteps: { id: string; title: string }[];
  fields: (MadeField & { id: string; stepId?: string })[];
  blocks: { id: string; type: KindResult["type"]; title: string; template?: string; prompt?: string }[];
};

const tag = /\{\{([\s\S]*?)\}\}/g;
const quoted = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;
const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Changes the words of expressions that name something; strings within them stay. */
const inCode = (code: string, change: (code: string) => string) =>
  code
    .split(quoted)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");

const words = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?!\s*\()/gu;
const namesIn = (code: string) =>
  inCode(code, (part) => part)
    .split(quoted)
    .filter((_, index) => index % 2 === 0)
    .join(" ")
    .match(words) ?? [];

/** "money(x)" → "money(x, '€')", wherever no sign is given. */
function withSign(code: string, sign: string): string {
  let out = "";
  for (let at = 0; at < code.length;) {
    const next = code.indexOf("money(", at);
    if (next < 0) return out + code.slice(at);
    let depth = 1;
    let commas = 0;
    let end = next + "money(".length;
    for (; end < code.length && depth > 0; end += 1) {
      if (code[end] === "(" || code[end] === "[") depth += 1;
      if (code[end] === ")" || code[end] === "]") depth -= 1;
      if (code[end] === "," && depth === 1) commas += 1;
    }
    const inner = withSign(code.slice(next + "money(".length, end - 1), sign);
    out += `${code.slice(at, next)}money(${inner}${commas === 0 ? `, "${sign}"` : ""})`;
    at = end;
  }
  return out;
}

type Given = { currency: string; fixed: ReadonlyMap<string, string | number> };

/**
 * The template of a kind's result: with the values that it uses named around it, another currency, and without the
 * fields that the tool does not have: what the sentence has answered stands in their place.
 */
export function templateOf(
  kind: ToolKind,
  result: KindResult,
  has: ReadonlySet<string>,
  { currency: sign, fixed }: Given,
): string {
  const missing = new Set(kind.fields.filter(({ name }) => !has.has(name)).map(({ name }) => keyOf(name)));
  const given = new Map([...fixed].map(([name, value]) => [keyOf(name), value]));
  const literal = (key: string) => {
    const value = given.get(key);
    return value === undefined ? "null" : JSON.stringify(value);
  };
  const adapt = (code: string) => {
    const without = inCode(code, (part) =>
      part.replace(words, (word) => (missing.has(keyOf(word)) ? literal(keyOf(word)) : word)),
    );
    return sign === "" || sign === "$" ? without : withSign(without, sign);
  };
  const used = new Set<string>();
  const body = result.lines.join("\n");
  const look = (code: string) => {
    for (const name of namesIn(code)) {
      const expression = kind.with[name];
      if (expression === undefined || used.has(name)) continue;
      used.add(name);
      look(expression);
    }
  };
  for (const [, code = ""] of body.matchAll(tag)) look(code.replace(/^[=#]\w*/, ""));
  const named = Object.entries(kind.with).filter(([name]) => used.has(name));
  const written = body.replace(tag, (all, code: string) => {
    if (/^\s*[/#]?\s*else\s*$|^\//.test(code.trim())) return all;
    const opening = /^(=|#(?:if|each|with)|else if)?\s*([\s\S]*)$/.exec(code.trim())!;
    const bare = opening[2]!;
    // "{{first option}}": a name with blanks.
    if (opening[1] === undefined) return missing.has(keyOf(bare)) ? `${given.get(keyOf(bare)) ?? ""}` : all;
    const loop = /^([\s\S]+?)(\s+as\s+\w+)$/.exec(bare);
    const inner = loop && opening[1] !== "=" ? `${adapt(loop[1]!)}${loop[2]}` : adapt(bare);
    return opening[1] === "=" ? `{{= ${inner}}}` : `{{${opening[1]} ${inner}}}`;
  });
  const before = named.map(([name, expression]) => `{{#with ${adapt(expression)} as ${name}}}\n`).join("");
  return `${before}${written}\n${named.map(() => "{{/with}}\n").join("")}`.trimEnd();
}

export const stepIds = (count: number) =>
  Array.from({ length: count }, (_, index) => `st${String(index + 1).padStart(2, "0")}`);
