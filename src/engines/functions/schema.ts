/** One deployed function: its bundle, stored by content hash. */
export type FunctionCode = { name: string; hash: string; code: string };

/**
 * Everything that an app's process is started with. Its environment holds the secrets only. `fingerprint` identifies
 * the state: equal means unchanged.
 */
export type AppFunctions = {
  fingerprint: string;
  appId: string;
  functions: FunctionCode[];
  secrets: Record<string, string>;
};

/** A log line by a function, or by the supervisor about it. `function` and `call` are absent when no call caused it. */
export type LogLine = {
  number: number;
  at: string;
  level: "log" | "info" | "debug" | "warn" | "error";
  function?: string;
  call?: string;
  text: string;
};

/** Sentinel in place of a fingerprint: the app was deleted. */
export const appDeleted = "deleted";

/** Limits of one app. Memory in MB, times in ms. */
export const functionLimits = {
  /** V8 heap; buffers and external strings count towards resident memory. */
  heapMb: 128,
  residentMb: 320,
  /** Time to first byte, from the request's arrival. */
  answerMs: 30_000,
  /** A process that misses health checks for this long while computing is stuck in a loop. */
  blockedMs: 2_500,
  blockedCpuSeconds: 1,
  /** Before this, wall-clock time alone proves nothing: the machine may be busy. */
  starvedMs: 30_000,
  startMs: 10_000,
  idleMs: 5 * 60_000,
  /** How long an idle app's log is kept. */
  logMs: 60 * 60_000,
  drainMs: 30_000,
  /** Concurrent calls of one app. */
  calls: 64,
  /** Processes per server, and memory of the machine reserved for each; the longest idle one is evicted. */
  processes: 64,
  machineMb: 100,
  requestBytes: 10_000_000,
  codeBytes: 5_000_000,
  logLines: 500,
  logLineCharacters: 8_000,
} as const;

/** npm packages that functions may import as `npm:name` or `name`: installed with the platform, never fetched. */
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
