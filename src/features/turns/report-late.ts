import "server-only";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { log } from "@/engines/log";
import { checkInTime } from "@/features/validation/check-in-time";
import type { CheckedTurn } from "@/features/validation/check-turn";
import { writeVersion } from "@/features/versions/store";
import type { SourceFile } from "@/shipped/contract";
import { findMessage, updateMessage } from "./store";

/** A check that its turn did not wait for, and the files that the turn wrote meanwhile. */
export type Late = { files: SourceFile[]; later: Promise<CheckedTurn | undefined> };

export const checkLater = (before: SourceFile[], after: SourceFile[]): Promise<CheckedTurn | undefined> =>
  checkInTime(before, after, 0).then(({ later }) => later);

/**
 * Says on the message what a late check found, and stores its repairs as a version of their own: in files that nobody
 * has changed since.
 */
export async function reportLate(scope: OwnedApp, messageId: string, { files, later }: Late): Promise<void> {
  try {
    const checked = await later;
    if (!checked) return;
    const mended = new Map(checked.files.map(({ path, content }) => [path, content]));
    const wrote = new Map(files.map(({ path, content }) => [path, content]));
    await inTransaction(scope, async (owned) => {
      let isCurrent = true;
      if (checked.fixed.length > 0)
        await writeVersion(owned, { kind: "repair", messageId, description: "Repaired the app" }, (now) => {
          isCurrent = now.length === files.length && now.every(({ path, content }) => wrote.get(path) === content);
          return isCurrent ? [...mended].map(([path, content]) => ({ path, content })) : now;
        });
      const fixed = isCurrent ? checked.fixed : [];
      const { parts } = await findMessage(owned, messageId);
      const lines = [...new Set(fixed.map(({ description, path }) => `- ${description} (${path})`))];
      await updateMessage(owned, messageId, {
        ...(lines.length > 0 && {
          parts: [...parts, { type: "text", text: `\n\nFixed by itself:\n${lines.join("\n")}\n` }],
        }),
        metadata: { validation: { fixed, issues: checked.issues.slice(0, 100) } },
      });
    });
  } catch (error) {
    log("warn", "late-check", { error });
  }
}
