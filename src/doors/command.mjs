// `npm run admin`, `npm run backup`, `npm run restore`: builds the command when it is missing and runs it on the lock
// file's Node 24.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildCommand, commandFile, isFresh, nodeFlags } from "./build.mjs";

if (!existsSync(commandFile) || !isFresh()) await buildCommand();
const local = join("node_modules", ".bin", "node");
const child = spawn(
  existsSync(local) ? local : process.execPath,
  [...nodeFlags, commandFile, ...process.argv.slice(2)],
  {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  },
);
child.on("exit", (code) => process.exit(code ?? 1));
