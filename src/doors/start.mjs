// `npm start`: builds unless the build is fresh, runs the server on the lock file's Node 24, and prints its
// configuration. `npm run dev` (--dev): pages compile on demand, and the server restarts when one of its files changes.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

if (!existsSync("node_modules/esbuild")) {
  console.error("Run `npm ci` first.");
  process.exit(1);
}
const isDev = process.argv.includes("--dev");
const { bundleChecker, checkerFile } = await import("../features/validation/worker/bundle.mjs");
const { build, compileCache, isFresh, nodeFlags, serverBuild, serverFile } = await import("./build.mjs");

const local = join("node_modules", ".bin", "node");
const node = existsSync(local) ? local : process.execPath;
const settings = process.env;
const port = settings.PORT || "3000";
const address = settings.APP_URL || `http://localhost:${port}`;

/** @param {{ database: string, functions: string }} ready */
function greet(ready) {
  const model = settings.MODEL_PROVIDER || "offline";
  const lines = [
    ["database", ready.database === "postgres" ? "Postgres (DATABASE_URL)" : "embedded Postgres"],
    [
      "model",
      model === "offline" ? "offline assistant (no key needed)" : `${model} ${settings.MODEL_NAME ?? ""}`.trim(),
    ],
    ["mail", settings.SMTP_URL ? "SMTP" : "outbox"],
    ["files", settings.S3_BUCKET ? `bucket ${settings.S3_BUCKET}` : "local folder"],
    ["functions", ready.functions === "workerd" ? "workerd, one process per app" : "not available on this machine"],
    ["data", resolve(settings.DATA_DIR || "./.data")],
  ];
  console.log(`\n  Joinery is ready: ${address}\n`);
  for (const [name = "", value] of lines) console.log(`  ${name.padEnd(10)} ${value}`);
  console.log("");
}

function startServer() {
  const child = spawn(node, [...nodeFlags, serverFile, ...(isDev ? ["--dev"] : [])], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...settings,
      NODE_ENV: isDev ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_COMPILE_CACHE: compileCache,
    },
  });
  child.on("message", (message) => greet(/** @type {{ database: string, functions: string }} */ (message)));
  return child;
}

/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
let isStopping = false;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    isStopping = true;
    child?.kill("SIGTERM");
  });
}

function runOnce() {
  child = startServer();
  child.on("exit", (code) => process.exit(isStopping ? 0 : (code ?? 1)));
}

async function watch() {
  const esbuild = await import("esbuild");
  const restart = () => {
    const old = child;
    const next = () => {
      if (!isStopping) child = startServer();
    };
    if (!old || old.exitCode !== null) return next();
    old.once("exit", next);
    old.kill("SIGTERM");
  };
  const plugin = {
    name: "restart",
    setup: (/** @type {import("esbuild").PluginBuild} */ builder) =>
      builder.onEnd(async (result) => {
        if (result.errors.length > 0) return;
        await bundleChecker(checkerFile);
        restart();
      }),
  };
  const context = await esbuild.context({ ...serverBuild, plugins: [...(serverBuild.plugins ?? []), plugin] });
  await context.watch();
}

if (isDev) await watch();
else if (isFresh() || (console.log("Building Joinery, this takes about a minute the first time…"), await build()))
  runOnce();
else process.exit(1);
