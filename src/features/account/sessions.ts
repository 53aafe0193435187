import "server-only";
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { unverifiedProcedure } from "@/api/procedures";
import { accountSession } from "@/db/schema/account";
import { AppError } from "@/errors";
import { deviceWords, methodWords } from "./rules";
import type { SessionView } from "./schema";
import { findSessionRow } from "./session";

export const sessionProcedures = {
  /** The account's sign-ins, newest first; token rotations are grouped. */
  listSessions: unverifiedProcedure.query(async ({ ctx }): Promise<SessionView[]> => {
    const { db } = ctx.platform;
    const rows = await db
      .selectDistinctOn([accountSession.signInId])
      .from(accountSession)
      .where(and(eq(accountSession.userId, ctx.account.id), gt(accountSession.expiresAt, sql`now()`)))
      .orderBy(accountSession.signInId, desc(accountSession.expiresAt));
    const current = await findSessionRow(db, ctx.token);
    return rows
      .sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime())
      .map(({ signInId, method, device, address, signedInAt, lastSeenAt }) => ({
        sessionId: signInId,
        method: methodWords(method),
        device: deviceWords(device),
        address,
        signedInAt: signedInAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: signInId === current?.signInId,
      }));
  }),

  revokeSession: unverifiedProcedure
    .input(z.strictObject({ sessionId: z.string().min(1).max(70) }))
    .mutation(async ({ ctx, input }) => {
      const ended = await ctx.platform.db
        .delete(accountSession)
        .where(and(eq(accountSession.userId, ctx.account.id), eq(accountSession.signInId, input.sessionId)))
        .returning({ id: accountSession.id });
      if (ended.length === 0) throw new AppError("session-not-found");
      return {};
    }),

  revokeOtherSessions: unverifiedProcedure.mutation(async ({ ctx }) => {
    const { db } = ctx.platform;
    const current = await findSessionRow(db, ctx.token);
    await db
      .delete(accountSession)
      .where(and(eq(accountSession.userId, ctx.account.id), ne(accountSession.signInId, current?.signInId ?? "")));
    return {};
  }),
};
