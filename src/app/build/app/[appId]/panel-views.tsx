import type { ReactNode } from "react";
import {
  type Icon,
  IconAppWindow,
  IconCode,
  IconDatabase,
  IconMessageCircle,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { Panel } from "@/features/apps/menu";
import { AppDetails } from "@/features/apps/ui/AppDetails";
import { AppChatPanel } from "@/features/assistant/ui/AppChatPanel";
import { DatabasePanel } from "@/features/grid/ui/DatabasePanel";
import { CodePanel } from "@/features/files/ui/CodePanel";
import { PreviewPanel } from "@/features/runtime/ui/PreviewPanel";

/** `readerLabel`: what a panel is called for who may look and not change. */
type PanelView = { label: string; readerLabel?: string; Icon: Icon; render(appId: string): ReactNode };

/** What each menu entry opens. A panel whose feature is not part of this release has no entry, and its menu item does not show. */
export const panelViews: Partial<Record<Panel, PanelView>> = {
  preview: { label: "Preview", Icon: IconPlayerPlay, render: (appId) => <PreviewPanel appId={appId} /> },
  database: { label: "Database", Icon: IconDatabase, render: (appId) => <DatabasePanel appId={appId} /> },
  // "The Edit Code button" is for admins alone (1-platform.md §6).
  code: {
    label: "Edit Code",
    readerLabel: "View code",
    Icon: IconCode,
    render: (appId) => <CodePanel appId={appId} />,
  },
  "chat-settings": { label: "App chat", Icon: IconMessageCircle, render: (appId) => <AppChatPanel appId={appId} /> },
  details: { label: "App details", Icon: IconAppWindow, render: (appId) => <AppDetails appId={appId} /> },
};
