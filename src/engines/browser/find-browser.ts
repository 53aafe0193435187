import "server-only";
import { accessSync, constants } from "node:fs";
import type { Env } from "@/engines/env";

/** Where Chromium and its relatives are installed. Nothing is ever downloaded. */
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/usr/bin/microsoft-edge",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

let installed: string | null | undefined;

/** The browser that takes pictures of pages: CHROMIUM's, or one that is installed; undefined where there is none. */
export function findBrowser({ CHROMIUM }: Pick<Env, "CHROMIUM">): string | undefined {
  if (CHROMIUM === "off") return undefined;
  if (CHROMIUM) return isProgram(CHROMIUM) ? CHROMIUM : undefined;
  installed ??= places.find(isProgram) ?? null;
  return installed ?? undefined;
}
