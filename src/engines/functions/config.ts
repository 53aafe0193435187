import "server-only";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownNetworks, reservedNetworks } from "../reserved-networks";
import { workerFolder } from "./bundle";
import { secretPrefix } from "./launch";
import { type AppFunctions, functionLimits } from "./schema";

/** workerd's Node compatibility flags and a pinned date, so that a newer runtime behaves like the tested one. */
const compatibilityDate = "2026-07-01";

export const folderPrefix = "joinery-f-";

/** Unix sockets of a process (its own, and its app's API) in its private folder. */
export const socketOf = (folder: string) => join(folder, "functions.sock");
export const platformSocketOf = (folder: string) => join(folder, "platform.sock");

/** Not a valid key of a secret, since those begin with a letter or underscore. Repeated in `worker/host.js`. */
const platformBinding = "$platform";

/**
 * Writes the configuration and code of a process. Secrets are not written: the configuration names them and the
 * environment holds the values.
 */
export async function writeFolder({ appId, functions, secrets }: AppFunctions): Promise<string> {
  // Keep it short: a Unix socket's path is limited to about 100 characters.
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  const loaders = functions.map(({ name }) => `  ${JSON.stringify(name)}: () => import("./function-${name}.js"),`);
  const own = ["main.js", "host.js", "deno.js"];
  await Promise.all([
    ...own.map(async (name) => writeFile(join(folder, name), await readFile(join(workerFolder, name)))),
    ...functions.map(({ name, code }) => writeFile(join(folder, `function-${name}.js`), code)),
    writeFile(
      join(folder, "functions.js"),
      `export const appId = ${JSON.stringify(appId)};\nexport const functions = {\n${loaders.join("\n")}\n};\n`,
    ),
    writeFile(
      join(folder, "config.capnp"),
      configuration(
        folder,
        [...own, "functions.js", ...functions.map(({ name }) => `function-${name}.js`)],
        Object.keys(secrets),
      ),
    ),
  ]);
  return folder;
}

/**
 * "public" is checked at every connect against the address itself, after name resolution and on every redirect: no
 * loopback, no private or link-local network, no socket or address of this machine. The one exception is the app's own
 * API.
 */
function configuration(folder: string, modules: string[], secretKeys: string[]): string {
  const text = (value: string) => JSON.stringify(value);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "functions", worker = (
      modules = [ ${modules.map((name) => `(name = ${text(name)}, esModule = embed ${text(name)})`).join(",\n        ")} ],
      compatibilityDate = ${text(compatibilityDate)},
      compatibilityFlags = ["nodejs_compat"],
      bindings = [ (name = ${text(platformBinding)}, service = "platform")${secretKeys.map((key) => `,\n        (name = ${text(key)}, fromEnvironment = ${text(secretPrefix + key)})`).join("")} ],
      globalOutbound = "outside" )),
    (name = "outside", network = (allow = ["public"], deny = ${JSON.stringify(["private", "local", "unix", "unix-abstract", ...reservedNetworks, ...ownNetworks()])}, tlsOptions = (trustBrowserCas = true))),
    (name = "platform", external = (address = ${text(`unix:${platformSocketOf(folder)}`)}, http = ())) ],
  sockets = [ (name = "functions", address = ${text(`unix:${socketOf(folder)}`)}, http = (forwardedProtoHeader = "x-forwarded-proto"), service = "functions") ],
  v8Flags = [ ${text(`--max-old-space-size=${functionLimits.heapMb}`)} ],
  logging = (structuredLogging = true)
);
`;
}
