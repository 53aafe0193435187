import "server-only";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const beatMs = 2_000;
/**
 * An owner that has not written for this long is gone: so long, and no longer, does a killed one keep others out where
 * the system has no locks.
 */
const staleMs = 15_000;
const lookMs = 250;

/**
 * `nonce` tells owners apart, since every container's first process is number 1. `boot` is the kernel that held the
 * system's lock, if one did.
 */
type Owner = { nonce: string; pid: number; beatAt: number; boot?: string | undefined };

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

/** Renamed into place, so that nobody reads half of it. */
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
 * An operating system's lock by flock(1), which Linux has. It locks what our own descriptor has opened, so that it
 * lasts as long as this process, in whatever pid namespace, and ends with it however it ends.
 */
function lockFile(file: string): SystemLock {
  const descriptor = openSync(file, "a");
  const { status } = spawnSync("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
  if (status === 0) return { state: "held", release: () => closeSync(descriptor) };
  closeSync(descriptor);
  return { state: status === 1 ? "taken" : "unknown" };
}

/** Watches a heartbeat until it moves, or has stood still for as long as no living owner's does. */
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
 * Makes this process the only owner of a data folder. Two processes on one embedded database lose data in silence
 * (facts/security.md §0.1), so a second one refuses to start and names the first.
 *
 * An owner is believed by the system's lock or by its heartbeat, whatever its process id says: two containers do not
 * see each other's. After a kill, a new start takes the folder over at once where both held the system's lock, and
 * within 15 seconds elsewhere.
 * @returns a function that gives the folder up
 * @throws when another live process holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "owner.lock");
  const system = lockFile(join(folder, "system.lock"));
  const boot = system.state === "held" ? bootId() : undefined;
  const owner = readOwner(file);
  // One kernel's lock is proof: who held it there and does not any more is gone.
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
    // A process that was suspended past the limit may wake up as the second owner: it must not write again.
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
 * Without the system's lock two may write at once: the last one stays, and each looks after the other had its time to.
 */
async function settle(isMine: () => boolean, folder: string): Promise<void> {
  await sleep(lookMs);
  if (!isMine()) throw new Error(`Joinery is just starting on ${folder} in another process.`);
}
