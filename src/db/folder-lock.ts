import "server-only";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const beatMs = 2_000;
/**
 * A heartbeat older than this is stale. It is also how long a killed owner blocks the folder where no system lock
 * exists.
 */
const staleMs = 15_000;
const lookMs = 250;

/**
 * `nonce` identifies the owner, since every container's first process has pid 1. `boot` identifies the kernel whose
 * lock it held, if any.
 */
type Owner = { nonce: string; pid: number; beatAt: number; boot?: string | undefined };

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

/** Atomic: written beside and renamed, so that nobody reads a partial file. */
function writeOwner(file: string, owner: Owner): void {
  const draft = `${file}.${owner.nonce}`;
  writeFileSync(draft, JSON.stringify(owner));
  renameSync(draft, file);
}

function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}

type SystemLock = { state: "held"; release: () => void } | { state: "taken" | "unknown"; release?: undefined };

/**
 * A system lock by flock(1), which Linux has. It locks our own descriptor, so that the lock lasts exactly as long as
 * this process, in any pid namespace.
 */
function lockFile(file: string): SystemLock {
  const descriptor = openSync(file, "a");
  const { status } = spawnSync("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
  if (status === 0) return { state: "held", release: () => closeSync(descriptor) };
  closeSync(descriptor);
  return { state: status === 1 ? "taken" : "unknown" };
}

/** Watches a heartbeat until it moves or is stale. */
async function isBeating(file: string, known: Owner): Promise<boolean> {
  const until = Math.min(Date.now(), known.beatAt) + staleMs;
  if (Date.now() < until)
    process.stderr.write(
      `This folder was in use ${Math.round((Date.now() - known.beatAt) / 1000)} s ago. Waiting up to ${staleMs / 1000} s to see whether it still is.\n`,
    );
  while (Date.now() < until) {
    await sleep(lookMs);
    const now = readOwner(file);
    if (!now) return false;
    if (now.nonce !== known.nonce || now.beatAt !== known.beatAt) return true;
  }
  return false;
}

/**
 * Makes this process the only owner of a data folder. Two processes on one embedded database lose data silently
 * (facts/security.md §0.1), so a second one refuses to start and names the first.
 *
 * Ownership is proven by the system lock or the heartbeat, never by process id: two containers do not see each other's.
 * After a kill, a new start takes the folder over at once where both held the system lock, and within 15 seconds
 * elsewhere.
 * @returns a function that releases the folder
 * @throws when another live process holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "owner.lock");
  const system = lockFile(join(folder, "system.lock"));
  const boot = system.state === "held" ? bootId() : undefined;
  const owner = readOwner(file);
  // On the same kernel the lock is proof: an owner that held it there and no longer does is dead.
  const isProvenGone = owner?.boot !== undefined && owner.boot === boot;
  if (system.state === "taken" || (owner && !isProvenGone && (await isBeating(file, owner)))) {
    system.release?.();
    const name = owner ? ` (process ${owner.pid})` : "";
    throw new Error(`Joinery is already running on ${folder}${name}. Stop it first, or set another DATA_DIR.`);
  }
  const mine = { nonce: randomUUID(), pid: process.pid, boot };
  const beatNow = () => writeOwner(file, { ...mine, beatAt: Date.now() });
  const isMine = () => readOwner(file)?.nonce === mine.nonce;
  beatNow();
  if (!boot) await settle(isMine, folder);
  const beat = setInterval(() => {
    // A process that was suspended past the limit may wake up after losing the folder: it must not write again.
    if (!isMine()) process.exit(75);
    beatNow();
  }, beatMs);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    process.off("exit", release);
    if (isMine()) rmSync(file, { force: true });
    system.release?.();
  };
  process.once("exit", release);
  return release;
}

/**
 * Without a system lock two starts may race: the last writer wins, and each checks after the other had time to write.
 */
async function settle(isMine: () => boolean, folder: string): Promise<void> {
  await sleep(lookMs);
  if (!isMine()) throw new Error(`Joinery is just starting on ${folder} in another process.`);
}
