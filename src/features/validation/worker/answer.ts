// The thread that checks and repairs code (pool.ts): { id, kind, args } in, { id, result | error } out.
import { parentPort } from "node:worker_threads";
import { testBundle, validateBundle } from "@/engines/detect/check";
import { checkTurn } from "../check-turn";
import { diagnoseFile } from "../diagnose";
import { repairBundle } from "../repair";

const work = {
  /** What the tester shows. */
  test: testBundle,
  validate: validateBundle,
  repair: repairBundle,
  diagnose: diagnoseFile,
  /** A turn's result, with unambiguous faults repaired. */
  turn: checkTurn,
};

export type Work = typeof work;
export type Question = { id: number; kind: keyof Work; args: unknown[] };
export type Answer = { id: number; result: unknown } | { id: number; error: string };

const port = parentPort!;
port.on("message", ({ id, kind, args }: Question) => {
  try {
    const result = (work[kind] as (...args: unknown[]) => unknown)(...args);
    port.postMessage({ id, result } satisfies Answer);
  } catch (error) {
    port.postMessage({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : "failed",
    } satisfies Answer);
  }
});
