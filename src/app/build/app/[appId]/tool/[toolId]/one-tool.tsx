"use client";
import { Button, Skeleton } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { ToolEditor } from "../../tool-editor";
import classes from "../../editor.module.css";

/** "/build/app/{appId}/tool/{toolId}: edit one tool" (2-builder.md §2). */
export function OneTool({ appId, toolId }: { appId: string; toolId: string }) {
  const app = trpc.apps.get.useQuery({ appId });
  if (app.data) return <ToolEditor app={app.data} toolId={toolId} />;
  return (
    <main className={classes.alone}>
      {app.error ? (
        <>
          <Failure message={failureOf(app.error).message} onRetry={() => void app.refetch()} />
          <Button variant="subtle" component="a" href="/home">
            Back to your apps
          </Button>
        </>
      ) : (
        <Skeleton height={320} width={480} maw="90vw" />
      )}
    </main>
  );
}
