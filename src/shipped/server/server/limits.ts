import type { Visitor } from "./db/scope";
import { addressHeader } from "./doors/web";
import { AppError } from "./errors";

const tries = new Map<string, { count: number; until: number }>();

/** In-memory rate limit per 15 minutes. @param key the action and its caller */
export function countTry(
  key: string,
  max: number,
  reason: "too-many-requests" | "too-many-logins" = "too-many-requests",
  times = 1,
): void {
  const now = Date.now();
  if (tries.size > 10_000) for (const [old, { until }] of tries) if (until < now) tries.delete(old);
  const known = tries.get(key);
  const entry = known && known.until > now ? known : { count: 0, until: now + 15 * 60_000 };
  tries.set(key, { ...entry, count: entry.count + times });
  if (entry.count + times > max) throw new AppError(reason);
}

/** The rate-limit key of a caller: the member, or the address. */
export const callerOf = (visitor: Visitor, request: Request): string =>
  visitor?.id ?? request.headers.get(addressHeader) ?? "";
