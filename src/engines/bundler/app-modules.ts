import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entityOf, functionOf, pageOf, type SourceFile } from "@/shipped/contract";
import { isNode, parseCode, walk } from "@/engines/syntax";
import { readModule, resolveFile, type Surface } from "./check-file";

/** The SDK's browser code: apps' builds read it from here. */
export const sdkFolder = join(process.cwd(), "src/shipped/sdk");
export const kitFolder = join(process.cwd(), "src/shipped/kit");

/** The kit's files by the specifier that an app imports them with. */
export const kitFiles: ReadonlyMap<string, string> = new Map([
  ...["", "parts/"].flatMap((folder) =>
    readdirSync(join(kitFolder, "ui", folder))
      .filter((name) => name.endsWith(".jsx"))
      .map((name) => [`@/components/ui/${folder}${name.slice(0, -4)}`, join(kitFolder, "ui", folder, name)] as const),
  ),
  ...readdirSync(join(kitFolder, "lib"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => [`@/lib/${name.slice(0, -3)}`, join(kitFolder, "lib", name)] as const),
  ["@/lib/utils", join(kitFolder, "cn.js")],
  ["@/utils", join(kitFolder, "create-page-url.js")],
  ["@/api/integrations", join(sdkFolder, "integrations.js")],
  // For functions; a page that imports it works too.
  ["@/api/webhooks", join(sdkFolder, "webhooks.js")],
]);

export const kitSources: SourceFile[] = [
  ...kitFiles.values(),
  ...["boot.jsx", "sign-in.jsx", "sign-in-frame.jsx", "membership.jsx", "problem.jsx", "assistant.jsx"].map((name) =>
    join(sdkFolder, name),
  ),
].map((path) => ({ path, content: readFileSync(path, "utf8") }));

/** Default stylesheet of an app without a globals.css. */
export const defaultGlobals = readFileSync(join(kitFolder, "globals.css"), "utf8");

let kitExports: ReadonlyMap<string, Set<string>> | undefined;

/** What the kit's modules export. Read with the first build: eighty files, which a start need not parse. */
const exportsOfKit = () =>
  (kitExports ??= new Map(
    [...kitFiles].map(([specifier, path]) => [
      specifier,
      readModule({ path, content: readFileSync(path, "utf8") }).exports,
    ]),
  ));

const identifier = (name: string) => name.replaceAll(/[^A-Za-z0-9_$]/g, "_");

/** Source of `@/api/entities`: an export for each entity of this app. */
export function entitiesModule(files: SourceFile[]): string {
  const names = files.flatMap(({ path, content }) => {
    const name = entityOf(path);
    return name && name !== "User"
      ? [`export const ${name} = entityClient(${JSON.stringify(name)}, ${schemaText(content)});`]
      : [];
  });
  return `import { entityClient, User } from "sdk:entities";\nexport { User };\n${names.join("\n")}`;
}

/** The schema as a literal; an invalid one becomes empty, so that the rest of the app still runs. */
function schemaText(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content)).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  } catch {
    return "{}";
  }
}

/** The app's functions by the name of their export; the last wins where two share one. */
export const functionExports = (files: Pick<SourceFile, "path">[]): [exported: string, name: string][] => [
  ...new Map(files.flatMap(({ path }) => functionOf(path) ?? []).map((name) => [identifier(name), name] as const)),
];

/** Source of `@/api/functions`: an async function for each function of this app. */
export function functionsModule(files: SourceFile[]): string {
  const lines = functionExports(files).map(
    ([exported, name]) => `export const ${exported} = functionClient(${JSON.stringify(name)});`,
  );
  return `import { functionClient } from "sdk:functions";\n${lines.join("\n")}`;
}

/** Everything that this app may import besides its own files. */
export function surfaceOf(files: SourceFile[]): Surface {
  const entities = files.flatMap(({ path }) => entityOf(path) ?? []);
  const functions = functionExports(files).map(([exported]) => exported);
  return new Map([
    ...exportsOfKit(),
    ["@/api/entities", new Set(["User", ...entities])],
    ["@/api/functions", new Set(functions)],
  ]);
}

/** Files that may define an app's menu, in order of precedence. */
const menuFiles = ["services/app.js", "layout.jsx"];

/** The pages in order: Home or Dashboard first, then in the menu's order. "/" shows the first. */
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

const stringIn = (node: unknown) => (isNode(node) && typeof node.value === "string" ? node.value : undefined);

/** The pages that a layout's list `guarded` keeps for those who may see their rows: `{ entity: Booking, page: "Bookings" }`. */
export function closedPagesOf(files: SourceFile[]): string[] {
  const layout = files.find(({ path }) => path === "layout.jsx");
  const closed: string[] = [];
  if (!layout?.content.includes("guarded")) return closed;
  walk(parseCode(layout.path, layout.content).program, (node) => {
    if (node.type !== "VariableDeclarator") return;
    if (isNode(node.id) && node.id.name === "guarded" && isNode(node.init))
      walk(node.init, (inner) => {
        const page =
          inner.type === "Property" && isNode(inner.key) && inner.key.name === "page" && stringIn(inner.value);
        if (page) closed.push(page);
      });
  });
  return closed;
}

/**
 * Everything of the kit and the SDK that an app imports, whole: what the preview's bundle of it contains does not depend
 * on which part of it the app uses.
 */
export function kitModule(files: SourceFile[]): string {
  const paths = new Set(files.map(({ path }) => path));
  const used = files
    .filter(({ path }) => /\.[jt]sx?$/.test(path))
    .flatMap((file) => readModule(file).imports.map(({ specifier }) => specifier))
    .filter((specifier) => kitFiles.has(specifier) && resolveFile(paths, "", specifier) === undefined);
  const modules = ["sdk:boot", "sdk:entities", "sdk:functions", ...[...new Set(used)].sort()];
  return [
    ...modules.map((specifier, index) => `export * as part${index} from "${specifier}";`),
    `export const problem = () => require("sdk:problem");`,
  ].join("\n");
}

/**
 * The app's entry module. Published apps load pages lazily; a preview bundles all, since it is rebuilt on each change.
 */
export function entryModule(files: SourceFile[], isLazy: boolean): string {
  const pages = pagesOf(files);
  const hasLayout = files.some(({ path }) => path === "layout.jsx");
  const imports = isLazy ? [] : pages.map(({ path }, index) => `import Page${index} from "@/${path}";`);
  const entries = pages.map(
    ({ name, path }, index) =>
      `  ${JSON.stringify(name)}: ${isLazy ? `lazyPage(() => import("@/${path}"))` : `Page${index}`},`,
  );
  return [
    // Before everything else: it hears what breaks from the first moment on.
    ...(isLazy ? [`import "sdk:visit";`] : []),
    ...(isLazy ? [`import { lazyPage } from "sdk:lazy-page";`] : []),
    `import { boot } from "sdk:boot";`,
    hasLayout ? `import Layout from "@/layout.jsx";` : "const Layout = undefined;",
    ...imports,
    `boot({ pages: {\n${entries.join("\n")}\n}, layout: Layout });`,
  ].join("\n");
}
