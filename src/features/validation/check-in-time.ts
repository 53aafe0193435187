import "server-only";
import { log } from "@/engines/log";
import type { SourceFile } from "@/shipped/contract";
import type { CheckedTurn } from "./check-turn";
import { inPool, turnWaitMs } from "./pool";

/** A turn's check: what it came to in time, and what it comes to in the end. */
export type TimedCheck = { inTime: CheckedTurn | undefined; later: Promise<CheckedTurn | undefined> };

/** Lets the pool read an app's files while an answer to be checked is still being written. */
export const readAhead = (files: SourceFile[]): void => void inPool("validate", files).catch(() => undefined);

/**
 * Checks a turn's result in the pool and waits for it only so long: a large app's first check must not keep its person
 * waiting. A check that fails is none; the code is then as the assistant wrote it.
 */
export async function checkInTime(
  before: SourceFile[],
  after: SourceFile[],
  waitMs: number = turnWaitMs,
): Promise<TimedCheck> {
  const later = inPool("turn", before, after).then(
    (checked) => (checked.fixed.length === 0 ? { ...checked, files: after } : checked),
    (error: unknown) => {
      log("warn", "validation", { error });
      return undefined;
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), waitMs)));
  const inTime = await Promise.race([later, late]);
  clearTimeout(timer);
  return { inTime, later };
}
