import "server-only";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setNice, usualNice } from "./pace";
import { functionLimits } from "./schema";

/** Address space that V8 reserves before it runs anything (measured); RLIMIT_DATA counts it. */
const reservedMb = 560;

const tool = (name: string) =>
  ["/usr/bin", "/bin", "/usr/local/bin"].map((folder) => join(folder, name)).find((path) => existsSync(path));

const builds = new Map([
  ["linux x64", "linux-64"],
  ["linux arm64", "linux-arm64"],
  ["darwin x64", "darwin-64"],
  ["darwin arm64", "darwin-arm64"],
]);

/** Prefix of secrets in the process's environment: a secret called LD_PRELOAD must not reach the loader. */
export const secretPrefix = "SECRET_";

let found: string | null | undefined;

/** The workerd binary inside its package: the package's start script would put a Node process in front of each. */
export function workerdPath(): string | null {
  if (found !== undefined) return found;
  const platform = builds.get(`${process.platform} ${process.arch}`);
  // Resolved from the working directory, wherever the server bundle is.
  const require = createRequire(join(process.cwd(), "package.json"));
  try {
    found = platform ? require.resolve(`@cloudflare/workerd-${platform}/bin/workerd`) : null;
  } catch {
    found = null;
  }
  return found;
}

let sandbox: string | null | undefined;

/** bubblewrap, when it is installed and the kernel allows it. */
export function bubblewrapPath(): string | null {
  if (sandbox !== undefined) return sandbox;
  const path = tool("bwrap");
  const works =
    path &&
    spawnSync(path, ["--unshare-all", "--share-net", "--die-with-parent", "--ro-bind", "/", "/", "true"], {
      timeout: 5_000,
    }).status === 0;
  return (sandbox = works ? path : null);
}

/**
 * Starts a process over a folder with its configuration and code. Its environment holds the app's secrets only. Where
 * the tools exist, it dies with us, has limits for memory, files and core dumps, and sees a minimal file system.
 */
export function launch(folder: string, secrets: Record<string, string>, nice = usualNice): ChildProcess {
  const limits = tool("prlimit");
  const dieWithParent = tool("setpriv");
  const box = bubblewrapPath();
  const command = [
    ...(box ? [box, ...boxed(folder)] : dieWithParent ? [dieWithParent, "--pdeathsig", "KILL", "--"] : []),
    ...(limits
      ? [limits, `--data=${(reservedMb + functionLimits.residentMb) * 1024 * 1024}`, "--core=0", "--nofile=1024", "--"]
      : []),
    workerdPath()!,
    "serve",
    "--control-fd=3",
    join(folder, "config.capnp"),
  ];
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(secrets).map(([key, value]) => [secretPrefix + key, value]),
  );
  // detached: a session of its own, because autogroup scheduling is per session, and a terminal's Ctrl-C must reach
  // only us.
  const child = spawn(command[0]!, command.slice(1), {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  if (child.pid) setNice(child.pid, nice);
  return child;
}

/** The sandbox's file system: runtime, shared libraries, certificates, and the app's own folder. */
function boxed(folder: string): string[] {
  const readable = [
    "/usr",
    "/lib",
    "/lib64",
    "/bin",
    "/etc/ssl",
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/ca-certificates",
    dirname(workerdPath()!),
  ];
  return [
    "--unshare-all",
    "--share-net",
    "--die-with-parent",
    // First, because later mounts may lie below it: Joinery itself can be installed in /tmp.
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    ...readable.filter((path) => existsSync(path)).flatMap((path) => ["--ro-bind", path, path]),
    "--bind",
    folder,
    folder,
    "--chdir",
    folder,
    "--",
  ];
}
