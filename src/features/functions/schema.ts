import { z } from "zod";
import { runBodyMax, runMethods } from "./limits";

/** A call from the Run panel. */
export const runSchema = z.strictObject({
  method: z.enum(runMethods).default("POST"),
  body: z.string().max(runBodyMax).default(""),
});

/** A function: its file, its deployment, or both. */
export type FunctionView = {
  name: string;
  /** Absent when the file is deleted but the deployment remains. */
  path?: string;
  functionUrl?: string;
  deployedAt?: string;
  /** Whether the newest version is deployed. */
  isCurrent: boolean;
};

/** Result of a run. `body` is truncated for display. */
export type RunResult = {
  status: number;
  headers: [string, string][];
  body: string;
  isCut: boolean;
  durationMs: number;
  call: string;
};

/** Job: deploys all functions of a copied app. */
export const deployJob = "deploy-functions";
