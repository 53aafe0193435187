import "server-only";
import { asCaller, type Caller, deadlinesMs } from "@/db/caller";
import { admit } from "./admit";
import { errorResponse } from "./rest";
import { addressHeader, hangUpOf } from "./web";

/** Admits a request in its caller's lane and answers it with the caller's deadline. */
export function answerFor(
  request: Request,
  place: string | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  const caller = callerOf(request, place);
  return admit(caller.lane, () => asCaller(caller, work)).catch((error: unknown) => errorResponse(error));
}

/**
 * For whom a request's statements run. Starts with a visitor's deadline; a door that identifies a builder raises it.
 * @param place the lane: an app or a host. Requests of one place never wait for those of another
 */
function callerOf(request: Request, place = request.headers.get(addressHeader) ?? ""): Caller {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return { lane: place, deadlineMs: deadlinesMs.visitor, signal: isRead ? hangUpOf(request) : undefined };
}
