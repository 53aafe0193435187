import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tags } from "./features";
import type { ChangeModel } from "./read-requests";

/** Rows of weights without their zeros: index, value, index, value. */
type Sparse = Record<string, number[]>;
export type StoredChangeModel = { sorts: string[]; tags: Sparse; steps: Sparse; requests: Sparse; words: string[] };

const rowsOf = (stored: Sparse, size: number) =>
  new Map(
    Object.entries(stored).map(([feature, pairs]) => {
      const row = new Float32Array(size);
      for (let at = 0; at < pairs.length; at += 2) row[pairs[at]!] = pairs[at + 1]!;
      return [feature, row];
    }),
  );

let loaded: ChangeModel | undefined;
/** What the reader of changes learned from tests/offline/learn-changes (`npm run train`). */
export function changeModel(): ChangeModel {
  if (loaded) return loaded;
  const path = join(process.cwd(), "src/offline/read/change/learned/model.json");
  const stored = JSON.parse(readFileSync(path, "utf8")) as StoredChangeModel;
  loaded = {
    sorts: stored.sorts,
    tags: rowsOf(stored.tags, tags.length),
    steps: rowsOf(stored.steps, tags.length),
    requests: rowsOf(stored.requests, stored.sorts.length),
    words: new Set(stored.words),
  };
  return loaded;
}
