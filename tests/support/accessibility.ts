import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The markup of what was checked is in no report of ours. */
const source = `${axeSource}; axe.configure({ noHtml: true });`;
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const schemes = {
  light: { type: "tag", values: standards },
  // What the other scheme changes is colours.
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} as const;
type Scheme = keyof typeof schemes;
/** The scheme that a page was left in: it is checked first, since a change restyles and repaints the whole page. */
const leftIn = new WeakMap<Page, Scheme>();
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** Of what buttons.spec.ts checks wide, in both schemes. */
export const onlyNarrow = [narrow];

type Extent = {
  sizes?: (typeof wide)[] | undefined;
  /**
   * Only the dialog, or the menu or list outside of dialogs, on top: what it covers was checked before. If there is
   * none, only what this selector finds.
   */
  topWithin?: string;
};

/**
 * axe-core's WCAG 2.2 AA violations of a page in its current state: wide and narrow, light and dark.
 * Frames are separate apps and are checked on their own.
 */
async function violationsOf(page: Page, name: string, extent: Extent = {}): Promise<string[]> {
  const { sizes = [wide, narrow], topWithin } = extent;
  const found: string[] = [];
  // Evaluated rather than added as a script, which the Content-Security-Policy would refuse. Needed again after
  // navigation.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  for (const size of sizes) {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    const first = leftIn.get(page);
    for (const colorScheme of first === "dark" ? (["dark", "light"] as const) : (["light", "dark"] as const)) {
      if (leftIn.get(page) !== colorScheme) await page.emulateMedia({ colorScheme });
      leftIn.set(page, colorScheme);
      const faults = await page.evaluate<string[], [(typeof schemes)[Scheme], string | undefined]>(
        async ([{ type, values }, within]) => {
          // Wait two frames for the new size and scheme to be painted.
          for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
          // Wait for colour transitions to finish.
          const fading = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
          await Promise.allSettled(fading.map(({ finished }) => finished));
          const { axe } = window as unknown as { axe: typeof import("axe-core") };
          const layers = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")];
          const top = within === undefined ? undefined : layers.findLast((layer) => layer.checkVisibility());
          const part = within === undefined || within === "body" ? null : document.querySelector(within);
          const run = (selectors: boolean): Promise<AxeResults> =>
            axe.run(top?.closest("[role=dialog]") ?? top ?? part ?? document, {
              runOnly: { type, values: [...values] },
              resultTypes: ["violations"],
              iframes: false,
              // No rule of these standards reads style sheets.
              preload: { assets: ["media"] },
              selectors,
            });
          // Naming every element that was checked takes a fourth of the time: elements are named if some violate.
          const unnamed = await run(false);
          const results = unnamed.violations.length > 0 ? await run(true) : unnamed;
          // Only words leave the page: all that passed is as long as the page itself.
          return results.violations.flatMap(({ id, nodes }) =>
            nodes
              .slice(0, 4)
              .map(({ target, any, all }) => `${id} at ${target.join(" ")} (${[...any, ...all][0]?.message ?? ""})`),
          );
        },
        [schemes[colorScheme], topWithin],
      );
      found.push(...faults.map((fault) => `${name}, ${size.width}, ${colorScheme}: ${fault}`));
    }
  }
  if (page.viewportSize()?.width !== wide.width) await page.setViewportSize(wide);
  return found;
}

/** Notes in `found` when the title leaves a page whose path stays: a navigation, where only a panel was to change. */
export async function watchTitle(page: Page, found: string[]): Promise<void> {
  await page.exposeFunction("noteUntitled", (path: string) => found.push(`${path} was without a title for a moment`));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const { noteUntitled } = window as typeof window & { noteUntitled: (path: string) => Promise<void> };
    let path = location.pathname;
    const look = () => {
      if (document.title === "" && location.pathname === path) void noteUntitled(path);
      path = location.pathname;
    };
    document.addEventListener("DOMContentLoaded", () =>
      new MutationObserver(look).observe(document.head, { childList: true }),
    );
  });
}

/** Checks a page now and after each step that opens more. */
export function watch(page: Page) {
  const found: string[] = [];
  const check = async (name: string, extent?: Extent) => {
    await expect(page).toHaveTitle(/./);
    found.push(...(await violationsOf(page, name, extent)));
  };
  const look = (name: string, sizes?: Extent["sizes"]) => check(name, { sizes });
  /** Checks what is open without changing the page's size, which would close it. */
  const glance = (name: string, within = "body") => check(name, { sizes: [wide], topWithin: within });
  /** Opens something, checks it, and closes it again. */
  const lookInto = async (name: string, open: () => Promise<unknown>, sizes?: Extent["sizes"]) => {
    await open();
    await check(name, { sizes, topWithin: "body" });
    for (
      let layer = 0;
      layer < 3 && (await page.getByRole("dialog").or(page.getByRole("menu")).first().isVisible());
      layer++
    )
      await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0);
  };
  return { found, look, glance, lookInto };
}
