import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SparseRows, weightsOf } from "../../../lexicon/sparse-rows";
import { tags } from "./features";
import type { ChangeModel } from "./read-requests";

export type StoredChangeModel = {
  sorts: string[];
  tags: SparseRows;
  steps: SparseRows;
  requests: SparseRows;
  details: Record<string, { values: string[]; weights: SparseRows }>;
  grounds: SparseRows;
  words: string[];
};

let loaded: ChangeModel | undefined;
/** What the reader of changes learned from tests/offline/learn-changes (`npm run train`). */
export function changeModel(): ChangeModel {
  if (loaded) return loaded;
  const path = join(process.cwd(), "src/offline/learned/requests/model.json");
  const stored = JSON.parse(readFileSync(path, "utf8")) as StoredChangeModel;
  loaded = {
    sorts: stored.sorts,
    tags: weightsOf(stored.tags, tags.length),
    steps: weightsOf(stored.steps, tags.length),
    requests: weightsOf(stored.requests, stored.sorts.length),
    details: new Map(
      Object.entries(stored.details).map(([name, { values, weights }]) => [
        name,
        { values, weights: weightsOf(weights, values.length) },
      ]),
    ),
    grounds: weightsOf(stored.grounds, 1),
    words: new Set(stored.words),
  };
  return loaded;
}
