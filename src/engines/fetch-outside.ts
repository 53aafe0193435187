import "server-only";
import type { LookupAddress } from "node:dns";
import { lookup as dnsLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { isPublicAddress } from "./reserved-networks";

/** The address is reachable for this server but not meant for outsiders. */
export class BlockedAddress extends Error {}

type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

export type Outside = {
  /**
   * SSRF-safe fetch: http and https, usual ports, public addresses only, checked at every connect. Redirects obey the
   * same rules.
   * @throws BlockedAddress; TypeError and AbortError like fetch; what `onRedirect` throws
   */
  get(address: string, options: OutsideOptions): Promise<OutsideAnswer>;
  close(): Promise<void>;
};

type OutsideOptions = {
  signal: AbortSignal;
  bytesMax: number;
  accept?: string;
  /** Asked before a redirect is followed; throws when it should not be. */
  onRedirect?: ((target: URL) => Promise<void>) | undefined;
};

export type OutsideAnswer = {
  status: number;
  /** The final URL after redirects. */
  url: string;
  contentType: string;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the body was truncated at `bytesMax`. */
  isCut: boolean;
};

type LookupDone = (error: NodeJS.ErrnoException | null, found: string | LookupAddress[], family?: number) => void;

const redirectsMax = 5;
const connectMs = 5_000;
const userAgent = "JoineryBot/1.0 (fetches pages for their owner's data sources)";

/**
 * @param allowed private "host:port" pairs that may be fetched: an intranet's, or a test's
 * @param resolve replaces DNS
 */
export function openOutside(
  allowed: readonly string[],
  resolve: Resolve = (hostname) => dnsLookup(hostname, { all: true }),
): Outside {
  const isAllowed = (hostname: string, port: string | number) => allowed.includes(`${hostname.toLowerCase()}:${port}`);
  async function answerLookup(hostname: string, all: boolean, done: LookupDone): Promise<void> {
    try {
      const found = await resolve(hostname);
      const isBad = found.length === 0 || found.some(({ address }) => !isPublicAddress(address));
      if (isBad) done(new BlockedAddress(hostname), []);
      else if (all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    } catch (error) {
      done(error as NodeJS.ErrnoException, []);
    }
  }
  const connect = buildConnector({
    timeout: connectMs,
    // Guard against DNS rebinding: connect to the very addresses that were checked.
    lookup: (hostname, { all }, done) => void answerLookup(hostname, all === true, done),
  });
  const connectAllowed = buildConnector({ timeout: connectMs });
  const agent = new Agent({
    connect: (options, done) => {
      const hostname = options.hostname.replace(/^\[|\]$/g, "");
      const port = options.port || (options.protocol === "https:" ? "443" : "80");
      if (isAllowed(hostname, port)) return connectAllowed(options, done);
      // A literal address bypasses the resolver.
      if (isIP(hostname) && !isPublicAddress(hostname)) return done(new BlockedAddress(hostname), null);
      connect(options, done);
    },
    connections: 2,
    bodyTimeout: 15_000,
    headersTimeout: 15_000,
    maxHeaderSize: 32_768,
  });

  function check(url: URL): void {
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new BlockedAddress(url.href);
    if (!["80", "443"].includes(port) && !isAllowed(url.hostname.replace(/^\[|\]$/g, ""), port))
      throw new BlockedAddress(url.href);
  }

  return {
    async get(address, { signal, bytesMax, accept = "*/*", onRedirect }) {
      let url = new URL(address);
      check(url);
      for (let hop = 0; ; hop += 1) {
        const init = {
          signal,
          redirect: "manual",
          headers: { accept, "user-agent": userAgent },
          dispatcher: agent,
        } as RequestInit;
        const response = await fetch(url, init).catch((error: unknown) => {
          throw causeOf(error);
        });
        const target = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
        if (target === null) return { ...(await readUpTo(response, bytesMax)), url: url.href };
        await response.body?.cancel();
        if (hop >= redirectsMax) throw new TypeError("Too many redirects");
        url = new URL(target, url);
        check(url);
        await onRedirect?.(url);
      }
    },
    close: () => agent.destroy(),
  };
}

/** The cause of fetch's "fetch failed". */
function causeOf(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof BlockedAddress) return cause;
  return error;
}

async function readUpTo(response: Response, bytesMax: number): Promise<Omit<OutsideAnswer, "url">> {
  const pieces: Uint8Array[] = [];
  let [bytes, isCut] = [0, false];
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    bytes += piece.value.byteLength;
    isCut = bytes > bytesMax;
    if (isCut) {
      await reader?.cancel();
      break;
    }
    pieces.push(piece.value);
  }
  const { status, headers } = response;
  const contentType = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  return { status, headers, contentType, bytes: new Uint8Array(Buffer.concat(pieces)), isCut };
}
