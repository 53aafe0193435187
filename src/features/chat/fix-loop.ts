import "server-only";
import { createHash } from "node:crypto";
import type { OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { listMessages } from "./store";

/** Facts §7: after two attempts at the same errors the way back is offered instead of a third, which would only cost money. */
const attemptsMax = 2;

/** Two throws of one fault differ in addresses, numbers and quoted values; their words do not. */
export function fingerprintOf(content: string): string {
  const words = content.replace(/https?:\/\/\S+/g, "").replace(/(["'`]).*?\1/g, "").replace(/\d+/g, "").replace(/\s+/g, " ").trim();
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}

/**
 * Refuses to ask for the same fix a third time.
 * @returns the fingerprint to keep on the message
 * @throws fix-loop, its details naming the version that stood when the first attempt began
 */
export async function checkFixLoop(scope: OwnedApp, content: string): Promise<string> {
  const fingerprint = fingerprintOf(content);
  const messages = await listMessages(scope);
  const attempts = messages.flatMap(({ metadata }, index) => ((metadata.systemActionInfo as { fingerprint?: string } | undefined)?.fingerprint === fingerprint ? [index] : []));
  if (attempts.length < attemptsMax) return fingerprint;
  const before = messages.slice(0, attempts[0]).findLast(({ metadata }) => typeof metadata.versionId === "string");
  throw new AppError("fix-loop", before && { versionId: before.metadata.versionId, messageId: before.id });
}
