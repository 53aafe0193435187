import "server-only";
import { posix } from "node:path";
import { fileName } from "@/shipped/contract";
import type { Bundle } from "../../facts/bundle";
import { replaceWith, type Detector, type Fix } from "../../detector";
import type { ImportFact } from "../../facts/code";
import { nearest } from "../../fixes/nearest";
import { platformModules } from "../../facts/sdk";

/** An import of a local file that does not exist. */
export const unresolvedImport: Detector = {
  name: "unresolved-import",
  severity: "error",
  detect: (bundle) =>
    bundle.codes.flatMap((code) => {
      const isMissing = ({ source }: { source: string }) => bundle.resolve(source, code.path).kind === "missing";
      const message = (source: string) => `The import "${source}" leads to no file`;
      return [
        ...code.imports.filter(isMissing).map((one) => ({
          path: code.path,
          start: one.start,
          message: message(one.source),
          fixes: () => fixesOf(bundle, code.path, one),
        })),
        ...reexports(code.exports)
          .filter(isMissing)
          .map(({ source, start }) => ({ path: code.path, start, message: message(source) })),
      ];
    }),
};

const reexports = (all: { from?: string; start: number }[]) =>
  all.flatMap(({ from, start }) => (from === undefined ? [] : [{ source: from, start }]));

function fixesOf(bundle: Bundle, path: string, { source, sourceSpan, specifiers }: ImportFact): Fix[] {
  const known = [
    ...bundle.codes
      .filter((code) => code.path !== path && !code.path.startsWith("functions/"))
      .map((code) => ({ alias: `@/${code.path.replace(/\.[jt]sx?$/, "")}`, names: bundle.exportsOf(code.path) })),
    ...[...platformModules].map(([alias, names]) => ({ alias, names })),
    { alias: "@/api/entities", names: new Set([...bundle.entities.keys(), "User"]) },
    { alias: "@/api/functions", names: bundle.functions },
  ];
  const wanted = specifiers.map(({ imported }) => imported).filter((name) => name !== "*");
  const fitting = known.filter(({ names }) => names && wanted.every((name) => names.has(name)));
  const base = fileName(source);
  const absolute = source.startsWith(".") ? `@/${posix.join(posix.dirname(path), source)}` : source;
  const bare = absolute.replace(/\.[jt]sx?$/, "");
  const sameName = fitting.filter(({ alias }) => fileName(alias) === base);
  const near = nearest(
    bare,
    fitting.map(({ alias }) => alias),
  );
  const nearName = nearest(
    base,
    fitting.map(({ alias }) => fileName(alias)),
  );
  const chosen = [
    sameName.length === 1 ? sameName[0]!.alias : undefined,
    near,
    ...(nearName ? fitting.filter(({ alias }) => fileName(alias) === nearName).map(({ alias }) => alias) : []),
    fitting.length === 1 && wanted.length > 0 && !wanted.includes("default") ? fitting[0]!.alias : undefined,
  ];
  return [...new Set(chosen.filter((alias) => alias !== undefined))]
    .slice(0, 2)
    .map((alias) => replaceWith(path, sourceSpan, JSON.stringify(alias), `Imported from "${alias}", which exists`));
}
