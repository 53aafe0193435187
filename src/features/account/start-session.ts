import "server-only";
import type { Context } from "@/api/gates";
import { newId } from "@/db/id";
import { openSessions } from "./session";

/** Lucia with this installation's cookie settings: `Secure` over https. */
export const sessionsOf = ({ platform }: Pick<Context, "platform">) =>
  openSessions(platform.db, platform.env.APP_URL.startsWith("https:"));

/**
 * Opens a session and sets its cookie, for a new sign-in or a rotated token. Always a fresh token, against session
 * fixation. Whoever signs in with a first step alone comes by `admit`.
 */
export async function startSession(
  ctx: Context,
  accountId: string,
  of: { method: string; signInId?: string; signedInAt?: Date; device?: string },
): Promise<{ token: string; accountId: string }> {
  const sessions = sessionsOf(ctx);
  const { method, signInId = newId("d"), signedInAt = new Date() } = of;
  const { address } = ctx;
  const device = (ctx.device || of.device) ?? "";
  const session = await sessions.createSession(accountId, { signInId, signedInAt, device, address, method });
  ctx.responseHeaders.append("set-cookie", sessions.createSessionCookie(session.id).serialize());
  return { token: session.id, accountId };
}
