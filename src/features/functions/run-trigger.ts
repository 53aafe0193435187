import "server-only";
import { setTimeout } from "node:timers/promises";
import { newId } from "@/db/id";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { appUrl } from "@/features/apps/address";
import type { AppRow } from "@/features/apps/store";
import { noteEvent, noteLog } from "@/features/triggers/store";
import { callAsService } from "./service-call";

/** Lines of a call come through a pipe, a little after its answer. */
const logDelayMs = 400;

/** The request by which a schedule calls its function: `{ scheduledAt }`. */
export const scheduledRequest = (platform: Platform, app: AppRow, name: string, at: Date): Request =>
  new Request(`${appUrl(platform.env, app)}/functions/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scheduledAt: at.toISOString() }),
  });

/**
 * Calls a function of the published app without a visitor, and notes how it went and what it logged.
 * @returns its answer, and when its log is noted, which comes a little later
 * @throws not-published, function-not-found, account-disabled, after noting why
 */
export async function runTrigger(
  platform: Platform,
  app: AppRow,
  name: string,
  kind: "schedule" | "webhook",
  request: Request,
): Promise<{ answer: Response; logged: Promise<void> }> {
  const at = { db: platform.db, appId: app.id };
  const call = newId("c");
  const started = performance.now();
  const note = async (status: number | null, detail = ""): Promise<{ logged: Promise<void> }> => {
    const durationMs = Math.round(performance.now() - started);
    const id = await noteEvent(at, { kind, function: name, status, durationMs, detail });
    return {
      logged: keepLog(platform, app.id, id, call).catch((error: unknown) => log("warn", "trigger-log", { error })),
    };
  };
  try {
    const answer = await callAsService(platform, app, name, request, kind, call);
    return { answer, ...(await note(answer.status)) };
  } catch (error) {
    await note(null, error instanceof AppError ? error.message : "It did not run");
    throw error;
  }
}

async function keepLog(platform: Platform, appId: string, eventId: string, call: string): Promise<void> {
  await setTimeout(logDelayMs, undefined, { ref: false });
  const lines = platform.functions
    .log(appId)
    .after()
    .filter((line) => line.call === call);
  if (lines.length === 0) return;
  await noteLog({ db: platform.db, appId }, eventId, lines.map(({ text }) => text).join("\n"));
}
