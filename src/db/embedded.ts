import "server-only";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

type QueryOptions = { rowMode?: "array" | "object"; parsers?: unknown };
type QueryResult = { rows: unknown[]; fields: unknown[]; affectedRows?: number };
type Reply = {
  id?: number;
  result?: unknown;
  error?: { message: string; code?: string };
  channel?: string;
  payload?: string;
  ready?: true;
};
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

/** A Postgres error as the embedded engine reports it; `code` is the SQLSTATE. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError";
  code?: string;
  constraint?: string;
}

type Runner = {
  query(sql: string, params?: unknown[], options?: QueryOptions): Promise<QueryResult>;
  exec(sql: string): Promise<QueryResult[]>;
};

/**
 * The part of PGlite's interface that Drizzle and pg-boss use, spoken to a worker thread.
 * PGlite has one connection: transactions queue behind each other in the worker.
 */
export class EmbeddedClient implements Runner {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #listeners = new Map<string, Set<(payload: string) => void>>();
  #next = 1;
  readonly ready: Promise<void>;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      worker.on("message", (reply: Reply) => (reply.ready ? resolve() : this.#receive(reply)));
      worker.on("error", (error) => this.#fail(error, reject));
      worker.on("exit", (code) => this.#fail(new Error(`The embedded database stopped (exit ${code})`), reject));
    });
    this.ready.catch(() => undefined);
  }

  /**
   * @param dataDir a folder, made when missing; undefined keeps everything in memory
   * @param dump an uncompressed dump to start from (tests)
   */
  static async open(dataDir: string | undefined, dump?: Uint8Array): Promise<EmbeddedClient> {
    if (dataDir) mkdirSync(dataDir, { recursive: true });
    // Resolved from the working directory: a bundler would otherwise move the file away from its imports.
    const file = join(/* turbopackIgnore: true */ process.cwd(), "src/db/embedded-worker.mjs");
    const client = new EmbeddedClient(new Worker(file, { workerData: { dataDir, dump } }));
    await client.ready;
    return client;
  }

  query(sql: string, params?: unknown[], options?: QueryOptions): Promise<QueryResult> {
    return this.#query(undefined, sql, params, options);
  }

  exec(sql: string): Promise<QueryResult[]> {
    return this.#send({ method: "exec", sql });
  }

  async transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T> {
    const tx = this.#next;
    await this.#send<void>({ method: "begin" });
    const finish = (commit: boolean) => this.#send<void>({ method: "end", transaction: tx, commit });
    const runner: Runner = {
      query: (sql, params, options) => this.#query(tx, sql, params, options),
      exec: (sql) => this.#send({ method: "exec", sql, tx }),
    };
    let result: T;
    try {
      result = await work(runner);
    } catch (error) {
      await finish(false);
      throw error;
    }
    await finish(true);
    return result;
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    let listeners = this.#listeners.get(channel);
    if (!listeners) {
      this.#listeners.set(channel, (listeners = new Set()));
      await this.#send<void>({ method: "listen", channel });
    }
    listeners.add(listener);
    return async () => void listeners.delete(listener);
  }

  dump(): Promise<Uint8Array> {
    return this.#send({ method: "dump" });
  }

  async close(): Promise<void> {
    await this.#send<void>({ method: "close" });
    this.#worker.removeAllListeners("exit");
    await this.#worker.terminate();
  }

  #query(tx: number | undefined, sql: string, params?: unknown[], options?: QueryOptions): Promise<QueryResult> {
    return this.#send({
      method: "query",
      tx,
      sql,
      params,
      rowMode: options?.rowMode,
      textual: Boolean(options?.parsers),
    });
  }

  #send<T>(request: Record<string, unknown>): Promise<T> {
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve, reject });
      this.#worker.postMessage({ ...request, id });
    });
  }

  #receive({ id, result, error, channel, payload }: Reply): void {
    if (channel !== undefined) return this.#listeners.get(channel)?.forEach((listener) => listener(payload ?? ""));
    const waiting = this.#waiting.get(id!);
    this.#waiting.delete(id!);
    if (error) waiting?.reject(Object.assign(new EmbeddedDatabaseError(error.message), error));
    else waiting?.resolve(result as never);
  }

  #fail(error: Error, reject: (error: Error) => void): void {
    reject(error);
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
