import "server-only";
import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { message } from "@/db/schema/chat";
import type { OwnedApp } from "@/db/scope";
import type { Earlier } from "@/engines/model/schema";
import type { Step } from "@/features/versions/rules";
import { stepBack } from "@/features/versions/step-back";
import { filesIn, type VersionRow } from "@/features/versions/store";
import { actionsOf, textOf } from "./message";
import type { TurnRow } from "./store";

/** The app before its last changes, and the version that has its files. */
export async function goBack(
  scope: OwnedApp,
  row: TurnRow,
  count: number,
): Promise<{ earlier: Earlier; version: VersionRow | undefined }> {
  const { addedRows, didNothing } = await lastUnversioned(scope, row);
  if (addedRows !== undefined) return { earlier: { files: [], undone: [], addedRows }, version: undefined };
  const { version, undone } = await stepBack(scope, count);
  const files = version ? await filesIn(scope, version.manifest) : [];
  return { earlier: { files, undone: undone.map(requestOf), didNothing }, version };
}

/** What was asked for with a change: of those made by hand, what was done. */
const requestOf = ({ kind, userRequest, description }: Step): string =>
  (kind === "turn" ? userRequest : description) || description || "a change without a name";

/** The request before this one, where no version tells of it: it only added rows, or did nothing. */
async function lastUnversioned(
  { db, appId }: OwnedApp,
  row: TurnRow,
): Promise<Pick<Earlier, "addedRows" | "didNothing">> {
  const [answer, request] = await db
    .select({ role: message.role, parts: message.parts, metadata: message.metadata })
    .from(message)
    .where(and(eq(message.appId, appId), isNull(message.replacedAt), ne(message.turnId, row.id)))
    .orderBy(desc(message.number))
    .limit(2);
  const { versionId, results } = (answer?.metadata ?? {}) as { versionId?: string; results?: { status: string }[] };
  if (!request || versionId) return {};
  const text = textOf(request.parts);
  const isApplied = results?.some(({ status }) => status === "applied") ?? false;
  if (!isApplied) return { didNothing: text };
  const added = actionsOf(answer?.parts ?? []).some(({ type }) => type === "insert_entity_records");
  return added ? { addedRows: text } : {};
}
