import "server-only";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

/** Content encodings that we send, in order of preference. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** Smaller responses are not worth compressing. */
export const encodedBytesMin = 1_024;
/** gzip level for dynamic responses: beyond it time grows faster than the gain. */
export const gzipLevel = 4;

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|manifest\+json)|image\/svg\+xml)\b/i;

export const isCompressible = (contentType: string | null): boolean =>
  contentType !== null && compressible.test(contentType);

/** Encodings that `Accept-Encoding` allows, in our order of preference. None without the header. */
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

/** Whether a response of this size (unknown for a stream) is worth gzip, and its reader takes it. */
export const takesGzip = (accepted: string | undefined, bytes: number | undefined): boolean =>
  accepted !== undefined &&
  (bytes === undefined || bytes >= encodedBytesMin) &&
  acceptedEncodings(accepted).includes("gzip");

/**
 * Whether a response may be compressed on its way: text, complete, not encoded yet, and no event stream.
 * @param head names in lower case
 */
export const mayEncode = (head: Record<string, unknown>): boolean =>
  isCompressible((head["content-type"] as string | undefined) ?? null) &&
  head["content-encoding"] === undefined &&
  head["content-range"] === undefined &&
  !/no-transform/i.test((head["cache-control"] as string | undefined) ?? "");

/** An ETag names one representation: each encoding has its own. */
export const encodedTag = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** Whether `If-None-Match` matches this ETag in any encoding. */
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

/** Compresses at the highest level, for what is stored once and sent often. */
export function encode(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "gzip") return gzipped(bytes, { level: 9 });
  return brotlied(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
