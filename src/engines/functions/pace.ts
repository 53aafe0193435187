import "server-only";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * How far a process steps back for others, as `nice` counts: people who use the builder come before functions that
 * compute.
 */
export const usualNice = 5;
/**
 * A process that computed, or would have if it had had its turn, for this share of a window burns: it goes last, and
 * costs its neighbours next to nothing. What it waited counts, or else many that burn together would each look modest.
 */
export const burningNice = 19;
const burningShare = 0.8;
const burningWindowMs = 100;
/** It is calm again when it computed for less than this of a longer window. */
const calmShare = 0.3;
const calmWindowMs = 1_000;

/**
 * Gives the processes of one app their turn on the processor: the usual one, or the last one while they compute without
 * a pause.
 */
export class Pace {
  #since = 0;
  #usedMs = 0;

  /** @param isBurning whether it starts as the last: it has to show first that it is calm */
  constructor(
    private readonly pids: number[],
    public isBurning: boolean,
  ) {
    this.#apply();
  }

  /** One look, every few dozen milliseconds while there are calls or it burns. */
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
 * Where the system groups processes by session, only a group's own niceness counts against other groups; where it does
 * not, every thread's. Without the right to take a thread's niceness back, it stays until the process is replaced.
 */
export function setNice(pid: number, nice: number): void {
  try {
    // Never the group that Joinery itself is in.
    if (groupOf(pid) !== groupOf("self")) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // No groups here, or the process is gone.
  }
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, nice);
    } catch {
      // Not allowed here, or already gone: either way the process is watched.
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
 * Milliseconds that a process's first thread ran, which is the one that runs the functions; with those that it waited
 * for its turn where the system counts them. One short file, as this is asked some dozen times a second.
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
