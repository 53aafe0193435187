import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SparseRows, weightsOf } from "../../lexicon/sparse-rows";
import type { ReaderModel } from "./read-message";
import { stepSize } from "./tagging/tagger";
import { tags } from "./tagging/tags";

/** As it is stored. Values are in twentieths. */
export type StoredModel = {
  own: SparseRows;
  steps: SparseRows;
  link: SparseRows;
  owner: Record<string, number>;
  names: Record<string, string>;
};

let loaded: ReaderModel | undefined;
/** What the reader learned from tests/offline/learn (`npm run train`). */
export function readerModel(): ReaderModel {
  if (loaded) return loaded;
  const path = join(process.cwd(), "src/offline/learned/descriptions/model.json");
  const { own, steps, link, owner, names } = JSON.parse(readFileSync(path, "utf8")) as StoredModel;
  loaded = {
    tagger: { own: weightsOf(own, tags.length), steps: weightsOf(steps, stepSize) },
    link: weightsOf(link, 3),
    owner: new Map(Object.entries(owner)),
    names: new Map(Object.entries(names)),
  };
  return loaded;
}
