import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Context } from "@/api/gates";
import { account } from "@/db/schema/account";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { admit } from "@/features/account/admit";
import { noPassword } from "@/features/account/password";
import { findByEmail, insertAccount } from "@/features/account/store";
import { tellOfChange } from "@/features/account/tell-of-change";
import { askProvider, type Person } from "./provider";
import { providerName, verifiedEmail } from "./rules";
import type { VisitEnd } from "./schema";
import type { OidcProblem } from "./limits";
import { connect, findConnected, takeVisit } from "./store";

class Refused extends Error {
  constructor(readonly problem: OidcProblem) {
    super(problem);
  }
}

/**
 * The account of a person. Somebody new gets one of their own. An account that exists is never opened by its address,
 * verified or not: only whoever is signed in to it connects it (`connectPerson`).
 */
async function accountOf({ platform }: Context, person: Person) {
  const { db } = platform;
  const connected = await findConnected(db, person);
  if (connected) return connected;
  const email = verifiedEmail(person.claims);
  if (!email) throw new Refused("email");
  try {
    if (await findByEmail(db, email)) throw new Refused("taken");
    return await db.transaction(async (tx) => {
      const { id } = await insertAccount(tx, email, noPassword);
      if (!(await connect(tx, id, person, email))) throw new Refused("connected");
      const [row] = await tx
        .update(account)
        .set({ emailVerifiedAt: sql`now()` })
        .where(eq(account.id, id))
        .returning();
      return row!;
    });
  } catch (error) {
    // Two first visits at once: the other one has made the account.
    const made = await findConnected(db, person);
    if (made) return made;
    throw error instanceof AppError && error.reason === "email-taken" ? new Refused("taken") : error;
  }
}

async function connectPerson(ctx: Context, accountId: string, person: Person): Promise<void> {
  // The session that began the visit must still be there.
  if (ctx.actor.kind !== "account" || ctx.actor.account.id !== accountId) throw new Refused("expired");
  const { db, env } = ctx.platform;
  const { email } = ctx.actor.account;
  await db.transaction(async (tx) => {
    const told = typeof person.claims.email === "string" ? person.claims.email : person.subject;
    if (!(await connect(tx, accountId, person, told.slice(0, 254)))) throw new Refused("connected");
    await tellOfChange(ctx, tx, email, `${providerName(env)} (${told.slice(0, 254)}) now opens your account.`);
  });
}

/** The provider has sent the person back. @param query as it came, with the code or the provider's refusal */
export async function finishVisit(ctx: Context, query: string, browserToken: string): Promise<VisitEnd> {
  const state = new URLSearchParams(query).get("state") ?? "";
  const visit = await takeVisit(ctx.platform, state, browserToken);
  if (!visit) return { kind: "problem", problem: "expired", isConnecting: false };
  const { redirectTo, accountId } = visit;
  const isConnecting = accountId !== null;
  try {
    const person = await askProvider(ctx.platform.env, query, visit);
    if (isConnecting) {
      await connectPerson(ctx, accountId, person);
      return { kind: "connected", redirectTo };
    }
    await admit(ctx, await accountOf(ctx, person), "oidc");
    return { kind: "signed-in", redirectTo };
  } catch (error) {
    if (error instanceof AppError && error.reason === "second-step")
      return { kind: "second-step", redirectTo, step: error.details as { signInToken: string; ways: string[] } };
    if (error instanceof Refused) return { kind: "problem", problem: error.problem, isConnecting };
    if (error instanceof AppError && error.reason === "account-disabled")
      return { kind: "problem", problem: "disabled", isConnecting };
    // The provider's refusal, or an answer that does not hold.
    log("warn", "oidc", { error });
    return { kind: "problem", problem: "failed", isConnecting };
  }
}
