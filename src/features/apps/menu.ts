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
] as const;
export type Panel = (typeof panels)[number];

type Viewer = { isAdmin: boolean; plan: string };

const toolMenu: Panel[] = ["texts", "branding", "fields", "results", "cta", "data", "settings"];

const menus: Record<AppKind, Panel[]> = {
  tool: toolMenu,
  app: toolMenu,
  "gen-app": ["texts", "branding", "tools"],
  space: ["details", "database"],
};

/** "plan MOON or above" (2-builder.md §6); the order of plans is design §6's. */
const plansWithSettings = new Set(["moon", "monetizer"]);

/**
 * "Menu by app type" (2-builder.md §2). What is generated as code (a generated or a space app) can be seen, its data opened
 * and its code read or, by admins, edited: the 'Open database' and 'Edit Code' buttons of 1-platform.md §2.
 */
export function menuOf(kind: AppKind, { isAdmin, plan }: Viewer): Panel[] {
  const isGenerated = kind === "gen-app" || kind === "space";
  const menu: Panel[] = [...(isGenerated ? (["preview", "database"] as const) : []), ...menus[kind]];
  if (kind === "gen-app") {
    menu.push("details");
    if (isAdmin) menu.push("chat-settings");
  }
  if (isGenerated && (isAdmin || plansWithSettings.has(plan) || kind === "space")) menu.push("settings");
  // "Non-admins see a read-only editor" (1-platform.md §6).
  if (isGenerated) menu.push("code");
  return [...new Set(menu)];
}
