import { TRPCClientError } from "@trpc/client";
import { importBatchesAtOnce } from "../limits";
import type { Batches } from "./read-batches";

/** Backoff between retries of a batch, about a minute in total: enough for a server restart. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 15_000, 20_000];

/** Whether an error is retryable: lost connection, restarting server, or a request to slow down. Refusals are final. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  // No reason of ours: a proxy answered, or nobody did.
  if (!data || typeof data !== "object" || !("httpStatus" in data)) return true;
  return Number(data.httpStatus) >= 500 || data.httpStatus === 429;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

async function persist(send: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (const ms of pausesMs) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      await pause(ms, signal);
    }
  }
  signal.throwIfAborted();
  return send();
}

/**
 * Sends batches, "3 batches in parallel" (2-builder.md §7), retrying each for about a minute. A batch waits for earlier
 * ones that share a key, so that the last row of a key wins.
 * @throws the first refusal, after batches in flight have ended; no further one is started
 */
export async function sendBatches(
  { batches, after }: Batches,
  send: (batch: number, signal: AbortSignal) => Promise<void>,
  cancel: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([cancel, failed.signal]);
  const sent = batches.map(() => Promise.withResolvers<void>());
  let next = 0;
  const sender = async () => {
    while (next < batches.length && !signal.aborted) {
      const batch = next++;
      // Dependencies were started before: they succeed, or their failure ends everything.
      await Promise.all(after[batch]!.map((earlier) => sent[earlier]!.promise));
      try {
        await persist(() => send(batch, signal), signal);
      } catch (error) {
        failed.abort(error);
      }
      sent[batch]!.resolve();
    }
  };
  await Promise.all(Array.from({ length: importBatchesAtOnce }, sender));
  signal.throwIfAborted();
}
