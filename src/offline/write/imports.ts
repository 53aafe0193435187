import "server-only";

/** Collects a generated file's imports, so that none is missing or unused. */
export type Imports = {
  /** Registers a named import and returns its name, for use in a template. */
  named: (source: string, ...names: string[]) => string;
  whole: (source: string, name: string) => string;
  text: () => string;
};

const order = (source: string) =>
  source === "react" ? 0 : source.startsWith("@/api/") ? 2 : source.startsWith("@/") ? 3 : 1;

export function createImports(): Imports {
  const sources = new Map<string, { whole?: string; named: Set<string> }>();
  const at = (source: string) => {
    const entry = sources.get(source) ?? { named: new Set<string>() };
    sources.set(source, entry);
    return entry;
  };
  return {
    named(source, ...names) {
      for (const name of names) at(source).named.add(name);
      return names[0]!;
    },
    whole(source, name) {
      at(source).whole = name;
      return name;
    },
    text() {
      const sorted = [...sources].sort(([left], [right]) => order(left) - order(right) || left.localeCompare(right));
      return sorted
        .map(([source, { whole, named }]) => `import ${statement(whole, [...named].sort())} from "${source}";`)
        .join("\n");
    },
  };
}

function statement(whole: string | undefined, named: string[]): string {
  const braces = named.length > 0 ? `{ ${named.join(", ")} }` : "";
  return [whole, braces].filter(Boolean).join(", ");
}

/** Joins and indents lines, so that templates nest. Empty parts are dropped. */
export const block = (indent: number, parts: (string | false | null | undefined)[]) =>
  parts
    .filter((part): part is string => typeof part === "string" && part !== "")
    .join("\n")
    .replace(/\n(?=.)/g, `\n${" ".repeat(indent)}`);
