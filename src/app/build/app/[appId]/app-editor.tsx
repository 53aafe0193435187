"use client";
import { trpc } from "@/api/client";
import { Editor } from "./editor";
import { ToolEditor } from "./tool-editor";

/** The editor by kind: a tool has a form and a result, a generated app pages and a chat. */
export function AppEditor({ appId }: { appId: string }) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  if (app?.kind === "tool" || app?.kind === "app") return <ToolEditor app={app} toolId={null} />;
  return <Editor appId={appId} />;
}
