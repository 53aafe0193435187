import "server-only";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Answer, Question, Work } from "./worker/answer";
import { bundleChecker, checkerFile } from "./worker/bundle.mjs";

/** A core is left to the server; a thread takes about 100 MB. */
const threadsMax = Math.max(1, Math.min(2, availableParallelism() - 1));
/** A thread without work ends after this time, and with it what it keeps of parsed files. */
const idleMs = 30_000;
/** Longest time for one job: a hostile file must not occupy a thread for ever. */
const jobMs = 30_000;
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 };

/** Answers wait for as long as this at most before a turn is committed without them. */
export const turnWaitMs = 1_500;

type Job = Question & { resolve: (result: unknown) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; job: Job | undefined; timer: NodeJS.Timeout | undefined };

const waiting: Job[] = [];
const threads = new Set<Thread>();
let starting = 0;
let count = 0;

/** How many threads there are, for measurements and tests. */
export const poolSize = (): number => threads.size + starting;

/**
 * Checks or repairs code in a thread of the pool, which begins with the first job and ends when there is none. What it
 * parsed it keeps meanwhile, so that after an edit only changed files are parsed again.
 * @throws when the job takes too long or too much memory
 */
export function inPool<K extends keyof Work>(kind: K, ...args: Parameters<Work[K]>): Promise<ReturnType<Work[K]>> {
  return new Promise<unknown>((resolve, reject) => {
    waiting.push({ id: ++count, kind, args, resolve, reject });
    next();
  }) as Promise<ReturnType<Work[K]>>;
}

function next(): void {
  // The thread that has worked longest comes first: it knows the most files.
  const free = [...threads].find(({ job }) => !job);
  if (free && waiting.length > 0) give(free, waiting.shift()!);
  else if (waiting.length > starting && poolSize() < threadsMax) void start();
}

function give(thread: Thread, job: Job): void {
  clearTimeout(thread.timer);
  thread.job = job;
  thread.worker.ref();
  thread.timer = setTimeout(() => end(thread, new Error("Checking the code took too long")), jobMs);
  thread.worker.postMessage({ id: job.id, kind: job.kind, args: job.args } satisfies Question);
}

async function start(): Promise<void> {
  starting++;
  try {
    const worker = new Worker(await checkerPath(), { resourceLimits: limits, execArgv: [], env: {} });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    worker.on("message", (answer: Answer) => settle(thread, answer));
    worker.on("error", (error) => end(thread, error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => end(thread, new Error("The thread that checks code ended")));
    threads.add(thread);
    rest(thread);
  } catch (error) {
    for (const { reject } of waiting.splice(0)) reject(error as Error);
  } finally {
    starting--;
  }
  next();
}

function settle(thread: Thread, answer: Answer): void {
  const { job } = thread;
  if (job?.id !== answer.id) return;
  rest(thread);
  if ("error" in answer) job.reject(new Error(answer.error));
  else job.resolve(answer.result);
  next();
}

function rest(thread: Thread): void {
  clearTimeout(thread.timer);
  thread.job = undefined;
  thread.worker.unref();
  thread.timer = setTimeout(() => end(thread, new Error("idle")), idleMs).unref();
}

/** Ends a thread; a job that it had fails, the others go to another thread. */
function end(thread: Thread, error: Error): void {
  if (!threads.delete(thread)) return;
  clearTimeout(thread.timer);
  thread.job?.reject(error);
  void thread.worker.terminate();
  next();
}

let bundled: Promise<string> | undefined;

/** The built thread; from the sources, one bundled for this process. */
function checkerPath(): Promise<string> {
  const inFolder = (path: string) => join(/* turbopackIgnore: true */ process.cwd(), path);
  // The server runs from the build's folder, tests from the sources.
  if (import.meta.url.includes("/.next/joinery/")) return Promise.resolve(inFolder(checkerFile));
  if (bundled) return bundled;
  const file = `node_modules/.cache/joinery/checker-${process.pid}.mjs`;
  process.once("exit", () => rmSync(inFolder(file), { force: true }));
  return (bundled = bundleChecker(file).then(() => inFolder(file)));
}
