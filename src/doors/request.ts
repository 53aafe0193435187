import "server-only";
import { parseJson } from "@/engines/json";
import { AppError } from "@/errors";
import { hasBody, wholeBody } from "./web";

/** Larger JSON bodies are refused before they are read. */
export const jsonBytesMax = 5 * 1024 * 1024;

/** Refuses content types that another site's form could send without a preflight, and oversized bodies. */
export function checkBody(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (Number(request.headers.get("content-length") ?? 0) > jsonBytesMax) throw new AppError("body-too-large");
  const type = request.headers.get("content-type");
  const isSent = request.headers.get("content-length") !== "0" && (type !== null || hasBody(request));
  if (isSent && !/^application\/json\b/i.test(type ?? "")) throw new AppError("wrong-content-type");
}

/** Reads a body and stops as soon as it exceeds the limit, whatever Content-Length says. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readPieces(request, bytesMax));
}

const readPieces = (request: Request, bytesMax: number): Promise<Buffer> =>
  wholeBody(request, bytesMax, () => new AppError("body-too-large"));

const decoder = new TextDecoder();

/** The body as JSON; an empty one is an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  checkBody(request);
  const text = decoder.decode(await readPieces(request, jsonBytesMax));
  return text === "" ? {} : parseJson(text);
}

/** The body as a JSON object. */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const value = await readJson(request);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("invalid-input", undefined, "Send a JSON object");
  return value as Record<string, unknown>;
}
