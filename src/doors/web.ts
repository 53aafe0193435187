import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { addressHeader } from "./request";

/**
 * A node request as the web's Request. Its signal fires when the caller hangs up, which is how streams learn to stop.
 * @param origin what a relative URL is resolved against; the Host header alone is never trusted for links
 */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) headers.append(incoming.rawHeaders[index]!, incoming.rawHeaders[index + 1]!);
  headers.set(addressHeader, incoming.socket.remoteAddress ?? "unknown");
  const hangUp = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) hangUp.abort();
  });
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD" && (headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > 0);
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  return new Request(new URL(incoming.url ?? "/", origin), { method, headers, body, signal: hangUp.signal, ...(hasBody && { duplex: "half" }) });
}

/** Writes a Response out, piece by piece, and lets go of its source when the caller is gone. */
export async function sendResponse(response: Response, outgoing: ServerResponse, headOnly: boolean): Promise<void> {
  const cookies = response.headers.getSetCookie();
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  });
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  // What is whole already goes in one write with its length; only what grows is worth a stream.
  if (!headOnly && response.body && response.headers.get("content-type")?.startsWith("application/json")) {
    const bytes = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, { "content-length": bytes.byteLength });
    outgoing.end(bytes);
    return;
  }
  outgoing.writeHead(response.status);
  if (!response.body || headOnly) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE" && error.name !== "AbortError") throw error;
  });
}
