"use client";
import { useEffect, useMemo, useState } from "react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Allowed } from "@/api/Allowed";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { menuOf, type Panel } from "@/features/apps/menu";
import type { AppSummary } from "@/features/apps/schema";
import { DraftProvider, useDraft } from "@/features/tool-editor/ui/DraftProvider";
import { LeaveGuard } from "@/features/tool-editor/ui/LeaveGuard";
import { SaveState } from "@/features/tool-editor/ui/SaveState";
import { ToolPreview } from "@/features/tool-editor/ui/ToolPreview";
import { Failure } from "@/ui/Failure";
import { Palette } from "../../../palette";
import { BuilderBar } from "./builder-bar";
import { DoneFrame } from "./done-frame";
import { editorCommands } from "./editor-commands";
import { EditorMenu } from "./editor-menu";
import { panelViews } from "./panel-views";
import { ToolOverview } from "./tool-overview";
import { DraftPanel, isDraftPanel } from "./tool-panels";
import { ToolSkeleton } from "./tool-skeleton";
import { viewOfDraft } from "./tool-view";
import classes from "./editor.module.css";

const EditApp = dynamic(() => import("@/features/apps/ui/EditApp").then((file) => file.EditApp), { ssr: false });

const sides: { value: "edit" | "preview"; label: string }[] = [
  { value: "edit", label: "Edit" },
  { value: "preview", label: "Preview" },
];

/** The editor of a tool, or of an app that is one: its menu, one panel, and the tool's own page. */
export function ToolEditor({ app, toolId }: { app: AppSummary; toolId: string | null }) {
  return (
    <DraftProvider
      key={toolId}
      app={app}
      toolId={toolId}
      renderFallback={(failure) =>
        failure ? (
          <main className={classes.alone}>
            <Failure message={failure.message} onRetry={failure.retry} />
            <Button variant="subtle" component="a" href={`/build/app/${app.appId}/tools`}>
              Tools of this app
            </Button>
          </main>
        ) : (
          <ToolSkeleton />
        )
      }
    >
      <Shell app={app} />
    </DraftProvider>
  );
}

function Shell({ app }: { app: AppSummary }) {
  const pathname = usePathname();
  const search = useSearchParams();
  const draft = useDraft();
  const [publish, setPublish] = useState<HTMLButtonElement | null>(null);
  const [isEditing, editing] = useDisclosure(false);
  // Asked already by whoever opened this editor.
  const { data: opened } = trpc.apps.get.useQuery({ appId: app.appId });
  const { may } = useRights(app.appId);
  const { tool, texts, style, settings } = draft;
  const title = typeof texts.header === "string" ? texts.header : "";
  const names = tool.toolId === null ? [title || app.name] : [app.name, title || "Untitled tool"];
  const view = useMemo(() => viewOfDraft({ tool, texts, style, settings }), [tool, texts, style, settings]);
  useEffect(() => {
    document.title = `${title || app.name} · Joinery`;
  }, [title, app.name]);

  const viewer = opened?.standing ?? { isAdmin: false, plan: "lite", arePlansOn: true };
  // A tool of a generated app has a tool's menu too.
  const menu = menuOf(tool.toolId === null ? app.kind : "tool", viewer).filter((one) => panelViews[one]);
  const panel = menu.find((one) => one === search.get("panel"));
  const side = search.get("side") === "preview" ? "preview" : "edit";
  const go = (change: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(change))
      if (value === undefined) next.delete(key);
      else next.set(key, value);
    window.history.replaceState(null, "", `${pathname}?${next}`);
  };
  const open = (next: Panel) => go({ panel: next, side: undefined });
  const close = () => go({ panel: undefined });
  const commands = editorCommands({
    menu,
    isAdmin: viewer.isAdmin,
    may,
    onOpen: open,
    onEdit: editing.open,
    onPublish: () => publish?.click(),
  });
  const own = panel && (
    // A tool's panels without a draft all have headings.
    <DoneFrame title={undefined} onDone={close}>
      {panelViews[panel]?.render({ appId: app.appId, onDone: close })}
    </DoneFrame>
  );
  return (
    <div className={classes.editor}>
      <LeaveGuard />
      <Palette commands={commands} />
      {isEditing && <EditApp app={app} onClose={editing.close} />}
      <BuilderBar
        appId={app.appId}
        name={names.join(" / ")}
        beforeSides={<SaveState />}
        sides={sides}
        side={side}
        onSide={(next) => go({ side: next === "preview" ? "preview" : undefined })}
        publishRef={setPublish}
      />
      <div className={classes.body} data-side={side}>
        <EditorMenu menu={menu} active={panel} isAdmin={viewer.isAdmin} isTool={tool.toolId !== null} onOpen={open} />
        <div className={classes.column}>
          {panel === undefined ? (
            <ToolOverview app={app} menu={menu} onOpen={open} />
          ) : isDraftPanel(panel) ? (
            <DraftPanel key={panel} panel={panel} onDone={close} />
          ) : panelViews[panel]?.isOpenToLookers ? (
            own
          ) : (
            <Allowed appId={app.appId} right="editor" className={classes.own}>
              {own}
            </Allowed>
          )}
        </div>
        <main className={classes.stage}>
          <ToolPreview view={view} path={tool.path} />
        </main>
      </div>
    </div>
  );
}
