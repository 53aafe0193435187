import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGzip, gzip } from "node:zlib";
import type { ServerRequest } from "srvx";
import { NodeRequest } from "srvx/node";
import { acceptedEncodings, encodedBytesMin, encodedTag, gzipLevel, mayEncode } from "@/engines/encoding";
import { JsonText } from "@/engines/json";
import { clientAddress } from "./client-address";

/** Header with the caller's address, set by the listening server over whatever the caller sent. */
export const addressHeader = "x-joinery-address";

/** A caller who still sends after the response is out has this long to read it; then the connection is closed. */
const lingerMs = 5_000;

/** Responses of a known length up to this go out in one write; others are streamed. */
const wholeBytes = 64 * 1024;

/**
 * Wraps a node request as a web Request by srvx, which builds headers, body and signal lazily: a native Request takes
 * longer than inserting a row (bench/entities). Its signal fires when the caller hangs up.
 * @param origin base for relative URLs; the Host header alone is never trusted for links
 * @param trustedProxies TRUSTED_PROXIES: whose X-Forwarded-For is believed
 */
export function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  trustedProxies: string[] = [],
): Request {
  setAddress(incoming, trustedProxies);
  const url = new URL(incoming.url ?? "/", origin).href;
  return Object.defineProperty(new NodeRequest({ req: incoming, res: outgoing }), "url", { value: url });
}

/** Sets the address header, replacing what the caller sent. */
function setAddress(incoming: IncomingMessage, trustedProxies: string[]): void {
  const { headers, rawHeaders } = incoming;
  if (headers[addressHeader] !== undefined)
    for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
      if (rawHeaders[index]!.toLowerCase() === addressHeader) rawHeaders.splice(index, 2);
  const forwarded = headers["x-forwarded-for"];
  const address = clientAddress(incoming.socket.remoteAddress, forwarded?.toString() ?? null, trustedProxies);
  headers[addressHeader] = address;
  rawHeaders.push(addressHeader, address);
}

/** The node request behind a Request; undefined for one made here. */
const incomingOf = (request: Request): IncomingMessage | undefined =>
  (request as Partial<ServerRequest>).runtime?.node?.req as IncomingMessage | undefined;

/** Whether the request has a body. Unlike `request.body !== null`, it starts no stream. */
export function hasBody(request: Request): boolean {
  const incoming = incomingOf(request);
  if (!incoming) return request.body !== null;
  if (request.method === "GET" || request.method === "HEAD") return false;
  const { headers } = incoming;
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
}

/** A JSON response that goes out in one write. A native Response costs more than many a query. */
class LazyResponse {
  #real: Response | undefined;

  constructor(
    readonly whole: string,
    readonly status: number,
    readonly headers: Headers,
  ) {}

  get real(): Response {
    return (this.#real ??= new Response(this.whole, { status: this.status, headers: this.headers }));
  }
}

for (const name of Object.getOwnPropertyNames(Response.prototype)) {
  if (name === "constructor" || Object.hasOwn(LazyResponse.prototype, name)) continue;
  Object.defineProperty(LazyResponse.prototype, name, {
    configurable: true,
    get(this: LazyResponse): unknown {
      const value: unknown = Reflect.get(this.real, name);
      return typeof value === "function" ? (value.bind(this.real) as unknown) : value;
    },
  });
}
Object.setPrototypeOf(LazyResponse.prototype, Response.prototype);

/** Like `Response.json`, but a body that is JSON text already is passed through. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers = new Headers() }: { status?: number; headers?: Headers } = {},
): Response {
  headers.set("content-type", "application/json");
  const text = value instanceof JsonText ? value.text : JSON.stringify(value);
  return new LazyResponse(text, status, headers) as unknown as Response;
}

/** Turns a JSON Response made by a library into one that goes out in one write. */
export async function wholeResponse(response: Response): Promise<Response> {
  if (response.headers.get("content-type") !== "application/json") return response;
  return new LazyResponse(await response.text(), response.status, response.headers) as unknown as Response;
}

/** The chunks of a body. Stopping early leaves the connection open, because the response still goes out on it. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  if (!hasBody(request)) return none();
  return incomingOf(request)?.iterator({ destroyOnReturn: false }) ?? request.body ?? none();
}

async function* none(): AsyncGenerator<Uint8Array> {}

const gzipped = promisify(gzip);

/**
 * Decides on gzip and sets its headers. Dynamic responses use fast gzip; Brotli is for files that are precompressed.
 */
function encodes(headers: Headers, outgoing: ServerResponse, length: number | undefined): boolean {
  if (!mayEncode(headers)) return false;
  outgoing.appendHeader("vary", "Accept-Encoding");
  const isWorthIt = length === undefined || length >= encodedBytesMin;
  if (!isWorthIt || !acceptedEncodings(outgoing.req.headers["accept-encoding"]).includes("gzip")) return false;
  outgoing.setHeader("content-encoding", "gzip");
  outgoing.removeHeader("content-length");
  const etag = headers.get("etag");
  if (etag) outgoing.setHeader("etag", encodedTag(etag, "gzip"));
  return true;
}

/** Writes a Response chunk by chunk, and cancels its source when the caller is gone. */
export async function sendResponse(response: Response, outgoing: ServerResponse, headOnly: boolean): Promise<void> {
  const cookies = response.headers.getSetCookie();
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  });
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (!outgoing.req.complete) outgoing.once("finish", () => dismiss(outgoing.req));
  if (response instanceof LazyResponse) {
    const bytes = Buffer.byteLength(response.whole);
    if (!headOnly && encodes(response.headers, outgoing, bytes)) {
      const packed = await gzipped(response.whole, { level: gzipLevel });
      outgoing.writeHead(response.status, { "content-length": packed.byteLength });
      outgoing.end(packed);
      return;
    }
    // One write for head and body: node joins text to the head.
    outgoing.writeHead(response.status, { "content-length": bytes });
    outgoing.end(headOnly ? undefined : response.whole);
    return;
  }
  const length = Number(response.headers.get("content-length"));
  const isEncoded = !headOnly && response.body !== null && encodes(response.headers, outgoing, length || undefined);
  if (!isEncoded && !headOnly && response.body && length > 0 && length <= wholeBytes) {
    const bytes = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, { "content-length": bytes.byteLength });
    outgoing.end(bytes);
    return;
  }
  outgoing.writeHead(response.status);
  // The caller may have gone before the response began.
  if (!response.body || headOnly || outgoing.destroyed) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  // Flush every chunk: an event stream stays open as long as its reader does.
  const sent = isEncoded
    ? pipeline(source, createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH }), outgoing)
    : pipeline(source, outgoing);
  await sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE" && error.name !== "AbortError") throw error;
  });
}

function dismiss(incoming: IncomingMessage): void {
  incoming.resume();
  const timer = setTimeout(() => incoming.destroy(), lingerMs);
  incoming.once("close", () => clearTimeout(timer));
}
