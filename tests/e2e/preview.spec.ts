import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, makeApp, signIn } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const page = (body: string) => `import { useState } from "react";\n\nexport default function Home() {\n  ${body}\n}\n`;

test("a preview tells of an error once, survives a reload, and leaves its token to nobody", async ({ context }) => {
  await signIn(server, context, adminEmail);
  const write = async (header: string, body: string) => {
    const appId = await makeApp(server, context, header);
    const created = await context.request.post(`${server.url}/api/trpc/files.create`, {
      data: { json: { appId, path: "pages/Home.jsx", content: page(body) } },
    });
    expect(created.ok(), await created.text()).toBe(true);
    return appId;
  };
  const appId = await write(
    "Fragile",
    'const [isBroken, setBroken] = useState(false);\n  if (isBroken) throw new Error("broken render");\n  return <><button onClick={() => setBroken(true)}>Break</button><button onClick={() => location.reload()}>Again</button></>;',
  );
  const stranger = await write("Stranger", "return <p>I am another app: {window.name || 'nothing'}</p>;");
  const tab = await context.newPage();
  await tab.goto(`${server.url}/build/app/${appId}`);
  const frame = tab.frameLocator("iframe[title]");
  await frame.getByRole("button", { name: "Again" }).click();
  await frame.getByRole("button", { name: "Break" }).click();
  await expect(frame.getByText("This page stopped working")).toBeVisible();
  await expect(tab.getByText("1 issue", { exact: true })).toBeVisible();
  const inside = tab.frames().find((one) => one.parentFrame() && one.url().includes(appId))!;
  await inside.evaluate((url) => void (location.href = url), `http://${stranger}.localhost:${server.port}/`);
  const moved = () => tab.frames().find((one) => one.parentFrame() && one.url().includes(stranger));
  await expect.poll(() => moved()?.evaluate(() => document.body.innerText)).toBe("Open this preview from the builder.");
  expect(await moved()!.evaluate(() => window.name)).toBe("");
});

test("an edit shows in the running page: components keep their state while their hooks stay the same", async ({
  context,
}) => {
  await signIn(server, context, adminEmail);
  const appId = await makeApp(server, context, "Edited");
  const call = (name: string, data: object) =>
    context.request.post(`${server.url}/api/trpc/files.${name}`, { data: { json: { appId, ...data } } });
  const write = async (path: string, content: string) => {
    const made = await call("create", { path, content });
    const written = made.ok() ? made : await call("update", { file: { id: path, content } });
    expect(written.ok(), await written.text()).toBe(true);
  };
  const counter = (word: string) =>
    page(
      `const [count, setCount] = useState(0);\n  return <main style={{ height: 3000 }}><button style={{ marginTop: 1500 }} onClick={() => setCount(count + 1)}>${word} {count}</button></main>;`,
    );
  await write("pages/Home.jsx", counter("Before"));
  const tab = await context.newPage();
  await tab.goto(`${server.url}/build/app/${appId}`);
  const frame = tab.frameLocator("iframe[title]");
  await frame.getByRole("button", { name: "Before 0" }).click();
  await expect(frame.getByRole("button", { name: "Before 1" })).toBeVisible();
  const inside = tab.frames().find((one) => one.parentFrame() && one.url().includes(appId))!;
  await inside.evaluate(() => void Object.assign(window, { mark: "the same page" }));
  const stays = () =>
    inside.evaluate(() => ({ mark: (window as { mark?: string }).mark, isScrolled: window.scrollY > 500 }));

  await write("globals.css", "button { color: rgb(1, 2, 3); }");
  await expect(frame.getByRole("button", { name: "Before 1" })).toHaveCSS("color", "rgb(1, 2, 3)");
  for (const word of ["After", "Before", "After"]) {
    await write("pages/Home.jsx", counter(word));
    await expect(frame.getByRole("button", { name: `${word} 1` })).toBeVisible();
  }
  await expect.poll(stays).toEqual({ mark: "the same page", isScrolled: true });
  expect(await inside.locator("#root button").count()).toBe(1);
  await expect(frame.getByRole("button", { name: "After 1" })).toHaveCSS("color", "rgb(1, 2, 3)");
  // Another initial value, and more hooks, are another state.
  await write("pages/Home.jsx", counter("Later").replace("useState(0)", "useState(5)"));
  await expect(frame.getByRole("button", { name: "Later 5" })).toBeVisible();
  // What threw is shown again once it does not.
  await write("pages/Home.jsx", page('throw new Error("broken render");'));
  await expect(frame.getByText("This page stopped working")).toBeVisible();

  // What cannot run says so in its place, and the next edit brings the page back.
  await write("pages/Home.jsx", "export default function Home() {\n  return <p>;\n}\n");
  await expect(frame.getByText("Home.jsx")).toBeVisible();
  await write("pages/Home.jsx", counter("Mended"));
  await expect(frame.getByRole("button", { name: "Mended 0" })).toBeVisible();
  expect((await stays()).mark).toBe("the same page");
});

test("what is typed, an open dialog and a memoized part outlive an edit of the files around them", async ({
  context,
}) => {
  await signIn(server, context, adminEmail);
  const appId = await makeApp(server, context, "In place");
  const call = async (name: string, data: object) => {
    const answer = await context.request.post(`${server.url}/api/trpc/files.${name}`, {
      data: { json: { appId, ...data } },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const files = {
    "services/words.js": (word: string) => `export const words = { title: "${word} title" };\n`,
    "components/Theme.jsx": () =>
      `import { createContext } from "react";\nexport const Theme = createContext("none");\n`,
    "components/Part.jsx": (word: string) =>
      `import { memo, useContext, useMemo, useState } from "react";
import { Theme } from "@/components/Theme";
import { words } from "@/services/words";
export const Part = memo(function Part() {
  const theme = useContext(Theme);
  const [text, setText] = useState("");
  const title = useMemo(() => words.title, []);
  return <section><h2>{title}, {theme}</h2><input aria-label="${word} text" value={text} onChange={(event) => setText(event.target.value)} /></section>;
});
`,
    "pages/Home.jsx": (word: string) =>
      `import { useEffect, useState } from "react";
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from "@/components/ui/dialog";
import { Part } from "@/components/Part";
import { Theme } from "@/components/Theme";
export default function Home() {
  const [shown, setShown] = useState("");
  useEffect(() => setShown("${word} effect"), []);
  return <Theme value="dark"><h1>${word} page</h1><p>{shown}</p><Part /><Dialog><DialogTrigger>Open</DialogTrigger><DialogContent><DialogTitle>${word} dialog</DialogTitle><input aria-label="Inside" /></DialogContent></Dialog></Theme>;
}
`,
  };
  for (const [path, content] of Object.entries(files)) await call("create", { path, content: content("First") });
  const edit = (path: keyof typeof files, word: string) =>
    call("update", { file: { id: path, content: files[path](word) } });
  const tab = await context.newPage();
  const faults: string[] = [];
  tab.on("pageerror", (error) => faults.push(error.message));
  await tab.goto(`${server.url}/build/app/${appId}`);
  const frame = tab.frameLocator("iframe[title]");
  await frame.getByRole("textbox", { name: "First text" }).fill("half a sentence");
  await expect(frame.getByText("First effect")).toBeVisible();

  await edit("services/words.js", "Second");
  await expect(frame.getByRole("heading", { name: "Second title, dark" })).toBeVisible();
  await edit("components/Part.jsx", "Third");
  await expect(frame.getByRole("textbox", { name: "Third text" })).toHaveValue("half a sentence");

  await frame.getByRole("button", { name: "Open" }).click();
  await frame.getByRole("textbox", { name: "Inside" }).fill("in the dialog");
  await edit("pages/Home.jsx", "Fourth");
  await expect(frame.getByRole("heading", { name: "Fourth dialog" })).toBeVisible();
  await expect(frame.getByRole("textbox", { name: "Inside" })).toHaveValue("in the dialog");
  await tab.keyboard.press("Escape");
  await expect(frame.getByText("Fourth effect")).toBeVisible();
  await expect(frame.getByRole("textbox", { name: "Third text" })).toHaveValue("half a sentence");
  expect(faults).toEqual([]);
});
