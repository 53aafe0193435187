import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { member } from "@/db/schema/app";
import type { OwnedApp, VisitedApp, Visitor } from "@/db/scope";
import { findVisitingBuilder } from "@/api/gates";
import { sha256 } from "@/engines/blobs";
import type { Platform } from "@/engines/platform";

/**
 * Whose runs and memories these are: a member's on every device, an anonymous visitor's in their browser. A script that
 * names no session is known by its address, as far as limits go.
 */
export function visitorKey({ visitor }: VisitedApp, session: string | undefined, address: string): string {
  if (visitor) return `member:${visitor.id}`;
  return session ? `session:${sha256(session)}` : `address:${sha256(address)}`;
}

/** Whether a key is somebody's alone. Everybody behind one address has the same. */
export const isPersonal = (key: string): boolean => !key.startsWith("address:");

/** The person behind a run's key, as they stand now: who lost their right meanwhile reads as anybody does. */
export async function visitorOf(platform: Platform, { db, appId }: OwnedApp, key: string): Promise<Visitor> {
  const [kind, id = ""] = key.split(":");
  if (kind !== "member") return null;
  const [row] = await db
    .select({ id: member.id, role: member.role, email: member.email })
    .from(member)
    .where(and(eq(member.appId, appId), eq(member.id, id), isNull(member.disabledAt)));
  return row ?? findVisitingBuilder(platform, appId, id);
}
