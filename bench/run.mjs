// Bundles bench/<name>.ts with the app's path aliases and runs it: `node bench/run.mjs parser`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const [name, ...rest] = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3));
if (!name || !names.includes(name)) {
  console.error(`Usage: node bench/run.mjs <${names.join(" | ")}>`);
  process.exit(1);
}

// Inside node_modules, so that external packages resolve.
const folder = mkdtempSync(join(root, "node_modules", ".bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, `${name}.mjs`);
await build({
  entryPoints: [join(import.meta.dirname, `${name}.ts`)],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  alias: { "@": join(root, "src"), "server-only": join(root, "tests/support/server-only.ts") },
  logLevel: "warning",
});
// On the lock file's Node, like the server.
const local = join(root, "node_modules", ".bin", "node");
const { status } = spawnSync(existsSync(local) ? local : process.execPath, [...process.execArgv, outfile, ...rest], {
  stdio: "inherit",
});
process.exit(status ?? 1);
