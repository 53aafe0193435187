import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = `
  import { lockFolder } from ${JSON.stringify(join(process.cwd(), "src/db/folder-lock.ts"))};
  setInterval(() => {}, 1000);
  lockFolder(process.argv[1]).then(
    () => process.stdout.write("held"),
    ({ message }) => { process.stdout.write("refused: " + message); process.exit(1); },
  );`;
const node = join(process.cwd(), "node_modules/.bin/node");
const command = [node, "--conditions=react-server", "--no-warnings", "--input-type=module", "-e", script];

/** A pid namespace of its own, as a container has: each process is number 1 there and sees none of the others. */
const namespace = ["unshare", "-pf", "--mount-proc", "--kill-child"];
const hasNamespaces = spawnSync(namespace[0]!, [...namespace.slice(1), "true"]).status === 0;
const hasLocks = spawnSync("flock", ["--version"]).status === 0;

let folder: string;
let children: ChildProcess[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "joinery-lock-"))));
afterEach(async () => {
  const alive = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(alive.map((child) => (child.kill("SIGKILL"), once(child, "exit"))));
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that wants the folder, and says how that went. */
async function start(
  prefix: string[] = [],
  path = process.env["PATH"]!,
): Promise<{ child: ChildProcess; says: string }> {
  const [name, ...rest] = [...prefix, ...command, folder];
  const child = spawn(name, rest, { env: { PATH: path, NODE_ENV: "test" }, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let says = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (piece: Buffer) => {
      says += piece.toString();
      resolve();
    });
    child.once("exit", () => setImmediate(resolve));
    child.once("error", reject);
  });
  return { child, says };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const write = (owner: object) => writeFileSync(join(folder, "owner.lock"), JSON.stringify(owner));

describe("The lock of a data folder", () => {
  it.skipIf(!hasNamespaces)("holds between processes that cannot see each other, and both are number 1", async () => {
    const first = await start(namespace);
    expect(first.says).toBe("held");
    expect((await start(namespace)).says).toContain("refused: Joinery is already running on");
  });

  it("names the owner, and is given up at the end", async () => {
    const first = await start();
    expect((await start()).says).toContain(`(process ${first.child.pid})`);
    first.child.kill("SIGTERM");
    await once(first.child, "exit");
    expect((await start()).says).toBe("held");
  });

  it.skipIf(!hasLocks)("is taken over at once from a process that was killed", async () => {
    await kill((await start()).child);
    expect(existsSync(join(folder, "owner.lock"))).toBe(true);
    const since = Date.now();
    expect((await start()).says).toBe("held");
    expect(Date.now() - since).toBeLessThan(10_000);
  });

  it("honours a heartbeat whatever its pid says, where the system has no locks", async () => {
    const first = await start([], "/nowhere");
    expect(first.says).toBe("held");
    const second = await start([], "/nowhere");
    expect(second.says).toContain("refused");
    await kill(first.child);
  });

  it("waits until the heartbeat is stale where nothing else can tell, and no longer", async () => {
    write({ nonce: "of a container that was killed", pid: 1, beatAt: Date.now() - 13_000 });
    expect((await start([], "/nowhere")).says).toBe("held");
    await Promise.all(children.map(kill));
    children = [];
    write({ pid: process.pid, beatAt: Date.now() - 60_000 });
    expect((await start()).says).toBe("held");
  }, 30_000);
});
