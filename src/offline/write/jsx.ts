import "server-only";
import { jsxAttribute, list } from "./naming";

type Value = string | number | boolean | string[] | { code: string } | undefined;

/** A value written as JSX source. */
export const code = (source: string) => ({ code: source });

function attribute(name: string, value: Value): string | null {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return null;
  if (value === true) return name;
  if (typeof value === "string") return `${name}=${jsxAttribute(value)}`;
  if (Array.isArray(value)) return `${name}={${list(value)}}`;
  return `${name}={${typeof value === "number" ? value : value.code}}`;
}

/** A self-closing element, on one line where it fits, else one attribute per line. */
export function element(name: string, attributes: Record<string, Value>, indent: number): string {
  const parts = Object.entries(attributes)
    .map(([key, value]) => attribute(key, value))
    .filter((part) => part !== null);
  const line = `<${name} ${parts.join(" ")} />`;
  if (line.length + indent <= 90) return line;
  const space = " ".repeat(indent);
  return `<${name}\n${parts.map((part) => `${space}  ${part}`).join("\n")}\n${space}/>`;
}

/** The same as a part of a `block` (imports.ts), which indents its lines. */
export const elementOfBlock = (name: string, attributes: Record<string, Value>, indent: number): string =>
  element(name, attributes, indent).replaceAll(`\n${" ".repeat(indent)}`, "\n");

/** A value as a person would write it in code: keys without quotes. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(inner)}`,
  );
  return `{ ${parts.join(", ")} }`;
}
