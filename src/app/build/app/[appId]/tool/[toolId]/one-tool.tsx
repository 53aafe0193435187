"use client";
import { Skeleton } from "@mantine/core";
import { trpc } from "@/api/client";
import { ToolEditor } from "../../tool-editor";
import { UnreadableApp } from "../../unreadable-app";
import classes from "../../editor.module.css";

/** "/build/app/{appId}/tool/{toolId}: edit one tool" (2-builder.md §2). */
export function OneTool({ appId, toolId }: { appId: string; toolId: string }) {
  const app = trpc.apps.get.useQuery({ appId });
  if (app.data) return <ToolEditor app={app.data} toolId={toolId} />;
  if (app.error) return <UnreadableApp error={app.error} onRetry={() => void app.refetch()} />;
  return (
    <main className={classes.alone}>
      <Skeleton height={320} width={480} maw="90vw" />
    </main>
  );
}
