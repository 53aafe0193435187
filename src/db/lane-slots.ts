import "server-only";
import { type HangUpSignal, queryCanceled } from "./caller";

/** Longest wait for a connection. */
const waitMs = 30_000;

/**
 * A lane whose statements take longer than this on average runs one at a time: there are fewer processors than
 * connections.
 */
const longMs = 100;

type Lane = { running: number; waiting: (() => void)[]; averageMs: number };

/**
 * Shares a pool's connections among lanes: no lane holds more than it leaves free. A flood of one app's long queries
 * queues behind itself and others still find a connection; n such floods leave 1/2ⁿ of the pool.
 */
export class LaneSlots {
  #free: number;
  #lanes = new Map<string, Lane>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the work once its lane gets a connection. @param signal fires when the caller hangs up */
  async run<T>(name: string, work: () => PromiseLike<T>, signal?: HangUpSignal): Promise<T> {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: [], averageMs: 0 };
    this.#lanes.set(name, lane);
    if (this.#mayRun(lane)) this.#take(lane);
    else await this.#turn(lane, signal);
    const began = performance.now();
    try {
      return await work();
    } finally {
      lane.averageMs += (performance.now() - began - lane.averageMs) / 4;
      lane.running -= 1;
      this.#free += 1;
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(name);
      this.#startNext();
    }
  }

  /** Whether work of this lane would have to wait now. */
  isFull(name: string): boolean {
    const lane = this.#lanes.get(name);
    return lane ? lane.waiting.length > 0 || !this.#mayRun(lane) : this.#free === 0;
  }

  #mayRun({ running, averageMs }: Lane): boolean {
    return running < (averageMs > longMs ? Math.min(1, this.#free) : this.#free);
  }

  #take(lane: Lane): void {
    lane.running += 1;
    this.#free -= 1;
  }

  #turn(lane: Lane, signal: HangUpSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        settle();
        this.#take(lane);
        resolve();
      };
      const leave = (words: string) => {
        settle();
        lane.waiting.splice(lane.waiting.indexOf(start), 1);
        reject(Object.assign(new Error(words), { code: queryCanceled }));
      };
      const hangUp = () => leave("The caller hung up");
      const timer = setTimeout(() => leave("The database is busy"), waitMs).unref();
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", hangUp);
      };
      if (signal?.aborted) return reject(Object.assign(new Error("The caller hung up"), { code: queryCanceled }));
      signal?.addEventListener("abort", hangUp, { once: true });
      lane.waiting.push(start);
    });
  }

  /** The lane with the fewest connections goes first. */
  #startNext(): void {
    let next: Lane | undefined;
    for (const lane of this.#lanes.values())
      if (lane.waiting.length > 0 && this.#mayRun(lane) && (!next || lane.running < next.running)) next = lane;
    next?.waiting.shift()?.();
  }
}
