import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { assistantMessage } from "@/db/schema/assistant";
import { newId } from "@/db/id";
import type { VisitedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import { AppError } from "@/errors";
import { type AssistantMessage, historyMax, type Source } from "./schema";

/** Key of a conversation: a member's across devices, an anonymous visitor's per browser. */
export function visitorKey({ visitor }: VisitedApp, session: string | undefined): string {
  if (visitor) return `member:${visitor.id}`;
  if (!session) throw new AppError("invalid-input", undefined, "An anonymous visitor names a session");
  return `session:${sha256(session)}`;
}

/** Oldest first. */
export async function listMessages(
  { db, appId }: VisitedApp,
  visitor: string,
  limit = historyMax,
): Promise<AssistantMessage[]> {
  const rows = await db
    .select()
    .from(assistantMessage)
    .where(and(eq(assistantMessage.appId, appId), eq(assistantMessage.visitor, visitor)))
    .orderBy(desc(assistantMessage.number))
    .limit(limit);
  return rows.toReversed().map(({ id, role, content, sources, createdAt }) => ({
    id,
    role,
    content,
    sources,
    createdAt: createdAt.toISOString(),
  }));
}

/** Stores a message and deletes those beyond the history's limit. */
export async function addMessage(
  { db, appId }: VisitedApp,
  visitor: string,
  message: { role: "user" | "assistant"; content: string; sources?: Source[] },
): Promise<string> {
  const id = newId("m");
  await db.insert(assistantMessage).values({ appId, id, visitor, ...message });
  const kept = db
    .select({ number: assistantMessage.number })
    .from(assistantMessage)
    .where(and(eq(assistantMessage.appId, appId), eq(assistantMessage.visitor, visitor)))
    .orderBy(desc(assistantMessage.number))
    .limit(1)
    .offset(historyMax);
  await db
    .delete(assistantMessage)
    .where(
      and(
        eq(assistantMessage.appId, appId),
        eq(assistantMessage.visitor, visitor),
        sql`${assistantMessage.number} <= (${kept})`,
      ),
    );
  return id;
}

export async function clearMessages({ db, appId }: VisitedApp, visitor: string): Promise<void> {
  await db
    .delete(assistantMessage)
    .where(and(eq(assistantMessage.appId, appId), eq(assistantMessage.visitor, visitor)));
}
