import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { Server } from "./server";

/** A picture of one pixel. */
export const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export type GeneratedApp = { appId: string; url: string; token: string };

/** A new app made by the offline assistant, and its preview's URL. */
export async function generateApp(server: Server, request: APIRequestContext, sentence: string): Promise<GeneratedApp> {
  const made = await request.post(`${server.url}/api/apps`, {
    data: { appType: "gen-app", genApp: { header: "Generated", appBuilderVersion: 4 } },
  });
  const { appId } = (await made.json()) as { appId: string };
  await askUnseen(server, request, appId, sentence);
  return openPreview(server, request, appId);
}

/** Sends the assistant a message and waits for its turn's end, without a page that shows it. */
export async function askUnseen(
  server: Server,
  request: APIRequestContext,
  appId: string,
  content: string,
): Promise<void> {
  await call(server, request, "chat.send", { appId, content });
  await turnEnds(server, request, appId);
}

/** An app of one of the gallery's starting points. */
export async function openStarter(
  server: Server,
  request: APIRequestContext,
  starterId: string,
): Promise<GeneratedApp> {
  const { appId } = await call<{ appId: string }>(server, request, "starters.open", { starterId });
  await turnEnds(server, request, appId);
  return openPreview(server, request, appId);
}

async function turnEnds(server: Server, request: APIRequestContext, appId: string): Promise<void> {
  const running = async () =>
    (
      (await (
        await request.get(
          `${server.url}/api/trpc/chat.turn?input=${encodeURIComponent(JSON.stringify({ json: { appId } }))}`,
        )
      ).json()) as Answer<unknown>
    ).result.data.json;
  await expect.poll(running, { intervals: [50] }).toBeNull();
}

async function openPreview(server: Server, request: APIRequestContext, appId: string): Promise<GeneratedApp> {
  const { url, token } = await call<{ url: string; token: string }>(server, request, "runtime.previewSession", {
    appId,
  });
  return { appId, url, token };
}

type Answer<Value> = { result: { data: { json: Value } } };

async function call<Value>(
  server: Server,
  request: APIRequestContext,
  procedure: string,
  input: unknown,
): Promise<Value> {
  const answer = await request.post(`${server.url}/api/trpc/${procedure}`, { data: { json: input } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as Answer<Value>).result.data.json;
}

/** The names of an app's tables. */
export async function tablesOf(server: Server, request: APIRequestContext, appId: string): Promise<string[]> {
  const answer = await request.get(`${server.url}/api/apps/${appId}/entities`);
  return ((await answer.json()) as { entities: { name: string }[] }).entities.map(({ name }) => name);
}

/** Collects a page's faults: console errors, exceptions, failed requests. */
export function listenForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on(
    "response",
    (response) =>
      response.status() >= 400 && faults.push(`${response.status()} ${response.request().method()} ${response.url()}`),
  );
  return faults;
}

type Control = {
  id: string;
  label: string;
  isRequired: boolean;
  kind:
    | "text"
    | "number"
    | "date"
    | "datetime-local"
    | "email"
    | "tel"
    | "url"
    | "select"
    | "switch"
    | "stars"
    | "choices"
    | "tags"
    | "upload";
};

/** A form's labelled inputs in order. */
const controlsOf = (form: Locator): Promise<Control[]> =>
  form.locator("label[for]").evaluateAll((labels) =>
    (labels as HTMLLabelElement[]).map((label) => {
      const control = document.getElementById(label.htmlFor);
      const kind = ((): Control["kind"] => {
        if (!control) throw new Error(`The label “${label.textContent}” leads to no input`);
        if (control.role === "combobox") return "select";
        if (control.role === "switch") return "switch";
        if (control.role === "group") return control.querySelector('[aria-label$="stars"]') ? "stars" : "choices";
        if (!(control instanceof HTMLInputElement)) return "text";
        if (control.placeholder === "Type and press Enter") return "tags";
        return control.type === "file" ? "upload" : (control.type as Control["kind"]);
      })();
      return {
        id: label.htmlFor,
        label: label.textContent.replace(/ \*$/, ""),
        isRequired: label.textContent.endsWith(" *"),
        kind,
      };
    }),
  );

const samples: Partial<Record<Control["kind"], string>> = {
  number: "3",
  date: "2026-11-05",
  "datetime-local": "2026-11-05T09:30",
  email: "ada@example.com",
  tel: "555-0101",
  url: "https://example.com/ada",
};

/**
 * Fills every input but uploads; texts get their label and the given words. @returns the text of the first required
 * one, which names the row
 */
export async function fillForm(form: Locator, words: string): Promise<{ title: string; titleId: string }> {
  const controls = await controlsOf(form);
  for (const { id, label, kind } of controls) {
    const control = form.locator(`[id="${id}"]`);
    if (kind === "select") {
      await control.click();
      await form.page().getByRole("option").last().click();
    } else if (kind === "switch") await control.click();
    else if (kind === "stars") await control.getByRole("button", { name: "4 of 5 stars" }).click();
    else if (kind === "choices") await control.getByRole("button").last().click();
    else if (kind === "tags") {
      await control.fill("early");
      await control.press("Enter");
    } else if (kind !== "upload") await control.fill(samples[kind] ?? `${label} ${words}`);
  }
  const title = controls.find(({ isRequired, kind }) => isRequired && kind === "text");
  if (!title) throw new Error("The form requires nothing");
  return { title: await form.locator(`[id="${title.id}"]`).inputValue(), titleId: title.id };
}

/** Values of a form by label. */
export async function readForm(form: Locator): Promise<Record<string, string>> {
  const controls = await controlsOf(form);
  const shown = await form.evaluate(
    (element, ids) =>
      ids.map((id) => {
        const control = element.querySelector(`[id="${id}"]`);
        const pressed = [...(control?.querySelectorAll('[aria-pressed="true"]') ?? [])].map(
          (button) => button.ariaLabel ?? button.textContent,
        );
        if (control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.value !== ""))
          return control.value;
        if (control instanceof HTMLInputElement) return control.nextElementSibling?.textContent ?? "";
        if (control?.role === "switch") return control.ariaChecked ?? "";
        return control?.role === "group" ? pressed.join() : (control?.textContent ?? "");
      }),
    controls.map(({ id }) => id),
  );
  return Object.fromEntries(
    controls.flatMap(({ label, kind }, at) => (kind === "upload" ? [] : [[label, shown[at]!]])),
  );
}
