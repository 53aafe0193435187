import "server-only";
import { queryCanceled } from "./caller";

/** A caller waits this long at most for a connection. */
const waitMs = 30_000;

/** A lane whose statements take longer than this on average runs one at a time: processors are fewer than connections. */
const longMs = 100;

type Lane = { running: number; waiting: (() => void)[]; averageMs: number };

/**
 * Connections of a pool, shared among lanes: none holds more of them than it leaves free. A crowd of one app's long queries waits for itself,
 * and whoever else comes finds a connection, however many such crowds there are (but one in each halving of the pool).
 */
export class LaneSlots {
  #free: number;
  #lanes = new Map<string, Lane>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the work when its lane may have a connection. @param signal fires when nobody wants it any more */
  async run<T>(name: string, work: () => PromiseLike<T>, signal?: AbortSignal): Promise<T> {
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

  #mayRun({ running, averageMs }: Lane): boolean {
    return running < (averageMs > longMs ? Math.min(1, this.#free) : this.#free);
  }

  #take(lane: Lane): void {
    lane.running += 1;
    this.#free -= 1;
  }

  #turn(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
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

  /** The lane with the fewest connections goes next. */
  #startNext(): void {
    let next: Lane | undefined;
    for (const lane of this.#lanes.values())
      if (lane.waiting.length > 0 && this.#mayRun(lane) && (!next || lane.running < next.running)) next = lane;
    next?.waiting.shift()?.();
  }
}
