/** One deployed function: its bundled code, stored under the code's own hash. */
export type FunctionCode = { name: string; hash: string; code: string };

/**
 * Everything that an app's process is started with. Secrets reach the functions as environment variables, and nothing
 * else does. `fingerprint` names this state of the functions: an equal one means that nothing changed.
 */
export type AppFunctions = {
  fingerprint: string;
  appId: string;
  functions: FunctionCode[];
  secrets: Record<string, string>;
};

/**
 * A line that a function wrote, or that the supervisor wrote about it. `function` and `call` are absent when no call
 * caused it.
 */
export type LogLine = {
  number: number;
  at: string;
  level: "log" | "info" | "debug" | "warn" | "error";
  function?: string;
  call?: string;
  text: string;
};

/** In place of a fingerprint among the news of an app's functions: there is nothing of the app any more. */
export const appDeleted = "deleted";

/** What one app may use. Memory in megabytes, times in milliseconds. */
export const functionLimits = {
  /** JavaScript objects; buffers and strings outside of the heap count to the resident size. */
  heapMb: 128,
  residentMb: 320,
  /** From a request's arrival to the first byte of its answer. */
  answerMs: 30_000,
  /**
   * A process that does not answer its health ping for this long, and computed so much meanwhile, is stuck in a loop.
   */
  blockedMs: 2_500,
  blockedCpuSeconds: 1,
  /** Sooner than this nobody is judged by the clock alone: the machine itself may be busy. */
  starvedMs: 30_000,
  startMs: 10_000,
  idleMs: 5 * 60_000,
  /** The log of an app that does nothing. */
  logMs: 60 * 60_000,
  drainMs: 30_000,
  /** At once, for one app. */
  calls: 64,
  /**
   * Processes of one server, and the memory of the machine that each needs behind it; the longest idle one makes room.
   */
  processes: 64,
  machineMb: 100,
  requestBytes: 10_000_000,
  codeBytes: 5_000_000,
  logLines: 500,
  logLineCharacters: 8_000,
} as const;

/** npm packages that functions may import as `npm:name` (or `name`): installed with the platform, never fetched. */
export const functionPackages = [
  "zod",
  "date-fns",
  "lodash",
  "papaparse",
  "marked",
  "jszip",
  "pluralize",
  "chrono-node",
  "superjson",
  "clsx",
] as const;
