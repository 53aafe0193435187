import "server-only";
import { AppError } from "@/errors";

/**
 * Concurrency limit per lane; further requests queue, so that one lane's flood leaves the processor to others. Of short
 * requests more are under way: one turn of the event loop then serves several of them, which takes a third less
 * processor time for each.
 */
const atOnce = { min: 4, max: 16, ms: 5 };

/** Requests of a lane that start in one turn of the event loop. */
const perTurn = { min: 1, max: 4, ms: 1 };

/** As many as take this long together on average, within bounds. */
const limitOf = ({ min, max, ms }: typeof atOnce, { averageMs }: Line): number =>
  Math.min(max, Math.max(min, Math.floor(ms / averageMs)));

/** A request that takes longer is waiting for a model or a function, not computing: it gives its slot back. */
const heldMs = 250;

const waitingMax = 2_000;

type Line = {
  begun: number;
  waiting: (() => void)[];
  /** Moving average of what one request takes, with those beside it counted out; Infinity until the first has ended. */
  averageMs: number;
};
const lines = new Map<string, Line>();
let isTicking = false;

const hasRoom = (line: Line): boolean => line.begun < limitOf(atOnce, line);

function noteTaken(line: Line, ms: number): void {
  const own = ms / line.begun;
  line.averageMs = line.averageMs === Infinity ? own : line.averageMs + (own - line.averageMs) / 8;
}

/** Runs the work in its lane's turn. @throws unavailable when the lane's queue is full */
export async function admit<T>(lane: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(lane) ?? { begun: 0, waiting: [], averageMs: Infinity };
  lines.set(lane, line);
  if (line.waiting.length >= waitingMax) throw new AppError("unavailable");
  if (hasRoom(line) && line.waiting.length === 0) line.begun += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  const beganAt = performance.now();
  let isHeld = true;
  const leave = () => {
    if (!isHeld) return;
    isHeld = false;
    clearTimeout(timer);
    noteTaken(line, performance.now() - beganAt);
    // Release the slot on a later tick: a lane of requests that never wait would otherwise monopolize the event loop.
    setImmediate(() => {
      line.begun -= 1;
      if (line.waiting.length > 0) startNext();
      else if (line.begun === 0) lines.delete(lane);
    });
  };
  const timer = setTimeout(leave, heldMs);
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * Starts one queued request per tick, or a few short ones of a lane, round-robin over lanes, so that sockets and database
 * replies are served in between.
 */
function startNext(): void {
  if (isTicking) return;
  isTicking = true;
  setImmediate(() => {
    isTicking = false;
    for (const [lane, line] of lines) {
      if (line.waiting.length === 0 || !hasRoom(line)) continue;
      // A Map keeps insertion order: re-inserting moves this lane to the end.
      lines.delete(lane);
      lines.set(lane, line);
      for (let started = 0; started < limitOf(perTurn, line); started += 1) {
        if (line.waiting.length === 0 || !hasRoom(line)) break;
        line.begun += 1;
        line.waiting.shift()!();
      }
      return startNext();
    }
  });
}
