import "server-only";
import type { Env } from "@/engines/env";
import { ProviderError } from "./provider-error";
import type { ProviderFile, Tokens } from "./schema";

/** What differs from one provider to the next. */
export type Provider = {
  name: string;
  isConfigured(env: Env): boolean;
  /** Where a person says yes. `state` comes back with them. */
  authorizeUrl(env: Env, options: { redirectUri: string; state: string; challenge: string }): string;
  exchange(env: Env, options: { code: string; redirectUri: string; verifier: string }): Promise<Tokens>;
  /** @throws ProviderError, unauthorized, when the connection is over */
  refresh(env: Env, tokens: Tokens): Promise<Tokens>;
  revoke(env: Env, tokens: Tokens): Promise<void>;
  list(
    accessToken: string,
    options: { search: string; cursor: string | undefined },
  ): Promise<{ files: ProviderFile[]; nextCursor: string | null }>;
  /** A document's bytes, and which kind they are for a parser. */
  fetch(
    accessToken: string,
    file: { id: string; type: string },
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; format: string; name: string }>;
};

export const documentBytesMax = 40_000_000;
const answerMs = 30_000;

/** One call of a provider's API. @throws ProviderError in words */
export async function callProvider(name: string, url: string, init: RequestInit = {}): Promise<Response> {
  const signal = init.signal ?? AbortSignal.timeout(answerMs);
  const response = await fetch(url, { ...init, signal }).catch(() => {
    init.signal?.throwIfAborted();
    throw new ProviderError(`${name} could not be reached.`, {});
  });
  if (response.ok) return response;
  const text = await response.text().catch(() => "");
  if (response.status === 401 || /"invalid_grant"/.test(text))
    throw new ProviderError(`The connection to ${name} is over. Connect it again.`, false, true);
  const seconds = Number(response.headers.get("retry-after"));
  if (response.status === 429 || response.status >= 500 || /rateLimitExceeded/i.test(text))
    throw new ProviderError(`${name} is busy.`, seconds > 0 ? { afterSeconds: Math.min(seconds, 3_600) } : {});
  if (/exportSizeLimitExceeded/.test(text))
    throw new ProviderError(`This document is too large for ${name} to export (10 MB). Split it.`);
  if (response.status === 404) throw new ProviderError(`${name} no longer has this document, or does not share it.`);
  if (response.status === 403) throw new ProviderError(`${name} does not let this document be read.`);
  throw new ProviderError(`${name} refused (${response.status}).`);
}

/** A body of a bounded size. */
export async function bytesOf(name: string, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > documentBytesMax) throw new ProviderError(`This document of ${name} is larger than 40 MB.`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
