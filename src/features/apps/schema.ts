import { z } from "zod";

export const appKinds = ["tool", "app", "gen-app", "space"] as const;
export type AppKind = (typeof appKinds)[number];

/** "Builder version: 4" (2-builder.md §9). */
export const builderVersion = 4;
/** Design §6: tool titles and labels are at most 60 characters; an app's name follows. */
export const nameMax = 60;

export const appNameSchema = z.string().trim().min(1, { error: "Give the app a name" }).max(nameMax, { error: `A name has at most ${nameMax} characters` });

/** A host label: what stands before the apps' domain. */
export const slugSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, { error: "An address has letters, numbers and dashes, at most 48" });

export type AppSummary = {
  appId: string;
  name: string;
  slug: string;
  kind: AppKind;
  url: string;
  isPublished: boolean;
  updatedAt: string;
};
