import "server-only";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/**
 * Addresses that are for special use (RFC 6890 and its successors) and that workerd's "private" and "local" leave out:
 * benchmarks and documentation, shared and reserved space, and IPv6 that stands for an IPv4 address.
 */
export const reservedNetworks = [
  "0.0.0.0/8",
  "100.64.0.0/10",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fec0::/10",
  "ff00::/8",
];

/**
 * This machine under its own addresses: a server with a public address has its other services there, and they may trust
 * it.
 */
export const ownNetworks = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => `${address.split("%")[0]}/${family === "IPv6" ? 128 : 32}`);

/** All IPv6 that is given out to anybody. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is of the public internet: none of a private, local, reserved network, none of this machine. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6 && !address.match(globalIpv6)) return false;
  return ![...reservedNetworks, ...ownNetworks()].some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network);
    return address.kind() === range.kind() && address.match(range, bits);
  });
}
