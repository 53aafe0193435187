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
let isTicking = false;

/** Runs the work when it is its lane's turn. @throws unavailable when the lane is too long */
export async function admit<T>(lane: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(lane) ?? { begun: 0, waiting: [] };
  lines.set(lane, line);
  if (line.waiting.length >= waitingMax) throw new AppError("unavailable");
  if (line.begun < atOnceMax && line.waiting.length === 0) line.begun += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  let isHeld = true;
  const leave = () => {
    if (!isHeld) return;
    isHeld = false;
    clearTimeout(timer);
    // Only after this turn of the event loop: a lane of requests that never wait would otherwise fill it.
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
 * Begins one waiting request per turn of the event loop, of the lanes in rotation: in between, what others sent is
 * read, and what the database answered is handed on.
 */
function startNext(): void {
  if (isTicking) return;
  isTicking = true;
  setImmediate(() => {
    isTicking = false;
    for (const [lane, line] of lines) {
      if (line.waiting.length === 0 || line.begun >= atOnceMax) continue;
      // A Map keeps the order of insertion: this lane goes to its end.
      lines.delete(lane);
      lines.set(lane, line);
      line.begun += 1;
      line.waiting.shift()!();
      return startNext();
    }
  });
}
