import "server-only";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

/** Content codings that we write, the smaller one first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** An answer smaller than this gains nothing. */
export const encodedBytesMin = 1_024;
/** gzip's level for what is made while somebody waits: beyond it the time grows faster than the gain. */
export const gzipLevel = 4;

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|manifest\+json)|image\/svg\+xml)\b/i;

export const isCompressible = (contentType: string | null): boolean =>
  contentType !== null && compressible.test(contentType);

/** What a caller takes by its `Accept-Encoding`, the best first. Nothing for a caller that does not say. */
export function acceptedEncodings(header: string | null | undefined): Encoding[] {
  const weights = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.toLowerCase().split(";");
      const weight = parameters.flatMap((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1] ?? [])[0];
      return [name.trim(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return encodings.filter((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

/**
 * Whether an answer with these headers may be encoded on its way: text, whole, not encoded yet, and no stream of
 * events.
 */
export const mayEncode = (headers: Headers): boolean =>
  isCompressible(headers.get("content-type")) &&
  !headers.has("content-encoding") &&
  !headers.has("content-range") &&
  !/no-transform/i.test(headers.get("cache-control") ?? "");

/** An ETag names one representation: each coding has its own. */
export const encodedTag = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** Whether an `If-None-Match` names this answer, in whatever coding its sender had it. */
export const isKnownTag = (header: string | null, etag: string): boolean =>
  (header ?? "")
    .split(",")
    .map((one) =>
      one
        .trim()
        .replace(/^W\//, "")
        .replace(/-(?:br|gzip)"$/, '"'),
    )
    .some((one) => one === etag || one === "*");

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Encodes at leisure, for what is kept: made once, sent often. */
export function encode(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "gzip") return gzipped(bytes, { level: 9 });
  return brotlied(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
