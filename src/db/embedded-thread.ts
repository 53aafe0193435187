import "server-only";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export type Reply = {
  id?: number;
  result?: unknown;
  error?: { message: string; code?: string };
  channel?: string;
  payload?: string;
  /** Execution time. */
  ms?: number;
};

const [runs, stops] = [0, 1];

type Events = {
  receive: (reply: Reply) => void;
  /** A reply could not be read: it belongs to the call that runs. */
  fail: (error: Error) => void;
  /** The thread ended by itself. */
  lose: (error: Error) => void;
};

/** The thread that runs PGlite (embedded-worker.mjs), on the folder that it owns. */
export class EmbeddedThread {
  #shared = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker;
  #isEnded = false;
  /** Resolves when the database is open. */
  readonly opened: Promise<void>;

  /**
   * @param dataDir undefined keeps everything in memory
   * @param dump an uncompressed dump to start from (tests)
   */
  constructor(dataDir: string | undefined, dump: Uint8Array | undefined, { receive, fail, lose }: Events) {
    // Resolved from the working directory, because a bundler would move the file away from its imports.
    const file = join(/* turbopackIgnore: true */ process.cwd(), "src/db/embedded-worker.mjs");
    const worker = new Worker(file, { workerData: { dataDir, dump, shared: this.#shared.buffer } });
    this.#worker = worker;
    this.opened = new Promise((resolve, reject) => {
      worker.on("message", (reply: Reply & { ready?: true }) => {
        // Node delivers up to a thousand messages of a port in a row. Each reply sends the next statement, so that
        // under load replies would arrive endlessly and sockets starve for seconds; setImmediate lets I/O in between.
        if (reply.ready) resolve();
        else setImmediate(() => receive(reply));
      });
      worker.on("messageerror", fail);
      const end = (error: Error) => {
        reject(error);
        if (!this.#isEnded) lose(error);
      };
      worker.on("error", end);
      worker.on("exit", (code) => end(new Error(`The embedded database stopped (exit ${code})`)));
    });
  }

  post(message: Record<string, unknown>): void {
    this.#worker.postMessage(message);
  }

  /** Whether the thread is at this call, and not at one before it. */
  isRunning(id: number): boolean {
    return Atomics.load(this.#shared, runs) === id;
  }

  /** Requests cancellation of a call; works where its statement reads the clock. */
  stop(id: number): void {
    Atomics.store(this.#shared, stops, id);
  }

  async terminate(): Promise<void> {
    this.#isEnded = true;
    await this.#worker.terminate();
  }
}
