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
/** Written last: where it stands, the folder is whole. */
const doneFile = "done";
/** Changes when the same packages are built in another way. */
const buildRevision = "2";

const slug = (specifier: string) => specifier.replaceAll("/", "_");

/** One name per state of the lock file: assets under it never change, so a browser keeps them for good. */
const folderName = (async () => {
  const lock = await readFile("package-lock.json", "utf8");
  return createHash("sha256").update(lock).update(appPackages.join()).update(buildRevision).digest("hex").slice(0, 16);
})();

let prepared: Promise<string> | undefined;

/**
 * The packages built once for all apps: a module each, and what they share apart. `npm start` finds them built
 * (doors/build.mjs): to do it takes some seconds.
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
  // Built beside and renamed: a killed build leaves nothing that looks finished.
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

/**
 * A star passes everything on but the default; CommonJS has no names that a bundler could see, so they are spelled out.
 */
function entryOf(specifier: string): string {
  const source = JSON.stringify(specifier);
  const exported = [...packageExports(specifier)!];
  if (!isCommonJs(specifier))
    return `export * from ${source};${exported.includes("default") ? `\nexport { default } from ${source};` : ""}`;
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
