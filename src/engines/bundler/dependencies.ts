import "server-only";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { appPackages } from "@/shipped/contract";
import { type Asset, dependencyPrefix } from "./schema";

const projectRequire = createRequire(join(process.cwd(), "package.json"));
const cacheFolder = ".next/joinery/deps";
/** Written last: where it stands, the folder is whole. */
const namesFile = "names.json";

/** What a package exports, by name. Undefined for one that apps may not import. */
export async function exportNamesOf(specifier: string): Promise<Set<string> | undefined> {
  return (await (exportNames ??= readNames())).get(specifier);
}

let exportNames: Promise<Map<string, Set<string>>> | undefined;

async function readNames(): Promise<Map<string, Set<string>>> {
  const names = JSON.parse(await readFile(join(await prepareDependencies(), namesFile), "utf8")) as Record<
    string,
    string[]
  >;
  return new Map(Object.entries(names).map(([specifier, list]) => [specifier, new Set(list)]));
}

async function loadNames(specifier: string): Promise<string[]> {
  // The file, and not the specifier: a bundler of this server must not follow it.
  const module = (await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ resolvedUrl(specifier))) as Record<
    string,
    unknown
  >;
  const names = new Set(Object.keys(module));
  const inner = module.default;
  // A CommonJS package shows its names on its default export.
  if (isCommonJs(specifier) && inner && typeof inner === "object")
    for (const name of Object.keys(inner)) names.add(name);
  return [...names.add("default")];
}

const resolvedUrl = (specifier: string) => `file://${projectRequire.resolve(specifier)}`;
const isCommonJs = (specifier: string) =>
  specifier === "react" || specifier.startsWith("react/") || specifier.startsWith("react-dom");

const slug = (specifier: string) => specifier.replaceAll("/", "_");

/** One name per state of the lock file: assets under it never change, so a browser keeps them for good. */
const folderName = (async () => {
  const lock = await readFile("package-lock.json", "utf8");
  return createHash("sha256").update(lock).update(appPackages.join()).digest("hex").slice(0, 16);
})();

let prepared: Promise<string> | undefined;

/**
 * The packages built once for all apps: a module each, what they share apart, and the names that each exports. `npm start` finds them built
 * (doors/build.mjs): to do it takes some seconds, and the packages themselves would stay in the server's memory.
 * @returns the folder that holds them
 */
export function prepareDependencies(): Promise<string> {
  return (prepared ??= prepareFolder().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  }));
}

async function prepareFolder(): Promise<string> {
  const folder = join(cacheFolder, await folderName);
  if (existsSync(join(folder, namesFile))) return folder;
  // Built beside and renamed: a killed build leaves nothing that looks finished.
  const draft = `${folder}.${process.pid}`;
  const names = Object.fromEntries(
    await Promise.all(appPackages.map(async (specifier) => [specifier, await loadNames(specifier)] as const)),
  );
  const entries = appPackages.map((specifier) => [slug(specifier), entryOf(specifier, names[specifier]!)] as const);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await build({
    entryPoints: entries.map(([name]) => ({ in: `entry:${name}`, out: name })),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    outdir: draft,
    chunkNames: "chunk-[hash]",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
    plugins: [
      {
        name: "entries",
        setup(builder) {
          builder.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice(6), namespace: "entry" }));
          builder.onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => ({
            contents: entries.find(([name]) => name === path)![1],
            resolveDir: process.cwd(),
          }));
        },
      },
    ],
  });
  await writeFile(join(draft, namesFile), JSON.stringify(names));
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return folder;
}

/** CommonJS has no names that a bundler could see, so they are spelled out. */
function entryOf(specifier: string, exported: string[]): string {
  const source = JSON.stringify(specifier);
  if (!isCommonJs(specifier)) return `export * from ${source};`;
  const names = exported.filter((name) => name !== "default" && /^[A-Za-z_$][\w$]*$/.test(name));
  return `import whole from ${source};\nexport default whole;\nexport const { ${names.join(", ")} } = whole;`;
}

/** The page's import map: specifier → immutable module. */
export async function importMap(): Promise<Record<string, string>> {
  const version = await folderName;
  return Object.fromEntries(
    appPackages.map((specifier) => [specifier, `${dependencyPrefix}${version}/${slug(specifier)}.js`]),
  );
}

/** A pre-built module by its URL path. */
export async function dependencyAsset(path: string): Promise<Asset | undefined> {
  const [version, name, ...rest] = path.slice(dependencyPrefix.length).split("/");
  if (version !== (await folderName) || !name || rest.length > 0 || !/^[A-Za-z0-9_-]+\.js$/.test(name))
    return undefined;
  const bytes = await readFile(join(await prepareDependencies(), name)).catch(() => undefined);
  return bytes && { contentType: "text/javascript; charset=utf-8", bytes: new Uint8Array(bytes) };
}
