import "server-only";
import { type HangUpSignal, queryCanceled } from "./caller";
import { failure } from "./embedded-error";
import type { Call } from "./embedded-queue";

/** Longest wait for a statement's turn. */
const queueMs = 30_000;

/** Only reads are cancelled when their caller hangs up; a write completes. */
export const isRead = ({ sql }: Record<string, unknown>): boolean =>
  typeof sql === "string" && /^\s*(select|with)\b/i.test(sql);

/**
 * Has a call leave the queue when its caller hangs up or its turn does not come in time.
 * @param leave takes it out, with the words of its error
 */
export function limitWait(call: Call, signal: HangUpSignal | undefined, leave: (words: string) => void): void {
  if (signal?.aborted) return call.reject(failure("The caller hung up", queryCanceled));
  const timer = setTimeout(() => leave("The database is busy"), queueMs);
  timer.unref();
  const hangUp = () => leave("The caller hung up");
  signal?.addEventListener("abort", hangUp, { once: true });
  const { resolve, reject } = call;
  const settle = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", hangUp);
  };
  call.resolve = (value) => {
    settle();
    resolve(value);
  };
  call.reject = (error) => {
    settle();
    reject(error);
  };
}
