import "server-only";
import { newId } from "@/db/id";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { previewUrl } from "@/features/apps/address";
import { openVisitorSession } from "@/features/runtime/store";
import { invokeFunction } from "./call";
import type { RunResult } from "./schema";

const shownMax = 200_000;

/** A call from the builder, as its owner would make it from the preview. The answer is shown, never interpreted, so that it cannot act on the builder's origin. */
export async function runFunction(platform: Platform, scope: OwnedApp, accountId: string, { name, method, body }: { name: string; method: string; body: string }): Promise<RunResult> {
  const token = await openVisitorSession(scope, { accountId });
  const hasBody = method !== "GET" && body !== "";
  const request = new Request(`${previewUrl(platform.env, scope.appId)}/functions/${name}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(hasBody && { "content-type": "application/json" }) },
    ...(hasBody && { body }),
  });
  const call = newId("c");
  const started = performance.now();
  const answer = await invokeFunction(platform, scope.appId, name, request, call);
  const text = await answer.text();
  return { status: answer.status, headers: [...answer.headers], body: text.slice(0, shownMax), isCut: text.length > shownMax, durationMs: Math.round(performance.now() - started), call };
}
