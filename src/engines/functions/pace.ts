import "server-only";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/** Niceness of functions: builders' requests come first. */
export const usualNice = 5;
/**
 * A process that used, or waited for, this share of a window's CPU time is busy and gets the lowest priority. Waiting
 * counts, or many busy processes together would each look modest.
 */
export const burningNice = 19;
const burningShare = 0.8;
const burningWindowMs = 100;
/** Hysteresis: it is calm again below this share of a longer window. */
const calmShare = 0.3;
const calmWindowMs = 1_000;

/** Adjusts the niceness of an app's process: normal, or lowest while it computes continuously. */
export class Pace {
  #since = 0;
  #usedMs = 0;

  /** @param isBurning start at the lowest priority, until it proves calm (its predecessor was killed) */
  constructor(
    private readonly pids: number[],
    public isBurning: boolean,
  ) {
    this.#apply();
  }

  /** Takes a sample; called every few dozen milliseconds while there are calls or it is busy. */
  look(now: number): void {
    const passedMs = now - this.#since;
    const windowMs = this.isBurning ? calmWindowMs : burningWindowMs;
    if (passedMs < windowMs) return;
    const usedMs = this.#used();
    const share = (usedMs - this.#usedMs) / passedMs;
    this.#since = now;
    this.#usedMs = usedMs;
    const isBurning = share > (this.isBurning ? calmShare : burningShare);
    if (isBurning === this.isBurning) return;
    this.isBurning = isBurning;
    this.#usedMs = this.#used();
    this.#apply();
  }

  /** At nice 19 count CPU time only: run-queue wait says nothing about the process. */
  #used(): number {
    return this.pids.reduce((sum, pid) => sum + timeOf(pid, !this.isBurning), 0);
  }

  #apply(): void {
    for (const pid of this.pids) setNice(pid, this.isBurning ? burningNice : usualNice);
  }
}

/**
 * With autogroup scheduling only the group's niceness counts against other groups, without it each thread's. Where
 * raising a thread's priority is not permitted, it stays low until the process is replaced.
 */
export function setNice(pid: number, nice: number): void {
  try {
    // Never change Joinery's own group.
    if (groupOf(pid) !== groupOf("self")) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // No autogroups here, or the process is gone.
  }
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, nice);
    } catch {
      // Not permitted, or already gone; either way it is still monitored.
    }
  }
}

const groupOf = (pid: number | "self") => readFileSync(`/proc/${pid}/autogroup`, "utf8").split(" ", 1)[0];

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/**
 * CPU time of the process's main thread, which runs the functions, in ms; with run-queue wait where the system counts
 * it. Reads one short file, because it is called dozens of times per second.
 */
function timeOf(pid: number, isWaitCounted: boolean): number {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ").map(Number) as [number, number];
    return (isWaitCounted ? ran + waited : ran) / 1e6;
  } catch {
    return ticksOf(pid) * 10;
  }
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(ticks[11]) + Number(ticks[12]);
  } catch {
    return 0;
  }
}
