import "server-only";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FetchedDocument } from "./fetch-document";
import { documentCharactersMax, type ParsedDocument } from "./schema";
import { SyncFailure } from "./sync-failure";

/**
 * What reading one document may take. V8 gives a thread that meets its own limit 16 MB to end in, and aborts the whole
 * process when they do not suffice: that limit lies far above, for what is allocated between two looks.
 */
const heapBytesMax = 500_000_000;
const limits = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 };
/** Buffers are not counted by the heap's limits: 3 KB of PDF can inflate to gigabytes of them. */
const bufferBytesMax = 400_000_000;
const lookMs = 100;
const secondsMax = 30;
const memoryWords = "Reading this file takes more memory than it may have.";

type Reply = { document: ParsedDocument } | { failure: string };

/**
 * Reads a document in a thread of its own, which is ended when it takes too long or too much.
 * @throws SyncFailure in words for its owner
 */
export function parseDocument({ type, bytes }: FetchedDocument, signal: AbortSignal): Promise<ParsedDocument> {
  // Resolved from the working directory: a bundler would otherwise move the file away from its imports.
  const file = join(/* turbopackIgnore: true */ process.cwd(), "src/features/sources/worker/parse.mjs");
  const worker = new Worker(file, {
    workerData: { type, bytes, charactersMax: documentCharactersMax },
    transferList: [bytes.buffer],
    resourceLimits: limits,
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  let watch: NodeJS.Timeout | undefined;
  return new Promise<ParsedDocument>((resolve, reject) => {
    watch = setInterval(() => {
      // Answered by V8 while the thread computes; no longer once it has ended.
      worker.getHeapStatistics().then(
        ({ external_memory: buffers, used_heap_size: heap }) =>
          (buffers > bufferBytesMax || heap > heapBytesMax) && reject(new SyncFailure(memoryWords)),
        () => undefined,
      );
    }, lookMs);
    const late = setTimeout(
      () => reject(new SyncFailure(`Reading this file took longer than ${secondsMax} seconds, so it was given up.`)),
      secondsMax * 1000,
    );
    signal.addEventListener("abort", () => reject(new SyncFailure("Reading this file was stopped.")), { once: true });
    worker.on("message", (reply: Reply) => {
      clearTimeout(late);
      if ("document" in reply) resolve(reply.document);
      else reject(new SyncFailure(reply.failure));
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(late);
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(new SyncFailure(isMemory ? memoryWords : "This file is damaged and cannot be read."));
    });
    worker.on("exit", () => {
      clearTimeout(late);
      reject(new SyncFailure("This file is damaged and cannot be read."));
    });
  }).finally(() => {
    clearInterval(watch);
    void worker.terminate();
  });
}
