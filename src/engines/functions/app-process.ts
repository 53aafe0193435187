import "server-only";
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import { linesOf } from "@/engines/lines";
import { platformSocketOf, socketOf, writeFolder } from "./config";
import { launch } from "./launch";
import { burningNice, Pace, usualNice } from "./pace";
import { family, usageOf } from "./process-usage";
import { type AppFunctions, functionLimits } from "./schema";

/** A line of the runtime's structured log. */
export type RuntimeLine = { level: string; message: string; isOurs: boolean };

type Options = {
  functions: AppFunctions;
  /** Whether its predecessor was killed for overusing the machine. */
  isSuspect: boolean;
  onLine: (line: RuntimeLine) => void;
  onApi: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
};

/** A process's last output may arrive shortly after its exit. */
const lastWordsMs = 500;

/** A process failed to start. The message is its last output. */
export class StartFailure extends Error {}

/** One workerd with one app's functions, and the two sockets to it. Never restarted: a new state gets a new process. */
export class AppProcess {
  /** Calls in flight. */
  calls = 0;
  lastUsedAt = Date.now();
  isRetired = false;
  /** Why we killed it, for the calls that were lost with it. */
  reason: "blocked" | "memory" | undefined;
  readonly exited: Promise<void>;
  #pace: Pace | undefined;

  private constructor(
    readonly child: ChildProcess,
    readonly pool: Pool,
    private readonly folder: string,
    private readonly platform: Server,
  ) {
    this.exited = new Promise((resolve) => {
      child.once("exit", () => resolve());
      // A process that could not be spawned emits no exit.
      child.once("error", () => child.pid === undefined && resolve());
    });
    void this.exited.then(() => this.#cleanUp());
  }

  static async start({ functions, isSuspect, onLine, onApi }: Options): Promise<AppProcess> {
    const folder = await writeFolder(functions);
    const platform = createServer(onApi);
    let child: ChildProcess;
    try {
      await new Promise<void>((resolve, reject) =>
        platform.once("error", reject).listen(platformSocketOf(folder), resolve),
      );
      child = launch(folder, functions.secrets, isSuspect ? burningNice : usualNice);
    } catch (error) {
      platform.close();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    const pool = new Pool("http://function", {
      socketPath: socketOf(folder),
      connections: functionLimits.calls + 2,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const process = new AppProcess(child, pool, folder, platform);
    let lastWords = "";
    const told = [child.stdout!, child.stderr!].map((stream) =>
      readLines(stream, (line) => {
        if (!line.message.startsWith("stack: ")) lastWords = line.message.split("\nstack: ")[0]!;
        onLine(line);
      }).catch(() => undefined),
    );
    await listening(child).catch(async (error: unknown) => {
      process.kill();
      await process.exited;
      await Promise.race([Promise.all(told), setTimeout(lastWordsMs, undefined, { ref: false })]);
      throw new StartFailure(lastWords || (error instanceof Error ? error.message : String(error)));
    });
    process.#pace = new Pace(await family(child.pid!), isSuspect);
    return process;
  }

  get isAlive(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Samples its CPU use and adjusts its niceness. */
  pace(now: number): void {
    if (this.calls > 0 || this.#pace?.isBurning || Date.now() - this.lastUsedAt < functionLimits.starvedMs)
      this.#pace?.look(now);
  }

  /** Health check: an endless loop in one function blocks all others. */
  async ping(signal: AbortSignal): Promise<void> {
    const { body } = await this.pool.request({ method: "GET", path: "/", signal });
    await body.dump();
  }

  /** Resident memory in MB and CPU seconds so far; undefined where the system does not tell. */
  async usage(): Promise<{ residentMb: number; cpuSeconds: number } | undefined> {
    try {
      const used = await Promise.all((await family(this.child.pid!)).map(usageOf));
      return {
        residentMb: Math.max(...used.map((one) => one.residentMb)),
        cpuSeconds: used.reduce((sum, one) => sum + one.cpuSeconds, 0),
      };
    } catch {
      return undefined;
    }
  }

  /** Drains: takes no new calls, ends after the last one or a grace period. */
  retire(): void {
    this.isRetired = true;
    if (this.calls === 0) return this.kill();
    void setTimeout(functionLimits.drainMs, undefined, { ref: false }).then(() => this.kill());
  }

  kill(reason?: "blocked" | "memory"): void {
    this.reason ??= reason;
    if (this.isAlive) this.child.kill("SIGKILL");
  }

  async #cleanUp(): Promise<void> {
    this.platform.close();
    this.platform.closeAllConnections();
    await this.pool.destroy().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Resolves once the process listens. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (words: string) => () => reject(new Error(words));
    void setTimeout(functionLimits.startMs, undefined, { ref: false }).then(
      fail("The functions did not start in time"),
    );
    const control = child.stdio[3] as Readable;
    control.once("data", () => resolve());
    child.once("error", fail("The function runtime cannot be started"));
    child.once("exit", fail("The function runtime ended at once"));
  });
}

async function readLines(stream: Readable, onLine: (line: RuntimeLine) => void): Promise<void> {
  for await (const text of linesOf(stream.setEncoding("utf8"))) {
    try {
      const { level, message, source } = JSON.parse(text) as { level?: string; message?: string; source?: string };
      // Lines with a source are the runtime's own; a function's console has none.
      onLine({ level: level ?? "log", message: message ?? "", isOurs: source === undefined });
    } catch {
      onLine({ level: "error", message: text, isOurs: false });
    }
  }
}
