import { z } from "zod";
import type { FileType } from "@/shipped/contract";

export type CodeFile = {
  id: string;
  name: string;
  path: string;
  content: string;
  type: FileType;
  language: "javascript" | "typescript" | "css" | "json";
  readOnly: boolean;
};

/** The largest file that the editor and the assistant may store, in bytes of UTF-8. */
export const fileBytesMax = 1_000_000;

/** SHA-256 in hex of the content that a save is based on. */
export const contentHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A file's new text, without byte order mark. Limited in bytes, as stored; Postgres stores no NUL. */
export const fileContentSchema = z
  .string()
  .transform((content) => content.replace(/^\uFEFF/, ""))
  .refine((content) => new TextEncoder().encode(content).length <= fileBytesMax, { error: "This file is too large" })
  .refine((content) => !content.includes("\0"), { error: "A code file cannot hold the NUL character" });

export const filePathSchema = z.string().min(1).max(200);
