import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { AppProcess, StartFailure } from "./app-process";
import { AppLog } from "./logs";
import { type AppFunctions, functionLimits } from "./schema";

export type Load = () => Promise<AppFunctions>;

/** Consecutive crashes before starts back off exponentially. */
const freeRespawns = 2;
const backOffMs = 500;
const backOffMaxMs = 30_000;
/** A process that lived this long was healthy: its end does not count as a consecutive crash. */
const healthyMs = 60_000;

/** Check interval of an idle process, and the share of a processor that it may use meanwhile. */
const idleLookMs = 5_000;
const leftBehindShare = 0.1;

/** Check interval of an unresponsive process. */
const againMs = 500;

/**
 * Supervises one app's process: starts it on demand, replaces it when functions or secrets change, kills it when it
 * misbehaves.
 */
export class AppSupervisor {
  readonly log = new AppLog();
  #process: AppProcess | undefined;
  #starting: Promise<AppProcess> | undefined;
  #deaths = 0;
  #startedAt = 0;
  #notBefore = 0;
  #fingerprint: string | undefined;
  #generation = 0;
  #runs = -1;
  #isChecking = false;
  #askedAt = Date.now();
  #end: (() => void) | undefined;
  #isStopped = false;
  #idleLook: { at: number; cpuSeconds: number } | undefined;

  constructor(private readonly onApi: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {}

  /** The process that takes new calls; a retired one only drains. */
  get process(): AppProcess | undefined {
    return this.#process?.isAlive && !this.#process.isRetired ? this.#process : undefined;
  }

  /** The running state is stale, unless it has this fingerprint: the next call gets a new process. */
  markStale(fingerprint?: string): void {
    if (fingerprint === undefined || fingerprint !== this.#fingerprint) this.#generation += 1;
  }

  /** The process for new calls. Concurrent callers share one start. */
  async ready(load: Load): Promise<AppProcess> {
    if (this.process && this.#runs === this.#generation) return this.process;
    return (this.#starting ??= this.#replace(load).finally(() => (this.#starting = undefined)));
  }

  /** Whether a process is being started, which already counts against the limit. */
  get isStarting(): boolean {
    return this.#starting !== undefined;
  }

  /** Starts a new process and switches to it once `check` passes; the previous one drains. */
  async switchTo(load: Load, check: (process: AppProcess) => Promise<void>): Promise<void> {
    const generation = this.#generation;
    const functions = await load();
    const next = await this.#start(functions);
    try {
      await check(next);
    } catch (error) {
      next.kill();
      throw error;
    }
    this.#deaths = 0;
    this.#notBefore = 0;
    this.#takeOver(next, functions, generation);
  }

  /** Records that the app is in use. */
  touch(): void {
    this.#askedAt = Date.now();
  }

  keep(begin: () => () => void): void {
    this.#end ??= begin();
  }

  /** Whether it was idle for so long that process and log can be dropped. */
  isForgotten(now = Date.now()): boolean {
    if (this.process || this.isStarting || this.log.isFollowed) return false;
    return now - this.#askedAt > (this.log.isEmpty ? functionLimits.idleMs : functionLimits.logMs);
  }

  /** Permanent: also kills a process that is still starting. */
  stop(): void {
    this.#isStopped = true;
    this.#end?.();
    this.#process?.kill();
    this.#process = undefined;
  }

  async #replace(load: Load): Promise<AppProcess> {
    if (Date.now() < this.#notBefore)
      throw new AppError("function-unavailable", { retryAfterMs: this.#notBefore - Date.now() });
    const generation = this.#generation;
    const functions = await load();
    const next = await this.#start(functions).catch((error: unknown) => {
      const retryAfterMs = this.#countDeath(this.#deaths);
      log("warn", "function-start", { error: this.log.redact(error instanceof Error ? error.message : String(error)) });
      this.log.add(
        "error",
        error instanceof StartFailure ? `The functions did not start: ${error.message}` : "The functions did not start",
      );
      throw new AppError("function-unavailable", { retryAfterMs });
    });
    this.#takeOver(next, functions, generation);
    return next;
  }

  async #start(functions: AppFunctions): Promise<AppProcess> {
    this.log.hide(functions.secrets);
    this.log.follows(functions.functions);
    return AppProcess.start({
      functions,
      isSuspect: this.#deaths > 0,
      onLine: (line) => this.log.take(line),
      onApi: this.onApi,
    });
  }

  #takeOver(fresh: AppProcess, { fingerprint }: AppFunctions, generation: number): void {
    if (this.#isStopped) {
      fresh.kill();
      throw new AppError("function-not-found");
    }
    const before = this.#process;
    this.#idleLook = undefined;
    this.#fingerprint = fingerprint;
    this.#process = fresh;
    this.#runs = generation;
    this.#startedAt = Date.now();
    void fresh.exited.then(() => this.#handleExit(fresh));
    if (before?.isAlive) before.retire();
  }

  /** Handles the end of a process, by itself or killed: the next start may back off. */
  #handleExit(gone: AppProcess): void {
    if (gone.isRetired || this.#process !== gone) return;
    this.#countDeath(Date.now() - this.#startedAt > healthyMs ? 0 : this.#deaths);
    const why = {
      blocked: "The functions were stopped: one of them ran without a pause",
      memory: "The functions were stopped: they used too much memory",
    };
    this.log.add(
      "error",
      gone.reason ? why[gone.reason] : "The functions ended unexpectedly, most likely for want of memory",
    );
  }

  /** @returns the backoff before the next start, ms */
  #countDeath(before: number): number {
    this.#deaths = before + 1;
    const waits = this.#deaths - freeRespawns;
    const waitMs = waits > 0 ? Math.min(backOffMaxMs, backOffMs * 2 ** waits) : 0;
    this.#notBefore = Date.now() + waitMs;
    return waitMs;
  }

  /** One health check: responsiveness while it is or was just busy, resource use always. */
  async check(now = Date.now()): Promise<void> {
    const { process } = this;
    if (!process || this.#isChecking) return;
    if (process.calls === 0 && now - process.lastUsedAt > functionLimits.idleMs) {
      process.retire();
      this.#process = undefined;
      return;
    }
    const isIdle = process.calls === 0 && now - process.lastUsedAt > functionLimits.starvedMs;
    if (isIdle && this.#idleLook && now - this.#idleLook.at < idleLookMs) return;
    this.#isChecking = true;
    try {
      if (isIdle) return await this.#lookAtIdle(process, now);
      this.#idleLook = undefined;
      await this.#judge(process);
    } finally {
      this.#isChecking = false;
    }
  }

  /** An idle process has only leftover work of ended calls, which may not use the whole machine. */
  async #lookAtIdle(process: AppProcess, now: number): Promise<void> {
    const used = await process.usage();
    if (!used) return;
    const before = this.#idleLook;
    this.#idleLook = { at: now, cpuSeconds: used.cpuSeconds };
    if (used.residentMb > functionLimits.residentMb) process.kill("memory");
    else if (before && (used.cpuSeconds - before.cpuSeconds) * 1_000 > (now - before.at) * leftBehindShare)
      process.kill("blocked");
  }

  async #judge(process: AppProcess): Promise<void> {
    const before = await process.usage();
    if (before && before.residentMb > functionLimits.residentMb) return process.kill("memory");
    const answered = process.ping(AbortSignal.timeout(functionLimits.starvedMs)).then(
      () => true,
      () => false,
    );
    for (let waitMs: number = functionLimits.blockedMs; ; waitMs = againMs) {
      const answer = await Promise.race([answered, setTimeout(waitMs, "silent" as const, { ref: false })]);
      if (answer === true || !process.isAlive) return;
      if (answer === false) break;
      // CPU time tells whether it is stuck: by the clock alone a busy machine looks the same.
      const after = await process.usage();
      if (before && after && after.cpuSeconds - before.cpuSeconds < functionLimits.blockedCpuSeconds) continue;
      // It may have answered meanwhile.
      if ((await Promise.race([answered, Promise.resolve("silent" as const)])) === "silent") break;
    }
    process.kill("blocked");
  }
}
