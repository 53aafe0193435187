import "server-only";
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { AppError } from "@/errors";
import type { AppProcess } from "./app-process";
import type { FunctionCall } from "./open";
import { functionLimits } from "./schema";

/** Hop-by-hop headers, and our own that a caller must not set. */
const dropped =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|x-joinery-.*|x-forwarded-proto|accept-encoding)$/;

/** Responses of a known length up to this are buffered: streaming costs more than waiting. */
const wholeBytes = 64 * 1024;

/**
 * Forwards a request to a process and streams the response back. The body is buffered first, so that a slow sender
 * occupies no process.
 */
export async function forward(
  ready: () => Promise<AppProcess>,
  { name, id, request, trigger }: FunctionCall,
): Promise<Response> {
  const stop = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, functionLimits.answerMs);
  // One listener instead of AbortSignal.any, which costs as much as the rest of this function.
  const leave = () => stop.abort();
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  let process: AppProcess | undefined;
  let end = () => {};
  try {
    const body = request.body ? await bodyOf(request.body, stop.signal) : null;
    process = await ready();
    end = occupy(process);
    const answer = await process.pool.request({
      ...target(request),
      headers: [
        ...headersOf(request),
        "x-joinery-function",
        name,
        "x-joinery-call",
        id,
        ...(trigger ? ["x-joinery-trigger", trigger] : []),
      ],
      body,
      signal: stop.signal,
    });
    return await toResponse(answer, end);
  } catch (error) {
    end();
    if (error instanceof AppError) throw error;
    if (isLate) throw new AppError("function-timeout");
    if (!process && !stop.signal.aborted) throw error;
    throw new AppError(process?.isAlive && !request.signal.aborted ? "function-unavailable" : "function-stopped");
  } finally {
    clearTimeout(timer);
  }
}

/** Counts the call as in flight until its response has ended. */
function occupy(process: AppProcess): () => void {
  if (process.calls >= functionLimits.calls) throw new AppError("too-many-requests");
  process.calls += 1;
  process.lastUsedAt = Date.now();
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    process.calls -= 1;
    process.lastUsedAt = Date.now();
    if (process.isRetired && process.calls === 0) process.kill();
  };
}

function target(request: Request): { method: string; path: string } {
  const { pathname, search } = new URL(request.url);
  return { method: request.method, path: pathname + search };
}

function headersOf(request: Request): string[] {
  const { host, protocol } = new URL(request.url);
  const list = ["host", host, "x-forwarded-proto", protocol.slice(0, -1)];
  request.headers.forEach((value, key) => {
    if (key !== "host" && !dropped.test(key)) list.push(key, value);
  });
  return list;
}

/**
 * Buffers the body up to the limit, while its sender is there and in time. The rest is left to the connection's owner.
 */
async function bodyOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const reader = body.getReader();
  const stopped = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Error("The request was given up"));
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true });
  });
  const pieces: Uint8Array[] = [];
  for (let bytes = 0; ;) {
    const { done, value } = await Promise.race([reader.read(), stopped]);
    if (done) return Buffer.concat(pieces);
    bytes += value.byteLength;
    if (bytes > functionLimits.requestBytes) throw new AppError("body-too-large");
    pieces.push(value);
  }
}

async function toResponse({ statusCode, headers, body }: Dispatcher.ResponseData, end: () => void): Promise<Response> {
  body.once("close", end);
  const list = new Headers();
  for (const [key, value] of Object.entries(headers))
    if (value !== undefined && !dropped.test(key)) for (const one of [value].flat()) list.append(key, one);
  const known = Number(headers["content-length"]);
  if (known > 0 && known <= wholeBytes) {
    const bytes = await body.arrayBuffer();
    if (bytes.byteLength > 0) list.set("content-length", String(bytes.byteLength));
    return new Response(bytes, { status: statusCode, headers: list });
  }
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304;
  if (isEmpty) body.resume();
  // A process killed in mid-response breaks the response off; without a listener this error would end our own process.
  body.on("error", () => undefined);
  return new Response(isEmpty ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array>), {
    status: statusCode,
    headers: list,
  });
}
