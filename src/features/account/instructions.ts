import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { accountProcedure } from "@/api/procedures";
import { account } from "@/db/schema/account";
import { standingSchema } from "@/features/turns/schema";

/** What the assistant is to keep to in all apps of the account. */
export const instructionsProcedures = {
  instructions: accountProcedure.query(({ ctx }) => ({ instructions: ctx.account.assistantInstructions })),

  setInstructions: accountProcedure
    .input(z.strictObject({ instructions: standingSchema }))
    .mutation(async ({ ctx, input: { instructions } }) => {
      const { db } = ctx.platform;
      await db.update(account).set({ assistantInstructions: instructions }).where(eq(account.id, ctx.account.id));
      return { instructions };
    }),
};
