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
  /** Marks the call's log lines. */ id: string;
};

/** Why a deployed function does not load, in the runtime's words and without secrets. */
export class ProbeFailure extends Error {}

type ApiHandler = (appId: string, incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Runs the server functions of apps. One process an app; Workers for Platforms could stand behind the same five verbs.
 */
export type Functions = {
  kind: "workerd" | "unavailable";
  /**
   * Answers as the function does; a process is started when there is none. `load` is asked for the app's functions only
   * then.
   */
  invoke(call: FunctionCall, load: Load): Promise<Response>;
  /**
   * Starts the app's functions anew and, when this one loads, lets the new process take over. Throws ProbeFailure and
   * leaves the old one running otherwise.
   */
  deploy(appId: string, name: string, load: Load): Promise<void>;
  /**
   * What is stored changed (functions or secrets): the next call starts a new process, unless the one that runs has the
   * named state.
   */
  markStale(appId: string, fingerprint?: string): void;
  /** Follows an app's news from now on: what `begin` returns ends it, when nothing of the app is kept any more. */
  keep(appId: string, begin: () => () => void): void;
  /** Ends the app's process and forgets the app. */
  stop(appId: string): void;
  log(appId: string): AppLog;
  /** Who answers when a function calls its own app's API. */
  answerApi(handler: ApiHandler): void;
  /** The processes that run now. */
  running(): { appId: string; pid: number }[];
  close(): Promise<void>;
};

const checkEveryMs = 500;
const paceEveryMs = 50;
const sweepEveryMs = 300_000;
/** As many processes as this machine has memory for. */
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
  // A process must not outlive us, also where the system does not see to it.
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

/** Ends the process that was idle longest when there are as many as this server takes. */
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
