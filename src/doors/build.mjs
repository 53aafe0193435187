// Builds what `npm start` runs: the server into .next/joinery, the builder's pages into .next. Skips steps whose inputs
// are unchanged.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import * as esbuild from "esbuild";
import { bundleChecker, checkerFile } from "../features/validation/worker/bundle.mjs";

const stampFile = ".next/joinery/stamp";
export const serverFile = ".next/joinery/server.mjs";
export const commandFile = ".next/joinery/command.mjs";
const emptyDatabase = ".next/joinery/database";

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash over every input of the build; modification times lie after a checkout. */
function stampOfSources() {
  const hash = createHash("sha256");
  for (const file of [
    ...filesBelow("src"),
    ...filesBelow("public"),
    ...filesBelow("drizzle"),
    "package.json",
    "package-lock.json",
    "next.config.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
  ]) {
    if (existsSync(file)) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Node's compile cache of the server and its packages, for a faster start (`NODE_COMPILE_CACHE`). */
export const compileCache = ".next/joinery/compiled";

/**
 * Node's flags. By default V8 optimizes half of the embedded database's WebAssembly during its first hundred queries
 * (5–8 ms each instead of 2); a larger budget defers it to code that stays hot, with the same final speed. The space of
 * young objects, which never shrinks by itself, would be 130 MB after a start. No --enable-source-maps: node would read
 * the map of every file of Next's at once (engines/log.ts reads ours when an error is logged).
 */
export const nodeFlags = ["--max-semi-space-size=16", "--wasm-tiering-budget=1000000000"];

/**
 * Packages of many small modules, whose resolution takes a second at start, and packages that would import them a
 * second time: bundled with our own files. Of date-fns, node parses the manifest (139 kB) again for each
 * of its modules, which took more than a second.
 */
const joined = /^(drizzle-orm|zod|@trpc\/server|@lucia-auth\/adapter-drizzle|date-fns)(\/|$)/;

/**
 * Packages that the first page does not need: loaded when one of their exports is first read, or their default called.
 * Together a second of a start and 130 MB.
 */
const lazy = [
  "@ai-sdk/anthropic",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
  "@faker-js/faker/locale/en",
  "@openrouter/ai-sdk-provider",
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "ai",
  "compromise",
  "eslint-scope",
  "htmlparser2",
  "nodemailer",
  "recheck",
  "tailwindcss",
  "undici",
];

/** Loads a lazy package. Where node cannot require ES modules yet (before 20.19), all are imported at the start. */
const loader = `import { createRequire as joineryRequire } from "node:module";
const joineryImported = new Map(process.features.require_module ? [] : await Promise.all(${JSON.stringify(lazy)}.map(async (name) => [name, await import(name)])));
const joineryLoad = (name) => joineryImported.get(name) ?? joineryRequire(import.meta.url)(name);`;

/** A module of getters, which the bundler reads only where an export is used. @param {string} name */
async function lazyModule(name) {
  const whole = await import(name);
  const load = `joineryLoad(${JSON.stringify(name)})`;
  const exported = Object.keys(whole).filter((key) => key !== "default" && key !== "module.exports");
  return [
    ...(typeof whole.default === "function"
      ? [`module.exports = (...given) => { const whole = ${load}; return (whole.default ?? whole)(...given); };`]
      : []),
    ...exported.map((key) => {
      const text = JSON.stringify(key);
      return `Object.defineProperty(module.exports, ${text}, { enumerable: true, get: () => ${load}[${text}] });`;
    }),
  ].join("\n");
}

/**
 * tRPC copies the context and the call for each of a procedure's steps by a helper for old engines, which took a
 * sixteenth of a row's time.
 */
const copies = /function _objectSpread2\(e\) \{\n.*?\n\}\n/s;
const copiesNatively = "function _objectSpread2(e, t, n) {\n\treturn { ...e, ...t, ...n };\n}\n";

/** Other packages stay external. `server-only` guards Next's client graph and means nothing here. */
/** @type {import("esbuild").BuildOptions} */
export const serverBuild = {
  entryPoints: ["src/doors/server.ts"],
  outfile: serverFile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  banner: { js: loader },
  sourcemap: true,
  sourcesContent: false,
  logLevel: "error",
  plugins: [
    {
      name: "server-only",
      setup(build) {
        build.onResolve({ filter: /^server-only$/ }, () => ({ path: "server-only", namespace: "empty" }));
        build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
        // Next has no exports map: node's ESM resolver needs the file name.
        build.onResolve({ filter: /^next$/ }, () => ({ path: "next/dist/server/next.js", external: true }));
        build.onLoad({ filter: /@trpc\/server\/dist\/getErrorShape-[^/]*\.mjs$/ }, async ({ path }) => ({
          contents: (await readFile(path, "utf8")).replace(copies, copiesNatively),
        }));
        build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === "import-statement" && lazy.includes(path) ? { path, namespace: "lazy" } : undefined,
        );
        build.onLoad({ filter: /.*/, namespace: "lazy" }, async ({ path }) => ({ contents: await lazyModule(path) }));
        build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === "entry-point" || path.startsWith("@/") || joined.test(path) ? undefined : { path, external: true },
        );
      },
    },
  ],
};

export function isFresh() {
  return (
    existsSync(serverFile) &&
    existsSync(".next/BUILD_ID") &&
    existsSync(stampFile) &&
    readFileSync(stampFile, "utf8") === stampOfSources()
  );
}

/** The command line behind `npm run admin`, `backup` and `restore`. */
export async function buildCommand() {
  await esbuild.build({ ...serverBuild, entryPoints: ["src/doors/command.ts"], outfile: commandFile });
}

/**
 * An empty embedded database of the current schema. The first start copies it instead of spending seconds on initdb and
 * migrations.
 */
async function buildDatabase() {
  const [{ PGlite }, { vector }, { drizzle }, { migrate }, { fromPglite, PgBoss }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite-pgvector"),
    import("drizzle-orm/pglite"),
    import("drizzle-orm/pglite/migrator"),
    import("pg-boss"),
  ]);
  // Atomic: made beside and renamed.
  const draft = `${emptyDatabase}.draft`;
  for (const folder of [draft, emptyDatabase]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const client = await PGlite.create({ dataDir: draft, extensions: { vector } });
  await migrate(drizzle(client), { migrationsFolder: "./drizzle" });
  const jobs = new PgBoss({ db: fromPglite(client), backend: "pglite", supervise: false, schedule: false });
  await jobs.start();
  await jobs.stop();
  await client.close();
  renameSync(draft, emptyDatabase);
}

/** Pre-bundles the packages that apps import; otherwise the first preview waits seconds for it. */
async function buildDependencies() {
  const outfile = ".next/joinery/dependencies.mjs";
  await esbuild.build({ ...serverBuild, entryPoints: ["src/engines/bundler/dependencies.ts"], outfile });
  const { prepareDependencies } = await import(pathToFileURL(outfile).href);
  await prepareDependencies();
}

const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Precompresses scripts and styles of the builder's pages at the highest level (`page-assets.ts` sends them). */
async function compressAssets() {
  const [from, to] = [".next/static", ".next/joinery/static"];
  rmSync(to, { recursive: true, force: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    filesBelow(from).map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.byteLength < 1_024) return;
      const base = join(to, relative(from, file));
      mkdirSync(dirname(base), { recursive: true });
      await Promise.all([
        brotlied(bytes, { params }).then((encoded) => writeFile(`${base}.br`, encoded)),
        gzipped(bytes, { level: 9 }).then((encoded) => writeFile(`${base}.gzip`, encoded)),
      ]);
    }),
  );
}

/** @returns {Promise<boolean>} whether the builder's pages were built */
async function buildPages() {
  const bin = join(process.cwd(), "node_modules", ".bin");
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PATH: `${bin}:${process.env.PATH}` };
  const child = spawn(join(bin, "next"), ["build"], { stdio: ["ignore", "inherit", "inherit"], env: environment });
  const [status] = await once(child, "exit");
  return status === 0;
}

/** @returns {Promise<boolean>} whether everything was built */
export async function build() {
  const stamp = stampOfSources();
  if (!(await buildPages())) return false;
  rmSync(compileCache, { recursive: true, force: true });
  await Promise.all([
    esbuild.build(serverBuild),
    buildCommand(),
    bundleChecker(checkerFile),
    buildDatabase(),
    buildDependencies(),
    compressAssets(),
  ]);
  writeFileSync(stampFile, stamp);
  return true;
}

// The file's name too: a bench that is bundled with this module has its own URL, and must not build.
if (process.argv[1]?.endsWith("build.mjs") && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = isFresh() || (await build()) ? 0 : 1;
