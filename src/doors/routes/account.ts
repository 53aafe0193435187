import "server-only";
import type { RestRoute } from "../rest";
import { app, builder, input } from "../route";

export const accountRoutes: RestRoute[] = [
  builder("POST /api/auth/sign-up", async (call) => call.caller.account.signUp(await input(call))),
  builder("POST /api/auth/sign-in", async (call) => call.caller.account.signIn(await input(call))),
  builder("POST /api/auth/sign-out", (call) => call.caller.account.signOut()),
  builder("POST /api/auth/refresh", (call) => call.caller.account.refresh()),
  builder("GET /api/live_api/account/current", (call) => call.caller.account.current()),
  builder("POST /api/live_api/account/create?sale_id", async (call) => {
    const saleId = call.query.get("sale_id") ?? undefined;
    return call.caller.account.create(await input(call, saleId === undefined ? {} : { saleId }));
  }),
  builder("POST /api/live_api/account/sendResetPasswordEmail", async (call) =>
    call.caller.account.sendPasswordReset(await input(call)),
  ),
  builder("POST /api/live_api/account/completeEmailChange", async (call) =>
    call.caller.account.completeEmailChange(await input(call)),
  ),
  // Of an app's members with an appId, of a builder without.
  builder("POST /api/live_api/account/sendMagicLink?appId", async (call) => {
    const appId = call.query.get("appId");
    return appId === null
      ? call.caller.account.sendMagicLink(await input(call))
      : call.caller.runtime.sendMagicLink(await input(call, { appId }));
  }),
  builder("POST /api/live_api/account/validateOtp?appId", async (call) =>
    call.caller.runtime.validateOtp(await input(call, { appId: call.query.get("appId") ?? "" })),
  ),
  app("POST /api/apps/:appId/magic-link", async (call) => call.caller.runtime.sendMagicLink(await input(call))),
  app("POST /api/apps/:appId/otp", async (call) => call.caller.runtime.validateOtp(await input(call))),
];
