import type { Visitor } from "./db/scope";
import { addressHeader } from "./doors/web";
import { AppError } from "./errors";

const tries = new Map<string, { count: number; until: number }>();

/** At most so many tries in a quarter of an hour, as long as this process runs. @param key what is tried, and by whom */
export function countTry(
  key: string,
  max: number,
  reason: "too-many-requests" | "too-many-logins" = "too-many-requests",
): void {
  const now = Date.now();
  if (tries.size > 10_000) for (const [old, { until }] of tries) if (until < now) tries.delete(old);
  const known = tries.get(key);
  const entry = known && known.until > now ? known : { count: 0, until: now + 15 * 60_000 };
  tries.set(key, { ...entry, count: entry.count + 1 });
  if (entry.count >= max) throw new AppError(reason);
}

/** A member by who they are, anybody else by their address. */
export const callerOf = (visitor: Visitor, request: Request): string =>
  visitor?.id ?? request.headers.get(addressHeader) ?? "";
