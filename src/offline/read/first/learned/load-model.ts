import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReaderModel } from "./read-message";
import { stepSize } from "./tagger";
import { tags } from "./tags";

/** A row of weights without its zeros: index, value, index, value. Values in twentieths. */
type Sparse = Record<string, number[]>;
export type StoredModel = {
  own: Sparse;
  steps: Sparse;
  link: Sparse;
  owner: Record<string, number>;
  names: Record<string, string>;
};

const rowsOf = (stored: Sparse, size: number) =>
  new Map(
    Object.entries(stored).map(([feature, pairs]) => {
      const row = new Float32Array(size);
      for (let at = 0; at < pairs.length; at += 2) row[pairs[at]!] = pairs[at + 1]!;
      return [feature, row];
    }),
  );

let loaded: ReaderModel | undefined;
/** What the reader learned from tests/offline/learn (`npm run train`). */
export function readerModel(): ReaderModel {
  if (loaded) return loaded;
  const path = join(process.cwd(), "src/offline/read/first/learned/model.json");
  const { own, steps, link, owner, names } = JSON.parse(readFileSync(path, "utf8")) as StoredModel;
  loaded = {
    tagger: { own: rowsOf(own, tags.length), steps: rowsOf(steps, stepSize) },
    link: rowsOf(link, 3),
    owner: new Map(Object.entries(owner)),
    names: new Map(Object.entries(names)),
  };
  return loaded;
}
