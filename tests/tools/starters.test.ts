import { describe, expect, it } from "vitest";
import { toolStarters } from "@/features/starters/schema";
import { isEmptyBlock, readBlock } from "@/features/runs/block/read-block";
import { compose, runTool } from "../support/compose";

describe("The tools to start from", () => {
  it("are twelve", () => expect(toolStarters).toHaveLength(12));

  it.each(toolStarters.map((starter) => [starter.name, starter] as const))("%s answers in full", (_, starter) => {
    const { tool, notes } = compose(starter.sentence);
    expect(notes.left).toEqual([]);
    for (const block of tool.blocks) {
      const text = runTool({ ...tool, blocks: [block] }, starter.entered)
        .split("\n")
        .slice(1)
        .join("\n");
      expect([block.title, isEmptyBlock(readBlock(block.type, text))]).toEqual([block.title, false]);
    }
  });
});
