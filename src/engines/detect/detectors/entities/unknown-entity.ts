import "server-only";
import { isNode } from "@/engines/syntax";
import { replaceWith, type Detector, type Finding, type Fix } from "../../detector";
import type { Bundle } from "../../facts/bundle";
import type { Code, Span } from "../../facts/code";
import { nearest } from "../../fixes/nearest";
import { memberOf } from "../../facts/tree";
import { importsOf } from "../../fixes/write";

/** An entity that the app does not have, imported from "@/api/entities" or read from its namespace import. */
export const unknownEntity: Detector = {
  name: "unknown-entity",
  severity: "error",
  detect: (bundle) =>
    unknownImports(
      bundle,
      "@/api/entities",
      (name) => bundle.entities.has(name) || name === "User",
      [...bundle.entities.keys(), "User"],
      (name) => `The app has no entity ${name}`,
    ),
};

/** A function that the app does not have, imported from "@/api/functions". */
export const unknownFunction: Detector = {
  name: "unknown-function",
  severity: "error",
  detect: (bundle) =>
    unknownImports(
      bundle,
      "@/api/functions",
      (name) => bundle.functions.has(name),
      [...bundle.functions],
      (name) => `The app has no function ${name}`,
    ),
};

function unknownImports(
  bundle: Bundle,
  source: string,
  isKnown: (name: string) => boolean,
  all: string[],
  words: (name: string) => string,
): Finding[] {
  return bundle.clientCodes.flatMap((code) =>
    code.imports
      .filter((one) => one.source === source && bundle.resolve(source, code.path).kind !== "file")
      .flatMap((one): Finding[] => {
        const unknown = one.specifiers.filter(({ imported }) => imported !== "*" && !isKnown(imported));
        const whole = one.specifiers
          .filter(({ imported }) => imported === "*")
          .flatMap(({ local }) => membersOf(code, local).filter(({ name }) => !isKnown(name)));
        return [
          ...unknown.map((specifier) => ({
            path: code.path,
            start: specifier.start,
            message: words(specifier.imported),
            fixes: () => rename(code, one, specifier, nearest(specifier.imported, all)),
          })),
          ...whole.map(({ name, span }) => ({
            path: code.path,
            start: span.start,
            message: words(name),
            fixes: () =>
              [nearest(name, all)].flatMap((near) =>
                near ? [replaceWith(code.path, span, near, `Wrote ${near} for ${name}`)] : [],
              ),
          })),
        ];
      }),
  );
}

type Import = Code["imports"][number];

function rename(code: Code, one: Import, specifier: Import["specifiers"][number], near: string | undefined): Fix[] {
  if (!near) return [];
  const isThere = one.specifiers.some(({ imported }) => imported === near);
  const text = importsOf(
    one.source,
    one.specifiers
      .map((other) => (other === specifier ? { imported: near, local: specifier.local } : other))
      .filter((other) => !isThere || other.local !== specifier.local),
  );
  return [replaceWith(code.path, one, text, `Imported ${near} for ${specifier.imported}`)];
}

function membersOf(code: Code, local: string): { name: string; span: Span }[] {
  const found: { name: string; span: Span }[] = [];
  code.each("MemberExpression", (node) => {
    const member = isNode(node) ? memberOf(node) : undefined;
    if (member?.object === local) found.push({ name: member.property, span: member.propertyNode });
  });
  return found;
}
