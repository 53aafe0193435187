import "server-only";
import { mkdirSync } from "node:fs";
import { currentCaller, queryCanceled, withoutCaller } from "./caller";
import { EmbeddedDatabaseError, failure } from "./embedded-error";
import { type Call, CallQueue } from "./embedded-queue";
import { type QueryResult, withParsedJson } from "./embedded-rows";
import { EmbeddedThread, type Reply } from "./embedded-thread";
import { isRead, limitWait } from "./limit-wait";
import { frequentStatements } from "./prepare";

type QueryOptions = { rowMode?: "array" | "object"; parsers?: unknown };
type Runner = {
  query(sql: string, params?: unknown[], options?: QueryOptions): Promise<QueryResult>;
  exec(sql: string): Promise<QueryResult[]>;
};

/** Pipelining: calls in the worker's queue at once, so that it need not wait for this thread between statements. */
const sentMax = 2;

/** A statement that ignores its deadline is ended with its worker after this grace period. */
const graceMs = 500;
const watchMs = 100;

const notBegun = { yields: 0, startedAt: undefined, runsSince: 0 };

/** Attempts to reopen the folder before the database counts as lost. */
const reopenMax = 3;

/**
 * The part of PGlite's interface that Drizzle and pg-boss use, in front of a worker thread.
 * PGlite has one connection, which `CallQueue` shares among callers. A worker that hangs or dies is replaced by another
 * on the same folder: the call that ran fails, calls that had not begun are sent again.
 */
export class EmbeddedClient implements Runner {
  #thread!: EmbeddedThread;
  #queue = new CallQueue();
  /** Calls sent to the worker, in order; the first one runs. */
  #sent: Call[] = [];
  #listeners = new Map<string, Set<(payload: string) => void>>();
  #next = 1;
  #state: "open" | "replacing" | "closed" = "replacing";
  #yieldTimer: NodeJS.Timeout | undefined;
  #pumpTimer: NodeJS.Timeout | undefined;
  /** Called after a worker was replaced: notifications may have been lost. */
  onReplaced: () => void = () => undefined;
  readonly #watch: NodeJS.Timeout;
  readonly #yielding = new Set<Call>();
  readonly #isFrequent = frequentStatements();

  private constructor(private readonly dataDir: string | undefined) {
    this.#watch = setInterval(() => this.#enforceDeadlines(), watchMs);
    this.#watch.unref();
  }

  /**
   * @param dataDir a folder, made when missing; undefined keeps everything in memory
   * @param dump an uncompressed dump to start from (tests)
   */
  static async open(dataDir: string | undefined, dump?: Uint8Array): Promise<EmbeddedClient> {
    if (dataDir) mkdirSync(dataDir, { recursive: true });
    const client = new EmbeddedClient(dataDir);
    await client.#startThread(dump);
    return client;
  }

  query(sql: string, params?: unknown[], options?: QueryOptions): Promise<QueryResult> {
    return this.#query(sql, params, options);
  }

  exec(sql: string): Promise<QueryResult[]> {
    return this.#send({ method: "exec", sql });
  }

  async transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T> {
    const tx = await this.#send<number>({ method: "begin" });
    const finish = (commit: boolean) => this.#send<void>({ method: "end", transaction: tx, commit }, tx);
    const runner: Runner = {
      query: (sql, params, options) => this.#query(sql, params, options, tx),
      exec: (sql) => this.#send({ method: "exec", sql, tx }, tx),
    };
    let result: T;
    try {
      result = await work(runner);
    } catch (error) {
      // If the worker was lost, the transaction is rolled back already.
      if (this.#queue.isOpen(tx)) await finish(false);
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

  get isClosed(): boolean {
    return this.#state === "closed";
  }

  /** Copies the database's folder as a consistent snapshot. Other statements wait meanwhile. */
  copyTo(folder: string): Promise<void> {
    return withoutCaller(() => this.#send<void>({ method: "copy", folder }));
  }

  async close(): Promise<void> {
    if (this.#state !== "closed") await this.#send<void>({ method: "close" });
    clearInterval(this.#watch);
    this.#giveUp(failure("The embedded database is closed"));
    await this.#thread.terminate();
  }

  async #query(sql: string, params: unknown[] = [], options?: QueryOptions, tx?: number): Promise<QueryResult> {
    const textual = Boolean(options?.parsers);
    // As on Postgres, recurring statements with parameters are prepared.
    const prepare = params.length > 0 && this.#isFrequent(sql);
    const result = await this.#send<QueryResult>(
      { method: "query", tx, sql, params, rowMode: options?.rowMode, textual, prepare },
      tx,
    );
    return withParsedJson(result);
  }

  #send<T>(message: Record<string, unknown>, tx?: number): Promise<T> {
    const caller = message.method === "end" || message.method === "listen" ? undefined : currentCaller();
    return new Promise<T>((resolve, reject) => {
      const call: Call = { ...notBegun, id: this.#next++, message, caller, tx, resolve, reject };
      if (this.#state === "closed") return reject(failure("The embedded database is closed"));
      if (tx !== undefined && !this.#queue.isOpen(tx)) return reject(failure("This transaction has ended", "25P01"));
      if (caller) limitWait(call, isRead(message) ? caller.signal : undefined, (words) => this.#leave(call, words));
      this.#queue.add(call);
      this.#pump();
    });
  }

  /** Its caller hung up, or its turn did not come in time. */
  #leave(call: Call, words: string): void {
    if (this.#queue.remove(call)) call.reject(failure(words, queryCanceled));
    else if (call.caller?.signal?.aborted && isRead(call.message) && this.#sent[0] === call) this.#thread.stop(call.id);
  }

  #pump(): void {
    while (this.#state === "open" && this.#sent.length < sentMax) {
      const call = this.#queue.take(this.#sent.length > 0);
      if (!call) {
        if (this.#sent.length === 0) this.#pumpLater();
        break;
      }
      this.#sent.push(call);
      if (this.#sent.length === 1) this.#markRunning(call);
      const deadlineMs = call.message.method === "begin" ? undefined : this.#remainingMs(call);
      this.#thread.post({ ...call.message, id: call.id, deadlineMs });
    }
    this.#schedulePreemption();
  }

  #pumpLater(): void {
    if (this.#pumpTimer || !this.#queue.isPausing()) return;
    this.#pumpTimer = setTimeout(
      () => {
        this.#pumpTimer = undefined;
        this.#pump();
      },
      Math.max(0, this.#queue.pauseMs()),
    );
  }

  #markRunning(call: Call | undefined): void {
    clearTimeout(this.#yieldTimer);
    this.#yieldTimer = undefined;
    if (!call) return;
    call.runsSince = Date.now();
    call.startedAt ??= call.runsSince;
    if (call.caller?.signal?.aborted && isRead(call.message)) this.#thread.stop(call.id);
  }

  /** Remaining time of a call's deadline, which counts from its first start. Undefined without a deadline. */
  #remainingMs({ caller, startedAt }: Call): number | undefined {
    return caller && Math.max(1, caller.deadlineMs - (startedAt ? Date.now() - startedAt : 0));
  }

  /** Schedules preemption: a long statement is cancelled for other lanes and restarted after them. */
  #schedulePreemption(): void {
    const call = this.#sent[0];
    const mayYield = call?.caller && call.tx === undefined && call.message.method === "query";
    if (!mayYield || this.#yieldTimer || !this.#othersWait(call)) return;
    const left = call.runsSince + this.#queue.sliceOf(call) - Date.now();
    this.#yieldTimer = setTimeout(
      () => {
        this.#yieldTimer = undefined;
        if (this.#sent[0] !== call || !this.#othersWait(call) || !this.#thread.isRunning(call.id))
          return this.#schedulePreemption();
        call.yields += 1;
        this.#yielding.add(call);
        this.#thread.stop(call.id);
      },
      Math.max(0, left),
    );
  }

  #othersWait(call: Call): boolean {
    const next = this.#sent[1];
    return (next !== undefined && next.caller?.lane !== call.caller?.lane) || this.#queue.hasOthersThan(call);
  }

  #receive({ id, result, error, channel, payload, ms = 0 }: Reply): void {
    if (channel !== undefined) return this.#listeners.get(channel)?.forEach((listener) => listener(payload ?? ""));
    const at = this.#sent.findIndex((call) => call.id === id);
    const [call] = at < 0 ? [] : this.#sent.splice(at, 1);
    if (call) this.#count(call, ms);
    this.#markRunning(this.#sent[0]);
    if (call) this.#settle(call, result, error);
    this.#pump();
  }

  #count(call: Call, ms: number): void {
    this.#queue.charge(call, ms, !this.#yielding.has(call));
    if (this.#othersWait(call)) this.#queue.spendPatience(call, ms);
  }

  #settle(call: Call, result: unknown, error: Reply["error"]): void {
    const mustYield = this.#yielding.delete(call);
    if (!error) return call.resolve((call.message.method === "begin" ? call.id : result) as never);
    if (call.message.method === "begin") this.#queue.endTransaction();
    const isInTime = call.startedAt! + (call.caller?.deadlineMs ?? 0) > Date.now();
    if (error.code === queryCanceled && mustYield && isInTime && !call.caller?.signal?.aborted)
      return this.#queue.add(Object.assign(call, { id: this.#next++ }), true);
    call.reject(Object.assign(new EmbeddedDatabaseError(error.message), error));
  }

  /**
   * Terminates the worker of a statement that cannot be cancelled. Not with an in-memory database, whose data would be
   * lost.
   */
  #enforceDeadlines(): void {
    const call = this.#sent[0];
    if (this.#state !== "open" || !this.dataDir || !call?.caller || !this.#thread.isRunning(call.id)) return;
    if (call.message.method === "begin" || call.message.method === "end") return;
    if (Date.now() - call.runsSince < call.caller.deadlineMs + graceMs) return;
    void this.#replaceThread(failure("canceling statement due to statement timeout", queryCanceled));
  }

  async #startThread(dump?: Uint8Array): Promise<void> {
    this.#thread = new EmbeddedThread(this.dataDir, dump, {
      receive: (reply) => this.#receive(reply),
      fail: (error) => {
        this.#sent.shift()?.reject(error);
        this.#pump();
      },
      lose: (error) => {
        if (this.#state === "open") void this.#replaceThread(failure(error.message));
      },
    });
    await this.#thread.opened;
    this.#state = "open";
    this.#pump();
  }

  /**
   * Terminates the worker, rejects the running call, and sends calls that had not begun to a new worker on the same
   * folder. The open transaction is rolled back by the worker's end.
   * @param reason the running call's error
   */
  async #replaceThread(reason: Error): Promise<void> {
    this.#state = "replacing";
    this.onReplaced();
    // Replies already in flight are still received.
    await this.#thread.terminate();
    await new Promise((resolve) => void setImmediate(resolve));
    const [ran, ...rest] = this.#sent.splice(0);
    const lost = failure("The transaction was rolled back: its database was restarted", "25P02");
    ran?.reject(reason);
    for (const call of rest.reverse())
      if (call.tx === undefined) this.#queue.add(call, true);
      else call.reject(lost);
    for (const call of this.#queue.endTransaction()) call.reject(lost);
    if (!this.dataDir) return this.#giveUp(reason);
    for (let tries = 0; this.#state === "replacing" && tries < reopenMax; tries += 1)
      await this.#startThread().catch(() => undefined);
    if (this.#state === "replacing") return this.#giveUp(reason);
    for (const channel of this.#listeners.keys()) void this.#send({ method: "listen", channel });
    this.onReplaced();
  }

  #giveUp(reason: Error): void {
    this.#state = "closed";
    for (const call of [...this.#sent.splice(0), ...this.#queue.clear()]) call.reject(reason);
  }
}
