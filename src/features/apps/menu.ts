import { showsAppSettings, type Standing } from "@/features/plans/rules";
import type { AppKind } from "./schema";

/** The side-panel views of 2-builder.md §2. */
export const panels = [
  "preview",
  "database",
  "code",
  "details",
  "texts",
  "branding",
  "fields",
  "results",
  "cta",
  "data",
  "settings",
  "tools",
  "chat-settings",
  "triggers",
] as const;
export type Panel = (typeof panels)[number];

const toolMenu: Panel[] = ["texts", "branding", "fields", "results", "cta", "data", "settings"];

const menus: Record<AppKind, Panel[]> = {
  tool: toolMenu,
  app: toolMenu,
  "gen-app": ["texts", "branding", "tools"],
  space: ["details", "database"],
};

/**
 * "Menu by app type" (2-builder.md §2). Generated and space apps also get their data and code, read-only unless admin:
 * the 'Open database' and 'Edit Code' buttons of 1-platform.md §2.
 */
export function menuOf(kind: AppKind, standing: Standing): Panel[] {
  const isGenerated = kind === "gen-app" || kind === "space";
  const menu: Panel[] = [...(isGenerated ? (["preview", "database"] as const) : []), ...menus[kind]];
  if (kind === "gen-app") {
    menu.push("details");
    if (standing.isAdmin) menu.push("chat-settings");
  }
  if (isGenerated && showsAppSettings(standing, kind)) menu.push("settings");
  if (isGenerated) menu.push("triggers");
  // "Non-admins see a read-only editor" (1-platform.md §6).
  if (isGenerated) menu.push("code");
  return [...new Set(menu)];
}

/** "In the chat view only data sources is offered" (2-builder.md §2): the assistant answers from them. */
export const chatMenuOf = (kind: AppKind): Panel[] => (kind === "gen-app" || kind === "space" ? ["data"] : []);
