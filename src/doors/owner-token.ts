import "server-only";
import { createHash } from "node:crypto";
import { anonymous } from "@/api/actor";
import { roleIn, visitHost } from "@/api/gates";
import type { Platform } from "@/engines/platform";
import { openVisitorSession } from "@/features/runtime/store";
import { builderActor } from "./actor";

/** Cache lifetime; shorter than the token's own. */
const keptMs = 60 * 60 * 1000;
const keptMax = 1_000;
const kept = new Map<string, { token: string; until: number }>();

/**
 * Exchanges a builder's token for a token of the host of an app that they build, which opens nothing of the builder. Cached, so
 * that a script of a thousand calls opens one session. Undefined for everybody else.
 */
export async function ownerToken(
  platform: Platform,
  app: { id: string; ownerId: string },
  headers: Headers,
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  if (!authorization) return undefined;
  const { actor } = await builderActor(platform, new Headers({ authorization }));
  if (actor.kind !== "account" || !(await roleIn(platform, app, actor))) return undefined;
  const key = `${app.id}:${createHash("sha256").update(actor.token).digest("hex")}`;
  const found = kept.get(key);
  if (found && found.until > Date.now()) return found.token;
  const token = await openVisitorSession(visitHost(platform, app.id, anonymous), { accountId: actor.account.id });
  kept.delete(key);
  kept.set(key, { token, until: Date.now() + keptMs });
  if (kept.size > keptMax) kept.delete(kept.keys().next().value!);
  return token;
}
