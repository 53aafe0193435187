import "server-only";
import { setImmediate } from "node:timers/promises";
import { ownedByServer } from "@/api/gates";
import { inTransaction } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import { ModelError } from "@/engines/model/schema";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { embedItem } from "@/features/retrieval/embed-item";
import type { ChunkDraft } from "@/features/retrieval/schema";
import { replaceChunks } from "@/features/retrieval/store";
import {
  claimItem,
  enterStage,
  failItem,
  isScheduled,
  ItemLost,
  keepAlive,
  nextTurn,
  retryItem,
  writeItem,
} from "./claim";
import { fetchDocument } from "./fetch-document";
import { draftChunks } from "./make-chunks";
import { parseDocument } from "./parse-document";
import { readPicture } from "./read-picture";
import type { ParsedDocument, Stage } from "./schema";
import { SyncFailure } from "./sync-failure";
import { dropReplaced, type ItemRow, topicOf } from "./store";

/** Seconds that a stage may take before it is given up. */
const deadlineSeconds: Record<Exclude<Stage, "queued" | "synced">, number> = {
  fetching: 900,
  parsing: 60,
  chunking: 300,
  embedding: 900,
};

const slowWords: Record<keyof typeof deadlineSeconds, string> = {
  fetching: "The document could not be fetched in time.",
  parsing: "The document could not be read in time. A smaller one may do.",
  chunking: "The document could not be stored in time.",
  embedding: "The document could not be indexed in time.",
};

/** Chunks that are cut without a pause. */
const sliceChunks = 50;

/** Refusals that end when somebody makes room or pays, not by trying again. */
const limits = new Set(["app-full", "storage-full", "usage-cap", "upgrade-required"]);

/**
 * Takes an item through its stages, from the first. Each is idempotent, and what is stored is stored in one transaction
 * with the item: a process may die between any two statements, and whoever takes the item up loses and doubles nothing.
 * @param stop says that the process is about to end: the item is let go of after its stage
 */
export async function syncItem(platform: Platform, appId: string, id: string, stop?: AbortSignal): Promise<void> {
  const row = await claimItem(ownedByServer(platform.db, appId), id);
  if (!row) return;
  const end = keepAlive(platform, row);
  try {
    await runStages(platform, row, stop);
  } catch (error) {
    await endInWords(platform, row, error, stop).catch(ignoreLost);
  } finally {
    end();
  }
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof ItemLost)) throw error;
}

async function endInWords(platform: Platform, row: ItemRow, error: unknown, stop?: AbortSignal): Promise<void> {
  if (error instanceof ItemLost) return;
  if (stop?.aborted) return retryItem(platform, { ...row, attempts: 0 }, "The server is being restarted.", 0);
  if (error instanceof AppError && limits.has(error.reason))
    return failItem(platform, row, error.message, "usage_limit_reached");
  if (error instanceof SyncFailure)
    return error.isRetryable
      ? retryItem(platform, row, error.message, error.afterSeconds)
      : failItem(platform, row, error.message);
  log("error", "sync-source", { appId: row.appId, id: row.id, error });
  return retryItem(platform, row, "Something went wrong on the server.");
}

async function runStages(platform: Platform, row: ItemRow, stop?: AbortSignal): Promise<void> {
  const inStage = async <T>(stage: keyof typeof deadlineSeconds, work: (signal: AbortSignal) => Promise<T>) => {
    stop?.throwIfAborted();
    await enterStage(platform, row, stage);
    return withinSeconds(deadlineSeconds[stage], slowWords[stage], work);
  };
  const fetched = await inStage("fetching", (signal) => fetchDocument(platform, row, signal));
  const parsed = await inStage("parsing", async (signal) =>
    parseDocument(fetched.type === "image" ? await readPicture(platform, row, fetched, signal) : fetched, signal),
  );
  await inStage("chunking", () => storeChunks(platform, row, parsed));
  if (platform.env.EMBEDDING_MODEL) await inStage("embedding", (signal) => embedChunks(platform, row, signal));
  await finish(platform, row);
}

/** The chunks that have no embedding yet, a batch at a time; words answer until then. */
async function embedChunks(platform: Platform, row: ItemRow, signal: AbortSignal): Promise<void> {
  const tell = async (done: number, total: number) => {
    await writeItem(platform.db, row, { done, total });
    await publish(platform.db, topicOf(row.appId));
  };
  try {
    await embedItem(platform, ownedByServer(platform.db, row.appId), row.id, { signal, onProgress: tell });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { retryable, retryAfterMs } = error.detail;
    const retry = retryAfterMs === undefined ? {} : { afterSeconds: retryAfterMs / 1_000 };
    throw new SyncFailure(`${error.message.replace(/\.$/, "")}.`, retryable && retry);
  }
}

/** @throws SyncFailure when the work lasts longer; what it does after that is not waited for */
async function withinSeconds<T>(seconds: number, words: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new SyncFailure(words));
      late.abort();
    }, seconds * 1000);
  });
  try {
    return await Promise.race([work(late.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The document's chunks, in the transaction that says so of the item. What it replaces ends there too. */
async function storeChunks(platform: Platform, row: ItemRow, parsed: ParsedDocument): Promise<void> {
  const drafts: ChunkDraft[] = [];
  for (const draft of draftChunks(parsed.title ?? row.name, parsed.blocks)) {
    drafts.push(draft);
    // A few milliseconds at a time: other requests want their turn.
    if (drafts.length % sliceChunks === 0) await setImmediate();
  }
  if (drafts.length === 0) throw new SyncFailure("There is no text in this document.");
  const owned = ownedByServer(platform.db, row.appId);
  const replaced = await inTransaction(owned, async (scope) => {
    // First the item's row: whoever deletes it waits, or has done so already.
    const now = await writeItem(scope.db, row, { numOfChunks: drafts.length });
    await replaceChunks(scope, row.id, drafts);
    const key = await dropReplaced(scope, now);
    if (now.replacesId !== null) await writeItem(scope.db, row, { replacesId: null });
    return key;
  });
  if (replaced) await platform.blobs.delete(replaced);
}

async function finish(platform: Platform, row: ItemRow): Promise<void> {
  await enterStage(platform, row, "synced");
  await writeItem(platform.db, row, {
    status: "synced",
    error: null,
    runner: null,
    done: null,
    total: null,
    lastSyncedAt: new Date(),
    nextSyncAt: isScheduled(row) ? nextTurn : null,
  });
  await publish(platform.db, topicOf(row.appId));
}
