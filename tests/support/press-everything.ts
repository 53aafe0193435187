import type { Page } from "@playwright/test";
import { type Probing, probeCalls, untilQuiet } from "./probe-calls";

/** Leave the page, or the person, as they are; the account's menu, after its initials, and the search are the same on every page. */
const untouched = /^(Your apps|Log out|Sign out|Search|Commands)|^.{0,2}Account$/;
/** Pressed last, so that a dialog need not be opened again for what else it has. */
const closing = /^(Close|Close dialog|Cancel|Dismiss|All kinds|Discard row|Done)$/;
/** Leads to another panel or page, which is pressed by its own address. */
const elsewhere = "nav[aria-label='App menu']";
/** Of which one button is enough: options of a choice, and starting points, which open alike. */
const oneOf = "[role=radiogroup], section[aria-labelledby$=starters]";
/** Layers of options, columns and presets of permissions, which all call the same: one of them is enough. */
const alike = /^(listbox|menu (Filter|Public Read))/;
/** A layer whose words change with each press looks like another one each time. */
const reopenedMax = 12;

/**
 * Presses every enabled button, menu item, switch, tab and option of the pages and of whatever they open, each once for
 * a page and panel, and reports those whose call the server refuses to this role. Nothing is changed: each mutation is
 * sent with a key that its input does not know, so that the gate answers and the procedure never runs.
 */
export class Presser {
  readonly refused = new Set<string>();
  pressed = 0;
  #at = "";

  readonly #seen: Set<string>;
  readonly #done: Pressed;

  private constructor(
    private readonly page: Page,
    private readonly options: Options,
  ) {
    this.#seen = options.seen ?? new Set();
    this.#done = options.done ?? new Map();
  }

  static async on(page: Page, options: Options = {}): Promise<Presser> {
    const presser = new Presser(page, options);
    await page.exposeFunction("noteRefusal", (call: string) => presser.#note(call));
    await page.addInitScript(probeCalls, { isLooking: options.isLooking ?? false } satisfies Probing);
    page.on("response", (response) => {
      if (response.status() === 403 && !response.url().includes("/api/trpc/"))
        presser.#note(`${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    return presser;
  }

  #note(call: string): void {
    this.refused.add(`${this.#at}: ${call}`);
  }

  /** Waits until nothing is under way in the page. @returns its topmost layer */
  async #settle(): Promise<Next> {
    try {
      await this.page.evaluate(untilQuiet);
      return await this.page.evaluate(pressNext, [[], "", "", true, "body", elsewhere, oneOf] satisfies Input);
    } catch {
      // The page went elsewhere meanwhile.
      await this.page.waitForLoadState();
      return { layer: "" };
    }
  }

  async #lookAt({ layer, words = "" }: Next, name: string): Promise<void> {
    if (!this.options.onOpen || layer === "" || layer.startsWith("listbox") || this.#seen.has(words)) return;
    this.#seen.add(words);
    await this.options.onOpen(name, "body");
  }

  /** Another panel of the same page is opened as the menu does it; other pages are loaded. */
  async #open(url: string): Promise<void> {
    const [here, there] = [this.page.url(), url].map(
      (one) => URL.parse(one)?.origin + (URL.parse(one)?.pathname ?? ""),
    );
    if (here === there && (await this.#settle()).layer === "")
      await this.page.evaluate((to) => window.history.replaceState(null, "", to), url);
    else await this.#load(url);
    await this.#whenShown();
  }

  async #load(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.getByRole("button").first().waitFor();
  }

  async #whenShown(): Promise<void> {
    await this.#settle();
    // Panels are fetched when they are opened.
    await this.page.waitForFunction(() => document.querySelectorAll("main, main *").length > 10);
    await this.page.waitForFunction(() => !document.querySelector("main .mantine-Skeleton-root"));
    await this.#settle();
  }

  /**
   * @param place of the same name: of the same buttons, each of which is pressed in the first of them
   * @param url where to start, and to go back to
   * @param within selector of what is pressed: "main" leaves out the bars and the chat, which are the same beside every panel
   */
  async press(place: string, url: string, within = "body"): Promise<void> {
    this.#at = place;
    const done = this.#done.get(place) ?? new Set();
    this.#done.set(place, done);
    const openers = new Map<string, string>();
    const reopened = new Map<string, number>();
    await this.#open(url);
    await this.options.onOpen?.(place, within);
    for (let turn = 0; turn < 600; turn++) {
      const given: Input = [[...done], untouched.source, closing.source, false, within, elsewhere, oneOf];
      const next = await this.page.evaluate(pressNext, given);
      this.#at = `${place}, “${next.name ?? ""}”`;
      if (next.name !== undefined) {
        const key = `${next.layer}|${next.name}`;
        done.add(key);
        this.pressed += 1;
        const shown = await this.#settle();
        const top = shown.layer;
        if (top && top !== next.layer && !openers.has(top)) openers.set(top, key);
        const opener = openers.get(next.layer);
        // A menu closes with each of its items: it is opened again for the next one.
        const times = reopened.get(opener ?? "") ?? 0;
        if (opener && next.hasMore && top !== next.layer && !alike.test(next.layer) && times < reopenedMax) {
          done.delete(opener);
          reopened.set(opener, times + 1);
        }
        await this.#lookAt(shown, `${place}, “${next.name}”`);
      } else if (next.layer) {
        await this.page.keyboard.press("Escape");
        if ((await this.#settle()).layer === next.layer) {
          await this.#load(url);
          await this.#whenShown();
        }
      } else return;
      if (placeOf(this.page.url()) !== placeOf(url)) await this.#open(url);
    }
    this.refused.add(`${place}: never ends`);
  }
}

/** A page and its panel. */
const placeOf = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  return `${pathname} ${searchParams.get("panel") ?? ""}`;
};

/** By the name of a place: the layers and names of what was pressed. */
export type Pressed = Map<string, Set<string>>;

type Options = {
  /** Rows are guarded by their own rules, behind the input: any write of a viewer counts as refused. */
  isLooking?: boolean;
  /** Called once for each page, with what is pressed of it, and for each dialog, menu and list that opens. */
  onOpen?: (name: string, within: string) => Promise<void>;
  /** The first words of the dialogs, menus and lists for which that was done, by other pressers too. */
  seen?: Set<string>;
  /** What was pressed, by other pressers too. */
  done?: Pressed;
};
type Input = [
  done: string[],
  untouched: string,
  closing: string,
  isLookingOnly: boolean,
  within: string,
  elsewhere: string,
  oneOf: string,
];
/** @prop words the layer's first ones, which change with what it shows */
type Next = { layer: string; words?: string; name?: string; hasMore?: boolean };

/** In the page: fills empty fields of the topmost layer and clicks the first control that was not clicked yet. */
function pressNext([done, untouchedSource, closingSource, isLookingOnly, within, elsewhere, oneOf]: Input): Next {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 0 &&
    !element.closest("[inert], [aria-hidden=true]");
  const layers = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].filter(isShown);
  const top = layers.at(-1);
  // One of a kind is enough: of addresses, files with an ending, days of the week, kinds of block, versions, counts.
  const kindOf = (text: string) =>
    text
      .trim()
      .replace(/\S+@\S+/g, "@")
      .replace(/\b(?!layout\b)[\w-]+(?=\.(?:css|jsx?|json|ts)(?:\W|\d|$))/g, "file")
      .replace(/^(Move|Duplicate|Delete) (?:Text|Table|List|Cards|Image|Chart|Checklist)$/, "$1 block")
      .replace(/^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/, "day")
      .replace(/\d+/g, "0")
      .slice(0, 60);
  const titleOf = (layer: Element) =>
    layer.ariaLabel ?? document.getElementById(layer.getAttribute("aria-labelledby") ?? "")?.textContent;
  const words = top ? `${top.role} ${kindOf(top.textContent.slice(0, 30))}` : "";
  const layer = top ? `${top.role} ${kindOf(titleOf(top) || top.textContent.slice(0, 30))}` : "";
  if (isLookingOnly) return { layer, words };
  const root = top ?? document.querySelector(within) ?? document.body;
  for (const field of root.querySelectorAll<HTMLInputElement>("input[type=text], input[type=email], textarea"))
    if (isShown(field) && !field.matches(":disabled") && !field.readOnly && field.value === "") {
      const text = field.type === "email" ? "someone@example.com" : "shop.example.com";
      const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(proto, "value")!.set!.call(field, text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  const controls = root.querySelectorAll<HTMLElement>(
    "button, [role=button], [role=menuitem], [role=switch], [role=tab], [role=option], [role=radio], [role=treeitem], input[type=checkbox], input[type=radio], input[aria-haspopup=listbox], a[href^='/api/']",
  );
  const left = new Map<string, HTMLElement>();
  const groups = new Set<Element>();
  for (const control of controls) {
    const shown = control.matches("input") ? control.parentElement! : control;
    if (!isShown(shown) || control.matches(":disabled") || control.ariaDisabled === "true") continue;
    if (control.closest(elsewhere)) continue;
    const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined;
    const name = kindOf(control.ariaLabel || label || control.textContent || control.title);
    const group = control.closest(oneOf);
    if ((group && groups.has(group)) || new RegExp(untouchedSource).test(name)) continue;
    if (group) groups.add(group);
    if (!done.includes(`${layer}|${name}`) && !left.has(name)) left.set(name, control);
  }
  const names = [...left.keys()];
  const isClosing = (one: string) => new RegExp(closingSource).test(one);
  const name = names.find((one) => !isClosing(one)) ?? names.find((one) => one !== "Close dialog") ?? names[0];
  if (name === undefined) return { layer };
  const control = left.get(name)!;
  if (control instanceof HTMLAnchorElement) void fetch(control.href);
  else control.click();
  return { layer, name, hasMore: names.some((one) => one !== name && !isClosing(one)) };
}
