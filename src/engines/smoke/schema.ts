import { z } from "zod";

/**
 * The rows that a page is mounted with: some of every entity, none at all, or rows that have only what their schema
 * requires.
 */
export const smokeScenes = ["rows", "empty", "sparse"] as const;
export type SmokeScene = (typeof smokeScenes)[number];

/** What a mounted page let fall. `stack` is as the runtime wrote it. */
export const smokeEventSchema = z.object({
  kind: z.enum(["throw", "console", "blank"]),
  message: z.string(),
  stack: z.string(),
});
export type SmokeEvent = z.infer<typeof smokeEventSchema>;

/**
 * What is wrong with a page that was mounted. `path` and `line` (from 1) are where it fell, as far as the stack tells,
 * else the page's file.
 */
export type SmokeFinding = {
  page: string;
  /** "unchecked": the machine had no time for this page, so that nothing can be said of it. */
  kind: SmokeEvent["kind"] | "hang" | "unchecked";
  message: string;
  scene: SmokeScene;
  path: string;
  line: number;
};

/**
 * Times in milliseconds. A page that has computed for longer than `pageMs` without an answer never finishes rendering:
 * CPU time, since on a busy machine wall-clock time says nothing about the page. After `waitMs` on the clock nobody
 * waits any longer, and it was not checked.
 */
export const smokeLimits = {
  startMs: 30_000,
  pageMs: 1_500,
  waitMs: 40_000,
  totalMs: 60_000,
  lookMs: 100,
  pages: 60,
  findings: 100,
} as const;

/** What becomes of a page that has not answered yet. */
export function verdictOn({
  computedMs,
  waitedMs,
}: {
  computedMs: number;
  waitedMs: number;
}): "hang" | "unchecked" | "wait" {
  if (computedMs > smokeLimits.pageMs) return "hang";
  return waitedMs > smokeLimits.waitMs ? "unchecked" : "wait";
}
