import "server-only";
import { withinLimit } from "@/api/limit";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { appUrl } from "@/features/apps/address";
import { beginningOf } from "@/features/functions/run";
import { callAsService } from "@/features/functions/service-call";
import type { AppHost } from "@/features/runtime/hosts";
import type { CallScheduled } from "@/features/triggers/clock";
import { hookLimits, hookPath } from "@/features/triggers/schema";
import { findApp, functionOfHook, noteEvent } from "@/features/triggers/store";
import { functionLimits } from "@/engines/functions/schema";
import { readBody } from "./request";

/** A schedule's function is called with the time that was due: `{ scheduledAt }`. */
export const callScheduled =
  (platform: Platform): CallScheduled =>
  async (row) => {
    const app = await findApp(platform.db, row.appId);
    if (!app) throw new AppError("app-not-found");
    const request = new Request(`${appUrl(platform.env, app)}/functions/${row.function}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scheduledAt: row.nextAt.toISOString() }),
    });
    const answer = await callAsService(platform, app, row.function, request, "schedule");
    await beginningOf(answer, 1_000, functionLimits.answerMs);
    return answer.status;
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
  const started = performance.now();
  const note = (status: number | null, detail = "") =>
    noteEvent(
      { db, appId: app.id },
      { kind: "webhook", function: name, status, durationMs: Math.round(performance.now() - started), detail },
    );
  try {
    const answer = await callAsService(platform, app, name, call, "webhook");
    await note(answer.status);
    return answer;
  } catch (error) {
    await note(null, error instanceof AppError ? error.message : "It did not run");
    throw error;
  }
}
