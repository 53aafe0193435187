import "server-only";
import { desc, lt, sql } from "drizzle-orm";
import type { Account } from "@/api/actor";
import { auditEntry } from "@/db/schema/admin";
import type { Database } from "@/db/open";
import { type AuditVerb, pageSize } from "./schema";

/** Writes an audit entry; call it in the transaction of the action. */
export async function note(
  tx: Database,
  actor: Pick<Account, "email">,
  verb: AuditVerb,
  target: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(auditEntry).values({ actor: actor.email, verb, target, details });
}

type AuditRow = typeof auditEntry.$inferSelect;

const toView = ({ at, ...row }: AuditRow) => ({ ...row, at: at.toISOString() });

/** Newest first. @param before cursor: the number of the last entry seen */
export async function listAudit(db: Database, before?: number) {
  const rows = await db
    .select()
    .from(auditEntry)
    .where(before === undefined ? undefined : lt(auditEntry.number, before))
    .orderBy(desc(auditEntry.number))
    .limit(pageSize + 1);
  const items = rows.slice(0, pageSize).map(toView);
  return { items, nextCursor: rows.length > pageSize ? items.at(-1)!.number : null };
}

const exportPage = 500;

/** Streams the whole log as JSON Lines, oldest first. */
export async function* exportAudit(db: Database): AsyncGenerator<string> {
  for (let last = 0; ;) {
    const rows = await db
      .select()
      .from(auditEntry)
      .where(sql`${auditEntry.number} > ${last}`)
      .orderBy(auditEntry.number)
      .limit(exportPage);
    if (rows.length === 0) return;
    last = rows.at(-1)!.number;
    yield rows.map((row) => `${JSON.stringify(toView(row))}\n`).join("");
  }
}
