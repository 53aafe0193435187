import "server-only";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const beatMs = 2_000;
/** A lock whose owner has not written for this long is taken over, even if its pid is in use again. */
const staleMs = 15_000;

type Owner = { pid: number; beatAt: number };

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, beatAt }: Owner): boolean {
  if (pid === process.pid || Date.now() - beatAt > staleMs) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Makes this process the only owner of a data folder. Two processes on one embedded database lose data in silence
 * (facts/security.md §0.1), so a second one refuses to start and names the first.
 * @returns a function that gives the folder up
 * @throws when another live process holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "owner.lock");
  const mine = () => JSON.stringify({ pid: process.pid, beatAt: Date.now() } satisfies Owner);
  for (let tries = 0; ; tries += 1) {
    try {
      const handle = openSync(file, "wx");
      writeSync(handle, mine());
      closeSync(handle);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || tries > 3) throw error;
      const owner = readOwner(file);
      if (owner && isRunning(owner))
        throw new Error(
          `Joinery is already running on ${folder} (process ${owner.pid}). Stop it first, or set another DATA_DIR.`,
          { cause: error },
        );
      rmSync(file, { force: true });
    }
  }
  const beat = setInterval(() => {
    // A process that was suspended past the limit may wake up as the second owner: it must not write again.
    if (readOwner(file)?.pid !== process.pid) process.exit(75);
    writeFileSync(file, mine());
  }, beatMs);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  };
  process.once("exit", release);
  return release;
}
