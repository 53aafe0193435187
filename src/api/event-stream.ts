import "server-only";

/** A comment this often keeps proxies from closing a quiet stream. */
const quietMs = 15_000;

/**
 * A reader that lets this much pile up has stopped reading. It may connect again, and is told what it missed where that
 * can be asked for.
 */
const unreadBytesMax = 1024 * 1024;

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // nginx would collect the answer before it passes it on.
  "x-accel-buffering": "no",
};

/** Server-sent events of a body that makes its own pieces. */
export const eventResponse = (body: ReadableStream<Uint8Array>): Response => new Response(body, { headers });

/**
 * Server-sent events from a subscription. Ends when the caller hangs up, lets go of the body, or does not read any
 * more, whichever comes first: a stream can be closed once only, and an error thrown in a listener would end the
 * process.
 * @param subscribe gets `send`, which takes whole events ("data: 1\n\n") and does nothing after the end; gives what
 *   ends the subscription
 */
export function pushEvents(signal: AbortSignal, subscribe: (send: (event: string) => void) => () => void): Response {
  const encoder = new TextEncoder();
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        const send = (event: string) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) < -unreadBytesMax) return close();
          controller.enqueue(encoder.encode(event));
        };
        const beat = setInterval(() => send(": still here\n\n"), quietMs);
        const unsubscribe = subscribe(send);
        end = () => {
          isOver = true;
          clearInterval(beat);
          signal.removeEventListener("abort", close);
          unsubscribe();
        };
        const close = () => {
          if (isOver) return;
          end();
          controller.close();
        };
        if (signal.aborted) close();
        else signal.addEventListener("abort", close, { once: true });
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 16 * 1024 }),
  );
  return eventResponse(body);
}
