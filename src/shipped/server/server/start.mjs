// `npm start`: reads .env, bundles the server, and runs it. The server builds the app.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

if (!existsSync("node_modules/esbuild")) {
  console.error("Run `npm install` first.");
  process.exit(1);
}
if (existsSync(".env")) process.loadEnvFile(".env");

const { build } = await import("esbuild");
const outfile = join(process.cwd(), ".build", "server.mjs");
await build({
  entryPoints: ["server/main.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "error",
});
const { start } = await import(pathToFileURL(outfile).href);
await start();
