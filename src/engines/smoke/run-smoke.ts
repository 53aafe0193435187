import "server-only";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceFile } from "@/shipped/contract";
import { Browser, inTurn, writeBrowser } from "./browser";
import { bundleApp } from "./bundle-app";
import { type SmokeFinding, smokeLimits, smokeScenes } from "./schema";

/**
 * Mounts every page of an app against an API of sample rows and reports what fails. Pages run in the sandboxed runtime
 * of functions, without network; one app at a time, since a smoke run is a burst of work.
 * @returns findings in the order of pages; undefined where the runtime cannot run
 */
export function runSmoke(files: SourceFile[]): Promise<SmokeFinding[] | undefined> {
  return inTurn(() => smoke(files));
}

async function smoke(files: SourceFile[]): Promise<SmokeFinding[]> {
  const app = await bundleApp(files);
  const visits = app.pages.slice(0, smokeLimits.pages).flatMap((page) => smokeScenes.map((scene) => ({ page, scene })));
  const folder = await mkdtemp(join(tmpdir(), "joinery-s-"));
  const ends = Date.now() + smokeLimits.totalMs;
  const findings = new Map<string, SmokeFinding>();
  let browser: Browser | undefined;
  try {
    await writeBrowser(folder, app, files);
    /** Pages that are not visited again. */
    const given = new Set<string>();
    for (const { page, scene } of visits) {
      if (given.has(page.path) || findings.size >= smokeLimits.findings) continue;
      const isAlone = browser === undefined;
      let events =
        Date.now() > ends ? "unchecked" : await (browser ??= await Browser.start(folder)).visit(page.name, scene);
      // Pages before it may have left work behind or filled the memory: a page is blamed for what it does alone.
      if (events === "hang" && !isAlone) {
        browser?.kill();
        browser = await Browser.start(folder);
        events = await browser.visit(page.name, scene);
      }
      if (typeof events === "string") {
        given.add(page.path);
        browser?.kill();
        browser = undefined;
        const message = events === "hang" ? "never finishes rendering" : "was not checked";
        findings.set(page.path, { page: page.name, kind: events, message, scene, path: page.path, line: 1 });
        continue;
      }
      for (const { kind, message, stack } of events) {
        const text = readable(message);
        const key = `${page.name}\0${kind}\0${text}`;
        if (!findings.has(key))
          findings.set(key, {
            page: page.name,
            kind,
            message: text,
            scene,
            ...(app.placeOf(stack) ?? { path: page.path, line: 1 }),
          });
      }
    }
    return [...findings.values()];
  } finally {
    browser?.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** React's messages of its commonest errors: the production build has only their numbers. */
const reactFaults: Record<string, string> = {
  31: "An object is shown as text: React can only show strings, numbers and elements",
  130: "A component that is used here is undefined",
  152: "A component returned nothing",
  185: "The page sets its state again and again while it renders",
  300: "Fewer hooks ran than in the render before: a hook stands behind a condition",
  301: "The page sets its state again and again while it renders",
  310: "More hooks ran than in the render before: a hook stands behind a condition",
};

export function readable(message: string): string {
  const number = /Minified React error #(\d+)/.exec(message)?.[1];
  return (number && reactFaults[number]) ?? message;
}
