"use client";
import { moved, newName } from "@/features/tools/rules";
import type { Definition, ToolBlock } from "@/features/tools/schema";
import { useDraft } from "./DraftProvider";

const newId = () => `b${newName(12, Math.random)}`;

/** The result's blocks, and every change of them. */
export function useBlocks() {
  const { texts, setText } = useDraft();
  const { blocks = [], gptPrompt = "", fields = [] } = texts as Definition;
  const set = (next: ToolBlock[]) => setText("blocks", next);
  return {
    blocks,
    gptPrompt,
    fields,
    setPrompt: (text: string) => setText("gptPrompt", text),
    /** @returns the new block's id */
    add: (type: NonNullable<ToolBlock["type"]>): string => {
      const id = newId();
      // "If an app has no blocks but has a gptPrompt, blocks are derived from the prompt" (2-builder.md §3): the first
      // one takes it over, so that what the tool answers stays.
      const derived: ToolBlock[] =
        blocks.length === 0 && gptPrompt.trim() !== ""
          ? [{ id: "answer", type: "text", title: "", prompt: gptPrompt }]
          : [];
      set([...blocks, ...derived, { id, type, title: "", prompt: "" }]);
      return id;
    },
    change: (id: string, change: Partial<ToolBlock>) =>
      set(blocks.map((block) => (block.id === id ? { ...block, ...change } : block))),
    duplicate: (block: ToolBlock) => {
      const at = blocks.findIndex(({ id }) => id === block.id);
      set(blocks.toSpliced(at + 1, 0, { ...block, id: newId() }));
    },
    remove: (id: string) => set(blocks.filter((block) => block.id !== id)),
    undo: set,
    move: (from: number, to: number) => set(moved(blocks, from, to)),
  };
}
