import "server-only";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { appPackages } from "@/shipped/contract";
import { isCommonJs, packageExports } from "./package-exports";
import { type Asset, dependencyPrefix } from "./schema";

const cacheFolder = ".next/joinery/deps";
/** Marker written last: where it exists, the folder is complete. */
const doneFile = "done";
/** Part of the cache key: raise it when the same packages are built differently. */
const buildRevision = "2";

const slug = (specifier: string) => specifier.replaceAll("/", "_");

/** Cache key by the lock file: assets under it are immutable, so that browsers cache them for good. */
const folderName = (async () => {
  const lock = await readFile("package-lock.json", "utf8");
  return createHash("sha256").update(lock).update(appPackages.join()).update(buildRevision).digest("hex").slice(0, 16);
})();

let prepared: Promise<string> | undefined;

/**
 * Pre-bundles the packages once for all apps, with shared chunks. `npm start` finds the result of doors/build.mjs, as
 * this takes seconds.
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
  if (existsSync(join(folder, doneFile))) return folder;
  // Atomic: built beside and renamed, so that a killed build leaves nothing that looks complete.
  const draft = `${folder}.${process.pid}`;
  const entries = appPackages.map((specifier) => [slug(specifier), entryOf(specifier)] as const);
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
  await writeFile(join(draft, doneFile), "");
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return folder;
}

/** `export *` omits the default, and CommonJS exports are not statically known: spell the names out. */
function entryOf(specifier: string): string {
  const source = JSON.stringify(specifier);
  const exported = [...packageExports(specifier)!];
  if (!isCommonJs(specifier))
    return `export * from ${source};${exported.includes("default") ? `\nexport { default } from ${source};` : ""}`;
  const names = exported.filter((name) => name !== "default" && /^[A-Za-z_$][\w$]*$/.test(name));
  return `import whole from ${source};\nexport default whole;\nexport const { ${names.join(", ")} } = whole;`;
}

/** The name by which shipped/sdk/jsx.js imports what it stands in for. */
export const realJsx = "joinery:jsx-runtime";

/** The import map: specifier → immutable module. */
export async function importMap(): Promise<Record<string, string>> {
  const version = await folderName;
  const address = (specifier: string) => `${dependencyPrefix}${version}/${slug(specifier)}.js`;
  return {
    ...Object.fromEntries(appPackages.map((specifier) => [specifier, address(specifier)])),
    [realJsx]: address("react/jsx-runtime"),
  };
}

/** A pre-built module by its URL path. */
export async function dependencyAsset(path: string): Promise<Asset | undefined> {
  const [version, name, ...rest] = path.slice(dependencyPrefix.length).split("/");
  if (version !== (await folderName) || !name || rest.length > 0 || !/^[A-Za-z0-9_-]+\.js$/.test(name))
    return undefined;
  const bytes = await readFile(join(await prepareDependencies(), name)).catch(() => undefined);
  return bytes && { contentType: "text/javascript; charset=utf-8", bytes: new Uint8Array(bytes) };
}
