import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { currentCaller } from "@/db/caller";
import { admit } from "./admit";

async function* piecesOf(first: string, rest: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  for await (const piece of rest) yield encoder.encode(piece);
}

/** Downloads of one lane at full speed; more of them take turns, with pauses. */
const fullSpeedMax = 2;

/** Of many downloads the pieces take a quarter of the time. Other requests have the rest. */
const pauseShare = 3;
const pauseMaxMs = 250;

type Downloads = { open: number; last: Promise<unknown> };
const lanes = new Map<string, Downloads>();

/** Reads a piece in the lane's turn. Many downloads at once are paced, so that they leave the database to others. */
async function inTurn<T>(lane: string, downloads: Downloads, read: () => Promise<T>): Promise<T> {
  if (downloads.open <= fullSpeedMax) return admit(lane, read);
  let begun = 0;
  const turn = downloads.last.then(() => {
    begun = performance.now();
    return admit(lane, read);
  });
  const pause = () => wait(Math.min(pauseMaxMs, (performance.now() - begun) * pauseShare));
  downloads.last = turn.then(pause, pause);
  return turn;
}

/**
 * Pull-based, so that a slow reader holds one piece in memory. Each piece queues as the request's caller, whose own
 * turn ended with its headers.
 */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const forCaller = AsyncLocalStorage.snapshot();
  const lane = currentCaller()?.lane ?? "";
  const downloads = lanes.get(lane) ?? { open: 0, last: Promise.resolve() };
  lanes.set(lane, downloads);
  downloads.open += 1;
  let isOpen = true;
  const leave = () => {
    if (isOpen && --downloads.open === 0) lanes.delete(lane);
    isOpen = false;
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await forCaller(() => inTurn(lane, downloads, () => pieces.next()));
        if (!done) return controller.enqueue(value);
        leave();
        controller.close();
      } catch (error) {
        leave();
        throw error;
      }
    },
    async cancel() {
      leave();
      await pieces.return(undefined);
    },
  });
}

/** A CSV download. The first piece is awaited here, so that a refusal is still a proper error response. */
export async function csvResponse(name: string, pieces: AsyncGenerator<string>): Promise<Response> {
  const first = await pieces.next();
  const body = streamOf(piecesOf(first.value ?? "", pieces));
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
