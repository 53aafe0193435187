import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGzip, gzip } from "node:zlib";
import type { ServerRequest } from "srvx";
import { NodeRequest } from "srvx/node";
import { encodedTag, gzipLevel, mayEncode, takesGzip } from "@/engines/encoding";
import { clientAddress } from "./client-address";
import { LazyResponse } from "./json-response";

/** Header with the caller's address, set by the listening server over whatever the caller sent. */
export const addressHeader = "x-joinery-address";

/** A caller who still sends after the response is out has this long to read it; then the connection is closed. */
const lingerMs = 5_000;

/** Responses of a known length up to this go out in one write; others are streamed. */
const wholeBytes = 64 * 1024;

/** srvx's Request with the address that it was wrapped with. */
class DoorRequest extends NodeRequest {
  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    readonly parsedUrl: URL,
  ) {
    super({ req: incoming, res: outgoing });
  }

  override get url(): string {
    return this.parsedUrl.href;
  }
}

/** A request's URL, which is parsed once. Not to be changed. */
export const urlOf = (request: Request): URL => (request as Partial<DoorRequest>).parsedUrl ?? new URL(request.url);

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
  return new DoorRequest(incoming, outgoing, new URL(incoming.url ?? "/", origin));
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

/** A caller who is gone before the response is out, as an AbortSignal is told, which costs more than a query. */
class HangUp {
  aborted = false;
  #listeners = new Set<() => void>();

  constructor(outgoing: ServerResponse) {
    const close = () => {
      if (outgoing.writableEnded) return;
      this.aborted = true;
      for (const listener of this.#listeners) listener();
      this.#listeners.clear();
    };
    if (outgoing.destroyed) close();
    else outgoing.once("close", close);
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** Fires when the caller hangs up before the response is out. */
export function hangUpOf(request: Request): HangUp | AbortSignal {
  const outgoing = (request as Partial<ServerRequest>).runtime?.node?.res as ServerResponse | undefined;
  return outgoing ? new HangUp(outgoing) : request.signal;
}

/** Whether the request has a body. Unlike `request.body !== null`, it starts no stream. */
export function hasBody(request: Request): boolean {
  const incoming = incomingOf(request);
  if (!incoming) return request.body !== null;
  if (request.method === "GET" || request.method === "HEAD") return false;
  const { headers } = incoming;
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
}

/** The chunks of a body. Stopping early leaves the connection open, because the response still goes out on it. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  if (!hasBody(request)) return none();
  return incomingOf(request)?.iterator({ destroyOnReturn: false }) ?? request.body ?? none();
}

async function* none(): AsyncGenerator<Uint8Array> {}

/**
 * A body to be held whole, read by events: an async iterator takes longer than parsing a row. Leaves the connection open
 * as `bodyOf` does.
 * @param tooLarge the error for a body of more than `bytesMax`
 */
export async function wholeBody(request: Request, bytesMax: number, tooLarge: () => Error): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw tooLarge();
    pieces.push(piece);
  };
  const incoming = hasBody(request) ? incomingOf(request) : undefined;
  if (!incoming || incoming.readableEnded || incoming.destroyed) for await (const piece of bodyOf(request)) take(piece);
  else await readEvents(incoming, take);
  return pieces.length === 1 ? Buffer.from(pieces[0]!.buffer, pieces[0]!.byteOffset, bytes) : Buffer.concat(pieces);
}

function readEvents(incoming: IncomingMessage, take: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      incoming.off("data", read).off("end", end).off("error", fail).off("close", close);
      done();
    };
    const end = () => settle(resolve);
    const fail = (error: unknown) =>
      settle(() => {
        incoming.pause();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    const close = () => fail(new Error("The caller hung up"));
    const read = (piece: Uint8Array) => {
      try {
        take(piece);
      } catch (error) {
        fail(error);
      }
    };
    incoming.on("data", read).once("end", end).once("error", fail).once("close", close);
  });
}

const gzipped = promisify(gzip);

/** A response's headers as node takes them. Those that recur are joined, but for cookies. */
type Head = Record<string, string | string[]>;

function headOf(headers: Iterable<[string, string]>): Head {
  const head: Head = {};
  for (const [name, value] of headers) {
    const before = head[name];
    if (name === "set-cookie") head[name] = Array.isArray(before) ? [...before, value] : [value];
    else head[name] = before === undefined ? value : `${before as string}, ${value}`;
  }
  return head;
}

/**
 * Decides on gzip and sets its headers. Dynamic responses use fast gzip; Brotli is for files that are precompressed.
 */
function encodes(head: Head, outgoing: ServerResponse, length: number | undefined): boolean {
  if (!mayEncode(head)) return false;
  head["vary"] = head["vary"] ? `${head["vary"] as string}, Accept-Encoding` : "Accept-Encoding";
  if (!takesGzip(outgoing.req.headers["accept-encoding"]?.toString(), length)) return false;
  head["content-encoding"] = "gzip";
  delete head["content-length"];
  const { etag } = head;
  if (typeof etag === "string") head["etag"] = encodedTag(etag, "gzip");
  return true;
}

/** Head and body in one write: node joins text to the head. */
async function sendWhole({ whole, status, list }: LazyResponse, outgoing: ServerResponse, headOnly: boolean) {
  const head = headOf(list);
  const bytes = Buffer.byteLength(whole);
  if (!headOnly && encodes(head, outgoing, bytes)) {
    const packed = await gzipped(whole, { level: gzipLevel });
    outgoing.writeHead(status, { ...head, "content-length": packed.byteLength }).end(packed);
  } else outgoing.writeHead(status, { ...head, "content-length": bytes }).end(headOnly ? undefined : whole);
}

/** Writes a Response chunk by chunk, and cancels its source when the caller is gone. */
export async function sendResponse(response: Response, outgoing: ServerResponse, headOnly: boolean): Promise<void> {
  if (!outgoing.req.complete) outgoing.once("finish", () => dismiss(outgoing.req));
  if (response instanceof LazyResponse) return sendWhole(response, outgoing, headOnly);
  const head = headOf(response.headers);
  const length = Number(response.headers.get("content-length"));
  const isEncoded = !headOnly && response.body !== null && encodes(head, outgoing, length || undefined);
  if (!isEncoded && !headOnly && response.body && length > 0 && length <= wholeBytes) {
    const bytes = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, { ...head, "content-length": bytes.byteLength }).end(bytes);
    return;
  }
  outgoing.writeHead(response.status, head);
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
