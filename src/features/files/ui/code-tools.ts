import { type Icon, IconDownload, IconKey } from "@tabler/icons-react";
import type { Right } from "@/api/app-role";

/** What the code panel opens over itself. */
export type CodeDialog = "new" | "download" | { secrets: string[] };

export type CodeTool = { label: string; Icon: Icon; dialog: CodeDialog; right: Right };

/** Tools for the whole code. */
export const codeTools: CodeTool[] = [
  { label: "Manage Secrets", Icon: IconKey, dialog: { secrets: [] }, right: "managerAdmin" },
  { label: "Download Code", Icon: IconDownload, dialog: "download", right: "viewerAdmin" },
];
