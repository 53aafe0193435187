import "server-only";
import { setTimeout } from "node:timers/promises";
import { newId } from "@/db/id";
import type { OwnedApp } from "@/db/scope";
import { functionLimits } from "@/engines/functions/schema";
import type { Platform } from "@/engines/platform";
import { previewUrl } from "@/features/apps/address";
import { openVisitorSession } from "@/features/runtime/store";
import { AppError } from "@/errors";
import { invokeFunction } from "./call";
import type { RunResult } from "./schema";

const shownMax = 200_000;

/**
 * A call from the Run panel, like its owner's from the preview. The response is shown as text and never interpreted, so
 * that it cannot act on the builder's origin.
 */
export async function runFunction(
  platform: Platform,
  scope: OwnedApp,
  accountId: string,
  { name, method, body }: { name: string; method: string; body: string },
): Promise<RunResult> {
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
  const shown = await beginningOf(answer, shownMax, functionLimits.answerMs);
  return {
    status: answer.status,
    headers: [...answer.headers],
    ...shown,
    durationMs: Math.round(performance.now() - started),
    call,
  };
}

/** The start of a response, limited in size and time: it may be endless. */
export async function beginningOf(
  { body }: Response,
  characters: number,
  ms: number,
): Promise<{ body: string; isCut: boolean }> {
  if (!body) return { body: "", isCut: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const late = setTimeout(ms, "late" as const, { ref: false });
  let text = "";
  while (text.length <= characters) {
    const piece = await Promise.race([reader.read(), late]).catch(() => {
      throw new AppError("function-stopped");
    });
    if (piece === "late") break;
    if (piece.done) return { body: text, isCut: false };
    text += decoder.decode(piece.value, { stream: true });
  }
  void reader.cancel().catch(() => undefined);
  return { body: text.slice(0, characters), isCut: true };
}
