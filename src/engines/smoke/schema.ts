import { z } from "zod";

/** Row sets that a page is mounted with: some rows of every entity, none, or rows with required fields only. */
export const smokeScenes = ["rows", "empty", "sparse"] as const;
export type SmokeScene = (typeof smokeScenes)[number];

/** An error of a mounted page. `stack` is the runtime's own. */
const smokeEventSchema = z.object({
  kind: z.enum(["throw", "console", "blank"]),
  message: z.string(),
  stack: z.string(),
});
export type SmokeEvent = z.infer<typeof smokeEventSchema>;

/** A visit: what failed, and the page's outline before it was left (`worker/outline.js`). */
export const smokeSightSchema = z.object({ events: z.array(smokeEventSchema), shown: z.string() });
export type SmokeSight = z.infer<typeof smokeSightSchema>;

/**
 * A fault of a mounted page. `path` and `line` (from 1) are where it failed as far as the stack tells, else the page's
 * file.
 */
export type SmokeFinding = {
  page: string;
  /** "unchecked": the machine was too busy to tell. */
  kind: SmokeEvent["kind"] | "hang" | "unchecked";
  message: string;
  scene: SmokeScene;
  path: string;
  line: number;
};

/**
 * Times in ms. A page that uses more than `pageMs` of CPU time without an answer never finishes rendering; wall-clock
 * time on a busy machine says nothing about the page. After `waitMs` on the clock it is given up as unchecked.
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

/** The verdict on a page that has not answered yet. */
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
