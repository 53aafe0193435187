import "server-only";
import { eq } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";
import type { Env } from "@/engines/env";
import { saveMemberSettings } from "@/features/members/store";
import { gateAppSettings } from "@/features/plans/rules";
import { standingOf } from "@/features/plans/store";
import { readModel } from "@/offline/model/app-model";
import type { SourceFile } from "@/shipped/contract";

/**
 * Turns on open sign-up for a new app whose description says that people sign up, where the owner's plan has it. It
 * takes effect as if the owner had chosen it: once the app is published under a domain of its own.
 */
export async function followSignup(
  env: Env,
  scope: OwnedApp,
  before: SourceFile[],
  after: SourceFile[],
): Promise<void> {
  if (readModel(after, "").model.signup !== "open" || readModel(before, "").model.entities.length > 0) return;
  const [row] = await scope.db
    .select({ kind: app.kind, plan: account.plan, isAdmin: account.isAdmin })
    .from(app)
    .innerJoin(account, eq(account.id, app.ownerId))
    .where(eq(app.id, scope.appId));
  if (row && !gateAppSettings(standingOf(env, row), row.kind))
    await saveMemberSettings(scope, { isSignupEnabled: true });
}
