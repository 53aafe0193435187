import { attachmentBytesMax, attachmentsMax } from "@/features/turns/limits";
import type { PromptAttachment } from "./queue-prompts";

/** An attachment being uploaded; `fraction` is 0 to 1. */
export type Attachment = { id: string; name: string; bytes: number; contentType: string } & (
  | { status: "uploading"; fraction: number }
  | { status: "ready"; url: string }
  | { status: "failed"; message: string }
);

export type AttachAction =
  | { type: "add"; files: { id: string; name: string; bytes: number; contentType: string }[] }
  | { type: "progress"; id: string; fraction: number }
  /** The server determines the type by content. */
  | { type: "ready"; id: string; url: string; contentType: string }
  | { type: "failed"; id: string; message: string }
  | { type: "remove"; id: string }
  /** Uploaded files were sent; failed ones stay, so that nobody takes them for sent. */
  | { type: "sent" };

export function attachFiles(attachments: Attachment[], action: AttachAction): Attachment[] {
  switch (action.type) {
    case "add":
      return [...attachments, ...action.files.map((file) => ({ ...file, status: "uploading" as const, fraction: 0 }))];
    case "progress":
      return attachments.map((item) =>
        item.id === action.id && item.status === "uploading" ? { ...item, fraction: action.fraction } : item,
      );
    case "ready":
      return attachments.map((item) =>
        item.id === action.id ? { ...item, status: "ready", url: action.url, contentType: action.contentType } : item,
      );
    case "failed":
      return attachments.map((item) =>
        item.id === action.id ? { ...item, status: "failed", message: action.message } : item,
      );
    case "remove":
      return attachments.filter((item) => item.id !== action.id);
    case "sent":
      return attachments.filter(({ status }) => status === "failed");
  }
}

/** Splits chosen files by the limits ("10 files, 10 MiB each", design §6), with one sentence about those refused. */
export function chooseFiles<F extends { name: string; size: number }>(
  attached: number,
  files: F[],
): { accepted: F[]; refusal?: string } {
  const small = files.filter((file) => file.size <= attachmentBytesMax);
  const accepted = small.slice(0, Math.max(0, attachmentsMax - attached));
  if (accepted.length < small.length) return { accepted, refusal: `A message takes at most ${attachmentsMax} files` };
  const big = files.find((file) => file.size > attachmentBytesMax);
  return big
    ? { accepted, refusal: `${big.name} is larger than ${attachmentBytesMax / 1024 / 1024} MB` }
    : { accepted };
}

/**
 * A pasted text as a file, when it is longer than the `room` left in the message: the box's maxLength would cut it off
 * in silence. A message takes attachments instead.
 */
export const pastedAsFile = (text: string, room: number): File[] =>
  text.length > room ? [new File([text], "Pasted text.txt", { type: "text/plain" })] : [];

export const isUploading = (attachments: Attachment[]): boolean =>
  attachments.some(({ status }) => status === "uploading");

export const readyAttachments = (attachments: Attachment[]): PromptAttachment[] =>
  attachments.flatMap((item) =>
    item.status === "ready" ? [{ name: item.name, url: item.url, contentType: item.contentType }] : [],
  );

/** "1.4 MB", "320 kB". */
export const fileSize = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
