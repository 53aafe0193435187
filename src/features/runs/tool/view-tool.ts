import "server-only";
import type { VisitedApp } from "@/db/scope";
import type { AppRow } from "@/features/apps/store";
import { findTool, listTools, styleOf } from "./find-tool";
import type { ToolView } from "../schema";

/** A tool as its visitors see it: the form and the look, and nothing of how it answers. */
export async function viewTool(visited: VisitedApp, app: AppRow, path: string): Promise<ToolView> {
  const { definition, settings, isActive } = await findTool(visited, app, path);
  const { background: _background, blocks, ...texts } = definition;
  const others = await listTools(visited);
  return {
    ...texts,
    isActive,
    blocks: blocks.map(({ id, type, title }) => ({ id, type, title })),
    style: await styleOf(visited),
    dailyUserLimit: settings.dailyUserLimit ?? null,
    weeklyUserLimit: settings.weeklyUserLimit ?? null,
    tools: others.map(({ toolId, path: otherPath, title }) => ({ toolId, path: otherPath, title })),
  };
}
