import "server-only";
import { AppError } from "@/errors";
import type { Env } from "@/engines/env";

/** JSON bodies larger than this are refused before they are read. */
export const jsonBytesMax = 5 * 1024 * 1024;

/** The header in which the listening server hands on the socket's own address; it overwrites whatever a caller sent. */
export const addressHeader = "x-joinery-address";

/**
 * A browser names the page's origin on every request that changes something. Another site's page may not.
 * Callers that send none (scripts, servers) carry no cookie of a visitor by themselves.
 */
export function checkOrigin(request: Request, env: Env): void {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return;
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const host = request.headers.get("host");
  const own = origin === new URL(env.APP_URL).origin || (URL.canParse(origin) && new URL(origin).host === host);
  if (!own) throw new AppError("wrong-origin");
}

/** Refuses what a form of another site could send without asking first, and what is too large to be meant. */
export function checkBody(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (Number(request.headers.get("content-length") ?? 0) > jsonBytesMax) throw new AppError("body-too-large");
  const type = request.headers.get("content-type");
  const hasBody = request.headers.get("content-length") !== "0" && (request.body !== null || type !== null);
  if (hasBody && !/^application\/json\b/i.test(type ?? "")) throw new AppError("wrong-content-type");
}

/** Reads a body piece by piece and stops as soon as it is too large, whatever its header claimed. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw new AppError("body-too-large");
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** The body as JSON; an empty one is an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  checkBody(request);
  const text = new TextDecoder().decode(await readBody(request, jsonBytesMax));
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid-input", undefined, "The request is not valid JSON");
  }
}
