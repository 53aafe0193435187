import "server-only";

async function* piecesOf(first: string, rest: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  for await (const piece of rest) yield encoder.encode(piece);
}

/** Pulled by the reader, so that a slow one holds no more than a piece in memory. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
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
