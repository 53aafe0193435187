import { z } from "zod";

/** The rows that a page is mounted with: some of every entity, none at all, or rows that have only what their schema requires. */
export const smokeScenes = ["rows", "empty", "sparse"] as const;
export type SmokeScene = (typeof smokeScenes)[number];

/** What a mounted page let fall. `stack` is as the runtime wrote it. */
export const smokeEventSchema = z.object({
  kind: z.enum(["throw", "console", "blank"]),
  message: z.string(),
  stack: z.string(),
});
export type SmokeEvent = z.infer<typeof smokeEventSchema>;

/** What is wrong with a page that was mounted. `path` and `line` (from 1) are where it fell, as far as the stack tells, else the page's file. */
export type SmokeFinding = {
  page: string;
  kind: SmokeEvent["kind"] | "hang";
  message: string;
  scene: SmokeScene;
  path: string;
  line: number;
};

/** Times in milliseconds. A page that answers later than `pageMs` never finishes rendering, as far as its visitor can tell. */
export const smokeLimits = { startMs: 10_000, pageMs: 3_000, totalMs: 20_000, pages: 60, findings: 100 } as const;
