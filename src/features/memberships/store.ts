import "server-only";
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { app, member } from "@/db/schema/app";
import { appPayment, memberSale } from "@/db/schema/membership";
import type { Database } from "@/db/open";
import { inTransaction, type OwnedApp, type VisitedApp } from "@/db/scope";
import { paidForGood } from "@/features/members/rules";
import type { PaymentProvider } from "./schema";

type Scope = OwnedApp | VisitedApp;
export type PaymentRow = typeof appPayment.$inferSelect;
type SaleFacts = Omit<typeof memberSale.$inferInsert, "appId" | "memberId" | "readAt">;

export async function findPayment({ db, appId }: Scope): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(appPayment).where(eq(appPayment.appId, appId));
  return row;
}

export async function findMemberSale({ db, appId }: Scope, saleId: string) {
  const [row] = await db
    .select({ productId: memberSale.productId })
    .from(memberSale)
    .where(and(eq(memberSale.appId, appId), eq(memberSale.id, saleId)));
  return row;
}

/** Another token, or another seller: what was connected has to be connected again. */
export async function keepToken(
  { db, appId }: OwnedApp,
  provider: PaymentProvider,
  sealedToken: string,
): Promise<void> {
  const given = { provider, sealedToken };
  const none = {
    productId: null,
    productName: null,
    price: "",
    url: "",
    connectedAt: null,
    sealedSigningSecret: null,
  };
  await db
    .insert(appPayment)
    .values({ appId, ...given })
    .onConflictDoUpdate({ target: appPayment.appId, set: { ...given, ...none } });
  await touch(db, appId);
}

type Sold = { productId: string; productName: string; price: string; url: string };

export async function connectProduct({ db, appId }: OwnedApp, sold: Sold): Promise<void> {
  await db
    .update(appPayment)
    .set({ ...sold, connectedAt: sql`now()` })
    .where(eq(appPayment.appId, appId));
  await touch(db, appId);
}

export async function keepSigningSecret({ db, appId }: OwnedApp, sealedSigningSecret: string | null): Promise<void> {
  await db.update(appPayment).set({ sealedSigningSecret }).where(eq(appPayment.appId, appId));
}

/** Whether a member ever bought a membership. */
export async function hasMemberSales({ db, appId }: Scope, memberId: string): Promise<boolean> {
  const of = and(eq(memberSale.appId, appId), eq(memberSale.memberId, memberId));
  return (await db.select({ id: memberSale.id }).from(memberSale).where(of).limit(1)).length > 0;
}

/** The subscription at Stripe that gives a member their membership, if there is one. */
export async function liveSubscription({ db, appId }: Scope, memberId: string): Promise<string | undefined> {
  const isLive = and(eq(memberSale.isEntitled, true), sql`starts_with(${memberSale.subscriptionId}, 'sub_')`);
  const [row] = await db
    .select({ subscriptionId: memberSale.subscriptionId })
    .from(memberSale)
    .where(and(eq(memberSale.appId, appId), eq(memberSale.memberId, memberId), isLive))
    .orderBy(desc(memberSale.readAt))
    .limit(1);
  return row?.subscriptionId ?? undefined;
}

/** What was connected is let go of; memberships that were sold stay known. */
export async function disconnect({ db, appId }: OwnedApp): Promise<void> {
  await db.delete(appPayment).where(eq(appPayment.appId, appId));
  await touch(db, appId);
}

export async function enablePayment({ db, appId }: OwnedApp, isEnabled: boolean): Promise<void> {
  await db.update(appPayment).set({ isEnabled }).where(eq(appPayment.appId, appId));
  await touch(db, appId);
}

/** Sessions of members are kept in memory until their app's row changes (db/keep-while-true.ts). */
const touch = (db: Database, appId: string) =>
  db
    .update(app)
    .set({ updatedAt: sql`now()` })
    .where(eq(app.id, appId));

/**
 * Stores what the provider answered, unless the answer to a later question is there already, and settles its member.
 * @param buyer the member that the provider was told of, who has it unless somebody has
 */
export function writeMemberSale(scope: OwnedApp, facts: SaleFacts, buyer?: string): Promise<void> {
  return inTransaction(scope, async ({ db, appId }) => {
    const [row] = await db
      .insert(memberSale)
      .values({ appId, ...facts })
      .onConflictDoUpdate({
        target: [memberSale.appId, memberSale.id],
        set: { ...facts, readAt: sql`now()` },
        setWhere: lt(memberSale.readNumber, facts.readNumber),
      })
      .returning();
    if (!row) return;
    if (!row.memberId && buyer)
      await db
        .update(memberSale)
        .set({ memberId: buyer })
        .where(
          and(
            eq(memberSale.appId, appId),
            eq(memberSale.id, facts.id),
            sql`exists (select from ${member} where ${member.appId} = ${appId} and ${member.id} = ${buyer})`,
          ),
        );
    const owner = row.memberId ?? buyer;
    if (owner) await settleMember(db, appId, owner);
  });
}

/** Binds a sale to the first member who proves it. @returns whether it is this member's */
export function claimMemberSale({ db, appId }: VisitedApp, memberId: string, saleId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const claimed = await tx
      .update(memberSale)
      .set({ memberId })
      .where(
        and(
          eq(memberSale.appId, appId),
          eq(memberSale.id, saleId),
          or(isNull(memberSale.memberId), eq(memberSale.memberId, memberId)),
        ),
      )
      .returning({ id: memberSale.id });
    if (claimed.length > 0) await settleMember(tx, appId, memberId);
    return claimed.length > 0;
  });
}

/** Binds the sales of an address to the member who has just proven that they read its mail. */
export async function claimSalesOf({ db, appId }: VisitedApp, memberId: string, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const claimed = await tx
      .update(memberSale)
      .set({ memberId })
      .where(and(eq(memberSale.appId, appId), sql`lower(${memberSale.email}) = ${email}`, isNull(memberSale.memberId)))
      .returning({ id: memberSale.id });
    if (claimed.length > 0) await settleMember(tx, appId, memberId);
  });
}

/** Gives a member the longest of what their sales give. Under the member's lock: two sales settle one after the other. */
async function settleMember(db: Database, appId: string, memberId: string): Promise<void> {
  const of = and(eq(member.appId, appId), eq(member.id, memberId));
  await db.select({ id: member.id }).from(member).where(of).for("update");
  const sales = await db
    .select()
    .from(memberSale)
    .where(and(eq(memberSale.appId, appId), eq(memberSale.memberId, memberId), eq(memberSale.isEntitled, true)));
  const ends = sales.map(({ endsAt }) => endsAt ?? paidForGood).sort((a, b) => b.getTime() - a.getTime());
  await db
    .update(member)
    .set({ paidUntil: ends[0] ?? null })
    .where(of);
}

/** The sales of a subscription that are known. */
export async function salesOfSubscription({ db, appId }: OwnedApp, subscriptionId: string): Promise<string[]> {
  const rows = await db
    .select({ id: memberSale.id })
    .from(memberSale)
    .where(and(eq(memberSale.appId, appId), eq(memberSale.subscriptionId, subscriptionId)))
    .limit(50);
  return rows.map(({ id }) => id);
}

/** All sales of an app that are known, the oldest answer first. */
export async function salesOfApp({ db, appId }: OwnedApp): Promise<string[]> {
  const rows = await db
    .select({ id: memberSale.id })
    .from(memberSale)
    .where(eq(memberSale.appId, appId))
    .orderBy(memberSale.readAt)
    .limit(500);
  return rows.map(({ id }) => id);
}

const checkedMax = 500;

/** Memberships of all apps to ask about again: what is entitled and was not read for a day. */
export async function salesToRead(db: Database): Promise<{ appId: string; saleId: string }[]> {
  return db
    .select({ appId: memberSale.appId, saleId: memberSale.id })
    .from(memberSale)
    .where(and(eq(memberSale.isEntitled, true), lt(memberSale.readAt, sql`now() - interval '1 day'`)))
    .orderBy(desc(memberSale.readAt))
    .limit(checkedMax);
}
