import "server-only";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { account, accountLink } from "@/db/schema/account";
import type { Database } from "@/db/open";
import type { Env } from "@/engines/env";
import { newToken, tokenHash } from "@/engines/token";
import { redirectTarget } from "./rules";
import { type LinkMode, linkMinutes } from "./limits";

type Account = typeof account.$inferSelect;
export type FoundLink = { kind: LinkMode; email: string; account: Account };

/** Issues a link and revokes earlier ones of its kind. */
export async function issueLink(
  db: Database,
  link: { accountId: string; kind: LinkMode; email: string },
): Promise<string> {
  const token = newToken();
  await db.delete(accountLink).where(and(eq(accountLink.accountId, link.accountId), eq(accountLink.kind, link.kind)));
  const expiresAt = sql`now() + ${linkMinutes[link.kind]} * interval '1 minute'`;
  await db.insert(accountLink).values({ ...link, tokenHash: tokenHash(token), expiresAt });
  return token;
}

/** A valid link with its account. Links to an address that the account has left are void. */
export async function findLink(db: Database, kinds: LinkMode[], token: string): Promise<FoundLink | undefined> {
  const [row] = await db
    .select({ kind: accountLink.kind, email: accountLink.email, account })
    .from(accountLink)
    .innerJoin(account, eq(account.id, accountLink.accountId))
    .where(
      and(
        eq(accountLink.tokenHash, tokenHash(token)),
        inArray(accountLink.kind, kinds),
        gt(accountLink.expiresAt, sql`now()`),
        sql`(${accountLink.kind} = 'change-email-new' or ${accountLink.email} = ${account.email})`,
      ),
    );
  return row;
}

/** Redeems a link; of two concurrent attempts one succeeds. */
export async function useLink(db: Database, kinds: LinkMode[], token: string): Promise<FoundLink | undefined> {
  const found = await findLink(db, kinds, token);
  if (!found) return undefined;
  const used = await db
    .delete(accountLink)
    .where(eq(accountLink.tokenHash, tokenHash(token)))
    .returning({ kind: accountLink.kind });
  return used.length > 0 ? found : undefined;
}

/**
 * A mailed URL. Built from APP_URL, never from a request's Host; the token is in the fragment, which no server, log or
 * referrer sees.
 */
export function linkUrl(env: Env, mode: LinkMode, token: string, continueUrl?: string): string {
  const target = redirectTarget(continueUrl, env.APP_URL);
  const query = new URLSearchParams({ mode, ...(target && { continueUrl: target }) });
  return `${env.APP_URL}/auth/handler?${query.toString()}#${token}`;
}
