import "server-only";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { adminProcedure, publicProcedure, unverifiedProcedure } from "@/api/procedures";
import { account, accountSession, impersonation } from "@/db/schema/account";
import { newId } from "@/db/id";
import type { Database } from "@/db/open";
import { AppError } from "@/errors";
import { findSessionRow } from "@/features/account/session";
import { startSession } from "@/features/account/start-session";
import { note } from "./audit";
import { accountRefSchema } from "./schema";
import { findAccount } from "./store";

/** The administrator behind an impersonated session. Rotated tokens share the sign-in id. */
async function findImpersonation(db: Database, token: string) {
  const session = await findSessionRow(db, token);
  if (!session) return undefined;
  const [row] = await db
    .select({ signInId: impersonation.signInId, adminSession: impersonation.adminSession, admin: account })
    .from(impersonation)
    .innerJoin(account, eq(account.id, impersonation.adminId))
    .where(eq(impersonation.signInId, session.signInId));
  return row;
}

export const signInAs = {
  /** Opens an impersonated session. Not of another administrator, and not from within one. */
  signInAs: adminProcedure.input(z.strictObject({ accountId: accountRefSchema })).mutation(async ({ ctx, input }) => {
    const { db } = ctx.platform;
    const own = await findSessionRow(db, ctx.token);
    const target = await findAccount(db, input.accountId);
    if (!own || target.isAdmin || target.id === ctx.account.id) throw new AppError("not-allowed");
    if (target.disabledAt) throw new AppError("account-disabled");
    const signInId = newId("d");
    await db.transaction(async (tx) => {
      await tx.insert(impersonation).values({ signInId, adminId: ctx.account.id, adminSession: own.id });
      await note(tx, ctx.account, "signed-in-as", target.email);
    });
    return startSession(ctx, target.id, { method: "admin", signInId, device: own.device });
  }),

  /** Whether this session is impersonated, for the banner. */
  impersonation: publicProcedure.query(async ({ ctx }) => {
    const found = ctx.actor.kind === "account" && (await findImpersonation(ctx.platform.db, ctx.actor.token));
    return found && ctx.actor.kind === "account" ? { admin: found.admin.email, email: ctx.actor.account.email } : null;
  }),

  /** Ends an impersonated session and returns to the administrator's own, if still valid. */
  leave: unverifiedProcedure.mutation(async ({ ctx }) => {
    const { db } = ctx.platform;
    const found = await findImpersonation(db, ctx.token);
    if (!found) throw new AppError("not-allowed");
    const [own] = await db
      .select({ session: accountSession })
      .from(accountSession)
      .innerJoin(account, and(eq(account.id, accountSession.userId), eq(account.id, found.admin.id)))
      .where(
        and(
          eq(accountSession.id, found.adminSession),
          gt(accountSession.expiresAt, sql`now()`),
          isNull(account.disabledAt),
        ),
      );
    await db.transaction(async (tx) => {
      await tx.delete(accountSession).where(eq(accountSession.signInId, found.signInId));
      await tx.delete(impersonation).where(eq(impersonation.signInId, found.signInId));
      await note(tx, found.admin, "signed-out-of", ctx.account.email);
    });
    if (!own) throw new AppError("not-signed-in");
    const session = await startSession(ctx, found.admin.id, own.session);
    await db.delete(accountSession).where(eq(accountSession.id, own.session.id));
    return session;
  }),
};
