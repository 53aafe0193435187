import "server-only";
import type { RestRoute } from "../rest";
import { builder, input } from "../route";

export const accountRoutes: RestRoute[] = [
  builder("POST /api/auth/sign-up", async (call) => call.caller.account.signUp(await input(call))),
  builder("POST /api/auth/sign-in", async (call) => call.caller.account.signIn(await input(call))),
  builder("POST /api/auth/sign-out", (call) => call.caller.account.signOut()),
  builder("POST /api/auth/refresh", (call) => call.caller.account.refresh()),
  builder("GET /api/live_api/account/current", (call) => call.caller.account.current()),
];
