import "server-only";
import { setMaxListeners } from "node:events";
import { asCaller, type Caller, deadlinesMs } from "@/db/caller";
import { admit } from "./admit";
import { errorResponse } from "./rest";
import { addressHeader } from "./web";

/** Answers a request when its turn has come, for its caller. */
export function answerFor(
  request: Request,
  place: string | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  const caller = callerOf(request, place);
  return admit(caller.lane, () => asCaller(caller, work)).catch((error: unknown) => errorResponse(error));
}

/**
 * For whom a request's statements run. Everybody begins with a visitor's deadline; a door that finds a builder gives
 * them theirs.
 * @param place what one crowd has in common, an app or a host: those of another place do not wait for it
 */
function callerOf(request: Request, place = request.headers.get(addressHeader) ?? ""): Caller {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const signal = isRead ? request.signal : undefined;
  // Each statement of the request listens to it.
  if (signal) setMaxListeners(0, signal);
  return { lane: place, deadlineMs: deadlinesMs.visitor, signal };
}
