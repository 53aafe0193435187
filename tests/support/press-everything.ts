import type { Page, Route } from "@playwright/test";

/** Leave the page, or the person, as they are; the account's menu, after its initials, and the search are the same on every page. */
const untouched = /^(Your apps|Log out|Sign out|Search|Commands)|^.{0,2}Account$/;
/** Leads to another panel or page, which is pressed by its own address. */
const elsewhere = "nav[aria-label='App menu']";
/** A layer whose words change with each press looks like another one each time. Most buttons of a dialog leave it open. */
const reopenedMax = { menu: 12, dialog: 3 };
const refusals = new Set(["app-role", "admin-only"]);

type Failed = { error?: { json?: { message: string; data?: { reason?: string } } } };

/**
 * Presses every enabled button, menu item, switch, tab and option of the pages and of whatever they open, and reports
 * those whose call the server refuses to this role. Nothing is changed: each mutation is sent with a key that its
 * input does not know, so that the gate answers and the procedure never runs.
 */
export class Presser {
  readonly refused = new Set<string>();
  pressed = 0;
  #at = "";
  #open = 0;

  readonly #seen = new Set<string>();

  private constructor(
    private readonly page: Page,
    private readonly options: Options,
  ) {}

  static async on(page: Page, options: Options = {}): Promise<Presser> {
    const presser = new Presser(page, options);
    await page.route(/\/api\/trpc\//, (route) => presser.#send(route));
    page.on("response", (response) => {
      if (response.status() === 403 && !response.url().includes("/api/trpc/"))
        presser.#note(`${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    return presser;
  }

  #note(call: string): void {
    this.refused.add(`${this.#at}: ${call}`);
  }

  async #send(route: Route): Promise<void> {
    const request = route.request();
    const name = new URL(request.url()).pathname.split("/").at(-1)!;
    this.#open += 1;
    try {
      let postData: string | undefined;
      if (request.method() === "POST") {
        const body = request.postDataJSON() as { json?: object };
        // Calls about no app are about the account alone.
        if (!body.json || !("appId" in body.json)) return await route.fulfill({ status: 400, json: {} });
        if (this.options.isLooking && /^entities\.\w*(create|update|delete)/i.test(name)) this.#note(name);
        postData = JSON.stringify({ ...body, json: { ...body.json, isProbe: true } });
      }
      const answer = await route.fetch(postData === undefined ? {} : { postData });
      if (!answer.ok() || answer.status() === 207) this.#read(name, await answer.text());
      await route.fulfill({ response: answer });
    } catch {
      // The page went on meanwhile.
    } finally {
      this.#open -= 1;
    }
  }

  #read(names: string, text: string): void {
    if (!text.startsWith("{") && !text.startsWith("[")) return;
    const answers = [JSON.parse(text) as Failed | Failed[]].flat();
    for (const [index, { error }] of answers.entries())
      if (refusals.has(error?.json?.data?.reason ?? "")) this.#note(names.split(",")[index] ?? names);
  }

  async #topLayer(): Promise<string> {
    return (await this.page.evaluate(pressNext, [[], "", true, "body", elsewhere] satisfies Input))?.layer ?? "";
  }

  async #lookAt(layer: string, name: string): Promise<void> {
    if (!this.options.onOpen || layer === "" || layer.startsWith("listbox") || this.#seen.has(layer)) return;
    this.#seen.add(layer);
    await this.options.onOpen(name);
  }

  async #settle(): Promise<void> {
    for (let quiet = 0, turns = 0; quiet < 2 && turns < 80; turns++) {
      await this.page.waitForTimeout(20);
      quiet = this.#open === 0 ? quiet + 1 : 0;
    }
  }

  /**
   * @param url where to start, and to go back to
   * @param within selector of what is pressed: "main" leaves out the bars and the chat, which are the same beside every panel
   */
  async press(place: string, url: string, within = "body"): Promise<void> {
    this.#at = place;
    const done = new Set<string>();
    const home = async () => {
      await this.page.goto(url);
      await this.page.getByRole("button").first().waitFor();
      await this.#settle();
      // Panels are fetched when they are opened.
      await this.page.waitForFunction(() => document.querySelectorAll("main, main *").length > 10);
      await this.page.waitForFunction(() => !document.querySelector("main .mantine-Skeleton-root"));
      await this.#settle();
    };
    const openers = new Map<string, string>();
    const reopened = new Map<string, number>();
    await home();
    await this.options.onOpen?.(place);
    for (let turn = 0; turn < 600; turn++) {
      const next = await this.page.evaluate(pressNext, [
        [...done],
        untouched.source,
        false,
        within,
        elsewhere,
      ] satisfies Input);
      this.#at = `${place}, “${next?.name ?? ""}”`;
      if (next?.name !== undefined) {
        const key = `${next.layer}|${next.name}`;
        done.add(key);
        this.pressed += 1;
        await this.#settle();
        const top = await this.#topLayer();
        if (top && top !== next.layer) openers.set(top, key);
        const opener = openers.get(next.layer);
        // A menu closes with each of its items: it is opened again for the next one. One option of a list is enough.
        const times = reopened.get(opener ?? "") ?? 0;
        const timesMax = next.layer.startsWith("menu") ? reopenedMax.menu : reopenedMax.dialog;
        if (opener && next.hasMore && top !== next.layer && !next.layer.startsWith("listbox") && times < timesMax) {
          done.delete(opener);
          reopened.set(opener, times + 1);
        }
        await this.#lookAt(top, `${place}, “${next.name}”`);
      } else if (next?.layer) {
        await this.page.keyboard.press("Escape");
        await this.page.waitForTimeout(60);
        if ((await this.#topLayer()) === next.layer) await home();
      } else return;
      const [here, there] = [new URL(this.page.url()), new URL(url)];
      if (here.pathname !== there.pathname || here.searchParams.get("panel") !== there.searchParams.get("panel"))
        await home();
    }
    this.refused.add(`${place}: never ends`);
  }
}

type Options = {
  /** Rows are guarded by their own rules, behind the input: any write of a viewer counts as refused. */
  isLooking?: boolean;
  /** Called once for each page, and for each dialog, menu and list that opens. */
  onOpen?: (name: string) => Promise<void>;
};
type Input = [done: string[], untouched: string, isLookingOnly: boolean, within: string, elsewhere: string];
type Next = { layer: string; name?: string; hasMore?: boolean } | undefined;

/** In the page: fills empty fields of the topmost layer and clicks the first control that was not clicked yet. */
function pressNext([done, untouchedSource, isLookingOnly, within, elsewhere]: Input): Next {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 0 &&
    !element.closest("[inert], [aria-hidden=true]");
  const layers = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].filter(isShown);
  const top = layers.at(-1);
  const layer = top ? `${top.role} ${top.getAttribute("aria-label") ?? top.textContent.slice(0, 30)}` : "";
  if (isLookingOnly) return { layer };
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
  let found: { control: HTMLElement; name: string } | undefined;
  let hasMore = false;
  for (const control of controls) {
    const shown = control.matches("input") ? control.parentElement! : control;
    if (!isShown(shown) || control.matches(":disabled") || control.ariaDisabled === "true") continue;
    if (control.closest(elsewhere)) continue;
    const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined;
    const name = (control.ariaLabel || label || control.textContent || control.title).trim().slice(0, 60);
    if (new RegExp(untouchedSource).test(name) || done.includes(`${layer}|${name}`)) continue;
    if (!found) found = { control, name };
    else if (name !== found.name) hasMore = true;
  }
  if (!found) return { layer };
  const { control, name } = found;
  if (control instanceof HTMLAnchorElement) void fetch(control.href);
  else control.click();
  return { layer, name, hasMore };
}
