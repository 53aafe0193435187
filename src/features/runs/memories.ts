import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import { userMemory } from "@/db/schema/run";
import type { VisitedApp } from "@/db/scope";
import type { FieldValue, Memory, RunDefinition } from "./schema";

/** What an app remembers of a visitor. */
export async function listMemories({ db, appId }: VisitedApp, visitor: string): Promise<Memory[]> {
  const rows = await db
    .select()
    .from(userMemory)
    .where(and(eq(userMemory.appId, appId), eq(userMemory.visitor, visitor)))
    .orderBy(asc(userMemory.key));
  return rows.map(({ key, value, fieldId, updatedAt }) => ({
    key,
    value: value as FieldValue,
    fieldId,
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Remembers what was entered into fields that do ("memorize", 1-platform.md §3). A photo is never remembered. */
export async function remember(
  { db, appId }: VisitedApp,
  visitor: string,
  { fields }: RunDefinition,
  values: Record<string, FieldValue>,
): Promise<void> {
  const kept = fields.flatMap(({ id, name, type, isMemorized }) =>
    isMemorized && type !== "photo" && values[name] !== undefined
      ? [{ appId, visitor, key: name, fieldId: id, value: values[name] }]
      : [],
  );
  if (kept.length === 0) return;
  await db
    .insert(userMemory)
    .values(kept)
    .onConflictDoUpdate({
      target: [userMemory.appId, userMemory.visitor, userMemory.key],
      set: { value: sql`excluded.value`, fieldId: sql`excluded.field_id`, updatedAt: sql`now()` },
    });
}

/** Forgets one thing, or everything. */
export async function forget({ db, appId }: VisitedApp, visitor: string, key: string | undefined): Promise<void> {
  const theirs = and(eq(userMemory.appId, appId), eq(userMemory.visitor, visitor));
  await db.delete(userMemory).where(key === undefined ? theirs : and(theirs, eq(userMemory.key, key)));
}
