"use client";
import { trpc } from "@/api/client";
import { GoneApp } from "../../gone-app";
import { ToolEditor } from "../../tool-editor";
import { ToolSkeleton } from "../../tool-skeleton";
import { UnreadableApp } from "../../unreadable-app";

/** "/build/app/{appId}/tool/{toolId}: edit one tool" (2-builder.md §2). */
export function OneTool({ appId, toolId }: { appId: string; toolId: string }) {
  const app = trpc.apps.get.useQuery({ appId });
  if (app.data)
    return (
      <>
        {app.error && <GoneApp error={app.error} />}
        <ToolEditor app={app.data} toolId={toolId} />
      </>
    );
  if (app.error) return <UnreadableApp error={app.error} onRetry={() => void app.refetch()} />;
  return <ToolSkeleton />;
}
