import type { ReactNode } from "react";
import dynamic from "next/dynamic";
import { Skeleton } from "@mantine/core";
import {
  type Icon,
  IconAppWindow,
  IconClick,
  IconClockPlay,
  IconCode,
  IconDatabase,
  IconFiles,
  IconForms,
  IconLayoutList,
  IconMessageCircle,
  IconPalette,
  IconPlayerPlay,
  IconSettings,
  IconTools,
  IconTypography,
} from "@tabler/icons-react";
import type { Panel } from "@/features/apps/menu";
import type { Picked } from "@/features/runtime/schema";
import { PreviewPanel } from "@/features/runtime/ui/PreviewPanel";

/** `readerLabel`: the panel's name for read-only users. */
type PanelView = {
  label: string;
  readerLabel?: string;
  /** Its name in a tool's editor. */
  toolLabel?: string;
  Icon: Icon;
  /** It has its own ways of being looked at without being changed. */
  isOpenToLookers?: boolean;
  /** What DoneFrame need not add: a heading, or the Done button too. The preview is where Done leads. */
  has?: "heading" | "done";
  render(panel: PanelProps): ReactNode;
};
type PanelProps = { appId: string; onPick?: (element: Picked) => void; onDone: () => void };

const Loading = () => <Skeleton m={16} width="auto" height={320} />;

// The first panel is part of the page; the grid and the code editor double its size and are lazy.
const DatabasePanel = dynamic(() => import("@/features/grid/ui/DatabasePanel").then((file) => file.DatabasePanel), {
  ssr: false,
  loading: Loading,
});
const CodePanel = dynamic(() => import("@/features/files/ui/CodePanel").then((file) => file.CodePanel), {
  ssr: false,
  loading: Loading,
});
const AppChatPanel = dynamic(() => import("@/features/assistant/ui/AppChatPanel").then((file) => file.AppChatPanel), {
  ssr: false,
  loading: Loading,
});
const AppSections = dynamic(() => import("./app-sections").then((file) => file.AppSections), { ssr: false });
const AppDetails = dynamic(() => import("@/features/apps/ui/AppDetails").then((file) => file.AppDetails), {
  ssr: false,
  loading: Loading,
});

const DataSourcesPanel = dynamic(
  () => import("@/features/sources/ui/DataSourcesPanel").then((file) => file.DataSourcesPanel),
  { ssr: false, loading: Loading },
);
const AutomationPanel = dynamic(
  () => import("@/features/triggers/ui/AutomationPanel").then((file) => file.AutomationPanel),
  { ssr: false, loading: Loading },
);
const AppDraftPanel = dynamic(() => import("./app-draft-panel").then((file) => file.AppDraftPanel), {
  ssr: false,
  loading: Loading,
});
const AppTools = dynamic(() => import("./app-tools").then((file) => file.AppTools), { ssr: false, loading: Loading });

/** Wraps a settings panel of a generated or space app in a draft. A tool's editor has its own (tool-editor.tsx). */
const ofDraft =
  (panel: Panel) =>
  ({ appId, onDone }: PanelProps) => <AppDraftPanel key={panel} appId={appId} panel={panel} onDone={onDone} />;

/** Panel of each menu entry. A panel without an entry is hidden from the menu. */
export const panelViews: Partial<Record<Panel, PanelView>> = {
  preview: {
    label: "Preview",
    has: "done",
    isOpenToLookers: true,
    Icon: IconPlayerPlay,
    render: ({ appId, onPick }) => <PreviewPanel appId={appId} {...(onPick && { onPick })} />,
  },
  database: {
    label: "Database",
    Icon: IconDatabase,
    isOpenToLookers: true,
    render: ({ appId }) => <DatabasePanel appId={appId} />,
  },
  data: {
    label: "Data sources",
    has: "heading",
    Icon: IconFiles,
    isOpenToLookers: true,
    render: ({ appId }) => <DataSourcesPanel appId={appId} />,
  },
  // "The Edit Code button" is for admins alone (1-platform.md §6).
  code: {
    label: "Edit Code",
    readerLabel: "View code",
    isOpenToLookers: true,
    Icon: IconCode,
    render: ({ appId }) => <CodePanel appId={appId} />,
  },
  "chat-settings": {
    label: "App chat",
    has: "heading",
    Icon: IconMessageCircle,
    render: ({ appId }) => <AppChatPanel appId={appId} />,
  },
  details: {
    label: "App details",
    has: "heading",
    Icon: IconAppWindow,
    render: ({ appId }) => (
      <AppDetails appId={appId}>
        <AppSections appId={appId} />
      </AppDetails>
    ),
  },
  triggers: {
    label: "Schedules and webhooks",
    has: "heading",
    isOpenToLookers: true,
    Icon: IconClockPlay,
    render: ({ appId }) => <AutomationPanel appId={appId} />,
  },
  texts: { label: "App texts", toolLabel: "Tool texts", Icon: IconTypography, has: "done", render: ofDraft("texts") },
  branding: { label: "App branding", Icon: IconPalette, has: "done", render: ofDraft("branding") },
  fields: { label: "Custom fields", Icon: IconForms, has: "done", render: ofDraft("fields") },
  results: { label: "Results layout", Icon: IconLayoutList, has: "done", render: ofDraft("results") },
  cta: { label: "Call to action", Icon: IconClick, has: "done", render: ofDraft("cta") },
  tools: { label: "App tools", Icon: IconTools, has: "heading", render: ({ appId }) => <AppTools appId={appId} /> },
  settings: {
    label: "App settings",
    toolLabel: "Tool settings",
    Icon: IconSettings,
    has: "done",
    render: ofDraft("settings"),
  },
};

/** What a menu or a heading calls a panel. */
export const nameOf = (view: PanelView, { isAdmin, isTool = false }: { isAdmin: boolean; isTool?: boolean }): string =>
  (!isAdmin && view.readerLabel) || (isTool && view.toolLabel) || view.label;
