"use client";
import type { ReactNode } from "react";
import dynamic from "next/dynamic";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import type { Panel } from "@/features/apps/menu";
import { AppAddress } from "@/features/apps/ui/AppDetails";
import { gateAppSettings, gateToolSettings } from "@/features/plans/rules";
import { BrandingFields } from "@/features/settings/ui/BrandingFields";
import { SettingsFields } from "@/features/settings/ui/SettingsFields";
import { ClaimFields } from "@/features/collaborators/ui/ClaimFields";
import { BlocksPanel } from "@/features/tool-editor/ui/BlocksPanel";
import { CtaPanel } from "@/features/tool-editor/ui/CtaPanel";
import { useDraft } from "@/features/tool-editor/ui/DraftProvider";
import { FieldsPanel } from "@/features/tool-editor/ui/FieldsPanel";
import { PanelFrame } from "@/features/tool-editor/ui/PanelFrame";
import { PictureInput } from "@/features/tool-editor/ui/PictureInput";
import { TextsPanel } from "@/features/tool-editor/ui/TextsPanel";

// Seldom needed, and larger than the rest of the editor.
const AppSections = dynamic(() => import("./app-sections").then((file) => file.AppSections), { ssr: false });

/** Panels that edit the DraftProvider's draft. Others are in panel-views.tsx. */
const views: Partial<Record<Panel, (onDone: () => void) => ReactNode>> = {
  texts: (onDone) => <TextsPanel onDone={onDone} />,
  branding: (onDone) => <BrandingPanel onDone={onDone} />,
  fields: (onDone) => <FieldsPanel onDone={onDone} />,
  results: (onDone) => <BlocksPanel onDone={onDone} />,
  cta: (onDone) => <CtaPanel onDone={onDone} />,
  settings: (onDone) => <SettingsPanel onDone={onDone} />,
};

export const isDraftPanel = (panel: Panel): boolean => panel in views;

export function DraftPanel({ panel, onDone }: { panel: Panel; onDone: () => void }) {
  return views[panel]?.(onDone) ?? null;
}

function BrandingPanel({ onDone }: { onDone: () => void }) {
  const { style, setStyle, editor, tool } = useDraft();
  return (
    <PanelFrame
      title="App branding"
      lead={tool.toolId === null ? undefined : "All tools of the app look alike."}
      onDone={onDone}
    >
      <BrandingFields
        style={style}
        isAdmin={editor.isAdmin}
        onChange={setStyle}
        renderPicture={(key, label, hint) => (
          <PictureInput
            label={label}
            hint={hint}
            value={typeof style[key] === "string" ? style[key] : ""}
            onChange={(url) => setStyle(key, url)}
          />
        )}
      />
    </PanelFrame>
  );
}

function SettingsPanel({ onDone }: { onDone: () => void }) {
  const { appId, kind, tool, settings, setSetting, editor, status, force } = useDraft();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const { may } = useRights(appId);
  const { data: list } = trpc.tools.list.useQuery({ appId });
  const isTool = tool.toolId !== null || kind === "tool" || kind === "app";
  const standing = app?.standing;
  const refusal = standing && (isTool ? gateToolSettings(standing) : gateAppSettings(standing, kind));
  return (
    <PanelFrame title={tool.toolId !== null ? "Tool settings" : "App settings"} onDone={onDone}>
      <SettingsFields
        settings={settings}
        editor={editor}
        mayPublish={may("manager")}
        refusal={refusal}
        // A generated app's address opens its own pages.
        pages={tool.toolId === null && isTool ? list?.tools : undefined}
        onChange={setSetting}
        renderPicture={(label, hint, url, onUrl) => (
          <PictureInput label={label} hint={hint} value={url} onChange={onUrl} />
        )}
      />
      {app && may("ownerAdmin") && tool.toolId === null && (
        <ClaimFields
          app={app}
          settings={settings}
          isOff={refusal !== undefined}
          onChange={setSetting}
          before={async () => status === "saved" || (await force())}
        />
      )}
      {tool.toolId === null && isTool && (
        <div>
          <AppAddress appId={appId} />
          <AppSections appId={appId} />
        </div>
      )}
    </PanelFrame>
  );
}
