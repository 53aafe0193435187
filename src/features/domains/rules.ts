import type { DnsRecord } from "./schema";

/** Names of one machine, which no DNS knows: they count as verified, so that everything can be tried there. */
export const isLocalName = (name: string): boolean => /\.(localhost|test)$/.test(name);

export type OwnHosts = { builder: string; apps: string };

/**
 * Whether a name belongs to the installation itself: the builder's host, the apps' domain, and the labels below it,
 * which are apps' addresses.
 */
export function isOwnHost(name: string, { builder, apps }: OwnHosts): boolean {
  if (name === builder || name === apps) return true;
  return name.endsWith(`.${apps}`) && !name.slice(0, -apps.length - 1).includes(".");
}

/** The name below a domain whose TXT record proves it. */
const proofHost = (name: string) => `_joinery.${name}`;
const proofValue = (token: string) => `joinery=${token}`;

export type Claim = { name: string; token: string; target: string };

/** @param target the app's address under the apps' domain, which the domain is to lead to */
export const recordsOf = ({ name, token, target }: Claim): DnsRecord[] => [
  { type: "CNAME", host: name, value: target },
  { type: "TXT", host: proofHost(name), value: proofValue(token) },
];

/** What DNS said: values of the TXT and CNAME records, or why there was no answer. */
export type DnsAnswer = { txt: string[]; cname: string[]; failure: string | null };

/** @returns null when the domain is proven, else what is missing, in words for the owner */
export function problemOf({ name, token, target }: Claim, { txt, cname, failure }: DnsAnswer): string | null {
  if (txt.some((value) => value.trim() === proofValue(token))) return null;
  if (cname.some((value) => value.toLowerCase().replace(/\.$/, "") === target)) return null;
  if (failure) return `DNS did not answer (${failure}). Try again in a few minutes.`;
  if (cname.length > 0) return `${name} leads to ${cname[0]!.slice(0, 100)}, not to ${target}.`;
  if (txt.length > 0) return `The TXT record of ${proofHost(name)} holds another value.`;
  return "The records are not there yet. It can take a few hours until DNS has them everywhere.";
}
