"use client";
import dynamic from "next/dynamic";
import { trpc } from "@/api/client";
import { Editor } from "./editor";
import { GoneApp } from "./gone-app";
import { ToolSkeleton } from "./tool-skeleton";

// A third of this page's scripts, which a generated app's editor never needs.
const ToolEditor = dynamic(() => import("./tool-editor").then((file) => file.ToolEditor), {
  ssr: false,
  loading: ToolSkeleton,
});

/** The editor by kind: a tool has a form and a result, a generated app pages and a chat. */
export function AppEditor({ appId }: { appId: string }) {
  const { data: app, error } = trpc.apps.get.useQuery({ appId });
  const isTool = app?.kind === "tool" || app?.kind === "app";
  return (
    <>
      {app && error && <GoneApp error={error} />}
      {isTool ? <ToolEditor app={app} toolId={null} /> : <Editor appId={appId} />}
    </>
  );
}
