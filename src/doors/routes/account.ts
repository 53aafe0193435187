import "server-only";
import { withinLimit } from "@/api/limit";
import { AppError } from "@/errors";
import { pageAfter } from "@/features/oidc/rules";
import { exportData } from "@/features/leave/export-data";
import { readObject } from "../request";
import type { RestRoute } from "../rest";
import { app, builder, withBody } from "../route";

const exportsMax = 10;

export const accountRoutes: RestRoute[] = [
  builder("POST /api/auth/sign-up", (call) => withBody(call, call.caller.account.signUp)),
  builder("POST /api/auth/sign-in", (call) => withBody(call, call.caller.account.signIn)),
  builder("POST /api/auth/sign-out", (call) => call.caller.account.signOut()),
  builder("POST /api/auth/refresh", (call) => call.caller.account.refresh()),
  // A browser comes back from the OIDC provider. A cookie of its own says that it began there.
  builder("GET /api/auth/oidc/callback?*", async ({ caller, context, query, request }) => {
    const browserToken = /(?:^|;\s*)(?:__Secure-)?joinery_oidc=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
    const end = await caller.oidc.finish({ query: query.toString(), browserToken: browserToken ?? "" });
    return Response.redirect(`${context.platform.env.APP_URL}${pageAfter(end)}`, 302);
  }),
  builder("GET /api/live_api/account/current", (call) => call.caller.account.current()),
  builder("GET /api/account/export", async (call) => {
    const { actor, platform } = call.context;
    if (actor.kind !== "account") throw new AppError("not-signed-in");
    if (!(await withinLimit(platform.db, `export:${actor.account.id}`, exportsMax, 3_600)))
      throw new AppError("too-many-requests");
    return exportData(platform.db, actor.account);
  }),
  builder("DELETE /api/account", (call) => withBody(call, call.caller.account.delete)),
  builder("POST /api/live_api/account/create?sale_id", (call) => {
    const saleId = call.query.get("sale_id") ?? undefined;
    return withBody(call, call.caller.account.create, saleId === undefined ? {} : { saleId });
  }),
  // "mainAppId": the app whose member asks; without it a builder does. A member's link leads to the app's own host.
  builder("POST /api/live_api/account/sendResetPasswordEmail", async (call) => {
    const body = await readObject(call.request);
    const { mainAppId, email } = body;
    return typeof mainAppId === "string" && mainAppId !== ""
      ? call.caller.runtime.sendPasswordReset({ appId: mainAppId, email: email as string })
      : call.caller.account.sendPasswordReset(body as { email: string });
  }),
  builder("POST /api/live_api/account/completeEmailChange", (call) =>
    withBody(call, call.caller.account.completeEmailChange),
  ),
  // With an appId a member's link, without one a builder's.
  builder("POST /api/live_api/account/sendMagicLink?appId", (call) => {
    const appId = call.query.get("appId");
    return appId === null
      ? withBody(call, call.caller.account.sendMagicLink)
      : withBody(call, call.caller.runtime.sendMagicLink, { appId });
  }),
  builder("POST /api/live_api/account/validateOtp?appId", (call) =>
    withBody(call, call.caller.runtime.validateOtp, { appId: call.query.get("appId") ?? "" }),
  ),
  app("POST /api/apps/:appId/magic-link", (call) => withBody(call, call.caller.runtime.sendMagicLink)),
  app("POST /api/apps/:appId/otp", (call) => withBody(call, call.caller.runtime.validateOtp)),
];
