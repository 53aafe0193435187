import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { currentCaller } from "@/db/caller";
import { admit } from "./admit";

async function* piecesOf(first: string, rest: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  for await (const piece of rest) yield encoder.encode(piece);
}

/**
 * Pull-based, so that a slow reader holds one piece in memory. Each piece queues as the request's caller, whose own
 * turn ended with its headers.
 */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const forCaller = AsyncLocalStorage.snapshot();
  const next = () => admit(currentCaller()?.lane ?? "", () => pieces.next());
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await forCaller(next);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
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
