import "server-only";
import type { AppLog } from "@/engines/functions/logs";
import type { LogLine } from "@/engines/functions/schema";

/** A comment this often keeps proxies from closing a quiet stream. */
const quietMs = 15_000;

/** Lines without a function concern all of them. */
export const concerns = (line: LogLine, name: string): boolean => line.function === undefined || line.function === name;

/** One function's log as Server-Sent Events: the given lines, then each new one. */
export function followLogs(log: AppLog, name: string, lines: LogLine[], signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;
  let isOver = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: LogLine) =>
        controller.enqueue(encoder.encode(`id: ${line.number}\ndata: ${JSON.stringify(line)}\n\n`));
      // Nothing runs between the reading of the lines and this subscription, so none is lost or told twice.
      const unfollow = log.follow((line) => concerns(line, name) && send(line));
      lines.forEach(send);
      const beat = setInterval(() => controller.enqueue(encoder.encode(": still here\n\n")), quietMs);
      stop = () => {
        unfollow();
        clearInterval(beat);
      };
      signal.addEventListener(
        "abort",
        () => {
          stop();
          // The reader may have let go before the connection did, and an error thrown in a listener would end the process.
          if (!isOver) controller.close();
          isOver = true;
        },
        { once: true },
      );
    },
    cancel() {
      isOver = true;
      stop();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
