import "server-only";
import { AppError } from "@/errors";

/**
 * As many requests of one lane are begun at once; the others wait for their turn, so that a crowd keeps nobody else
 * from the processor.
 */
const atOnceMax = 4;

/** A request that waits for others itself, a model or a function, gives its place away. */
const heldMs = 250;

const waitingMax = 2_000;

type Line = { begun: number; waiting: (() => void)[] };
const lines = new Map<string, Line>();

/** Runs the work when it is its lane's turn. @throws unavailable when the lane is too long */
export async function admit<T>(lane: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(lane) ?? { begun: 0, waiting: [] };
  lines.set(lane, line);
  if (line.waiting.length >= waitingMax) throw new AppError("unavailable");
  if (line.begun < atOnceMax) line.begun += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  let isHeld = true;
  const leave = () => {
    if (!isHeld) return;
    isHeld = false;
    clearTimeout(timer);
    // What others sent meanwhile is read first.
    setImmediate(() => passOn(lane, line));
  };
  const timer = setTimeout(leave, heldMs);
  try {
    return await work();
  } finally {
    leave();
  }
}

function passOn(lane: string, line: Line): void {
  const next = line.waiting.shift();
  if (next) return next();
  line.begun -= 1;
  if (line.begun === 0) lines.delete(lane);
}
