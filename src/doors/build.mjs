// Builds what `npm start` runs: the listening server into .next/joinery, the builder's pages into .next. Skips what is still fresh.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const stampFile = ".next/joinery/stamp";
export const serverFile = ".next/joinery/server.mjs";

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** One hash over everything that the build reads; modification times would lie after a checkout. */
function stampOfSources() {
  const hash = createHash("sha256");
  for (const file of [...filesBelow("src"), ...filesBelow("public"), "package.json", "package-lock.json", "next.config.mjs", "postcss.config.mjs", "tsconfig.json"]) {
    if (existsSync(file)) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Packages stay packages; only our own files are joined. `server-only` guards Next's client graph and means nothing here. */
/** @type {import("esbuild").BuildOptions} */
export const serverBuild = {
  entryPoints: ["src/doors/server.ts"],
  outfile: serverFile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  packages: "external",
  sourcemap: true,
  logLevel: "error",
  plugins: [
    {
      name: "server-only",
      setup(build) {
        build.onResolve({ filter: /^server-only$/ }, () => ({ path: "server-only", namespace: "empty" }));
        build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
        // Next has no exports map, so node's own ESM resolver needs the file's name.
        build.onResolve({ filter: /^next$/ }, () => ({ path: "next/dist/server/next.js", external: true }));
      },
    },
  ],
};

export function isFresh() {
  return existsSync(serverFile) && existsSync(".next/BUILD_ID") && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampOfSources();
}

/** @returns {Promise<boolean>} whether everything was built */
export async function build() {
  const stamp = stampOfSources();
  const bin = join(process.cwd(), "node_modules", ".bin");
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PATH: `${bin}:${process.env.PATH}` };
  const { status } = spawnSync(join(bin, "next"), ["build"], { stdio: ["ignore", "inherit", "inherit"], env: environment });
  if (status !== 0) return false;
  await esbuild.build(serverBuild);
  mkdirSync(".next/joinery", { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = isFresh() || (await build()) ? 0 : 1;
