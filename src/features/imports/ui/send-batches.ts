import { TRPCClientError } from "@trpc/client";
import { importBatchesAtOnce } from "../schema";
import type { Batches } from "./read-batches";

/** Between the tries of one batch: a minute in all: a server that is started again is back by then. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 15_000, 20_000];

/**
 * What may pass: the connection is lost, the server is being started again, or asks for patience. A refusal will not
 * change.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  // Without a reason of ours, something on the way answered, or nothing did.
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
 * Sends batches, "3 batches in parallel" (2-builder.md §7), each again for about a minute when it does not arrive. A
 * batch waits for earlier ones that hold one of its keys, so that the last row of a key stands in the end.
 * @throws what refused a batch; no other is begun then, and those under way have ended
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
      // They were begun before: whoever has them ends first, or fails and ends us all.
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
