import "server-only";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceFile } from "@/shipped/contract";
import { Browser, inTurn, writeBrowser } from "./browser";
import { bundleApp } from "./bundle-app";
import { readable } from "./run-smoke";
import type { SmokeScene } from "./schema";

/** What a page shows when it is mounted with sample rows: its outline by roles and names, and its errors. */
export type PageSight = { shown: string; errors: string[] };

/**
 * Mounts one page and describes what it shows. Charts and pictures have no size here and are not drawn.
 * @returns undefined where the runtime cannot run; a text when the page cannot be shown
 */
export function lookAtPage(
  files: SourceFile[],
  page: string,
  scene: SmokeScene,
): Promise<PageSight | string | undefined> {
  return inTurn(async () => {
    const app = await bundleApp(files);
    if (!app.pages.some(({ name }) => name === page)) {
      const problem = app.problems.find(({ file }) => file === `pages/${page}.jsx`);
      return problem ? `The page does not build: ${problem.message}` : `There is no page ${page}`;
    }
    const folder = await mkdtemp(join(tmpdir(), "joinery-s-"));
    let browser: Browser | undefined;
    try {
      await writeBrowser(folder, app, files);
      browser = await Browser.start(folder);
      const sight = await browser.see(page, scene);
      if (sight === "hang") return "The page never finishes rendering";
      if (sight === "unchecked") return "The server is too busy to mount the page now";
      const errors = sight.events.map(({ kind, message, stack }) => {
        const place = app.placeOf(stack);
        return `${kind === "blank" ? "The page shows nothing" : readable(message)}${place ? ` (${place.path}:${place.line})` : ""}`;
      });
      return { shown: sight.shown, errors: [...new Set(errors)] };
    } finally {
      browser?.kill();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
