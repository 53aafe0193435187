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
 * Pulled by the reader, so that a slow one holds no more than a piece in memory. Each piece is made for the caller of
 * the request, whose turn was over with its answer: it waits for one of its own.
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

/** A download. Its first piece is asked for here, so that a refusal is still an answer of its own. */
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
