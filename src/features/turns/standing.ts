import "server-only";
import { eq } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";

/**
 * What the person who asks wants in all of their apps, and what this app is to keep to, as the end of the system
 * prompt: it seldom changes, so that a provider's cache holds.
 */
export async function standingInstructions(
  { db, appId }: OwnedApp,
  { authorId }: Record<string, unknown>,
): Promise<string> {
  const [own] = await db
    .select({ text: app.assistantInstructions, ownerId: app.ownerId })
    .from(app)
    .where(eq(app.id, appId));
  if (!own) return "";
  const [person] = await db
    .select({ text: account.assistantInstructions })
    .from(account)
    .where(eq(account.id, typeof authorId === "string" ? authorId : own.ownerId));
  const parts = [
    ...(person?.text ? [`In all of their apps:\n${person.text}`] : []),
    ...(own.text ? [`In this app, before the former where they differ:\n${own.text}`] : []),
  ];
  if (parts.length === 0) return "";
  return `\n# The person's standing instructions\nKeep to them in every answer, unless the request itself says otherwise.\n${parts.join("\n\n")}\n`;
}
