import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGzip, gzip } from "node:zlib";
import { acceptedEncodings, encodedBytesMin, encodedTag, gzipLevel, mayEncode } from "@/engines/encoding";
import { clientAddress } from "./client-address";

/** The header in which the listening server hands on the caller's address; it overwrites whatever a caller sent. */
export const addressHeader = "x-joinery-address";

/** Whoever still sends when the answer is out has this long to read it; then the line is cut. */
const lingerMs = 5_000;

/** An answer that says it is no longer than this goes out in one write; any other could be without end, and is sent as it comes. */
const wholeBytes = 64 * 1024;

/**
 * A node request as the web's Request. Its signal fires when the caller hangs up, which is how streams learn to stop.
 * @param origin what a relative URL is resolved against; the Host header alone is never trusted for links
 * @param trustedProxies TRUSTED_PROXIES: whose X-Forwarded-For tells the caller's address
 */
export function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  trustedProxies: string[] = [],
): Request {
  return new LazyRequest(incoming, outgoing, origin, trustedProxies) as unknown as Request;
}

/**
 * Answers from what node has read already. A real Request with its streams takes longer to make than a row to insert (bench/entities),
 * so it is made only for those who ask for what is not here.
 */
class LazyRequest {
  readonly method: string;
  readonly url: string;
  #headers: Headers | undefined;
  #hangUp: AbortController | undefined;
  #real: Request | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
    origin: string,
    private readonly trustedProxies: string[],
  ) {
    this.method = incoming.method ?? "GET";
    this.url = new URL(incoming.url ?? "/", origin).href;
  }

  get headers(): Headers {
    if (this.#headers) return this.#headers;
    const { rawHeaders, socket } = this.incoming;
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2)
      headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
    headers.set(
      addressHeader,
      clientAddress(socket.remoteAddress, headers.get("x-forwarded-for"), this.trustedProxies),
    );
    return (this.#headers = headers);
  }

  get signal(): AbortSignal {
    if (this.#hangUp) return this.#hangUp.signal;
    const hangUp = (this.#hangUp = new AbortController());
    const { outgoing } = this;
    if (outgoing.destroyed && !outgoing.writableFinished) hangUp.abort();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) hangUp.abort();
    });
    return hangUp.signal;
  }

  get hasBody(): boolean {
    const { headers } = this.incoming;
    return (
      this.method !== "GET" &&
      this.method !== "HEAD" &&
      ("transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0)
    );
  }

  get real(): Request {
    if (this.#real) return this.#real;
    const body = this.hasBody ? (Readable.toWeb(this.incoming) as ReadableStream<Uint8Array>) : null;
    const { method, headers, signal } = this;
    return (this.#real = new Request(this.url, { method, headers, body, signal, ...(body && { duplex: "half" }) }));
  }
}

/** An answer in JSON that is whole already. Where it goes out over node, no Response is made of it. */
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

/** Everything of a web class that the lazy one has not is asked of the real one. */
function completeWith(lazy: { prototype: { readonly real: object } }, web: typeof Request | typeof Response): void {
  for (const name of Object.getOwnPropertyNames(web.prototype)) {
    if (name === "constructor" || Object.hasOwn(lazy.prototype, name)) continue;
    Object.defineProperty(lazy.prototype, name, {
      configurable: true,
      get(this: { real: object }): unknown {
        const value: unknown = Reflect.get(this.real, name);
        return typeof value === "function" ? (value.bind(this.real) as unknown) : value;
      },
    });
  }
  Object.setPrototypeOf(lazy.prototype, web.prototype);
}
completeWith(LazyRequest, Request);
completeWith(LazyResponse, Response);

/** As `Response.json`. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers = new Headers() }: { status?: number; headers?: Headers } = {},
): Response {
  headers.set("content-type", "application/json");
  return new LazyResponse(JSON.stringify(value), status, headers) as unknown as Response;
}

/** An answer of our own in JSON that was made as a Response by others, to go out in one write. */
export async function wholeResponse(response: Response): Promise<Response> {
  if (response.headers.get("content-type") !== "application/json") return response;
  return new LazyResponse(await response.text(), response.status, response.headers) as unknown as Response;
}

/** The pieces of a body. Who stops reading leaves the connection as it is: the answer goes out on it. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  if (request instanceof LazyRequest)
    return request.hasBody ? request.incoming.iterator({ destroyOnReturn: false }) : none();
  return request.body ?? none();
}

async function* none(): AsyncGenerator<Uint8Array> {}

const gzipped = promisify(gzip);

/**
 * Whether this answer goes out as gzip, with the headers that say so. What is compressed while somebody waits is compressed quickly:
 * Brotli is for what was encoded when it was stored.
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

/** Writes a Response out, piece by piece, and lets go of its source when the caller is gone. */
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
    // In one write with its head: as text, which node joins to it.
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
  // Whoever asked may be gone before the answer began.
  if (!response.body || headOnly || outgoing.destroyed) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  // Flushed with every piece: such an answer may go on for as long as its caller listens.
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
