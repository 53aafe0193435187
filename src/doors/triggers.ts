import "server-only";
import { withinLimit } from "@/api/limit";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { appUrl } from "@/features/apps/address";
import { beginningOf } from "@/features/functions/run";
import { runTrigger, scheduledRequest } from "@/features/functions/run-trigger";
import type { AppHost } from "@/features/runtime/hosts";
import type { CallScheduled } from "@/features/triggers/clock";
import { hookLimits, hookPath } from "@/features/triggers/schema";
import { findApp, functionOfHook } from "@/features/triggers/store";
import { functionLimits } from "@/engines/functions/schema";
import { readBody } from "./request";

/** A schedule's function is called with the time that was due: `{ scheduledAt }`. */
export const callScheduled =
  (platform: Platform): CallScheduled =>
  async (row) => {
    const app = await findApp(platform.db, row.appId);
    if (!app) throw new AppError("app-not-found");
    const request = scheduledRequest(platform, app, row.function, row.nextAt);
    const { answer } = await runTrigger(platform, app, row.function, "schedule", request);
    await beginningOf(answer, 1_000, functionLimits.answerMs);
  };

/**
 * A webhook's address on the published app's host: `/hooks/{token}`. The body reaches the function as it came, since
 * senders sign its bytes.
 * @throws webhook-not-found, too-many-requests, body-too-large
 */
export async function answerHook(platform: Platform, { app, mode }: AppHost, request: Request): Promise<Response> {
  const { db } = platform;
  const token = new URL(request.url).pathname.slice(hookPath.length);
  const isOpen = mode === "published" && app.publishedVersionId !== null && token.length <= 100;
  const name = isOpen ? await functionOfHook(db, app.id, token) : undefined;
  if (!name) throw new AppError("webhook-not-found");
  if (!(await withinLimit(db, `hook:${app.id}:${name}`, hookLimits.callsPerMinute, 60)))
    throw new AppError("too-many-requests");
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? await readBody(request, hookLimits.bodyBytes) : undefined;
  const { headers, method, signal } = request;
  const call = new Request(`${appUrl(platform.env, app)}/functions/${name}`, {
    method,
    headers,
    signal,
    ...(body && { body }),
  });
  return (await runTrigger(platform, app, name, "webhook", call)).answer;
}
