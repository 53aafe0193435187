import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entityOf, functionOf, pageOf, type SourceFile } from "@/shipped/contract";
import { readModule, type Surface } from "./check-file";

/** Our own browser code lies beside this file in the sources: an app's build reads it from there. */
export const sdkFolder = join(process.cwd(), "src/shipped/sdk");
export const kitFolder = join(process.cwd(), "src/shipped/kit");

/** The kit's files by the specifier that an app imports them with. */
export const kitFiles: ReadonlyMap<string, string> = new Map([
  ...readdirSync(join(kitFolder, "ui"))
    .filter((name) => name.endsWith(".jsx"))
    .map((name) => [`@/components/ui/${name.slice(0, -4)}`, join(kitFolder, "ui", name)] as const),
  ...readdirSync(join(kitFolder, "lib")).map(
    (name) => [`@/lib/${name.slice(0, -3)}`, join(kitFolder, "lib", name)] as const,
  ),
  ["@/lib/utils", join(kitFolder, "cn.js")],
  ["@/utils", join(kitFolder, "create-page-url.js")],
  ["@/api/integrations", join(sdkFolder, "integrations.js")],
]);

export const kitSources: SourceFile[] = [
  ...kitFiles.values(),
  ...["boot.jsx", "sign-in.jsx", "membership.jsx", "problem.jsx", "assistant.jsx"].map((name) => join(sdkFolder, name)),
].map((path) => ({ path, content: readFileSync(path, "utf8") }));

/** The look of an app that has no globals.css of its own. */
export const defaultGlobals = readFileSync(join(kitFolder, "globals.css"), "utf8");

const kitExports = new Map(
  [...kitFiles].map(([specifier, path]) => [
    specifier,
    readModule({ path, content: readFileSync(path, "utf8") }).exports,
  ]),
);

const identifier = (name: string) => name.replaceAll(/[^A-Za-z0-9_$]/g, "_");

/** `@/api/entities`: an export for each entity of this app. */
export function entitiesModule(files: SourceFile[]): string {
  const names = files.flatMap(({ path, content }) => {
    const name = entityOf(path);
    return name && name !== "User"
      ? [`export const ${name} = entityClient(${JSON.stringify(name)}, ${schemaText(content)});`]
      : [];
  });
  return `import { entityClient, User } from "sdk:entities";\nexport { User };\n${names.join("\n")}`;
}

/** The schema as a literal; one that does not parse is empty, so that the rest of the app still runs. */
function schemaText(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content)).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  } catch {
    return "{}";
  }
}

/** The app's functions, each under the name of its export; of two that share one the last. */
export const functionExports = (files: Pick<SourceFile, "path">[]): [exported: string, name: string][] => [
  ...new Map(files.flatMap(({ path }) => functionOf(path) ?? []).map((name) => [identifier(name), name] as const)),
];

/** `@/api/functions`: an async function for each function of this app. */
export function functionsModule(files: SourceFile[]): string {
  const lines = functionExports(files).map(
    ([exported, name]) => `export const ${exported} = functionClient(${JSON.stringify(name)});`,
  );
  return `import { functionClient } from "sdk:functions";\n${lines.join("\n")}`;
}

/** Everything that this app may import beside its own files. */
export function surfaceOf(files: SourceFile[]): Surface {
  const entities = files.flatMap(({ path }) => entityOf(path) ?? []);
  const functions = functionExports(files).map(([exported]) => exported);
  return new Map([
    ...kitExports,
    ["@/api/entities", new Set(["User", ...entities])],
    ["@/api/functions", new Set(functions)],
  ]);
}

/** Where an app's menu stands, in the order in which it is looked for. */
const menuFiles = ["services/app.js", "layout.jsx"];

/** The pages in order: Home or Dashboard first, then as the menu names them. The first is what "/" shows. */
export function pagesOf(files: SourceFile[]): { name: string; path: string }[] {
  const pages = files.flatMap(({ path }) => {
    const name = pageOf(path);
    return name ? [{ name, path }] : [];
  });
  const menu = menuFiles.map((file) => files.find(({ path }) => path === file)?.content ?? "").join("\n");
  const rank = (name: string) => {
    if (name === "Home" || name === "Dashboard") return name === "Home" ? -2 : -1;
    const at = menu.search(new RegExp(`["'/]${name}["']`));
    return at < 0 ? menu.length : at;
  };
  return pages.sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}

/**
 * The module that starts the app. Published pages load when they are opened; a preview holds them all, since it is
 * rebuilt at once.
 */
export function entryModule(files: SourceFile[], isLazy: boolean): string {
  const pages = pagesOf(files);
  const hasLayout = files.some(({ path }) => path === "layout.jsx");
  const imports = isLazy ? [] : pages.map(({ path }, index) => `import Page${index} from "@/${path}";`);
  const entries = pages.map(
    ({ name, path }, index) =>
      `  ${JSON.stringify(name)}: ${isLazy ? `lazy(() => import("@/${path}"))` : `Page${index}`},`,
  );
  return [
    // Before everything else: it hears what breaks from the first moment on.
    ...(isLazy ? [`import "sdk:visit";`] : []),
    `import { lazy } from "react";`,
    `import { boot } from "sdk:boot";`,
    hasLayout ? `import Layout from "@/layout.jsx";` : "const Layout = undefined;",
    ...imports,
    `void lazy;`,
    `boot({ pages: {\n${entries.join("\n")}\n}, layout: Layout });`,
  ].join("\n");
}
