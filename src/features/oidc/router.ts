import "server-only";
import { z } from "zod";
import type { Context } from "@/api/gates";
import { withinLimit } from "@/api/limit";
import { publicProcedure, router, unverifiedProcedure } from "@/api/procedures";
import { log } from "@/engines/log";
import { newToken } from "@/engines/token";
import { AppError } from "@/errors";
import { checkOwnsAddress, confirmPassword } from "@/features/account/change-password";
import { redirectTarget } from "@/features/account/rules";
import { currentPasswordSchema } from "@/features/account/schema";
import { tellOfChange } from "@/features/account/tell-of-change";
import { finishVisit } from "./finish-visit";
import { beginAtProvider, isConfigured } from "./provider";
import { providerName } from "./rules";
import { redirectToSchema } from "./schema";
import { callbackPath, visitCookieName, visitMinutes } from "./limits";
import { disconnectAll, insertVisit, listConnected } from "./store";

const [visitsMax, quarterHour] = [60, 900];

const cookieName = (isSecure: boolean) => (isSecure ? `__Secure-${visitCookieName}` : visitCookieName);

function visitCookie({ platform }: Context, value: string, maxAge: number): string {
  const isSecure = platform.env.APP_URL.startsWith("https:");
  const secure = isSecure ? "; Secure" : "";
  return `${cookieName(isSecure)}=${value}; Path=${callbackPath}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Begins a visit to the provider, bound to this browser by a cookie. */
async function begin(ctx: Context, redirectTo: string | undefined, accountId: string | null): Promise<{ url: string }> {
  const { db, env } = ctx.platform;
  if (!isConfigured(env)) throw new AppError("not-found");
  if (!(await withinLimit(db, `oidc-address:${ctx.address}`, visitsMax, quarterHour)))
    throw new AppError("too-many-logins");
  const [state, browserToken] = [newToken(), newToken()];
  const { url, nonce, verifier } = await beginAtProvider(env, state).catch((error: unknown) => {
    log("warn", "oidc", { error });
    throw new AppError("unavailable");
  });
  const target = redirectTarget(redirectTo, env.APP_URL) ?? null;
  await insertVisit(ctx.platform, { state, browserToken, nonce, verifier, redirectTo: target, accountId });
  ctx.responseHeaders.append("set-cookie", visitCookie(ctx, browserToken, visitMinutes * 60));
  return { url };
}

/** Sign-in at a company's own OpenID Connect provider (OIDC_…). */
export const oidcRouter = router({
  /** The provider's name for the button; null without one. */
  provider: publicProcedure.query(({ ctx: { platform } }) =>
    isConfigured(platform.env) ? { name: providerName(platform.env) } : null,
  ),

  begin: publicProcedure
    .input(z.strictObject({ redirectTo: redirectToSchema }))
    .mutation(({ ctx, input }) => begin(ctx, input.redirectTo, null)),

  /** For doors/routes/account.ts: the browser comes back with the provider's query and its own cookie. */
  finish: publicProcedure
    .input(z.strictObject({ query: z.string().max(8_000), browserToken: z.string().max(100) }))
    .mutation(({ ctx, input }) => {
      ctx.responseHeaders.append("set-cookie", visitCookie(ctx, "", 0));
      return finishVisit(ctx, input.query, input.browserToken);
    }),

  /** Connects the signed-in account: a new way in, so it takes the password. */
  beginConnecting: unverifiedProcedure
    .input(z.strictObject({ password: currentPasswordSchema }))
    .mutation(async ({ ctx, input }) => {
      checkOwnsAddress(ctx);
      await confirmPassword(ctx, ctx.account, input.password);
      return begin(ctx, "/settings", ctx.account.id);
    }),

  connected: unverifiedProcedure.query(({ ctx }) => listConnected(ctx.platform.db, ctx.account.id)),

  disconnect: unverifiedProcedure
    .input(z.strictObject({ password: currentPasswordSchema }))
    .mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx, ctx.account, input.password);
      const { id, email } = ctx.account;
      return ctx.platform.db.transaction(async (tx) => {
        if ((await disconnectAll(tx, id)) > 0)
          await tellOfChange(ctx, tx, email, `${providerName(ctx.platform.env)} no longer opens your account.`);
        return {};
      });
    }),
});
