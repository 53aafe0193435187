import "server-only";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import { builderUrl } from "./hosts";

/**
 * CSRF guard: browsers send Origin with every request that changes something, and other sites' are refused. Callers
 * without an Origin (scripts, servers) carry no ambient cookie.
 */
export function checkOrigin(request: Request, env: Env): void {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return;
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const host = request.headers.get("host");
  const own = origin === builderUrl(env).origin || (URL.canParse(origin) && new URL(origin).host === host);
  if (!own) throw new AppError("wrong-origin");
}
