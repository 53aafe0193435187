import "server-only";
import type { Context } from "@/api/gates";
import { newId } from "@/db/id";
import { openSessions } from "./session";

/** Lucia for this installation's address: over https its cookie is `Secure`. */
export const sessionsOf = ({ platform }: Pick<Context, "platform">) =>
  openSessions(platform.db, platform.env.APP_URL.startsWith("https:"));

/** Opens a session and sets its cookie: a new sign-in, or a new token of one that goes on. No token from before a sign-in is ever taken over. */
export async function startSession(
  ctx: Context,
  accountId: string,
  of?: { signInId: string; signedInAt: Date; device: string },
): Promise<{ token: string; accountId: string }> {
  const sessions = sessionsOf(ctx);
  const { signInId, signedInAt } = of ?? { signInId: newId("d"), signedInAt: new Date() };
  const { address } = ctx;
  const device = (ctx.device || of?.device) ?? "";
  const session = await sessions.createSession(accountId, { signInId, signedInAt, device, address });
  ctx.responseHeaders.append("set-cookie", sessions.createSessionCookie(session.id).serialize());
  return { token: session.id, accountId };
}
