import type { SourceFile } from "@/shipped/contract";

/** "Version history: at most 10 entries, newest first" (2-builder.md §9). */
export const versionsListed = 10;

export const versionKinds = ["create", "turn", "edit", "restore", "repair"] as const;
export type VersionKind = (typeof versionKinds)[number];

export type VersionSummary = {
  id: string;
  number: number;
  kind: VersionKind;
  timestamp: string;
  messageId: string | null;
  userRequest: string;
  description: string;
};

/** One version in the shape of 2-builder.md §3: files with id, path and content, and metadata.description. */
export type VersionView = {
  id: string;
  timestamp: string;
  messageId: string | null;
  content: string;
  userRequest: string;
  files: (SourceFile & { id: string })[];
  metadata: { description: string };
  /** 2-builder.md §7 reads `version.metadata` beside the files. */
  version: {
    id: string;
    timestamp: string;
    messageId: string | null;
    content: string;
    userRequest: string;
    metadata: { description: string };
  };
};
