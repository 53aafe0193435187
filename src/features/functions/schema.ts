import { z } from "zod";

/** Longer texts are for files. */
export const runBodyMax = 100_000;

export const runMethods = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;

/** One call from the Run panel. */
export const runSchema = z.strictObject({
  method: z.enum(runMethods).default("POST"),
  body: z.string().max(runBodyMax).default(""),
});

/** A function of the app: as a file, as it is deployed, or both. */
export type FunctionView = {
  name: string;
  /** Absent when the file is gone but the function still runs. */
  path?: string;
  functionUrl?: string;
  deployedAt?: string;
  /** Whether the deployed code is that of the newest version. */
  isCurrent: boolean;
};

/** What a run showed. `body` is cut at a length that a panel can show. */
export type RunResult = {
  status: number;
  headers: [string, string][];
  body: string;
  isCut: boolean;
  durationMs: number;
  call: string;
};

/** Deploys what an app has of functions, after it was copied. */
export const deployJob = "deploy-functions";
