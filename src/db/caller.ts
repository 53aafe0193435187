import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * For whom statements run: a request has a deadline and shares the database fairly with others, the server's own work
 * has neither.
 */
export type Caller = {
  /** Fair queueing: statements of one lane wait for each other, lanes take turns. */
  lane: string;
  /** Each statement's time limit. */
  deadlineMs: number;
  /** Fires when the caller hangs up. Only given for reads: what somebody saves is saved, even if they leave. */
  signal?: AbortSignal | undefined;
};

/** "a visitor's query 3 s, a builder's 10 s; then 503 with words" (design §6). */
export const deadlinesMs = { visitor: 3_000, builder: 10_000 };

const callers = new AsyncLocalStorage<Caller | undefined>();

export const currentCaller = (): Caller | undefined => callers.getStore();

/** Every statement that the work sends runs for this caller. */
export const asCaller = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** The server's own work within a request: what several callers share, and an owner's changes of whole tables. */
export const withoutCaller = <T>(work: () => T): T => callers.run(undefined, work);

/** SQLSTATE query_canceled: a deadline passed or the caller hung up. */
export const queryCanceled = "57014";

/** Whether a statement behind this error was cancelled, however often the error was wrapped. */
export function isCanceled(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: unknown }).code === queryCanceled) return true;
  return false;
}
