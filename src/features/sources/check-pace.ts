import "server-only";
import { withinLimit } from "@/api/limit";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";

/** Items that an account adds or syncs again, and in how many seconds: a folder of files, but not for ever. */
const pace = { items: 600, seconds: 600 };

/** @throws too-many-requests */
export async function checkPace({ db }: Platform, accountId: string): Promise<void> {
  if (!(await withinLimit(db, `sources:${accountId}`, pace.items, pace.seconds)))
    throw new AppError("too-many-requests");
}
