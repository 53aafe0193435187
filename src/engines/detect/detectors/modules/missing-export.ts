import "server-only";
import { valueNames } from "@/engines/syntax";
import type { Bundle } from "../../facts/bundle";
import type { Code, ImportFact } from "../../facts/code";
import { replaceWith, type Detector, type Fix } from "../../detector";
import { nearest } from "../../fixes/nearest";
import { importsOf } from "../../fixes/write";
import { fixesOf as defaultOf } from "./missing-default-export";

/**
 * A name that the imported module does not export: a local file, a platform module, or an npm package (mostly icons).
 */
export const missingExport: Detector = {
  name: "missing-export",
  severity: "error",
  detect: (bundle) =>
    bundle.codes.flatMap((code) =>
      code.imports.flatMap((one) => {
        const exported = exportedBy(bundle, code.path, one.source);
        if (!exported) return [];
        return one.specifiers
          .filter(({ imported, local }) => imported !== "*" && !exported.has(imported) && isValue(code, local))
          .map((specifier) => ({
            path: code.path,
            start: specifier.start,
            message:
              specifier.imported === "default"
                ? `"${one.source}" has no default export`
                : `"${one.source}" does not export ${specifier.imported}`,
            fixes: () => fixesOf(bundle, code, one, specifier, exported),
          }));
      }),
    ),
};

const values = ({ program }: Code) => valueNames(program);
const isValue = (code: Code, local: string) => !/\.tsx?$/.test(code.path) || code.fact(values).has(local);

export function exportedBy(bundle: Bundle, path: string, source: string): ReadonlySet<string> | null {
  const target = bundle.resolve(source, path);
  if (target.kind === "file") return bundle.exportsOf(target.path);
  return target.kind === "platform" || target.kind === "package" ? target.names : null;
}

type Specifier = ImportFact["specifiers"][number];

function fixesOf(
  bundle: Bundle,
  code: Code,
  one: ImportFact,
  specifier: Specifier,
  exported: ReadonlySet<string>,
): Fix[] {
  const { imported, local } = specifier;
  const change = (name: string, source: string, description: string): Fix => {
    const rest = one.specifiers.filter((other) => other !== specifier);
    const moved = [{ imported: name, local }];
    const text =
      source === one.source
        ? importsOf(
            one.source,
            one.specifiers.map((other) => (other === specifier ? { imported: name, local } : other)),
          )
        : [...(rest.length > 0 ? [importsOf(one.source, rest)] : []), importsOf(source, moved)].join("\n");
    return replaceWith(code.path, one, text, description);
  };
  const fixes: Fix[] = [];
  if (imported === "default" && exported.has(local)) fixes.push(change(local, one.source, `Imported ${local} by name`));
  const target = bundle.resolve(one.source, code.path);
  const isFile = target.kind === "file";
  const lacking = isFile && imported === "default" && exported.size === 0 ? bundle.code(target.path) : undefined;
  if (lacking && !lacking.isBroken) fixes.push(...defaultOf(lacking));
  if (imported !== "default" && exported.has("default") && isFile)
    fixes.push(change("default", one.source, `Imported ${local} as the default export`));
  if (imported !== "default" && exported.has(local))
    fixes.push(change(local, one.source, `Imported ${local}, which "${one.source}" exports`));
  const near = nearest(
    imported === "default" ? local : imported,
    [...exported].filter((name) => name !== "default"),
  );
  if (near) fixes.push(change(near, one.source, `Imported ${near}, which "${one.source}" exports`));
  if (imported === "default" && exported.size === 1)
    fixes.push(change([...exported][0]!, one.source, `Imported ${[...exported][0]!} by name`));
  for (const source of otherSources(bundle, code, imported === "default" ? local : imported))
    if (source !== one.source)
      fixes.push(change(imported === "default" ? local : imported, source, `Imported ${local} from "${source}"`));
  return fixes;
}

/** Modules that other files of the app import this name from. */
function otherSources(bundle: Bundle, code: Code, name: string): string[] {
  const sources = bundle.codes.flatMap((other) =>
    other === code
      ? []
      : other.imports
          .filter(
            ({ source, specifiers }) => !source.startsWith(".") && specifiers.some(({ imported }) => imported === name),
          )
          .map(({ source }) => source),
  );
  return [...new Set(sources)].filter((source) => exportedBy(bundle, code.path, source)?.has(name));
}
