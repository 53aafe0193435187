import type { Code } from "../facts/code";
import type { Edit } from "../detector";

type Specifier = { imported: string; local: string };

/** An import statement's text. */
export function importsOf(source: string, specifiers: Specifier[]): string {
  const main = specifiers.find(({ imported }) => imported === "default");
  const whole = specifiers.find(({ imported }) => imported === "*");
  const named = specifiers
    .filter((one) => one !== main && one !== whole)
    .map(({ imported, local }) => (imported === local ? local : `${imported} as ${local}`));
  const parts = [
    main?.local,
    whole && `* as ${whole.local}`,
    named.length > 0 ? `{ ${named.join(", ")} }` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? `import "${source}";` : `import ${parts.join(", ")} from "${source}";`;
}

/** The edit that imports a name: added to the module's existing import, else on a new line after the other imports. */
export function addImport(code: Code, source: string, specifier: Specifier): Edit {
  const { path, content, imports } = code;
  const there = imports.find(
    (one) =>
      one.source === source &&
      !one.specifiers.some(
        ({ imported }) => imported === "*" || (imported === "default" && specifier.imported === "default"),
      ),
  );
  if (there && there.specifiers.length > 0) {
    const last = there.specifiers.findLast(({ imported }) => imported !== "default");
    // Insert inside the braces, so that a multi-line import keeps its formatting.
    if (last && specifier.imported !== "default")
      return {
        path,
        start: last.end,
        end: last.end,
        text: `, ${specifier.imported === specifier.local ? specifier.local : `${specifier.imported} as ${specifier.local}`}`,
      };
    return { path, start: there.start, end: there.end, text: importsOf(source, [...there.specifiers, specifier]) };
  }
  const line = importsOf(source, [specifier]);
  const at = imports.at(-1)?.end;
  if (at !== undefined) return { path, start: at, end: at, text: `\n${line}` };
  const directive = /^(?:\s*(['"])use \w+\1;?[^\n]*\n)?/.exec(content)![0].length;
  return { path, start: directive, end: directive, text: `${line}\n` };
}
