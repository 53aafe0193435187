import "server-only";
import { pushEvents } from "@/api/event-stream";
import type { AppLog } from "@/engines/functions/logs";
import type { LogLine } from "@/engines/functions/schema";

/** Lines without a function concern all functions. */
export const concerns = (line: LogLine, name: string): boolean => line.function === undefined || line.function === name;

/** SSE of one function's log: the given lines, then new ones. */
export function followLogs(log: AppLog, name: string, lines: LogLine[], signal: AbortSignal): Response {
  return pushEvents(signal, (send) => {
    const tell = (line: LogLine) => send(`id: ${line.number}\ndata: ${JSON.stringify(line)}\n\n`);
    // Synchronous between reading the lines and subscribing: none is lost or duplicated.
    const unfollow = log.follow((line) => concerns(line, name) && tell(line));
    lines.forEach(tell);
    return unfollow;
  });
}
