import "server-only";
import { Resolver } from "node:dns/promises";
import type { Env } from "@/engines/env";
import type { Claim, DnsAnswer } from "./rules";
import { recordsOf } from "./rules";

/** Answers that say that there is no such record, which is no failure. */
const isAbsent = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks for the records that would prove a claim. Never throws: what DNS refuses is part of the answer. */
export async function askDns({ DNS_SERVERS }: Env, claim: Claim): Promise<DnsAnswer> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
  let failure: string | null = null;
  const ask = async <T>(question: Promise<T[]>): Promise<T[]> =>
    question.catch((error: NodeJS.ErrnoException) => {
      if (!isAbsent.has(error.code ?? "")) failure = error.code ?? "no answer";
      return [];
    });
  const [cnameRecord, txtRecord] = recordsOf(claim);
  const [cname, txt] = await Promise.all([
    ask(resolver.resolveCname(cnameRecord!.host)),
    ask(resolver.resolveTxt(txtRecord!.host)),
  ]);
  // A long TXT record comes in pieces.
  return { cname, txt: txt.map((pieces) => pieces.join("")), failure };
}
