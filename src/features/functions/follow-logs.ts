import "server-only";
import { pushEvents } from "@/api/event-stream";
import type { AppLog } from "@/engines/functions/logs";
import type { LogLine } from "@/engines/functions/schema";

/** Lines without a function concern all of them. */
export const concerns = (line: LogLine, name: string): boolean => line.function === undefined || line.function === name;

/** One function's log as Server-Sent Events: the given lines, then each new one. */
export function followLogs(log: AppLog, name: string, lines: LogLine[], signal: AbortSignal): Response {
  return pushEvents(signal, (send) => {
    const tell = (line: LogLine) => send(`id: ${line.number}\ndata: ${JSON.stringify(line)}\n\n`);
    // Nothing runs between the reading of the lines and this subscription, so none is lost or told twice.
    const unfollow = log.follow((line) => concerns(line, name) && tell(line));
    lines.forEach(tell);
    return unfollow;
  });
}
