// `npm start`: builds unless the build is fresh, and becomes the server on the lock file's Node 24. `npm run dev`
// (--dev): pages compile on demand, and the server restarts when one of its files changes.
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

const commandLine = [...nodeFlags, serverFile, "--greet", ...(isDev ? ["--dev"] : [])];
const environment = {
  ...process.env,
  NODE_ENV: isDev ? /** @type {const} */ ("development") : /** @type {const} */ ("production"),
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_COMPILE_CACHE: compileCache,
};

// The channel tells the server when its launcher is gone.
const startServer = () =>
  spawn(node, commandLine, { stdio: ["inherit", "inherit", "inherit", "ipc"], env: environment });

/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
let isStopping = false;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    isStopping = true;
    child?.kill("SIGTERM");
  });
}

/**
 * Becomes the server: a launcher beside it would take 50 MB. Where node cannot (before 22.15, on Windows) it stays, and
 * passes signals on.
 */
function runOnce() {
  if (process.execve) process.execve(resolve(node), [node, ...commandLine], environment);
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
