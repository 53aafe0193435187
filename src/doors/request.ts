import "server-only";
import { parseJson } from "@/engines/json";
import { AppError } from "@/errors";
import { bodyOf, hasBody } from "./web";

/** JSON bodies larger than this are refused before they are read. */
export const jsonBytesMax = 5 * 1024 * 1024;

/** Refuses what a form of another site could send without asking first, and what is too large to be meant. */
export function checkBody(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (Number(request.headers.get("content-length") ?? 0) > jsonBytesMax) throw new AppError("body-too-large");
  const type = request.headers.get("content-type");
  const isSent = request.headers.get("content-length") !== "0" && (type !== null || hasBody(request));
  if (isSent && !/^application\/json\b/i.test(type ?? "")) throw new AppError("wrong-content-type");
}

/** Reads a body piece by piece and stops as soon as it is too large, whatever its header claimed. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of bodyOf(request)) {
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
  return text === "" ? {} : parseJson(text);
}

/** The body as a JSON object. */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const value = await readJson(request);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("invalid-input", undefined, "Send a JSON object");
  return value as Record<string, unknown>;
}
