import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import type { OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { wayBackSchema, type WayBack } from "./schema";
import { listMetadata } from "./store";

/** Facts §7: after two attempts at the same errors offer the way back instead of a third attempt. */
const attemptsMax = 2;

/** Stored on a message that asks for a fix: the errors' fingerprint, and the last version without them. */
const attemptSchema = z.object({ fingerprint: z.string().optional(), wayBack: wayBackSchema.optional() });
type Attempt = { fingerprint: string; wayBack?: WayBack | undefined };

const attemptOf = ({ systemActionInfo }: Record<string, unknown>) => attemptSchema.safeParse(systemActionInfo).data;

/** The newest version that a turn wrote: where a turn can go back to that has not written its own yet. */
export const wayBackNow = async (scope: OwnedApp): Promise<WayBack | undefined> =>
  lastWithout(await listMetadata(scope), undefined);

/** A line of a stack, or the place alone: what is told of an error depends on whether its files were known by then. */
const place = /^\s+(?:at\s.*|[\w./@-]+:\d+(?::\d+)?)$/;
const kind = /^\s*[A-Z]\w*(?:Error|Exception): /;

/** An error without the lines that say where it was thrown, and without its words once more above a stack. */
function withoutPlaces(content: string): string {
  let title = "";
  return content
    .split("\n")
    .filter((line) => {
      if (line.startsWith("- ")) title = line.slice(2);
      const isRepeated = kind.test(line) && title.startsWith(line.replace(kind, "").trim());
      return !isRepeated && !place.test(line);
    })
    .join("\n");
}

/** Normalizes places, URLs, numbers and quoted values, which differ between occurrences of one fault. */
export function fingerprintOf(content: string): string {
  const words = withoutPlaces(content)
    .replace(/https?:\/\/\S+/g, "")
    .replace(/(["'`]).*?\1/g, "")
    .replace(/\d+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}

/**
 * Refuses a third attempt at the same fix.
 * @param seenIn the version in which the errors were first seen; default: the newest
 * @returns what to store on the message
 * @throws fix-loop with details of the last version without the errors
 */
export async function checkFixLoop(scope: OwnedApp, content: string, seenIn?: string): Promise<Attempt> {
  const fingerprint = fingerprintOf(content);
  const messages = await listMetadata(scope);
  const attempts = messages
    .map(({ metadata }) => attemptOf(metadata))
    .filter((attempt) => attempt?.fingerprint === fingerprint);
  // The first attempt has the right way back: later ones saw the errors in versions that were meant to fix them.
  if (attempts.length >= attemptsMax) throw new AppError("fix-loop", attempts[0]?.wayBack);
  return { fingerprint, wayBack: attempts[0]?.wayBack ?? lastWithout(messages, seenIn) };
}

type Said = { id: string; metadata: Record<string, unknown> };

function lastWithout(messages: Said[], seenIn: string | undefined): WayBack | undefined {
  const brought = seenIn === undefined ? -1 : messages.findIndex(({ metadata }) => metadata.versionId === seenIn);
  const good = messages
    .slice(0, brought < 0 ? undefined : brought)
    .findLast(({ metadata }) => typeof metadata.versionId === "string" && metadata.versionId !== seenIn);
  return good && { versionId: String(good.metadata.versionId), messageId: good.id };
}
