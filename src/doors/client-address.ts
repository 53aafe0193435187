import "server-only";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** "203.0.113.9:4711" → 203.0.113.9; IPv4-mapped IPv6 becomes IPv4. */
function parseAddress(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

function isWithin(address: Address, range: string): boolean {
  if (!range.includes("/")) return parseAddress(range)?.toString() === address.toString();
  const [network, bits] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && address.match(network, bits);
}

/**
 * The client's address: the socket's, or behind trusted proxies the rightmost untrusted entry of X-Forwarded-For.
 * Entries left of it can be forged by the client.
 * @param trusted addresses and CIDR ranges
 */
export function clientAddress(socket: string | undefined, forwardedFor: string | null, trusted: string[]): string {
  return forwardedFor === null || trusted.length === 0 ? written(socket) : behindProxies(socket, forwardedFor, trusted);
}

const knownMax = 1_000;
const known = new Map<string, string>();

/** An address in its usual form. Many requests come from one. */
function written(socket = ""): string {
  const found = known.get(socket);
  if (found !== undefined) return found;
  const text = parseAddress(socket)?.toString() ?? (socket || "unknown");
  if (known.size >= knownMax) known.clear();
  known.set(socket, text);
  return text;
}

function behindProxies(socket: string | undefined, forwardedFor: string, trusted: string[]): string {
  let address = parseAddress(socket ?? "");
  const hops = forwardedFor.split(",");
  while (address && hops.length > 0) {
    const current = address;
    if (!trusted.some((range) => isWithin(current, range))) break;
    const next = parseAddress(hops.pop()!);
    if (!next) break;
    address = next;
  }
  return address?.toString() ?? socket ?? "unknown";
}
