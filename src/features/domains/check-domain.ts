import "server-only";
import { eq } from "drizzle-orm";
import { ownedByServer } from "@/api/gates";
import { app } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError, errors } from "@/errors";
import { askDns } from "./ask-dns";
import { isLocalName, problemOf } from "./rules";
import { findDomain, holderOf, noteCheck, pendingDomains, verifyDomain } from "./store";

/** Where a domain is to lead: the app's address under the apps' domain. */
export const targetOf = ({ env }: Platform, slug: string) => `${slug}.${env.APPS_DOMAIN}`;

/** What is missing to prove an app's claim now; null when it is proven. */
async function problemNow(platform: Platform, scope: OwnedApp, name: string): Promise<string | null> {
  const claim = await findDomain(scope);
  if (claim?.name !== name) return "Not claimed";
  if (isLocalName(name)) return null;
  const [row] = await scope.db.select({ slug: app.slug }).from(app).where(eq(app.id, scope.appId));
  const wanted = { name, token: claim.token, target: targetOf(platform, row?.slug ?? "") };
  return problemOf(wanted, await askDns(platform.env, wanted));
}

/**
 * Asks DNS and stores what came of it. A name that leads to another app is taken over only when that one can no longer
 * prove it: domains are sold, and CNAMEs moved.
 */
export async function checkDomain(platform: Platform, scope: OwnedApp): Promise<void> {
  const claim = await findDomain(scope);
  if (!claim) return;
  const { name } = claim;
  const problem = await problemNow(platform, scope, name);
  if (problem) {
    // What is verified stays: a DNS server that is away for a minute takes no app off the net.
    if (!claim.verifiedAt) await noteCheck(scope, name, problem);
    return;
  }
  const holder = await holderOf(scope, name);
  const isHeld = holder && (await problemNow(platform, ownedByServer(platform.db, holder), name)) === null;
  try {
    if (isHeld) throw new AppError("domain-taken");
    await verifyDomain(scope, name, holder);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await noteCheck(scope, name, errors["domain-taken"].message);
  }
}

/** The job: looks at every claim that waits. One that cannot be checked keeps no other from its turn. */
export async function checkDomains(platform: Platform): Promise<void> {
  for (const appId of await pendingDomains(platform.db))
    await checkDomain(platform, ownedByServer(platform.db, appId)).catch((error: unknown) =>
      log("warn", "domain-check", { appId, error }),
    );
}
