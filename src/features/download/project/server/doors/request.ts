import { AppError } from "../errors";

/** The header in which web.ts hands on the socket's own address; it overwrites whatever a caller sent. */
export const addressHeader = "x-client-address";

const jsonBytesMax = 5 * 1024 * 1024;

/** Reads a body piece by piece and stops as soon as it is too large, whatever its header claimed. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw new AppError("body-too-large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The body as JSON; an empty one is an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) throw new AppError("wrong-content-type");
  const text = new TextDecoder().decode(await readBody(request, jsonBytesMax));
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid-input", undefined, "The request is not valid JSON");
  }
}

export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const value = await readJson(request);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new AppError("invalid-input", undefined, "Send a JSON object");
  return value as Record<string, unknown>;
}
