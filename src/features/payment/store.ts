import "server-only";
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { account, sale } from "@/db/schema/account";
import { type Database, rowsOf } from "@/db/open";
import { highestPlan } from "@/features/plans/rules";

export type SaleRow = typeof sale.$inferSelect;

/** Draws a sequence number before a request to the provider. */
export async function nextRead(db: Database): Promise<number> {
  const [row] = await rowsOf<{ number: string | number }>(db, sql`select nextval('sale_read') as number`);
  return Number(row!.number);
}

/**
 * Stores the provider's answer unless a newer one is stored, and binds the sale: to the account that the checkout was
 * opened for, to its subscription's account, else to the account with the verified buyer's address.
 */
export async function writeSale(
  db: Database,
  facts: Omit<typeof sale.$inferInsert, "accountId" | "claimedAt" | "createdAt">,
  openedFor?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(sale)
      .values(facts)
      .onConflictDoUpdate({
        target: sale.id,
        set: { ...facts, readAt: sql`now()` },
        setWhere: lt(sale.readNumber, facts.readNumber ?? 0),
      })
      .returning();
    if (!row) return;
    const accountId = row.accountId ?? (await findById(tx, openedFor)) ?? (await findBuyer(tx, row));
    if (!accountId) return;
    if (!row.accountId)
      await tx
        .update(sale)
        .set({ accountId, claimedAt: sql`now()` })
        .where(eq(sale.id, row.id));
    await settle(tx, accountId);
  });
}

async function findById(db: Database, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const [row] = await db.select({ id: account.id }).from(account).where(eq(account.id, id));
  return row?.id;
}

async function findBuyer(db: Database, { subscriptionId, email }: SaleRow): Promise<string | undefined> {
  if (subscriptionId) {
    const [first] = await db
      .select({ id: sale.accountId })
      .from(sale)
      .where(and(eq(sale.subscriptionId, subscriptionId), sql`${sale.accountId} is not null`))
      .limit(1);
    if (first?.id) return first.id;
  }
  const [owner] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(sql`lower(${account.email})`, email.toLowerCase()), sql`${account.emailVerifiedAt} is not null`));
  return owner?.id;
}

/** Binds a sale to the first account that presents its id. @returns whether it belongs to this account */
export async function claimSale(db: Database, accountId: string, saleId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const claimed = await tx
      .update(sale)
      .set({ accountId, claimedAt: sql`coalesce(${sale.claimedAt}, now())` })
      .where(and(eq(sale.id, saleId), or(isNull(sale.accountId), eq(sale.accountId, accountId))))
      .returning({ id: sale.id });
    if (claimed.length > 0) await settle(tx, accountId);
    return claimed.length > 0;
  });
}

/** Sets an account's effective plan: the better of granted and paid. A row lock serializes sales of one account. */
export async function settle(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [owner] = await tx.select().from(account).where(eq(account.id, accountId)).for("update");
    if (!owner) return;
    const sales = await tx
      .select()
      .from(sale)
      .where(eq(sale.accountId, accountId))
      .orderBy(desc(sale.isEntitled), desc(sale.claimedAt), desc(sale.id));
    const isGood = ({ isEntitled, endsAt }: SaleRow) => isEntitled && (endsAt === null || endsAt > new Date());
    const plan = highestPlan([owner.grantedPlan, ...sales.filter(isGood).flatMap(({ plan: sold }) => sold ?? [])]);
    const shown = sales.find(isGood) ?? sales[0];
    await tx
      .update(account)
      .set({
        plan,
        subscriptionId: shown?.subscriptionId ?? null,
        planSubscriptionStatus: shown ? (shown.isEntitled && !isGood(shown) ? "cancelled" : shown.status) : null,
        planSubscriptionCancelledAt: shown?.cancelledAt ?? null,
      })
      .where(eq(account.id, accountId));
  });
}

/** Known sales of a subscription. */
export async function salesOf(db: Database, subscriptionId: string): Promise<string[]> {
  const rows = await db.select({ id: sale.id }).from(sale).where(eq(sale.subscriptionId, subscriptionId)).limit(50);
  return rows.map(({ id }) => id);
}

/** The account's subscription at Stripe that grants something, if there is one. */
export async function liveStripe(db: Database, accountId: string): Promise<string | undefined> {
  const isStripe = sql`starts_with(${sale.subscriptionId}, 'sub_') and starts_with(${sale.id}, 'cs_')`;
  const [row] = await db
    .select({ subscriptionId: sale.subscriptionId })
    .from(sale)
    .where(and(eq(sale.accountId, accountId), eq(sale.isEntitled, true), isStripe))
    .orderBy(desc(sale.claimedAt))
    .limit(1);
  return row?.subscriptionId ?? undefined;
}

const checkedMax = 500;

/** Sales to look up again: subscriptions not read for a day, and those expired since. */
export async function salesToCheck(db: Database): Promise<string[]> {
  const isOld = and(
    eq(sale.isEntitled, true),
    sql`${sale.subscriptionId} is not null`,
    lt(sale.readAt, sql`now() - interval '1 day'`),
  );
  const hasEnded = and(eq(sale.isEntitled, true), lt(sale.endsAt, sql`now()`), gt(sale.endsAt, sale.readAt));
  const rows = await db.select({ id: sale.id }).from(sale).where(or(isOld, hasEnded)).limit(checkedMax);
  return rows.map(({ id }) => id);
}
