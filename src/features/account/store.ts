import "server-only";
import { eq, sql } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { newId } from "@/db/id";
import { type Database, rowsOf, sqlState } from "@/db/open";
import { AppError } from "@/errors";

export async function findByEmail(db: Database, email: string) {
  const [row] = await db
    .select()
    .from(account)
    .where(eq(sql`lower(${account.email})`, email));
  return row;
}

/**
 * The only place that creates accounts. The first one is the admin; a table lock decides between concurrent first
 * sign-ups.
 */
export async function insertAccount(db: Database, email: string, passwordHash: string) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${account} in share row exclusive mode`);
    const [{ none }] = (await rowsOf<{ none: boolean }>(
      tx,
      sql`select not exists (select 1 from ${account}) as none`,
    )) as [{ none: boolean }];
    try {
      const [row] = await tx
        .insert(account)
        .values({ id: newId("u"), email, passwordHash, isAdmin: none })
        .returning();
      return row!;
    } catch (error) {
      if (sqlState(error) === "23505") throw new AppError("email-taken");
      throw error;
    }
  });
}

export type AccountFacts = {
  appId: string | null;
  appHeader: string | null;
  hasBusinessInfo: boolean;
  hasPaidAppPackage: boolean;
  subscriptionPaymentsIds: string[];
};

/** Computed properties of an account, from its apps and payments. */
export async function factsOf(db: Database, { id, plan }: { id: string; plan: string }): Promise<AccountFacts> {
  const [row] = await rowsOf<AccountFacts>(
    db,
    sql`select newest.id as "appId", newest.name as "appHeader",
          exists (select from app where owner_id = ${id} and (
            exists (select from context_item where context_item.app_id = app.id) or
            exists (select from csv_import where csv_import.app_id = app.id) or
            exists (select from upload where upload.app_id = app.id))) as "hasBusinessInfo",
          (${plan} <> 'lite') as "hasPaidAppPackage",
          (select coalesce(jsonb_agg(sale.id order by sale.claimed_at, sale.id), '[]') from sale where account_id = ${id}) as "subscriptionPaymentsIds"
        from (select 1) as one left join lateral
          (select id, name from app where owner_id = ${id} order by created_at desc, id desc limit 1) as newest on true`,
  );
  return row!;
}
