import "server-only";

/** Heartbeat: an SSE comment at this interval keeps proxies from closing an idle stream. */
const quietMs = 15_000;

/** Back-pressure: a reader with this much unread is disconnected. Where events have numbers it resumes by them. */
const unreadBytesMax = 1024 * 1024;

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // Disables nginx's response buffering.
  "x-accel-buffering": "no",
};

/** An SSE response whose body formats its own events. */
export const eventResponse = (body: ReadableStream<Uint8Array>): Response => new Response(body, { headers });

/**
 * SSE from a subscription. Ends once, when the caller hangs up, cancels the body, or stops reading: a stream can be
 * closed only once, and an error thrown in a listener would end the process.
 * @param subscribe gets `send`, which takes whole events ("data: 1\n\n") and is a no-op after the end; returns the
 * unsubscribe function
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
