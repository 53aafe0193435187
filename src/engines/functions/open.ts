import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { totalmem } from "node:os";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { AppProcess, StartFailure } from "./app-process";
import { forward } from "./forward";
import { workerdPath } from "./launch";
import type { AppLog } from "./logs";
import { functionLimits } from "./schema";
import { AppSupervisor, type Load } from "./supervise";
import { sweepFolders } from "./sweep";

export type FunctionCall = {
  appId: string;
  name: string;
  request: Request;
  /** Tags the call's log lines. */ id: string;
  /** What called it, when no visitor did. */
  trigger?: "schedule" | "webhook";
};

/** Why a deployed function does not load: the runtime's message, redacted. */
export class ProbeFailure extends Error {}

type ApiHandler = (appId: string, incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Runs apps' server functions, one process per app. */
export type Functions = {
  kind: "workerd" | "unavailable";
  /** Calls a function and returns its response; starts a process when none runs, and only then calls `load`. */
  invoke(call: FunctionCall, load: Load): Promise<Response>;
  /**
   * Blue-green deploy: starts a new process and switches to it when the function loads. Otherwise throws ProbeFailure
   * and keeps the old one.
   */
  deploy(appId: string, name: string, load: Load): Promise<void>;
  /** Functions or secrets changed: the next call starts a new process, unless the running one has this fingerprint. */
  markStale(appId: string, fingerprint?: string): void;
  /** Subscribes to an app's news; the function that `begin` returns unsubscribes when the app is forgotten. */
  keep(appId: string, begin: () => () => void): void;
  /** Ends the app's process and forgets the app. */
  stop(appId: string): void;
  log(appId: string): AppLog;
  /** Sets the handler for functions' calls of their own app's API. */
  answerApi(handler: ApiHandler): void;
  /** Running processes. */
  running(): { appId: string; pid: number }[];
  close(): Promise<void>;
};

const checkEveryMs = 500;
const paceEveryMs = 50;
const sweepEveryMs = 300_000;
/** Process limit by this machine's memory. */
const mostProcesses = Math.max(
  4,
  Math.min(functionLimits.processes, Math.floor(totalmem() / (functionLimits.machineMb * 1024 * 1024))),
);

export function openFunctions(): Functions {
  const apps = new Map<string, AppSupervisor>();
  let onApi: ApiHandler = (_appId, _incoming, outgoing) => outgoing.writeHead(503).end();
  const kind = workerdPath() ? "workerd" : "unavailable";
  const supervisorOf = (appId: string) => {
    const known = apps.get(appId) ?? new AppSupervisor((incoming, outgoing) => onApi(appId, incoming, outgoing));
    apps.set(appId, known);
    known.touch();
    return known;
  };
  const running = () => [...apps].flatMap(([appId, { process }]) => (process ? [{ appId, process }] : []));
  const start = <T>(work: () => Promise<T>): Promise<T> => {
    if (kind === "unavailable") throw new AppError("function-unavailable");
    makeRoom(
      running().map(({ process }) => process),
      [...apps.values()].filter(({ isStarting }) => isStarting).length,
    );
    return work();
  };
  const stop = (appId: string) => {
    apps.get(appId)?.stop();
    apps.delete(appId);
  };
  const timer = setInterval(() => {
    for (const [appId, supervisor] of apps) {
      if (supervisor.isForgotten()) stop(appId);
      else supervisor.check().catch((error: unknown) => log("error", "function-check", { error }));
    }
  }, checkEveryMs);
  timer.unref();
  const pacer = setInterval(() => {
    const now = Date.now();
    for (const supervisor of apps.values()) supervisor.process?.pace(now);
  }, paceEveryMs);
  pacer.unref();
  const sweep = () => void sweepFolders().catch((error: unknown) => log("warn", "function-sweep", { error }));
  const sweeper = setInterval(sweep, sweepEveryMs);
  sweeper.unref();
  sweep();
  // Processes must not outlive us, also where the system does not enforce it.
  const killAll = () => running().forEach(({ process }) => process.kill());
  process.once("exit", killAll);
  return {
    kind,
    invoke(call, load) {
      const supervisor = supervisorOf(call.appId);
      return forward(
        () =>
          supervisor.process || supervisor.isStarting ? supervisor.ready(load) : start(() => supervisor.ready(load)),
        call,
      );
    },
    deploy: (appId, name, load) =>
      start(async () => {
        const supervisor = supervisorOf(appId);
        await supervisor
          .switchTo(load, (next) => probe(next, name, supervisor.log))
          .catch((error: unknown) => {
            throw error instanceof StartFailure ? new ProbeFailure(supervisor.log.redact(error.message)) : error;
          });
      }),
    markStale: (appId, fingerprint) => apps.get(appId)?.markStale(fingerprint),
    keep: (appId, begin) => supervisorOf(appId).keep(begin),
    stop,
    log: (appId) => supervisorOf(appId).log,
    answerApi: (handler) => void (onApi = handler),
    running: () => running().map(({ appId, process }) => ({ appId, pid: process.child.pid! })),
    async close() {
      clearInterval(timer);
      clearInterval(pacer);
      clearInterval(sweeper);
      process.off("exit", killAll);
      const ends = running().map(({ process }) => process.exited);
      killAll();
      await Promise.all(ends);
    },
  };
}

/** Ends the longest idle process when the limit is reached. */
function makeRoom(processes: AppProcess[], starting: number): void {
  if (processes.length + starting < mostProcesses) return;
  const idle = processes.filter(({ calls }) => calls === 0).toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)[0];
  if (!idle) throw new AppError("function-unavailable");
  idle.retire();
}

async function probe(next: AppProcess, name: string, appLog: AppLog): Promise<void> {
  const request = next.pool.request({
    method: "GET",
    path: "/",
    headers: { "x-joinery-function": name, "x-joinery-probe": "1" },
    signal: AbortSignal.timeout(functionLimits.startMs),
  });
  const { statusCode, body } = await request.catch(() => {
    throw new ProbeFailure("The function did not load in time");
  });
  const text = await body.text();
  if (statusCode !== 204) throw new ProbeFailure(appLog.redact(text).slice(0, 2_000));
}
