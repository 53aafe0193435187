import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** The part of AbortSignal that statements need. */
export type HangUpSignal = {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
};

/** For whom statements run: a request has a deadline and a fair-queueing lane, the server's own work has neither. */
export type Caller = {
  /** Fair queueing: statements of one lane are queued, lanes take turns. */
  lane: string;
  /** Time limit of each statement. */
  deadlineMs: number;
  /** Its statements touch rows by their keys, and may share a connection (`byKey`), or are to (`byKeys`). */
  sharing?: "may" | "must";
  /** Aborted when the caller hangs up. Only set for reads: a write completes even when its caller has left. */
  signal?: HangUpSignal | undefined;
};

/** "a visitor's query 3 s, a builder's 10 s; then 503 with words" (design §6). */
export const deadlinesMs = { visitor: 3_000, builder: 10_000 };

const callers = new AsyncLocalStorage<Caller | undefined>();

export const currentCaller = (): Caller | undefined => callers.getStore();

/** Runs the work with its statements attributed to this caller. */
export const asCaller = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/**
 * Runs the work as the server's own, without deadline or lane: results that several callers share, and an owner's
 * changes of whole tables.
 */
export const withoutCaller = <T>(work: () => T): T => callers.run(undefined, work);

/**
 * Runs a single statement that reads or changes one row by its key. It takes next to no time, so that on Postgres it
 * may go over a connection with others under way (pipelining), when those of its lane are taken.
 */
export function byKey<T>(work: () => T): T {
  const caller = currentCaller();
  return caller ? asCaller({ ...caller, sharing: "may" }, work) : work();
}

/**
 * The same for a few rows of several callers (write-together.ts). On Postgres it always goes over a shared connection,
 * whose limits end it when it would wait for a lock: so no deadlock can ever hit anybody else.
 */
export function byKeys<T>(work: () => T): T {
  const caller = currentCaller();
  return caller ? asCaller({ ...caller, sharing: "must" }, work) : work();
}

/** SQLSTATE query_canceled: deadline passed, or the caller hung up. */
export const queryCanceled = "57014";

/** SQLSTATE lock_not_available: lock_timeout passed. */
export const lockNotAvailable = "55P03";

/** Whether the error, or a cause of it at any depth, is a cancelled statement. */
export function isCanceled(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: unknown }).code === queryCanceled) return true;
  return false;
}
