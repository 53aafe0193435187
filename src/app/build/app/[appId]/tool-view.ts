import { readDefinition } from "@/features/runs/tool/read-definition";
import type { ToolView } from "@/features/runs/schema";
import type { Draft } from "@/features/tool-editor/ui/DraftProvider";

const limitOf = (value: unknown) => (typeof value === "number" ? value : null);

/** The draft as the tool's page renders it. */
export function viewOfDraft({
  tool,
  texts,
  style,
  settings,
}: Pick<Draft, "tool" | "texts" | "style" | "settings">): ToolView {
  const { toolId, path, status } = tool;
  const title = typeof texts.header === "string" ? texts.header : "";
  const { background: _background, blocks, ...shown } = readDefinition({ toolId: toolId ?? "app", path, title }, texts);
  return {
    ...shown,
    // An app that is itself a tool has no draft state; visibility is decided by publishing.
    isActive: toolId === null || status === "active",
    blocks: blocks.map(({ id, type, title: blockTitle }) => ({ id, type, title: blockTitle })),
    style,
    dailyUserLimit: limitOf(settings.dailyUserLimit),
    weeklyUserLimit: limitOf(settings.weeklyUserLimit),
    tools: [],
  };
}
