import type { AppIcon } from "@/features/apps/schema";

export const templatesMax = 100;

/** Rows of a table that come along, where every stranger may read them anyway. */
export const rowsMax = 500;

/** An app that others may open a copy of. */
export type Template = {
  appId: string;
  name: string;
  description: string;
  icon: AppIcon;
  imageUrl: string;
  /** "" is none. */
  category: string;
  /** For paid plans. */
  isPro: boolean;
  url: string;
};
