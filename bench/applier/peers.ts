import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { readBlocks } from "@/engines/protocol/blocks";
import { alignLists } from "@/engines/protocol/delta";

/** Applies a `partial_edit` body to a text; null when it is refused. */
export type Apply = (before: string, body: string) => string | null;

/** The shapes of packages that are not installed here. */
type Loaded = {
  diff: { applyPatch(text: string, patch: string, options: object): string | false };
  patcher: {
    diff_main(a: string, b: string): unknown;
    patch_make(a: string, diffs: unknown): unknown;
    patch_apply(patches: unknown, text: string): [string, boolean[]];
  };
};

type Hunk = { search: string[]; replace: string[] };

/** Libraries that apply a diff to a text that it may not quite fit, each given the same blocks in its own form. */
export async function peers(folder: string | undefined): Promise<Record<string, Apply>> {
  if (!folder) return {};
  const load = createRequire(join(resolve(folder), "package.json"));
  const diff = load("diff") as Loaded["diff"];
  const DiffMatchPatch = load("diff-match-patch") as new () => Loaded["patcher"];
  const patcher = new DiffMatchPatch();
  return {
    "text replace": eachBlock((text, { search, replace }) => {
      const old = search.join("\n");
      return old !== "" && text.split(old).length === 2 ? text.split(old).join(replace.join("\n")) : null;
    }),
    diff: eachBlock((text, hunk) => orNull(diff.applyPatch(text, patchOf(hunk), { fuzzFactor: 0 }))),
    "diff, fuzz 2": eachBlock((text, hunk) => orNull(diff.applyPatch(text, patchOf(hunk), { fuzzFactor: 2 }))),
    "diff, loose": eachBlock((text, hunk) =>
      // The settings that llm-diff-patcher recommends for it.
      orNull(
        diff.applyPatch(text, patchOf(hunk), {
          fuzzFactor: 2,
          autoConvertLineEndings: true,
          compareLine: (_at: number, line: string | undefined, _operation: string, content: string) =>
            line?.trim() === content.trim(),
        }),
      ),
    ),
    "diff-match-patch": eachBlock((text, { search, replace }) => {
      const [a, b] = [search.join("\n"), replace.join("\n")];
      const [result, applied] = patcher.patch_apply(patcher.patch_make(a, patcher.diff_main(a, b)), text);
      return applied.every(Boolean) ? result : null;
    }),
  };
}

const orNull = (text: string | false) => (text === false ? null : text);

function eachBlock(apply: (text: string, hunk: Hunk) => string | null): Apply {
  return (before, body) => {
    let text: string | null = before;
    for (const block of readBlocks(body)) {
      if ("malformed" in block || text === null) return null;
      text = apply(text, block);
    }
    return text;
  };
}

/** A block as a unified diff of one hunk, whose line numbers a model does not know. */
function patchOf({ search, replace }: Hunk): string {
  const lines = alignLists(search, replace).map((step) =>
    step.search < 0
      ? `+${replace[step.replace]}`
      : step.replace < 0
        ? `-${search[step.search]}`
        : ` ${search[step.search]}`,
  );
  return ["--- a", "+++ b", `@@ -1,${search.length} +1,${replace.length} @@`, ...lines, ""].join("\n");
}
