import "server-only";
import { eq } from "drizzle-orm";
import type { Actor } from "@/api/actor";
import { account } from "@/db/schema/account";
import type { Platform } from "@/engines/platform";
import { newToken } from "@/engines/token";
import { AppError } from "@/errors";
import type { AppRow } from "@/features/apps/store";
import { invokeFunction } from "./call";

/** A call's token is good for as long as its work may go on after the answer. */
const tokenMs = 5 * 60_000;

/**
 * Tokens of calls that no visitor made, by which a function reads and writes as an admin of the published app. In memory:
 * a function's calls of its app's API come to the server that called the function.
 */
const tokens = new Map<string, { appId: string; actor: Actor; until: number }>();

export function serviceActor(appId: string, token: string): Actor | undefined {
  const found = tokens.get(token);
  return found && found.appId === appId && found.until > Date.now() ? found.actor : undefined;
}

async function issueToken({ db }: Platform, app: AppRow): Promise<string> {
  const now = Date.now();
  for (const [token, { until }] of tokens) if (until < now) tokens.delete(token);
  const [owner] = await db.select().from(account).where(eq(account.id, app.ownerId));
  if (!owner || owner.disabledAt) throw new AppError("account-disabled");
  const token = `svc_${newToken()}`;
  const visitor = { id: owner.id, role: "admin", email: owner.email };
  tokens.set(token, { appId: app.id, actor: { kind: "visitor", appId: app.id, visitor, token }, until: now + tokenMs });
  return token;
}

/**
 * Calls a function of the published app for a schedule or a webhook, as the app's admin. `x-joinery-trigger` says which,
 * and cannot come from outside (engines/functions/forward.ts).
 * @param id tags the call's log lines
 * @throws not-published, function-not-found, account-disabled
 */
export async function callAsService(
  platform: Platform,
  app: AppRow,
  name: string,
  request: Request,
  trigger: "schedule" | "webhook",
  id: string,
): Promise<Response> {
  if (!app.publishedVersionId) throw new AppError("not-published");
  const headers = new Headers(request.headers);
  // A sender's own credentials, which the function may want to check.
  const sent = headers.get("authorization");
  if (sent) headers.set("x-sender-authorization", sent);
  headers.set("authorization", `Bearer ${await issueToken(platform, app)}`);
  headers.delete("cookie");
  const { url, method, body, signal } = request;
  const call = new Request(url, { method, headers, body, signal, ...(body && { duplex: "half" }) });
  return invokeFunction(platform, app.id, name, call, id, trigger);
}
