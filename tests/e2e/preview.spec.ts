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

test("an edit shows in the running page: a style leaves everything as it is, code starts the app anew in the same page", async ({
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
    await expect(frame.getByRole("button", { name: `${word} 0` })).toBeVisible();
  }
  await expect.poll(stays).toEqual({ mark: "the same page", isScrolled: true });
  expect(await inside.locator("#root button").count()).toBe(1);
  await expect(frame.getByRole("button", { name: "After 0" })).toHaveCSS("color", "rgb(1, 2, 3)");

  // What cannot run says so in its place, and the next edit brings the page back.
  await write("pages/Home.jsx", "export default function Home() {\n  return <p>;\n}\n");
  await expect(frame.getByText("Home.jsx")).toBeVisible();
  await write("pages/Home.jsx", counter("Mended"));
  await expect(frame.getByRole("button", { name: "Mended 0" })).toBeVisible();
  expect((await stays()).mark).toBe("the same page");
});
