import "server-only";
import { restoreFixes } from "../../fixes/restore";
import { appPackageNames } from "@/shipped/contract";
import type { Bundle } from "../../facts/bundle";
import { declaredNames, unresolvedNames, type Code, type Unresolved } from "../../facts/code";
import { replaceWith, type Detector, type Fix } from "../../detector";
import { clientNames, serverNames } from "./globals";
import { packageExports } from "@/engines/bundler/package-exports";
import { nearest } from "../../fixes/nearest";
import { platformModules } from "../../facts/sdk";
import { addImport } from "../../fixes/write";

/** A name that is neither declared nor imported: a ReferenceError at run time. */
export const undefinedName: Detector = {
  name: "undefined-name",
  severity: "error",
  detect: (bundle) =>
    bundle.codes
      .filter((code) => !code.isBroken)
      .flatMap((code) =>
        code.fact(undefinedIn).map((use) => ({
          path: code.path,
          start: use.start,
          message: use.isJsx
            ? `<${use.name}> is neither declared nor imported`
            : `${use.name} is neither declared nor imported`,
          fixes: (now: Bundle) => fixesOf(now, code, use),
        })),
      ),
};

/**
 * The first use of each undefined name. The scope analysis does not know declarations that only TypeScript has (enums,
 * parameter properties).
 */
function undefinedIn(code: Code): Unresolved[] {
  const typed = /\.tsx?$/.test(code.path)
    ? new Set(
        [
          ...code.content.matchAll(
            /\b(?:enum|namespace|module|declare\s+\w+|private|public|protected|readonly)\s+([\w$]+)/g,
          ),
        ].map((found) => found[1]!),
      )
    : new Set<string>();
  const seen = new Set<string>();
  const globalNames = code.path.startsWith("functions/") ? serverNames : clientNames;
  return unresolvedNames(code).filter(({ name, start }) => {
    // Of `process`, the bundler defines NODE_ENV only.
    const isNode =
      name === "process" && globalNames === clientNames && !code.content.startsWith("process.env.NODE_ENV", start);
    if (isNode && !isTypeofOperand(code, start) && !/\btypeof process\b/.test(code.content))
      return !seen.has("process\0") && Boolean(seen.add("process\0"));
    const isKnown = globalNames.has(name) || typed.has(name) || seen.has(name) || isTypeofOperand(code, start);
    seen.add(name);
    return !isKnown;
  });
}

/** `typeof x` is legal for undeclared names. */
const isTypeofOperand = ({ content }: Code, start: number) =>
  /\btypeof\s+$/.test(content.slice(Math.max(0, start - 12), start));

function fixesOf(bundle: Bundle, code: Code, use: Unresolved): Fix[] {
  const { name } = use;
  if (name === "require") return requiredFixes(code);
  const imports = sourcesOf(bundle, code, name).map(({ source, imported }): Fix => ({
    description: `Imported ${name} from "${source}"`,
    edits: [addImport(code, source, { imported, local: name })],
  }));
  const found = nearest(name, declaredNames(code));
  // A singular and its plural are two names, not a typo.
  const near = found !== undefined && `${found}s` !== name && `${name}s` !== found ? found : undefined;
  const spans = unresolvedNames(code).filter((other) => other.name === name);
  const restored = restoreFixes(bundle, code, name);
  const rename = near
    ? [
        {
          description: `Wrote ${near} for ${name}`,
          edits: spans.flatMap((span) => [
            replaceWith(code.path, span, near, "").edits[0]!,
            ...closingEdit(code, span, near),
          ]),
        },
      ]
    : [];
  const camel = use.isJsx && imports.length === 0 ? nearestSource(bundle, code, name, spans) : [];
  return [...restored, ...imports, ...rename, ...camel];
}

/** `const Card = require("@/components/Card");` as an import. */
function requiredFixes(code: Code): Fix[] {
  const edits = [
    ...code.content.matchAll(/^(?:const|let|var)\s+([\w$]+|\{[^}\n]*\})\s*=\s*require\((["'][^"'\n]+["'])\);?/gm),
  ].map((found) => ({
    path: code.path,
    start: found.index,
    end: found.index + found[0].length,
    text: `import ${found[1]!.replaceAll(/(\w+)\s*:\s*(\w+)/g, "$1 as $2")} from ${found[2]!};`,
  }));
  return edits.length > 0 ? [{ description: "Wrote require as an import", edits }] : [];
}

/** The edit of a JSX closing tag, which is no reference of its own. */
function closingEdit(code: Code, span: Unresolved, name: string) {
  if (!span.isJsx) return [];
  const rest = code.content.slice(span.end);
  const own = new RegExp(`</${span.name}\\s*>`).exec(rest);
  const selfClosed = /^[^<]*?\/>/.exec(rest);
  if (!own || (selfClosed && selfClosed[0].length < own.index)) return [];
  const start = span.end + own.index + 2;
  return [{ path: code.path, start, end: start + span.name.length, text: name }];
}

/** An icon or component with a similar name. */
function nearestSource(bundle: Bundle, code: Code, name: string, spans: Unresolved[]): Fix[] {
  const icons = code.imports.some(({ source }) => source === "lucide-react")
    ? [...(packageExports("lucide-react") ?? [])]
    : [];
  const kit = [...platformModules.values()].flatMap((names) => [...names]);
  const near = nearest(name, [...icons, ...kit]);
  if (!near) return [];
  const source = sourcesOf(bundle, code, near)[0];
  return source
    ? [
        {
          description: `Wrote ${near} for ${name}`,
          edits: [
            addImport(code, source.source, { imported: source.imported, local: near }),
            ...spans.map((span) => ({ path: code.path, start: span.start, end: span.end, text: near })),
          ],
        },
      ]
    : [];
}

/** Modules that export a name, those most used by the app's other files first. */
function sourcesOf(bundle: Bundle, code: Code, name: string): { source: string; imported: string }[] {
  const used = new Map<string, { source: string; imported: string; count: number }>();
  for (const other of bundle.codes) {
    if (other === code) continue;
    for (const { source, specifiers } of other.imports) {
      const found = specifiers.find(({ local }) => local === name);
      if (!found || source.startsWith(".") || bundle.resolve(source, code.path).kind === "missing") continue;
      const key = `${source}\0${found.imported}`;
      used.set(key, { source, imported: found.imported, count: (used.get(key)?.count ?? 0) + 1 });
    }
  }
  const ranked = [...used.values()].sort((a, b) => b.count - a.count);
  const more: { source: string; imported: string }[] = [];
  const isClient = !code.path.startsWith("functions/");
  if (isClient && (bundle.entities.has(name) || name === "User"))
    more.push({ source: "@/api/entities", imported: name });
  if (isClient && bundle.functions.has(name)) more.push({ source: "@/api/functions", imported: name });
  for (const { path, exports } of bundle.codes) {
    if (path === code.path || path.startsWith("functions/")) continue;
    const alias = `@/${path.replace(/\.[jt]sx?$/, "")}`;
    if (exports.some((one) => one.name === name)) more.push({ source: alias, imported: name });
    else if (alias.endsWith(`/${name}`) && exports.some((one) => one.name === "default"))
      more.push({ source: alias, imported: "default" });
  }
  for (const [alias, names] of platformModules)
    if (isClient && names.has(name)) more.push({ source: alias, imported: name });
  for (const source of isClient ? [...code.imports.map((one) => one.source), ...appPackageNames] : [])
    if (name !== "default" && packageExports(source)?.has(name)) more.push({ source, imported: name });
  if (name === "React") more.unshift({ source: "react", imported: "default" });
  return [...new Map([...ranked, ...more].map((one) => [`${one.source}\0${one.imported}`, one])).values()].slice(0, 4);
}
